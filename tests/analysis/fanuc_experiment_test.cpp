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
// the same motion; the turn it finds itself.
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
  EXPECT_LT(same.largest_change, 1e-4);
  const AngularRecord found = angular_record("r.csv", ours.times, tangential, 0.4);
  EXPECT_NEAR(found.turn, kPi, 1e-4);
  EXPECT_GT(fanuc_radius(model), 0.1);
}

/// q'' = (2/T) ω sin ωt turns by 2 from rest to rest; with noise of a share of its peak.
AngularRecord sine_record(int intervals, double noise, unsigned seed,
                          std::optional<double> turn = {}) {
  constexpr double T = 1.5, kRadius = 0.3, kOmega = 2.0 * kPi / T;
  support::Random random(seed);
  std::vector<double> times, tangential;
  for (int i = 0; i <= intervals; ++i) {
    times.push_back(T * i / intervals);
    double normal = -6.0;  // Of twelve uniform numbers: nearly normal, variance 1.
    for (int k = 0; k < 12; ++k) normal += random.uniform(0.0, 1.0);
    const double peak = 2.0 / T * kOmega;
    tangential.push_back(kRadius * peak * (std::sin(kOmega * times.back()) + noise * normal));
  }
  return angular_record("sine.csv", times, tangential, kRadius, {}, turn);
}

/// Relative errors of the peaks of q'', q⁽³⁾ and q⁽⁴⁾.
std::array<double, 3> errors_of_peaks(const AngularRecord& record) {
  const double w = 2.0 * kPi / 1.5;
  const trajectory::PiecewisePolynomial law = angle_from_record(record).law;
  std::array<double, 3> peaks{}, errors{};
  for (int i = 0; i <= 1500; ++i) {
    std::array<double, 5> q{};
    law.expand(0.001 * i, q);
    peaks[0] = std::max(peaks[0], 2.0 * std::abs(q[2]));
    peaks[1] = std::max(peaks[1], 6.0 * std::abs(q[3]));
    peaks[2] = std::max(peaks[2], 24.0 * std::abs(q[4]));
  }
  for (std::size_t k = 0; k < 3; ++k) {
    errors[k] = std::abs(peaks[k] / (2.0 / 1.5 * std::pow(w, k + 1)) - 1.0);
  }
  return errors;
}

// Oracle: closed form, 5.585, 23.4 and 98.0. Exact records to 0.5 % whatever their size, with and
// without the turn; noise of 0.1 % and 1 % of the peak as stated in docs/formats.md.
TEST(FanucExperiment, PeaksOfARecordAreThoseOfTheMotion) {
  for (const int intervals : {51, 200, 1000}) {
    for (const std::optional<double> turn : {std::optional<double>(), std::optional(2.0)}) {
      const AngularRecord record = sine_record(intervals, 0.0, 1, turn);
      EXPECT_NEAR(record.turn, 2.0, 1e-5);
      EXPECT_LT(record.largest_change, 1e-4);
      const auto errors = errors_of_peaks(record);
      EXPECT_LT(errors[0], 1e-4) << intervals;
      EXPECT_LT(errors[1], 1e-3) << intervals;
      EXPECT_LT(errors[2], 6e-3) << intervals;
    }
  }
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const auto little = errors_of_peaks(sine_record(51, 0.001, seed));
    const auto more = errors_of_peaks(sine_record(51, 0.01, seed));
    EXPECT_LT(little[0], 0.003) << seed;
    EXPECT_LT(little[1], 0.06) << seed;
    EXPECT_LT(little[2], 0.1) << seed;
    EXPECT_LT(more[0], 0.03) << seed;
    EXPECT_LT(more[1], 0.1) << seed;
    EXPECT_LT(more[2], 0.3) << seed;
  }
}

// Oracle: a turn of 2.01 where the accelerations say 2 takes 3 (0.01)/T² rad/s² at most, and does
// not reach the jerk.
TEST(FanucExperiment, AWrongTurnChangesLittle) {
  const AngularRecord record = sine_record(51, 0.0, 1, 2.01);
  EXPECT_NEAR(record.turn, 2.01, 1e-14);
  EXPECT_NEAR(record.largest_change, 3.0 * 0.01 / (1.5 * 1.5), 1e-5);
  EXPECT_LT(errors_of_peaks(record)[1], 2e-3);
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
    AngularRecord same_knots = record;
    for (std::size_t i = 0; i < noisy.size(); ++i) same_knots.acceleration[i] = noisy[i] / 0.4;
    const FanucExperiment drawn = run_fanuc_experiment(model, 7, same_knots);
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
