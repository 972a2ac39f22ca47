// The experiment of S2, section 5: the paper's one-joint formulas, corrected, against the general
// passes of the library.
#include <cmath>

#include <gtest/gtest.h>

#include "appell/analysis/fanuc_experiment.hpp"
#include "appell/io/load_model.hpp"
#include "tests/support/matchers.hpp"

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
  const trajectory::Trajectory motion = fanuc_motion(model);
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

}  // namespace
}  // namespace appell::analysis
