// The experiment of S2, section 5: the paper's one-joint formulas, corrected, against the general
// passes of the library.
#include <cmath>

#include <gtest/gtest.h>

#include "appell/analysis/fanuc_experiment.hpp"
#include "appell/io/load_model.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/random_model.hpp"

namespace appell::analysis {
namespace {

constexpr double kPi = 3.14159265358979323846;

// Cross-check: closed formulas of one joint and recursions over the tree share no code.
TEST(FanucExperiment, OneJointFormulasAgreeWithTheGeneralPasses) {
  const model::Model model = io::load_model("fanuc_lr_mate_100ib").model;
  const FanucExperiment result = run_fanuc_experiment(model, 205);
  EXPECT_LT(result.largest_difference(), 1e-12);
  std::printf("largest difference of the two routes: %.2g\n", result.largest_difference());
  for (std::size_t i = 0; i < 3; ++i) {  // Not both zero.
    double energy = 0.0;
    double torque = 0.0;
    for (std::size_t k = 0; k < result.times.size(); ++k) {
      energy = std::max(energy, result.general.energies[i][k]);
      torque = std::max(torque, std::abs(result.general.torques[i][k]));
    }
    EXPECT_GT(energy, 0.1);
    EXPECT_GT(torque, 0.1);
  }
  // Gravity matters for this arm: the two kinds of torque differ.
  EXPECT_GT(std::abs(result.general.torques_with_gravity[0][0] - result.general.torques[0][0]),
            1.0);
}

// Oracle: what the experiment prescribes: a turn by π from rest, the declared accelerations at the
// knots, functions of fifth degree on 51 intervals.
TEST(FanucExperiment, MotionMeetsTheRecord) {
  const model::Model model = io::load_model("fanuc_lr_mate_100ib").model;
  const trajectory::Trajectory motion = fanuc_motion(model, fanuc_record());
  const auto record = fanuc_acceleration_record();
  ASSERT_EQ(record.size(), 52U);
  EXPECT_EQ(motion.continuity(), 4);
  EXPECT_NEAR(motion.range().end, 51 * 0.04, 1e-12);
  for (std::size_t i = 0; i < record.size(); ++i) {
    const double t = kFanucInterval * static_cast<double>(i);
    EXPECT_NEAR(motion.sample(t, 2).derivative(2)(2), record[i], 1e-12) << i;
  }
  EXPECT_NEAR(motion.sample(0.0, 0)[0](2), 0.0, 1e-18);
  EXPECT_NEAR(motion.sample(motion.range().end, 0)[0](2), kPi, 1e-14);
  // The record is that of a motion that comes to rest, though nothing asks for it.
  EXPECT_NEAR(motion.sample(motion.range().end, 1).derivative(1)(2), 0.0, 1e-7);
  EXPECT_NEAR(motion.sample(1.02, 0)[0](2), kPi / 2, 1e-4);
}

// Oracle: uniform spin, where E_p = ½ J ω^(2p+2).
TEST(FanucExperiment, EnergiesOfAUniformSpin) {
  const TurningArm arm{2.0, 0.1, 0.2, 0.05, 2.0 * (0.01 + 0.04) + 0.05};
  const double w = 1.7;
  const std::array q{0.3, w, 0.0, 0.0, 0.0};
  const auto E = one_joint_energies(arm, q);
  for (int p = 1; p <= 3; ++p) {
    const double expected = 0.5 * arm.inertia_joint * std::pow(w, 2 * p + 2);
    EXPECT_TRUE(support::near(E[static_cast<std::size_t>(p) - 1], expected, 1e-14));
  }
}

TEST(FanucExperiment, SaysWhatIsWrong) {
  const model::Model model = io::load_model("planar2r").model;
  EXPECT_THROW_MESSAGE(run_fanuc_experiment(model, 5), InvalidArgument, "has no joint 'J3'");
  const model::Model fanuc = io::load_model("fanuc_lr_mate_100ib").model;
  EXPECT_THROW_MESSAGE(turning_arm(fanuc, "J1"), InvalidArgument, "does not turn about its y axis");
  EXPECT_THROW_MESSAGE(run_fanuc_experiment(fanuc, 1), InvalidArgument, "at least 2 samples");
}

// Second formulation: a record of the tangential acceleration at a radius, made from ours, gives
// the same motion but for the jerk at the start and the turn, which it finds itself.
TEST(FanucExperiment, FromARecordOfAnAccelerometer) {
  const model::Model model = io::load_model("fanuc_lr_mate_100ib").model;
  const AngularRecord ours = fanuc_record();
  std::vector<double> tangential;
  for (const double a : ours.acceleration) tangential.push_back(0.4 * a);
  const AngularRecord same = angular_record("r.csv", ours.times, tangential, 0.4, 0.0, kPi);
  ASSERT_EQ(same.acceleration.size(), ours.acceleration.size());
  for (std::size_t i = 0; i < ours.times.size(); ++i) {
    EXPECT_NEAR(same.acceleration[i], ours.acceleration[i], 1e-15 * 6.0);
  }
  EXPECT_FALSE(run_fanuc_experiment(model, 11, same).sd);
  // The polygon of the accelerations misses the turn by its curvature.
  const AngularRecord found = angular_record("r.csv", ours.times, tangential, 0.4);
  EXPECT_NEAR(found.turn, kPi, 1e-3);
  EXPECT_GT(fanuc_radius(model), 0.1);
}

// Monte Carlo: the stated standard deviations are those of many noisy records. 400 draws know a
// standard deviation to 3.5 %; the bar is four times that.
TEST(FanucExperiment, UncertaintyIsThatOfManyRecords) {
  const model::Model model = io::load_model("fanuc_lr_mate_100ib").model;
  const AngularRecord ours = fanuc_record();
  std::vector<double> tangential;
  for (const double a : ours.acceleration) tangential.push_back(0.4 * a);
  const double noise = 0.004;  // m/s²
  const AngularRecord record = angular_record("r.csv", ours.times, tangential, 0.4, noise);
  const FanucExperiment stated = run_fanuc_experiment(model, 7, record);
  ASSERT_TRUE(stated.sd);
  support::Random random(3);
  std::array<std::vector<double>, 3> squares;
  for (auto& list : squares) list.assign(7, 0.0);
  constexpr int kDraws = 400;
  for (int draw = 0; draw < kDraws; ++draw) {
    std::vector<double> noisy = tangential;
    for (double& a : noisy) {
      double sum = -6.0;  // Of twelve uniform numbers: nearly normal, variance 1.
      for (int i = 0; i < 12; ++i) sum += random.uniform(0.0, 1.0);
      a += noise * sum;
    }
    const FanucExperiment drawn =
        run_fanuc_experiment(model, 7, angular_record("r.csv", ours.times, noisy, 0.4, 0.0));
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t s = 0; s < 7; ++s) {
        squares[k][s] += std::pow(drawn.one_joint.torques_with_gravity[k][s] -
                                      stated.one_joint.torques_with_gravity[k][s],
                                  2);
      }
    }
  }
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t s = 0; s < 7; ++s) {
      const double sd = std::sqrt(squares[k][s] / kDraws);
      EXPECT_NEAR(sd, stated.sd->curves.torques_with_gravity[k][s], 0.14 * sd + 1e-12)
          << "derivative " << k << ", sample " << s;
    }
  }
  // And the estimate of the noise from one record.
  std::vector<double> noisy = tangential;
  for (double& a : noisy) a += noise * std::sqrt(12.0) * random.uniform(-0.5, 0.5);
  const AngularRecord estimated = angular_record("r.csv", ours.times, noisy, 0.4);
  EXPECT_NEAR(estimated.sd, noise / 0.4, 0.4 * noise / 0.4);
}

TEST(FanucExperiment, ExplainsBadRecords) {
  const std::vector<double> t{0, 1, 2, 3, 4, 5, 6, 7}, a(8, 0.1);
  EXPECT_THROW_MESSAGE(angular_record("r.csv", {0, 1}, std::vector<double>{0, 1}, 1.0),
                       InvalidArgument, "r.csv: 2 accelerations; 8 to 2000 are needed");
  EXPECT_THROW_MESSAGE(angular_record("r.csv", t, a, 0.0), InvalidArgument, "the radius is 0 m");
  EXPECT_THROW_MESSAGE(angular_record("r.csv", t, a, 1.0, -1.0), InvalidArgument,
                       "the standard deviation is -1 m/s²");
  EXPECT_THROW_MESSAGE(angular_record("r.csv", {0, 1, 2, 3, 4, 4, 6, 7}, a, 1.0), InvalidArgument,
                       "r.csv: t = 4 in row 6 comes after 4; times must ascend");
}

}  // namespace
}  // namespace appell::analysis
