// Loads where motions are held against limits.
#include "appell/analysis/motion_loads.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "appell/analysis/legal_speeds.hpp"
#include "appell/analysis/limit_course.hpp"
#include "appell/analysis/limit_deviations.hpp"
#include "appell/analysis/motion_check.hpp"
#include "appell/base/error.hpp"
#include "appell/force/friction.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/io/load_model.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/record/noisy_law.hpp"
#include "appell/trajectory/combined_laws.hpp"
#include "appell/trajectory/expression.hpp"
#include "tests/analysis/random_checks.hpp"
#include "tests/support/matchers.hpp"

namespace appell::analysis {
namespace {

using model::Limited;
using model::MotionLimit;
using trajectory::ExpressionLaw;
using trajectory::Trajectory;
using trajectory::WrenchLaws;

/// A mass of 2 kg on a horizontal rail.
model::Model loaded_slider(const model::Friction& friction = {}) {
  model::Description robot{.name = "slider"};
  robot.links = {{.name = "rail"},
                 {.name = "mass", .inertial = {2.0, spatial::Placement{}, 0.1 * Mat3::Identity()}}};
  robot.joints = {{.name = "slide",
                   .kind = model::JointKind::kPrismatic,
                   .parent = "rail",
                   .child = "mass",
                   .axis = Vec3::UnitX(),
                   .friction = friction}};
  return model::build(robot);
}

Trajectory sliding(const std::string& formula, double duration) {
  return {{"slide"}, {std::make_shared<ExpressionLaw>(formula)}, {0.0, duration}};
}

MotionLimit of_size(Limited what, int order, double size, int j = 0) {
  return {what, order, j, -size, size};
}

model::Wrench force_on(const model::Model& robot, const std::string& link, const Vec3& force) {
  return {.frame = robot.frame(link), .force_derivatives = {force}, .moment_derivatives = {}};
}

/// A load along x of the mass of the slider: a law of time.
WrenchLaws law_along_x(const model::Model& robot, std::shared_ptr<const trajectory::Law> law,
                       double duration) {
  WrenchLaws::Entry entry{.wrench = {.frame = robot.frame("mass")}};
  entry.laws[0] = 0;
  return {Trajectory({"mass.fx"}, {std::move(law)}, {0.0, duration}), {entry}};
}

SharedLoads shared(MotionLoads loads) { return std::make_shared<MotionLoads>(std::move(loads)); }

MotionCheck check_under(const model::Model& robot, const Trajectory& motion,
                        const std::vector<MotionLimit>& limits, const SharedLoads& loads) {
  return check_motion(robot, motion, robot.default_frame(), limits,
                      {.energy = CheckRequest::Energy::kFigures, .loads = loads});
}

// Oracle: closed form. q = A sin(ωt), load f: F = f - m A ω² sin(ωt) is largest where the sine is
// -1; F' does not know a constant; P = F q' with q' = Aω cos(ωt), where an external force of the
// same size has the other sign.
TEST(MotionLoads, ConstantForceOnASlider) {
  const double A = 0.3, w = 2.0, m = 2.0, f = 1.7;
  const model::Model robot = loaded_slider();
  const Trajectory motion = sliding("0.3*sin(2*t)", 3.0);
  const std::vector<MotionLimit> limits{of_size(Limited::kForce, 0, 10.0),
                                        of_size(Limited::kForce, 1, 10.0),
                                        of_size(Limited::kPower, 0, 10.0)};
  // dP/dt = 0: f sin + m A ω² (cos² - sin²) = 0, with s = sin.
  const double k = m * A * w * w;
  double power = 0.0;
  for (const double sign : {-1.0, 1.0}) {
    const double s = (f + sign * std::sqrt(f * f + 8.0 * k * k)) / (4.0 * k);
    power = std::max(power, std::abs((f - k * s) * A * w * std::sqrt(1.0 - s * s)));
  }
  for (const bool is_external : {false, true}) {
    MotionLoads loads;
    auto& list = is_external ? loads.constant.external : loads.constant.loads;
    list = {force_on(robot, "mass", Vec3(is_external ? -f : f, 5.0, -3.0))};
    const MotionCheck check = check_under(robot, motion, limits, shared(loads));
    EXPECT_NEAR(check.verdicts[0].worst, f + k, 1e-12);
    EXPECT_NEAR(check.verdicts[0].time, 0.75 * 2.0 * 3.14159265358979 / w, 1e-7);
    EXPECT_NEAR(check.verdicts[1].worst, k * w, 1e-12);
    EXPECT_NEAR(check.verdicts[2].worst, power, 1e-12);
    EXPECT_NEAR(check.energy->peak_power, power, 1e-12);
  }
}

// Oracle: closed form. A load c cos(ωt) beside m q'' = -m A ω² sin(ωt): together a sine of
// amplitude √(c² + (m A ω²)²), its derivative ω times that; at no sample and no seam.
TEST(MotionLoads, ForceThatIsAFunctionOfTime) {
  const model::Model robot = loaded_slider();
  const Trajectory motion = sliding("0.3*sin(2*t)", 3.0);
  const double c = 1.8, k = 2.0 * 0.3 * 4.0;
  const std::vector<MotionLimit> limits{of_size(Limited::kForce, 0, 3.0),
                                        of_size(Limited::kForce, 1, 5.0)};
  const SharedLoads loads =
      shared({.laws = law_along_x(robot, std::make_shared<ExpressionLaw>("1.8*cos(2*t)"), 3.0)});
  const MotionCheck check = check_under(robot, motion, limits, loads);
  EXPECT_NEAR(check.verdicts[0].worst, std::hypot(c, k), 1e-12);
  EXPECT_NEAR(check.verdicts[1].worst, 2.0 * std::hypot(c, k), 1e-12);
  EXPECT_TRUE(check.verdicts[0].is_legal());
  EXPECT_FALSE(check.verdicts[1].is_legal());
  // Other speeds mean nothing.
  const LegalSpeeds speeds = legal_speeds(robot, motion, robot.default_frame(), check);
  EXPECT_TRUE(speeds.is_own_only);
  EXPECT_TRUE(speeds.legal.empty());
}

// Oracle: a load of 1 + 2t N until t = 1 and 3 N after it: F' jumps by 2 N/s there, which counts
// from both sides, and F'' is infinite. The motion itself is a polynomial without seams.
TEST(MotionLoads, SeamsOfLoadsAreSeams) {
  const model::Model robot = loaded_slider();
  const Trajectory motion = sliding("0.25*t^2", 3.0);
  const auto law = std::make_shared<trajectory::SequenceLaw>(
      std::vector<std::shared_ptr<const trajectory::Law>>{std::make_shared<ExpressionLaw>("1+2*t"),
                                                          std::make_shared<ExpressionLaw>("3")},
      std::vector<double>{0.0, 1.0, 3.0});
  const std::vector<MotionLimit> limits{of_size(Limited::kForce, 0, 4.5),
                                        of_size(Limited::kForce, 1, 2.0),
                                        of_size(Limited::kForce, 2, 1e9)};
  const MotionCheck check =
      check_under(robot, motion, limits, shared({.laws = law_along_x(robot, law, 3.0)}));
  EXPECT_NEAR(check.verdicts[0].worst, 4.0, 1e-12);
  EXPECT_NEAR(check.verdicts[1].worst, 2.0, 1e-12);
  EXPECT_FALSE(check.verdicts[1].is_impulse);
  EXPECT_TRUE(check.verdicts[2].is_impulse);
  EXPECT_NEAR(check.verdicts[2].time, 1.0, 1e-9);
}

// Oracle: closed form. λ² k + |f| = L, and every slower speed is legal; with a load beyond the
// limit none is.
TEST(MotionLoads, LegalSpeedsUnderAConstantLoad) {
  const model::Model robot = loaded_slider();
  const Trajectory motion = sliding("0.3*sin(2*t)", 3.0);
  const double k = 2.0 * 0.3 * 4.0, L = 6.0;
  const std::vector<MotionLimit> limits{of_size(Limited::kForce, 0, L)};
  for (const double f : {0.0, 1.7, -4.0, 5.5}) {
    const SharedLoads loads =
        shared({.constant = {{force_on(robot, "mass", Vec3(f, 0.0, 0.0))}, {}}});
    const MotionCheck check = check_under(robot, motion, limits, loads);
    const LegalSpeeds speeds = legal_speeds(robot, motion, robot.default_frame(), check);
    EXPECT_NEAR(speeds.fastest(), std::sqrt((L - std::abs(f)) / k), 1e-8) << f;
    EXPECT_TRUE(speeds.every_slower_is_legal());
    EXPECT_TRUE(speeds.is_proven);
  }
  const SharedLoads heavy =
      shared({.constant = {{force_on(robot, "mass", Vec3(6.5, 0.0, 0.0))}, {}}});
  const MotionCheck check = check_under(robot, motion, limits, heavy);
  EXPECT_TRUE(legal_speeds(robot, motion, robot.default_frame(), check).legal.empty());
}

// Cross-check: friction that is no power of the speed; the speeds that are tried count the load.
TEST(MotionLoads, TriedSpeedsCountThem) {
  const model::Model robot =
      loaded_slider({.dry = 1.0, .law = model::Friction::Law::kSmooth, .velocity = 0.1});
  const Trajectory motion = sliding("0.3*sin(2*t)", 3.0);
  const std::vector<MotionLimit> limits{of_size(Limited::kForce, 0, 6.0)};
  const SharedLoads loads =
      shared({.constant = {{force_on(robot, "mass", Vec3(2.0, 0.0, 0.0))}, {}}});
  const MotionCheck check = check_under(robot, motion, limits, loads);
  const LegalSpeeds speeds = legal_speeds(robot, motion, robot.default_frame(), check, 2.0);
  EXPECT_FALSE(speeds.is_proven);
  const auto is_legal = [&](double speed) {
    return check_under(robot, motion.at_speed(speed), limits, loads).is_legal();
  };
  EXPECT_TRUE(is_legal(speeds.fastest()));
  EXPECT_FALSE(is_legal(speeds.fastest() * (1.0 + 1e-6)));
}

/// Loads of every kind on a robot: world and link axes, several links, and outside forces.
MotionLoads various_loads(const model::Model& robot, support::Random& random, double size) {
  const auto vector = [&] {
    return Vec3(random.uniform(-size, size), random.uniform(-size, size),
                random.uniform(-size, size));
  };
  const model::Frame& tip = robot.default_frame();
  MotionLoads loads;
  loads.constant.loads = {{tip, {vector()}, {0.2 * vector()}, model::Wrench::Axes::kOfWorld},
                          {tip, {vector()}, {0.2 * vector()}, model::Wrench::Axes::kOfFrame}};
  loads.constant.external = {{robot.frame(robot.bodies().back().name),
                              {vector()},
                              {vector()},
                              model::Wrench::Axes::kOfWorld}};
  return loads;
}

/// What motors supply at an instant, by the reference implementation.
taylor::Series<VecX> readable_force(const model::Model& robot, const Trajectory& motion,
                                    const MotionLoads& loads, double t) {
  force::Surroundings around = loads.constant;
  if (loads.laws) {
    force::Surroundings moving;
    loads.laws->sample(t, 1, moving.loads, moving.external);
    around.loads.insert(around.loads.end(), moving.loads.begin(), moving.loads.end());
    around.external.insert(around.external.end(), moving.external.begin(), moving.external.end());
  }
  const kinematics::TreeMotion bodies = kinematics::propagate(robot, motion.sample(t, 3));
  return force::motor_force(bodies, around, loads.operators).force;
}

/// The largest torques and torque rates of all joints at many instants are no larger than those
/// that the check found, and at its times they are attained.
void expect_worst(const model::Model& robot, const Trajectory& motion, const MotionLoads& loads,
                  const std::string& what) {
  std::vector<MotionLimit> limits;
  for (int j = 0; j < robot.num_coordinates(); ++j) {
    for (int k = 0; k <= 1; ++k) limits.push_back(of_size(Limited::kForce, k, 100.0, j));
  }
  const MotionCheck check = check_under(robot, motion, limits, shared(loads));
  const auto [start, end] = motion.range();
  std::vector<double> largest(limits.size(), 0.0);
  for (int i = 0; i <= 200; ++i) {
    const double t = std::min(end, start + (end - start) * i / 200.0);
    const taylor::Series<VecX> force = readable_force(robot, motion, loads, t);
    for (std::size_t l = 0; l < limits.size(); ++l) {
      largest[l] =
          std::max(largest[l], std::abs(force.derivative(limits[l].order)(limits[l].coordinate)));
    }
  }
  for (std::size_t l = 0; l < limits.size(); ++l) {
    const LimitVerdict& verdict = check.verdicts[l];
    ASSERT_FALSE(verdict.is_impulse);
    EXPECT_LE(largest[l], verdict.worst * (1.0 + 1e-9)) << what << " " << l;
    double attained = 0.0;
    for (const double side : {-1e-10, 0.0, 1e-10}) {
      const double t = std::clamp(verdict.time + side, start, end);
      attained =
          std::max(attained, std::abs(readable_force(robot, motion, loads, t)
                                          .derivative(limits[l].order)(limits[l].coordinate)));
    }
    EXPECT_NEAR(verdict.worst, attained, 1e-6 * attained) << what << " " << l;
  }
}

// Cross-check: torques and torque rates at many instants by the reference implementation, with
// loads in both kinds of axes, on two links, from inside and outside; constant, and with functions
// of time; what operators leave out is left out.
TEST(MotionLoads, NoSampleIsBeyondTheWorst) {
  support::Random random(23);
  for (const char* name : {"planar2r", "rpr", "puma560"}) {
    const model::Model robot = io::load_model(name).model;
    for (int i = 0; i < 3; ++i) {
      const Trajectory motion = random_motion(random, robot);
      MotionLoads loads = various_loads(robot, random, 20.0);
      expect_worst(robot, motion, loads, name);
      WrenchLaws::Entry entry{.wrench = {.frame = robot.default_frame(),
                                         .axes = i == 0 ? model::Wrench::Axes::kOfFrame
                                                        : model::Wrench::Axes::kOfWorld},
                              .is_external = i == 1};
      entry.laws = {0, -1, 1, -1, 0, -1};
      loads.laws.emplace(Trajectory({"a", "b"},
                                    {std::make_shared<ExpressionLaw>("20*sin(3*t)"),
                                     std::make_shared<ExpressionLaw>("5*t^2-10")},
                                    motion.range()),
                         std::vector{entry});
      expect_worst(robot, motion, loads, concat(name, " with laws"));
      for (const auto& [Delta_m, Delta_theta] : {std::pair{-1, 0}, {0, 0}, {1, 1}}) {
        loads.operators = model::Operators::of_papers(Delta_m, Delta_theta);
        expect_worst(robot, motion, loads, concat(name, " Delta_m = ", Delta_m));
      }
    }
  }
}

// Cross-check: the same with friction: that of bearings is by the radial load, which loads change;
// smooth, viscous and an offset are added; Delta_f = 0 leaves all of it out.
TEST(MotionLoads, FrictionFeelsThem) {
  support::Random random(29);
  model::Description with_friction = io::load_model("planar2r").model.description();
  with_friction.joints[0].friction = {.viscous = 0.5,
                                      .dry = 0.3,
                                      .law = model::Friction::Law::kRadialLoad,
                                      .bearing_diameter = 0.05,
                                      .offset = 0.7};
  with_friction.joints[1].friction = {
      .viscous = 0.2, .dry = 2.0, .law = model::Friction::Law::kSmooth, .velocity = 0.3};
  const model::Model robot = model::build(with_friction);
  // The shoulder does not turn round: its friction would jump there.
  const Trajectory motion({"shoulder", "elbow"},
                          {std::make_shared<ExpressionLaw>("0.6*t+0.1*sin(3*t)"),
                           std::make_shared<ExpressionLaw>("0.7*cos(2*t)")},
                          {0.1, 1.9});
  MotionLoads loads = various_loads(robot, random, 20.0);
  expect_worst(robot, motion, loads, "constant");
  WrenchLaws::Entry entry{.wrench = {.frame = robot.default_frame()}};
  entry.laws[2] = 0;
  loads.laws.emplace(
      Trajectory({"tip.fz"}, {std::make_shared<ExpressionLaw>("15*sin(4*t)")}, motion.range()),
      std::vector{entry});
  expect_worst(robot, motion, loads, "with a law");
  loads.operators.friction = false;
  expect_worst(robot, motion, loads, "without friction");
  loads.operators = model::Operators::of_papers(-1, 1, 1);
  expect_worst(robot, motion, loads, "friction alone");
  loads.operators = {.gravity = false, .friction = false};
  expect_worst(robot, motion, loads, "without friction and gravity");
  loads.operators.friction = true;
  EXPECT_THROW_MESSAGE(
      check_under(robot, motion, {of_size(Limited::kForce, 0, 9.0)}, shared(loads)),
      InvalidArgument, "friction by radial load is that of all forces");
}

// Cross-check: smooth friction, which is no sum of powers of the speed, with operators.
TEST(MotionLoads, SmoothFrictionAndOperators) {
  support::Random random(31);
  model::Description with_friction = io::load_model("planar2r").model.description();
  for (model::Joint& joint : with_friction.joints) {
    joint.friction = {
        .viscous = 0.2, .dry = 2.0, .law = model::Friction::Law::kSmooth, .velocity = 0.3};
  }
  const model::Model robot = model::build(with_friction);
  const Trajectory motion = random_motion(random, robot);
  MotionLoads loads = various_loads(robot, random, 20.0);
  for (const auto& [Delta_m, Delta_theta] : {std::pair{-1, 1}, {-1, 0}, {0, 0}, {1, 1}}) {
    loads.operators = model::Operators::of_papers(Delta_m, Delta_theta);
    expect_worst(robot, motion, loads, concat("Delta_m = ", Delta_m));
  }
}

// Oracle: closed form. Dry friction c sgn(q'), of which a load is no part: F = f + c + m q'' on the
// way forward, and at rest only f.
TEST(MotionLoads, BesideDryFriction) {
  const model::Model robot = loaded_slider({.dry = 1.5});
  const Trajectory motion = sliding("0.25*t^2", 2.0);
  const SharedLoads loads =
      shared({.constant = {{force_on(robot, "mass", Vec3(3.0, 0.0, 0.0))}, {}}});
  const MotionCheck check = check_under(robot, motion, {of_size(Limited::kForce, 0, 6.0)}, loads);
  EXPECT_NEAR(check.verdicts[0].worst, 3.0 + 1.5 + 2.0 * 0.5, 1e-12);
  const Trajectory still = sliding("0.4", 2.0);
  EXPECT_NEAR(
      check_under(robot, still, {of_size(Limited::kForce, 0, 6.0)}, loads).verdicts[0].worst, 3.0,
      1e-12);
}

// Oracle: courses are what plots and pages show: F = f - k sin(ωt) at each of their times.
TEST(MotionLoads, CoursesCountThem) {
  const model::Model robot = loaded_slider();
  const Trajectory motion = sliding("0.3*sin(2*t)", 3.0);
  const MotionLoads loads{.laws = law_along_x(robot, std::make_shared<ExpressionLaw>("1+t"), 3.0)};
  const std::vector<double> times{0.0, 0.4, 1.1, 2.9, 3.0};
  const auto courses = limit_courses(robot, motion, robot.default_frame(),
                                     {of_size(Limited::kForce, 0, 1.0)}, times, &loads);
  for (std::size_t i = 0; i < times.size(); ++i) {
    EXPECT_NEAR(courses[0][i], 1.0 + times[i] - 2.4 * std::sin(2.0 * times[i]), 1e-13);
  }
}

// Oracle: closed form. A moment N(t) about the axis of a pendulum: of P = (I q'' + w sin q + N) q'
// the derivatives by q, q' and q'' are known, at the time that was found, where the load is N(t).
TEST(MotionLoads, DeviationsAreThoseUnderLoads) {
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
  constexpr int kOrders = 4;
  std::vector<double> covariance(kOrders * kOrders, 0.0);
  for (int a = 0; a < kOrders; ++a) {
    covariance[a * kOrders + a] = 1e-8 * std::pow(10.0, 2 * a);
  }
  const Trajectory motion(
      {"swing"},
      {std::make_shared<record::NoisyLaw>(std::make_shared<ExpressionLaw>("0.4*sin(2*t)"),
                                          covariance, kOrders)},
      {0.0, 3.0});
  // A moment about the axis that grows with time.
  WrenchLaws::Entry entry{.wrench = {.frame = robot.frame("rod")}};
  entry.laws[4] = 0;
  const SharedLoads loads =
      shared({.laws = WrenchLaws(
                  Trajectory({"rod.ny"}, {std::make_shared<ExpressionLaw>("20+3*t")}, {0.0, 3.0}),
                  {entry})});
  MotionCheck check = check_under(robot, motion, {of_size(Limited::kPower, 0, 100.0)}, loads);
  set_deviations(robot, motion, robot.default_frame(), check);
  const double t = check.verdicts[0].time;
  const model::StateSeries q = motion.sample(t, 2);
  const double I = 1.5 * 0.8 * 0.8, weight = 1.5 * 9.81 * 0.8;
  const double torque = I * q.derivative(2)(0) + weight * std::sin(q[0](0)) + 20.0 + 3.0 * t;
  EXPECT_NEAR(check.verdicts[0].worst, std::abs(torque * q[1](0)), 1e-9);
  const double by_q = weight * std::cos(q[0](0)) * q[1](0), by_rate = torque,
               by_acceleration = I * q[1](0);
  const double variance =
      by_q * by_q * 1e-8 + by_rate * by_rate * 1e-6 + by_acceleration * by_acceleration * 1e-4;
  EXPECT_NEAR(check.verdicts[0].sd, std::sqrt(variance), 1e-6 * std::sqrt(variance));
}

TEST(MotionLoads, RefusesWhatHasNoMeaning) {
  const model::Model robot = loaded_slider();
  const Trajectory motion = sliding("0.3*sin(2*t)", 3.0);
  const std::vector<MotionLimit> limits{of_size(Limited::kForce, 0, 6.0)};
  MotionLoads changing{.constant = {{force_on(robot, "mass", Vec3(1.0, 0.0, 0.0))}, {}}};
  changing.constant.loads[0].moment_derivatives = {Vec3::Zero(), Vec3::Zero(), Vec3::UnitX()};
  EXPECT_THROW_MESSAGE(check_under(robot, motion, limits, shared(changing)), InvalidArgument,
                       "load on 'mass': derivative 2 of its moment is not zero");
  const SharedLoads brief =
      shared({.laws = law_along_x(robot, std::make_shared<ExpressionLaw>("t"), 2.0)});
  EXPECT_THROW_MESSAGE(check_under(robot, motion, limits, brief), InvalidArgument,
                       "loads are known from t = 0 to 2 s; the motion has t = 0 to 3 s");
  EXPECT_THROW_MESSAGE(check_loads_of_path(*brief), InvalidArgument, "functions of time");
  EXPECT_THROW_MESSAGE(check_loads_of_path(changing), InvalidArgument, "derivative 2");
  MotionLoads partial{.constant = {{force_on(robot, "mass", Vec3(1.0, 0.0, 0.0))}, {}}};
  EXPECT_NO_THROW(check_loads_of_path(partial));
  partial.operators.friction = false;
  EXPECT_THROW_MESSAGE(check_loads_of_path(partial), InvalidArgument, "leave out friction");
}

}  // namespace
}  // namespace appell::analysis
