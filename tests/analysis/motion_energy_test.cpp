// Energies of motions and the electrical power of motors, as limits and as figures.
#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "appell/analysis/legal_speeds.hpp"
#include "appell/analysis/limit_course.hpp"
#include "appell/base/constants.hpp"
#include "appell/base/error.hpp"
#include "appell/io/load_model.hpp"
#include "appell/trajectory/expression.hpp"
#include "tests/analysis/random_checks.hpp"
#include "tests/support/matchers.hpp"

namespace appell::analysis {
namespace {

using model::Limited;
using model::MotionLimit;

/// A mass of 2 kg on a horizontal rail.
model::Model driven_slider(const model::Friction& friction, const model::Actuator& actuator = {}) {
  model::Description robot{.name = "slider"};
  robot.links = {{.name = "rail"},
                 {.name = "mass", .inertial = {2.0, spatial::Placement{}, 0.1 * Mat3::Identity()}}};
  robot.joints = {{.name = "slide",
                   .kind = model::JointKind::kPrismatic,
                   .parent = "rail",
                   .child = "mass",
                   .axis = Vec3::UnitX(),
                   .friction = friction,
                   .actuator = actuator}};
  return model::build(robot);
}

trajectory::Trajectory law_of(const std::string& text, double duration, const std::string& joint) {
  return {{joint}, {std::make_shared<trajectory::ExpressionLaw>(text)}, {0.0, duration}};
}

MotionLimit at_most(Limited what, double high) { return {.what = what, .high = high}; }

MotionCheck checked_with_figures(const model::Model& robot, const trajectory::Trajectory& motion,
                                 const std::vector<MotionLimit>& limits) {
  return check_motion(robot, motion, robot.default_frame(), limits,
                      {.energy = CheckRequest::Energy::kFigures});
}

/// The speed found is legal, 1e-6 more is not.
void expect_border(const model::Model& robot, const trajectory::Trajectory& motion,
                   const MotionLimit& limit, double fastest) {
  const auto is_legal = [&](double speed) {
    return check_motion(robot, motion.at_speed(speed), robot.default_frame(), {limit}).is_legal();
  };
  EXPECT_TRUE(is_legal(fastest)) << kind_name(limit);
  EXPECT_FALSE(is_legal(fastest * (1.0 + 1e-6))) << kind_name(limit);
}

// Oracle: closed form. Without weight and friction the energy is Σ |ΔE_kinetic| between the turns
// of the kinetic energy: of q = A sin(ωt), ωt to 6 (3 quarters and some), it is ½ m A²ω² (3 + cos²
// 6). It grows with λ².
TEST(MotionEnergy, OfAMassIsTheChangeOfItsKineticEnergy) {
  const trajectory::Trajectory motion = law_of("0.3*sin(2*t)", 3.0, "slide");
  const double energy = 0.5 * 2.0 * 0.36 * (3.0 + std::pow(std::cos(6.0), 2));
  for (const Limited what : {Limited::kEnergy, Limited::kTotalEnergy}) {
    const MotionLimit limit = at_most(what, 4.0 * energy);
    const MotionCheck check = checked_with_figures(driven_slider({}), motion, {limit});
    EXPECT_NEAR(check.verdicts[0].worst, energy, 1e-12 * energy);
    EXPECT_NEAR(check.verdicts[0].margin, 0.75, 1e-12);
    EXPECT_EQ(check.verdicts[0].time, 3.0);
    EXPECT_LE(check.verdicts[0].uncertainty, 1e-9 * energy);
    ASSERT_TRUE(check.energy);
    EXPECT_NEAR(check.energy->total, energy, 1e-12 * energy);
    EXPECT_NEAR(check.energy->joints.at(0), energy, 1e-12 * energy);
    EXPECT_NEAR(check.energy->peak_power, 0.72, 1e-12);
    const model::Model robot = driven_slider({});
    const LegalSpeeds speeds = legal_speeds(robot, motion, robot.default_frame(), check);
    EXPECT_NEAR(speeds.fastest(), 2.0, 4e-9);
    EXPECT_TRUE(speeds.every_slower_is_legal());
    EXPECT_TRUE(speeds.is_proven);
    expect_border(robot, motion, limit, speeds.fastest());
  }
}

// Oracle: by hand. At a constant velocity v friction takes (b v + d) v T, and run λ times as fast
// (b λ v + d) v T, the way being the same.
TEST(MotionEnergy, OfFrictionIsForceTimesWay) {
  const model::Model robot = driven_slider({.viscous = 0.5, .dry = 1.5});
  const trajectory::Trajectory motion = law_of("0.3*t", 2.0, "slide");
  const MotionLimit limit = at_most(Limited::kEnergy, (0.5 * 3.0 * 0.3 + 1.5) * 0.3 * 2.0);
  const MotionCheck check = checked_with_figures(robot, motion, {limit});
  EXPECT_NEAR(check.verdicts[0].worst, (0.5 * 0.3 + 1.5) * 0.3 * 2.0, 1e-12);
  const LegalSpeeds speeds = legal_speeds(robot, motion, robot.default_frame(), check);
  EXPECT_NEAR(speeds.fastest(), 3.0, 2e-8);
  expect_border(robot, motion, limit, speeds.fastest());
}

// Cross-check: Simpson's rule with the reference implementation. A pendulum near its own swing
// takes little energy; held back, more, so that slower is worse.
TEST(MotionEnergy, SlowerMayTakeMore) {
  model::Description description{.name = "pendulum"};
  spatial::Placement below;
  below.xyz = Vec3(0.0, 0.0, -0.8);
  description.links = {{.name = "base"}, {.name = "rod", .inertial = {1.5, below, Mat3::Zero()}}};
  description.joints = {{.name = "swing",
                         .kind = model::JointKind::kRevolute,
                         .parent = "base",
                         .child = "rod",
                         .axis = Vec3::UnitY()}};
  const model::Model robot = model::build(description);
  const trajectory::Trajectory motion = law_of("0.3*cos(sqrt(9.81/0.8)*t)", 2.0, "swing");
  const auto energy_by_simpson = [&](double speed) {
    const trajectory::Trajectory run = motion.at_speed(speed);
    constexpr int kSteps = 4000;
    const double step = run.range().duration() / kSteps;
    double sum = 0.0;
    for (int i = 0; i <= kSteps; ++i) {
      const double weight = i == 0 || i == kSteps ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
      sum += weight * sizes_at(robot, run, {at_most(Limited::kEnergy, 1.0)},
                               std::min(i * step, run.range().end))[0];
    }
    return sum * step / 3.0;
  };
  const MotionLimit limit = at_most(Limited::kEnergy, 0.5);
  const MotionCheck check = checked_with_figures(robot, motion, {limit});
  // Kinks of |power| cost Simpson's rule an order: step² of the slopes.
  EXPECT_NEAR(check.verdicts[0].worst, energy_by_simpson(1.0), 1e-5);
  const LegalSpeeds speeds = legal_speeds(robot, motion, robot.default_frame(), check);
  ASSERT_EQ(speeds.legal.size(), 1u);
  EXPECT_FALSE(speeds.every_slower_is_legal());
  EXPECT_GT(speeds.legal[0].low, 0.5);
  EXPECT_NEAR(energy_by_simpson(speeds.legal[0].low), 0.5, 1e-5);
  EXPECT_NEAR(energy_by_simpson(speeds.legal[0].high), 0.5, 1e-5);
}

// Cross-check: the sum of the joints is the total, and Simpson's rule along the motion ends there.
TEST(MotionEnergy, FiguresOfSeveralJoints) {
  support::Random random(5);
  const model::Model robot = io::load_model("puma560").model;
  const trajectory::Trajectory motion = random_motion(random, robot);
  const MotionLimit limit = at_most(Limited::kTotalEnergy, 1e3);
  const MotionCheck check = checked_with_figures(robot, motion, {limit});
  ASSERT_TRUE(check.energy);
  EXPECT_NEAR(check.energy->total, check.verdicts[0].worst, 1e-10 * check.energy->total);
  std::vector<double> times;
  for (int i = 0; i <= 4000; ++i) times.push_back(motion.range().duration() * i / 4000);
  times.back() = motion.range().end;
  const auto course = limit_courses(robot, motion, robot.default_frame(), {limit}, times).at(0);
  EXPECT_EQ(course.front(), 0.0);
  EXPECT_NEAR(course.back(), check.energy->total, 1e-5 * check.energy->total);
  EXPECT_GT(check.energy->total, 10.0);
}

// Property: what stands still takes nothing, and a joint that moves only by rounding no time.
TEST(MotionEnergy, OfRestIsNothing) {
  const model::Model robot = driven_slider({});
  const auto of = [&](const std::string& law) {
    return checked_with_figures(robot, law_of(law, 2.0, "slide"), {at_most(Limited::kEnergy, 1.0)});
  };
  EXPECT_EQ(of("0.5").energy->total, 0.0);
  const MotionCheck rounding = of("sin(t)^2 + cos(t)^2");
  EXPECT_LT(rounding.energy->total, 1e-20);
  EXPECT_LT(rounding.segments.size(), 5000u);
}

// Oracle: closed form. P = F q' + c F², c = R/(N k_t)², of q = A sin θ, θ = ωt: with a = ½ m A²ω³
// and b = ½ c m²A²ω⁴ it is b - b cos 2θ - a sin 2θ, from b - √(a² + b²) to b + √(a² + b²). At λ
// they are λ³ a and λ⁴ b.
TEST(ElectricalPower, OfAMassWithAMotor) {
  const model::Model robot = driven_slider(
      {}, {.gear_ratio = 10.0, .torque_constant = 0.05, .resistance = 0.5});  // c = 2 W/N²
  const trajectory::Trajectory motion = law_of("0.3*sin(2*t)", 3.0, "slide");
  const auto largest = [](double speed) {
    const double a = 0.72 * std::pow(speed, 3),
                 b = 0.5 * 2.0 * 4.0 * 0.09 * 16.0 * std::pow(speed, 4);
    return b + std::sqrt(a * a + b * b);
  };
  const double a = 0.72, b = 5.76;
  for (const Limited what : {Limited::kElectricalPower, Limited::kTotalElectricalPower}) {
    const double high = largest(1.5);
    const MotionLimit limit{.what = what, .low = -high, .high = high};
    const MotionCheck check = checked_with_figures(robot, motion, {limit});
    EXPECT_NEAR(check.verdicts[0].worst, largest(1.0), 1e-11);
    // 2θ = π + atan(a/b) - ..: where b cos 2θ + a sin 2θ is least.
    const double theta = 0.5 * (kPi + std::atan2(a, b));
    EXPECT_NEAR(std::remainder(2.0 * check.verdicts[0].time - theta, kPi), 0.0, 1e-9);
    const LegalSpeeds speeds = legal_speeds(robot, motion, robot.default_frame(), check);
    EXPECT_NEAR(speeds.fastest(), 1.5, 3e-9);
    expect_border(robot, motion, limit, speeds.fastest());
    // What flows back: the lower end.
    const MotionLimit tight{.what = what, .low = -0.01, .high = 1e4};
    const LimitVerdict back = checked_with_figures(robot, motion, {tight}).verdicts[0];
    EXPECT_NEAR(back.worst, b - std::sqrt(a * a + b * b), 1e-11);
    EXPECT_FALSE(back.is_legal());
  }
}

TEST(ElectricalPower, NeedsMotorConstants) {
  const model::Model robot = driven_slider({}, {.gear_ratio = 10.0, .torque_constant = 0.05});
  EXPECT_THROW_MESSAGE(
      check_motion(robot, law_of("0.3*t", 1.0, "slide"), robot.default_frame(),
                   {{.what = Limited::kElectricalPower, .low = -1.0, .high = 1.0}}),
      InvalidArgument, "the actuator of 'slide' has no torque constant and resistance");
}

}  // namespace
}  // namespace appell::analysis
