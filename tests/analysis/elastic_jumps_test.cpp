// What motors behind elastic joints cannot follow.
#include "appell/analysis/elastic_jumps.hpp"

#include <gtest/gtest.h>

#include "tests/analysis/elastic_arm.hpp"

namespace appell::analysis {
namespace {

using model::Actuator;
using What = ElasticJump::What;

constexpr double kArmInertia = 0.2 + 1.5 * 0.4 * 0.4;  // Of support::kOneLink about its joint.

std::vector<ElasticJump> jumps_of(const Actuator& actuator, const trajectory::Trajectory& motion) {
  const model::Model robot = support::arm(support::kOneLink, {actuator});
  return elastic_jumps(ElasticRobot(robot.with_gravity(Vec3::Zero())), motion);
}

// Oracle: closed form. The jerk falls from 1 to 0 rad/s³ at t = 1 s, and τ' by J: θ' by J/K.
TEST(ElasticJumps, AJumpOfTheJerkIsOneOfTheMotorsVelocity) {
  const auto jumps =
      jumps_of({.rotor_inertia = 0.3, .stiffness = 40.0}, support::ramp_then_constant());
  ASSERT_EQ(jumps.size(), 1u);
  EXPECT_EQ(jumps[0].what, What::kVelocity);
  EXPECT_EQ(jumps[0].coordinate, 0);
  EXPECT_EQ(jumps[0].time, 1.0);
  EXPECT_NEAR(jumps[0].size, kArmInertia / 40.0, 1e-10);
}

// Oracle: closed form. With a damper δ'' falls by J/D, and the force of the motor by B J/D.
TEST(ElasticJumps, ADamperMakesItOneOfTheForce) {
  const auto jumps = jumps_of({.rotor_inertia = 0.3, .stiffness = 40.0, .damping = 8.0},
                              support::ramp_then_constant());
  ASSERT_EQ(jumps.size(), 1u);
  EXPECT_EQ(jumps[0].what, What::kForce);
  EXPECT_NEAR(jumps[0].size, 0.3 * kArmInertia / 8.0, 1e-10);
}

// Oracle: closed form. An acceleration that rises from 0 to 2 rad/s² takes the motor 2 J/K ahead.
TEST(ElasticJumps, AJumpOfTheAccelerationIsOneOfTheMotor) {
  auto law = std::make_shared<trajectory::PiecewisePolynomial>(std::vector{0.0, 1.0, 2.0}, 2, 1);
  std::ranges::copy(std::array{0.5, 1.0, 0.0}, law->coefficients(0).begin());   // About t = 0.5.
  std::ranges::copy(std::array{1.75, 2.0, 1.0}, law->coefficients(1).begin());  // About t = 1.5.
  const auto jumps =
      jumps_of({.rotor_inertia = 0.3, .stiffness = 40.0}, {{"joint1"}, {law}, {0.0, 2.0}});
  ASSERT_EQ(jumps.size(), 1u);
  EXPECT_EQ(jumps[0].what, What::kPosition);
  EXPECT_NEAR(jumps[0].size, 2.0 * kArmInertia / 40.0, 1e-10);
}

TEST(ElasticJumps, ThereAreNoneOfASmoothMotion) {
  EXPECT_TRUE(jumps_of({.rotor_inertia = 0.3, .stiffness = 40.0},
                       support::elastic_formulas({"sin(t)"}, 2.0))
                  .empty());
}

}  // namespace
}  // namespace appell::analysis
