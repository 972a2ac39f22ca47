// Whether motions keep their limits, at and between all instants, and at which speeds they do.
#include "appell/analysis/motion_check.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "appell/analysis/legal_speeds.hpp"
#include "appell/base/constants.hpp"
#include "appell/base/error.hpp"
#include "appell/io/load_model.hpp"
#include "appell/trajectory/combined_laws.hpp"
#include "appell/trajectory/expression.hpp"
#include "appell/trajectory/point_to_point.hpp"
#include "tests/analysis/random_checks.hpp"
#include "tests/support/matchers.hpp"

namespace appell::analysis {
namespace {

using model::Limited;
using model::MotionLimit;

constexpr double kNone = MotionLimit::kNone;

/// A mass of 2 kg on a horizontal rail, with friction.
model::Model slider(const model::Friction& friction = {}) {
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

/// A point of 1.5 kg, 0.8 m from an axis that is level.
model::Model pendulum() {
  model::Description robot{.name = "pendulum"};
  spatial::Placement below;
  below.xyz = Vec3(0.0, 0.0, -0.8);
  robot.links = {{.name = "base"}, {.name = "rod", .inertial = {1.5, below, Mat3::Zero()}}};
  robot.joints = {{.name = "swing",
                   .kind = model::JointKind::kRevolute,
                   .parent = "base",
                   .child = "rod",
                   .axis = Vec3::UnitY()}};
  return model::build(robot);
}

trajectory::Trajectory motion_of(std::shared_ptr<const trajectory::Law> law, double duration,
                                 const std::string& joint) {
  return {{joint}, {std::move(law)}, {0.0, duration}};
}

trajectory::Trajectory formula(const std::string& text, double duration,
                               const std::string& joint = "slide") {
  return motion_of(std::make_shared<trajectory::ExpressionLaw>(text), duration, joint);
}

MotionLimit size(Limited what, int order, double high) { return {what, order, 0, -high, high}; }

MotionCheck checked(const model::Model& robot, const trajectory::Trajectory& motion,
                    const std::vector<MotionLimit>& limits) {
  return check_motion(robot, motion, robot.default_frame(), limits);
}

// Oracle: closed form. q = A sin(ωt): every derivative, F = m q'', F', F q' and the speed of the
// mass have their maxima at known times, none of them at a sample or an end. Each limit is touched
// exactly, or missed by a known share.
TEST(MotionCheck, FindsWhereALimitIsTouched) {
  const double A = 0.3, w = 2.0, m = 2.0;
  const trajectory::Trajectory motion = formula("0.3*sin(2*t)", 3.0);
  const double quarter = kPi / (2.0 * w);
  struct Case {
    MotionLimit limit;
    double worst;
    std::vector<double> times;
  };
  const std::vector<Case> cases{
      {{Limited::kCoordinate, 0, 0, -0.4, 0.3}, A, {quarter}},
      {size(Limited::kCoordinate, 2, 1.0), A * w * w, {quarter, 3.0 * quarter}},
      {size(Limited::kCoordinate, 4, 4.8), A * std::pow(w, 4), {quarter, 3.0 * quarter}},
      {size(Limited::kForce, 0, 2.4), m * A * w * w, {quarter, 3.0 * quarter}},
      {size(Limited::kForce, 2, 100.0), m * A * std::pow(w, 4), {quarter, 3.0 * quarter}},
      // -½ m A²ω³ sin 2ωt.
      {{Limited::kPower, 0, 0, -0.9, 0.72},
       0.5 * m * A * A * std::pow(w, 3),
       {1.5 * quarter, 3.5 * quarter}},
      {{Limited::kTotalPower, 0, 0, -kNone, 0.8},
       0.5 * m * A * A * std::pow(w, 3),
       {0.5 * quarter, 1.5 * quarter, 2.5 * quarter, 3.5 * quarter}},
      {{Limited::kFrameLinear, 2, 0, -kNone, 2.0}, A * w * w, {quarter, 3.0 * quarter}},
  };
  for (const Case& expected : cases) {
    const MotionCheck check = checked(slider(), motion, {expected.limit});
    const LimitVerdict& verdict = check.verdicts.at(0);
    const std::string name = kind_name(expected.limit);
    EXPECT_NEAR(verdict.worst, expected.worst, 1e-12 * expected.worst) << name;
    double nearest = 1.0;
    for (const double t : expected.times) nearest = std::min(nearest, std::abs(verdict.time - t));
    EXPECT_LT(nearest, 1e-9) << name;
    const double range = 0.5 * (expected.limit.high - expected.limit.low);
    const double margin = expected.limit.is_position()
                              ? (expected.limit.high - expected.worst) / range
                              : 1.0 - expected.worst / expected.limit.high;
    EXPECT_NEAR(verdict.margin, margin, 1e-11) << name;
    EXPECT_EQ(check.is_legal(), margin > -1e-9) << name;
    EXPECT_FALSE(verdict.is_impulse) << name;
    EXPECT_LE(verdict.uncertainty, 1e-9 * expected.worst) << name;
  }
}

// Cross-check: the readable passes at many instants. None is beyond what was found, and what was
// found is attained at its time: the bound is not above the true maximum by more than 1e-6. (10,000
// motions: check_study.)
TEST(MotionCheck, NoSampleIsBeyondTheWorst) {
  support::Random random(17);
  const auto expect_of = [&](const char* name, const model::Model& robot, int motions,
                             int samples) {
    for (int i = 0; i < motions; ++i) {
      const CheckErrors errors = errors_of_random_check(random, robot, samples);
      EXPECT_LT(errors.missed, 1e-9) << name << " " << i << " " << errors.missed_what;
      EXPECT_LT(errors.beyond, 1e-6) << name << " " << i << " " << errors.beyond_what;
    }
  };
  const auto robot = [](const char* name) { return with_motors(io::load_model(name).model); };
  expect_of("planar2r", robot("planar2r"), 150, 100);
  expect_of("rpr", robot("rpr"), 50, 100);
  expect_of("puma560", robot("puma560"), 2, 1000);
  // Moves from rest to rest, with pauses: values at standstill used to be missed.
  expect_of("planar2r, dry", with_dry_friction(robot("planar2r")), 150, 100);
  expect_of("rpr, dry", with_dry_friction(robot("rpr")), 50, 100);
}

// Oracle: a law of constant jerk, +J, 0, -J, ...: the jerk jumps, so the snap is infinite, and the
// torque rate jumps but is finite, ±mJ.
TEST(MotionCheck, ImpulsesAreIllegalAndJumpsCountFromBothSides) {
  const trajectory::Trajectory motion = motion_of(
      std::make_shared<trajectory::PiecewisePolynomial>(trajectory::jerk_limited(
          0.0, 0.0, 1.0, {.velocity = 1.0, .acceleration = 2.0, .jerk = 8.0})),
      trajectory::jerk_limited(0.0, 0.0, 1.0, {.velocity = 1.0, .acceleration = 2.0, .jerk = 8.0})
          .range()
          .end,
      "slide");
  const std::vector<MotionLimit> limits{
      size(Limited::kCoordinate, 3, 8.0), size(Limited::kForce, 1, 16.0),
      size(Limited::kCoordinate, 4, 1e9), size(Limited::kForce, 2, 1e9)};
  const MotionCheck check = checked(slider(), motion, limits);
  EXPECT_NEAR(check.verdicts[0].worst, 8.0, 1e-9);
  EXPECT_NEAR(check.verdicts[1].worst, 16.0, 1e-9);
  EXPECT_TRUE(check.verdicts[0].is_legal() && check.verdicts[1].is_legal());
  for (const std::size_t infinite : {2u, 3u}) {
    EXPECT_TRUE(check.verdicts[infinite].is_impulse);
    EXPECT_TRUE(std::isnan(check.verdicts[infinite].worst));
    EXPECT_FALSE(check.verdicts[infinite].is_legal());
  }
  EXPECT_TRUE(legal_speeds(slider(), motion, slider().default_frame(), check).legal.empty());
}

// Oracle: by hand. F = m q'' + b q' + d sgn q', q = A sin(ωt): dry friction counts on the side
// where the joint comes from, and makes the torque rate infinite where it turns round.
TEST(MotionCheck, DryFrictionTurnsRoundWithTheJoint) {
  const model::Model robot = slider({.viscous = 0.5, .dry = 1.5});
  const trajectory::Trajectory motion = formula("0.3*sin(2*t)", 3.0);
  const MotionCheck check =
      checked(robot, motion, {size(Limited::kForce, 0, 5.0), size(Limited::kForce, 1, 1e9)});
  // On 3π/4 <= 2t' ... the largest |F|: -m A ω² sin + b A ω cos, with d where both have one sign.
  double worst = 0.0, at = 0.0;
  for (int i = 0; i <= 3000000; ++i) {
    const double t = 1e-6 * i;
    const double rate = 0.6 * std::cos(2.0 * t);
    const double F = -2.0 * 1.2 * std::sin(2.0 * t) + 0.5 * rate + (rate < 0.0 ? -1.5 : 1.5);
    if (std::abs(F) > worst) {
      worst = std::abs(F);
      at = t;
    }
  }
  EXPECT_NEAR(check.verdicts[0].worst, worst, 1e-6);
  EXPECT_NEAR(check.verdicts[0].time, at, 2e-3);
  EXPECT_TRUE(check.verdicts[1].is_impulse);
  EXPECT_NEAR(check.verdicts[1].time, kPi / 4.0, 1e-9);
}

// Oracle: closed form. Of A sin(ωt) the k-th derivative grows with λᵏ.
TEST(LegalSpeeds, OfOnePowerHaveARoot) {
  const trajectory::Trajectory motion = formula("0.3*sin(2*t)", 3.0);
  const std::vector<std::pair<MotionLimit, double>> cases{
      {size(Limited::kCoordinate, 1, 0.9), 1.5},
      {size(Limited::kCoordinate, 3, 2.4 * 8.0), 2.0},
      {size(Limited::kForce, 0, 2.4 * 2.25), 1.5},
      {size(Limited::kForce, 1, 4.8 * 0.125), 0.5},
      {{Limited::kPower, 0, 0, -0.72 * 8.0, 0.72 * 8.0}, 2.0},
      {{Limited::kTotalPower, 0, 0, -kNone, 0.72 * 27.0}, 3.0},
      {{Limited::kFrameLinear, 2, 0, -kNone, 1.2 * 4.0}, 2.0},
  };
  for (const auto& [limit, fastest] : cases) {
    const MotionCheck check = checked(slider(), motion, {limit});
    const LegalSpeeds speeds = legal_speeds(slider(), motion, slider().default_frame(), check);
    EXPECT_NEAR(speeds.fastest(), fastest, 2e-9 * fastest) << kind_name(limit);
    EXPECT_TRUE(speeds.every_slower_is_legal()) << kind_name(limit);
    EXPECT_TRUE(speeds.is_proven);
    // At the fastest speed it passes, 1e-6 faster it fails.
    EXPECT_TRUE(checked(slider(), motion.at_speed(speeds.fastest()), {limit}).is_legal());
    EXPECT_FALSE(
        checked(slider(), motion.at_speed(speeds.fastest() * (1.0 + 1e-6)), {limit}).is_legal());
  }
}

// Oracle: closed form. A pendulum that swings as it would by itself needs almost no torque, and
// more when it is slowed down: m g l (sin(A c) - λ² A c), c = cos(ωt), ω² = g/l, is largest at c
// = 1.
TEST(LegalSpeeds, SlowerIsNotAlwaysSafer) {
  const double A = 0.3, g = 9.81, l = 0.8, weight = 1.5 * g * l;
  const trajectory::Trajectory motion = formula("0.3*cos(sqrt(9.81/0.8)*t)", 2.0, "swing");
  const double limit = 0.1 * weight;
  const std::vector<MotionLimit> limits{size(Limited::kForce, 0, limit)};
  const MotionCheck check = checked(pendulum(), motion, limits);
  EXPECT_TRUE(check.is_legal());
  const LegalSpeeds speeds = legal_speeds(pendulum(), motion, pendulum().default_frame(), check);
  ASSERT_EQ(speeds.legal.size(), 1u);
  EXPECT_NEAR(speeds.legal[0].low, std::sqrt((std::sin(A) - limit / weight) / A), 1e-8);
  EXPECT_NEAR(speeds.legal[0].high, std::sqrt((std::sin(A) + limit / weight) / A), 1e-8);
  EXPECT_FALSE(speeds.every_slower_is_legal());
  EXPECT_FALSE(checked(pendulum(), motion.at_speed(0.5), limits).is_legal());
}

// Cross-check: friction that is no power of the speed; speeds are tried.
TEST(LegalSpeeds, SmoothFrictionIsTried) {
  const model::Model robot =
      slider({.dry = 1.0, .law = model::Friction::Law::kSmooth, .velocity = 0.1});
  const trajectory::Trajectory motion = formula("0.3*sin(2*t)", 3.0);
  const std::vector<MotionLimit> limits{size(Limited::kForce, 0, 4.0)};
  const MotionCheck check = checked(robot, motion, limits);
  const LegalSpeeds speeds = legal_speeds(robot, motion, robot.default_frame(), check, 2.0);
  EXPECT_FALSE(speeds.is_proven);
  EXPECT_TRUE(checked(robot, motion.at_speed(speeds.fastest()), limits).is_legal());
  EXPECT_FALSE(checked(robot, motion.at_speed(speeds.fastest() * (1.0 + 1e-6)), limits).is_legal());
}

// Oracle: closed form. What is narrow is found, although the series elsewhere shows nothing of it:
// v = ±√(2k/e) A and a = 2kA of A exp(-k (t - c)²); the rate of smooth friction, dry q''/velocity
// at rest.
TEST(MotionCheck, NarrowFeaturesAreSeen) {
  for (const double duration : {10.0, 100.0}) {
    const trajectory::Trajectory bump = formula("0.05*exp(-400*(t-7.1)^2)", duration);
    const MotionCheck check = checked(
        slider(), bump, {size(Limited::kCoordinate, 1, 0.3), size(Limited::kForce, 0, 8.0)});
    EXPECT_NEAR(check.verdicts[0].worst, 0.05 * std::sqrt(800.0 / std::exp(1.0)), 1e-9);
    EXPECT_NEAR(check.verdicts[1].worst, 2.0 * 40.0, 1e-7);
    EXPECT_NEAR(check.verdicts[1].time, 7.1, 1e-9);
  }
  const model::Model robot =
      slider({.dry = 1.0, .law = model::Friction::Law::kSmooth, .velocity = 0.001});
  const MotionCheck check =
      checked(robot, formula("0.3*sin(2*t+1)", 3.0),
              {size(Limited::kForce, 0, 5.0), size(Limited::kForce, 1, 20.0)});
  // Where q' = 0, the rate of friction is |q''|/velocity = 1200 dry, and that of m q'' nothing.
  EXPECT_NEAR(check.verdicts[1].worst, 1200.0, 1e-3);
  EXPECT_FALSE(check.is_legal());
}

// Oracle: by hand. 0.5 sin πt turns round at 0.5 s wherever the segments of the motion begin; from
// rest to rest in one direction nothing turns round.
TEST(MotionCheck, JointsTurnRoundInsideTheMotionOnly) {
  const model::Model robot = slider({.dry = 1.5});
  const std::vector<MotionLimit> limits{size(Limited::kForce, 0, 50.0),
                                        size(Limited::kForce, 1, 1e9)};
  for (const double duration : {1.0, 2.0, 2.1, 3.0}) {
    const MotionCheck check = checked(robot, formula("0.5*sin(pi*t)", duration), limits);
    EXPECT_TRUE(check.verdicts[1].is_impulse) << duration;
    EXPECT_NEAR(check.verdicts[1].time, 0.5, 1e-9) << duration;
  }
  for (const double duration : {0.5, 1.0, 2.0, 3.0}) {
    for (const double to : {0.9, -0.6}) {
      const auto jerk = trajectory::minimum_jerk(0.0, 0.1, duration, to);
      const auto snap = trajectory::minimum_snap(0.0, 0.1, duration, to);
      for (const auto& law : {jerk, snap}) {
        const MotionCheck check = checked(
            robot,
            motion_of(std::make_shared<trajectory::PiecewisePolynomial>(law), duration, "slide"),
            limits);
        EXPECT_FALSE(check.verdicts[1].is_impulse)
            << duration << " " << to << " at " << check.verdicts[1].time;
      }
    }
  }
}

// Bad input: what is not finite has no verdict.
TEST(MotionCheck, NumbersThatAreTooLarge) {
  EXPECT_THROW_MESSAGE(checked(slider(), formula("1e300*sin(t)", 1.0),
                               {size(Limited::kForce, 0, 5.0), {Limited::kPower, 0, 0, -1.0, 1.0}}),
                       NumericalError, "is not finite");
  EXPECT_THROW_MESSAGE(checked(slider(), formula("t", 1.0), {{Limited::kForce, 0, 0, 0.0, 0.0}}),
                       InvalidArgument,
                       "limit 'torque' of 'slide' is 0 to 0; a range with a finite end");
}

// Oracle: by hand. A joint that stands still all the time needs no friction; between two moves, and
// at their ends, that of the move to come. On the slope g sin α of a hill, friction of the right
// sign is 20.09 N, one of the wrong sign 22.09.
TEST(MotionCheck, DryFrictionAtStandstill) {
  const model::Model robot = slider({.dry = 1.5});
  const std::vector<MotionLimit> limits{size(Limited::kForce, 0, 5.0)};
  EXPECT_EQ(checked(robot, formula("0.5", 1.0), limits).verdicts[0].worst, 0.0);
  const auto move = [](double start, double from, double to) {
    return std::make_shared<trajectory::PiecewisePolynomial>(
        trajectory::minimum_jerk(start, from, start + 1.0, to));
  };
  const trajectory::Trajectory there = motion_of(move(0.0, 0.0, 0.5), 1.0, "slide");
  const trajectory::Trajectory stop =
      motion_of(std::make_shared<trajectory::PiecewisePolynomial>(trajectory::hold(0.0, 1.0, 0.5)),
                1.0, "slide");
  const trajectory::Trajectory back = motion_of(move(0.0, 0.5, 0.0), 1.0, "slide");
  const MotionCheck check = checked(robot, trajectory::sequence({there, stop, back}), limits);
  // m q'' + dry, q'' = 10/√3 · 0.5 at its maximum, on the way where both have one sign.
  EXPECT_NEAR(check.verdicts[0].worst, 2.0 * 0.5 * 10.0 / std::sqrt(3.0) + 1.5, 1e-8);
  const model::Model hill = slider({.dry = 1.0}).with_gravity(Vec3(-10.545, 0.0, 0.0));
  for (const double way : {1e-6, 1e-3}) {  // m q'' is nothing beside the rest, 21.09 - 1.
    const MotionCheck down = checked(hill, motion_of(move(0.0, 0.0, -way), 1.0, "slide"), limits);
    EXPECT_NEAR(down.verdicts[0].worst, 20.09 + 2.0 * way * 10.0 / std::sqrt(3.0), 1e-9) << way;
  }
}

// Oracle: by hand. Ranges that do not have zero inside: too slow is illegal too.
TEST(LegalSpeeds, RangesWithoutZero) {
  const trajectory::Trajectory motion = formula("0.3*t+0.05*sin(3*t)", 5.0);  // v from 0.15 to 0.45
  const auto speeds_for = [&](double low, double high) {
    const std::vector<MotionLimit> limits{{Limited::kCoordinate, 1, 0, low, high}};
    const MotionCheck check = checked(slider(), motion, limits);
    return std::pair{check.verdicts[0],
                     legal_speeds(slider(), motion, slider().default_frame(), check)};
  };
  const auto [verdict, speeds] = speeds_for(0.1, 0.4);
  EXPECT_NEAR(verdict.margin, 1.0 - 0.45 / 0.4, 1e-9);
  ASSERT_EQ(speeds.legal.size(), 1u);
  EXPECT_NEAR(speeds.legal[0].low, 0.1 / 0.15, 1e-8);
  EXPECT_NEAR(speeds.legal[0].high, 0.4 / 0.45, 1e-8);
  EXPECT_FALSE(speeds.every_slower_is_legal());
  EXPECT_TRUE(speeds_for(0.3, 0.4).second.legal.empty());
  EXPECT_TRUE(speeds_for(-1.0, 0.0).second.legal.empty());
  EXPECT_NEAR(speeds_for(0.0, 0.9).second.fastest(), 2.0, 1e-8);
}

TEST(MotionCheck, BadInput) {
  const trajectory::Trajectory motion = formula("0.3*sin(2*t)", 3.0);
  EXPECT_THROW_MESSAGE(checked(slider(), motion, {size(Limited::kCoordinate, 13, 1.0)}),
                       InvalidArgument, "'q_d13' is of the derivative 13; 0 to 12 are possible");
  EXPECT_THROW_MESSAGE(checked(slider(), motion, {{Limited::kForce}}), InvalidArgument,
                       "a range with a finite end that is not zero is needed");
  EXPECT_THROW_MESSAGE(checked(io::load_model("planar2r").model, motion, {}), InvalidArgument,
                       "the motion has 1 joints; the model has 2 coordinates");
}

// Budget, and bad input: a motion that would take millions of segments is refused after the first
// thousand, one with a single sharp feature is not.
TEST(MotionCheck, TooFastIsRefusedAtOnce) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THROW_MESSAGE(
      checked(slider(), formula("1e-6*sin(1e8*t)", 10.0), {size(Limited::kForce, 0, 1.0)}),
      NumericalError, "'torque' changes too fast");
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  EXPECT_LT(took.count(), 2.0);  // 0.1 s seen; 10 s were it covered first.
  const MotionCheck sharp = checked(slider(), formula("0.01*tanh(2000*(t - 5))", 10.0),
                                    {size(Limited::kCoordinate, 1, 30.0)});
  EXPECT_NEAR(sharp.verdicts[0].worst, 20.0, 1e-8);
}

// Oracle: closed form. A second mass that follows at -2 q has its friction too: viscous 4 times,
// dry twice, a constant -2 times. While q' > 0 the force falls, so that it is largest at an end.
TEST(MotionCheck, FrictionOfJointsThatFollow) {
  model::Description robot = slider({.viscous = 0.5, .dry = 1.0, .offset = 0.2}).description();
  robot.links.push_back(
      {.name = "other", .inertial = {1.0, spatial::Placement{}, 0.1 * Mat3::Identity()}});
  robot.joints.push_back({.name = "follow",
                          .kind = model::JointKind::kPrismatic,
                          .parent = "rail",
                          .child = "other",
                          .axis = Vec3::UnitX(),
                          .friction = {.viscous = 0.25, .dry = 0.75, .offset = 0.1},
                          .mimic = model::Mimic{.joint = "slide", .multiplier = -2.0}});
  const auto force = [](double t) {
    return -6.0 * 1.2 * std::sin(2.0 * t) + 1.5 * 0.6 * std::cos(2.0 * t) + 2.5 + 0.2 - 0.2;
  };
  const trajectory::Trajectory motion{
      {"slide"}, {std::make_shared<trajectory::ExpressionLaw>("0.3*sin(2*t)")}, {0.05, 0.3}};
  const LimitVerdict verdict =
      checked(model::build(robot), motion, {size(Limited::kForce, 0, 9.0)}).verdicts[0];
  const double expected = std::max(std::abs(force(0.05)), std::abs(force(0.3)));
  EXPECT_NEAR(verdict.worst, expected, 1e-12 * expected);
}

}  // namespace
}  // namespace appell::analysis
