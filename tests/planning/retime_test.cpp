// The fastest legal motion along a path.
#include "appell/planning/retime.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "appell/analysis/motion_check.hpp"
#include "appell/force/motion_matrices.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/planning/limit_rows.hpp"
#include "appell/planning/optimum.hpp"
#include "tests/planning/random_paths.hpp"
#include "tests/support/matchers.hpp"

namespace appell::planning {
namespace {

using model::Limited;
using model::MotionLimit;
using trajectory::Trajectory;

/// A straight line of the first joint of planar2r without weight; the other rests.
Trajectory line(double length) {
  const std::vector<std::string> joints = limited_robot("planar2r").joints();
  return trajectory::waypoint_path(3, joints, {{0.0, 0.0}, {0.5 * length, 0.0}, {length, 0.0}});
}

model::Model weightless() { return io::load_model("planar2r").model.with_gravity(Vec3::Zero()); }

MotionLimit size_limit(Limited what, int order, double size, int joint = 0) {
  return {what, order, joint, -size, size};
}

std::vector<PathLimit> everywhere(const std::vector<MotionLimit>& limits) {
  std::vector<PathLimit> result;
  for (const MotionLimit& limit : limits) result.push_back({limit});
  return result;
}

/// M_11 of the two links, stretched out.
double inertia_of_line(const model::Model& robot) {
  const model::StateSeries state(0, VecX::Zero(2));
  return force::mass_matrix(kinematics::propagate(robot, state))[0](0, 0);
}

/// planar2r with a law of friction in both joints.
model::Model with_friction(const model::Friction& friction) {
  model::Description robot = io::load_model("planar2r").model.description();
  for (model::Joint& joint : robot.joints) joint.friction = friction;
  return model::build(robot);
}

TEST(Retime, LineUnderVelocityAccelerationAndJerk) {
  // Oracle: the S-curve of seven pieces, T = D/V + V/A + A/J, which every book on motion control
  // has; the optimum of a discretized problem that keeps the limits at its points is above it.
  const model::Model robot = weightless();
  const std::vector<MotionLimit> limits{size_limit(Limited::kCoordinate, 1, 4.0),
                                        size_limit(Limited::kCoordinate, 2, 20.0),
                                        size_limit(Limited::kCoordinate, 3, 400.0)};
  const double exact = 2.0 / 4.0 + 4.0 / 20.0 + 20.0 / 400.0;
  const Retiming result = retime(robot, line(2.0), robot.default_frame(), limits);
  EXPECT_GE(result.optimum, exact);
  EXPECT_LE(result.optimum, exact + 3e-4);  // 9.2e-5 was seen.
  EXPECT_GE(result.duration, result.optimum);
  EXPECT_LE(result.duration, 1.0002 * result.optimum);
  EXPECT_TRUE(result.check.is_legal());
}

TEST(Retime, LineUnderTorqueAndTorqueRate) {
  // Oracle: with a constant inertia I torque is I times acceleration, so that the S-curve has
  // A = L/I and J = R/I.
  const model::Model robot = weightless();
  const std::vector<MotionLimit> limits{size_limit(Limited::kCoordinate, 1, 4.0),
                                        size_limit(Limited::kForce, 0, 40.0),
                                        size_limit(Limited::kForce, 1, 400.0)};
  const double exact = 2.0 / 4.0 + 4.0 * inertia_of_line(robot) / 40.0 + 40.0 / 400.0;
  EXPECT_NEAR(exact, 0.725756, 1e-6);
  const Retiming result = retime(robot, line(2.0), robot.default_frame(), limits);
  EXPECT_GE(result.optimum, exact);
  EXPECT_LE(result.optimum, exact + 3e-4);  // 1.9e-4 was seen.
  EXPECT_TRUE(result.check.is_legal());
}

TEST(Retime, AsymmetricLimits) {
  // Oracle: up to V with A and J, down with half of both: T = D/V + (V/A + A/J + V/B + B/K)/2.
  const model::Model robot = weightless();
  const std::vector<MotionLimit> limits{{Limited::kCoordinate, 1, 0, -1.0, 4.0},
                                        {Limited::kCoordinate, 2, 0, -10.0, 20.0},
                                        size_limit(Limited::kCoordinate, 3, 400.0)};
  const double exact = 2.0 / 4.0 + 0.5 * (4.0 / 20.0 + 20.0 / 400.0 + 4.0 / 10.0 + 10.0 / 400.0);
  const Retiming result = retime(robot, line(2.0), robot.default_frame(), limits);
  EXPECT_GE(result.optimum, exact);
  EXPECT_LE(result.optimum, exact + 5e-4);
  EXPECT_TRUE(result.check.is_legal());
}

TEST(Retime, VelocitiesAtTheEnds) {
  // Oracle: from v to V takes (V - v)/A + A/J and their mean speed; the way that is left goes at V.
  const model::Model robot = weightless();
  const double V = 4.0, A = 20.0, J = 400.0, v = 1.0, w = 2.0;
  const std::vector<MotionLimit> limits{size_limit(Limited::kCoordinate, 1, V),
                                        size_limit(Limited::kCoordinate, 2, A),
                                        size_limit(Limited::kCoordinate, 3, J)};
  const double up = (V - v) / A + A / J;
  const double down = (V - w) / A + A / J;
  const double exact = up + down + (2.0 - 0.5 * (v + V) * up - 0.5 * (w + V) * down) / V;
  const Trajectory path = line(2.0);
  RetimeOptions options;
  options.start_rate = rate_along(path, PathEnd::kStart, {v, 0.0});
  options.end_rate = rate_along(path, PathEnd::kEnd, {w, 0.0});
  const Retiming result = retime(robot, path, robot.default_frame(), limits, options);
  EXPECT_GE(result.optimum, exact);
  EXPECT_LE(result.optimum, exact + 5e-4);  // 1.8e-4 was seen.
  EXPECT_TRUE(result.check.is_legal());
  EXPECT_NEAR(result.motion.sample(0.0, 1)[1](0), v, 1e-9);
  EXPECT_NEAR(result.motion.sample(result.duration, 1)[1](0), w, 1e-9);
  EXPECT_THROW_MESSAGE(rate_along(path, PathEnd::kStart, {v, 0.1}), InvalidArgument,
                       "not along the path");
  // At the limit itself: nothing is to be gained before the end.
  options.start_rate = rate_along(path, PathEnd::kStart, {V, 0.0});
  const double from_limit = down + (2.0 - 0.5 * (V + w) * down) / V;
  const Retiming at_limit = retime(robot, path, robot.default_frame(), limits, options);
  EXPECT_GE(at_limit.duration, from_limit);
  EXPECT_LE(at_limit.duration, from_limit + 5e-4);
  EXPECT_TRUE(at_limit.check.is_legal());
  options.start_rate = rate_along(path, PathEnd::kStart, {1.01 * V, 0.0});
  EXPECT_THROW_MESSAGE(retime(robot, path, robot.default_frame(), limits, options), NoLegalTiming,
                       "'velocity' of joint 'shoulder' at 0 of the path");
}

TEST(Retime, SpeedOfTheEndEffector) {
  // Oracle: stretched out, the tip is on a circle of the arm's length r: its speed is r q', so that
  // the S-curve has V = speed/r.
  const model::Model robot = weightless();
  const model::Frame& tip = robot.default_frame();
  model::StateSeries state(1, VecX::Zero(2));
  state[1](0) = 1.0;
  const double r = kinematics::frame_motion(kinematics::propagate(robot, state), tip).p[1].norm();
  ASSERT_GT(r, 0.1);
  const std::vector<MotionLimit> limits{{Limited::kFrameLinear, 1, 0, -MotionLimit::kNone, 4.0 * r},
                                        size_limit(Limited::kCoordinate, 2, 20.0),
                                        size_limit(Limited::kCoordinate, 3, 400.0)};
  const Retiming result = retime(robot, line(2.0), tip, limits);
  EXPECT_GE(result.optimum, 0.75);
  EXPECT_LE(result.optimum, 0.75 + 3e-4);
  EXPECT_TRUE(result.check.is_legal());
}

TEST(Retime, AccelerationAndJerkOfTheEndEffectorAreReached) {
  // Property: an optimum is at some limit at all times but where it changes from one to another
  // (bang-bang), and what check_motion finds largest is the limit itself.
  LimitedRobot robot = limited_robot("planar2r");
  const model::Frame& tip = robot.model.default_frame();
  const double none = MotionLimit::kNone;
  const std::vector<MotionLimit> limits{{Limited::kFrameLinear, 1, 0, -none, 2.0},
                                        {Limited::kFrameLinear, 2, 0, -none, 8.0},
                                        {Limited::kFrameLinear, 3, 0, -none, 200.0},
                                        {Limited::kFrameAngular, 2, 0, -none, 30.0}};
  const Retiming result =
      retime(robot.model, random_path(robot, 5, 5, 3), tip, limits, {.intervals = 500});
  ASSERT_TRUE(result.check.is_legal());
  EXPECT_LE(result.duration, 1.005 * result.optimum);
  double reached = 0.0;
  for (const ActiveStretch& stretch : result.stretches) {
    if (stretch.limit >= 0) reached += stretch.to - stretch.from;
  }
  EXPECT_GT(reached, 0.9 * result.duration);
  EXPECT_LT(result.check.verdicts[1].margin, 5e-3);
  EXPECT_LT(result.check.verdicts[2].margin, 5e-3);
}

TEST(Retime, PowerOfAJoint) {
  // Oracle: with inertia I and no friction, up to v1 = P/L at the torque L, then at the power P:
  // v² = v1² + 2 P t/I, until the middle of the way; then the same backwards. A torque rate that is
  // large adds about L/R.
  const model::Model robot = weightless();
  const double I = inertia_of_line(robot), L = 40.0, P = 60.0, R = 1e5, D = 2.0;
  const std::vector<MotionLimit> limits{size_limit(Limited::kForce, 0, L),
                                        size_limit(Limited::kForce, 1, R),
                                        size_limit(Limited::kPower, 0, P)};
  const double v1 = P / L;
  const double s1 = 0.5 * v1 * v1 * I / L;
  // s - s1 = I (v³ - v1³)/(3 P) at the end of the half way.
  const double v = std::cbrt(v1 * v1 * v1 + 3.0 * P / I * (0.5 * D - s1));
  const double exact = 2.0 * (v1 * I / L + 0.5 * I * (v * v - v1 * v1) / P);
  const Retiming result = retime(robot, line(D), robot.default_frame(), limits);
  EXPECT_GE(result.optimum, exact);
  EXPECT_LE(result.optimum, exact + 3.0 * L / R + 2e-3);
  EXPECT_TRUE(result.check.is_legal());
  EXPECT_LT(result.check.verdicts[2].margin, 5e-3);  // And the limit is reached.
}

TEST(Retime, TotalPowerIsKept) {
  // Property: a limit of the sum of powers below what the motion takes without it makes it slower,
  // and is reached.
  const LimitedRobot robot = limited_robot("planar2r");
  const Trajectory path = random_path(robot, 5, 4, 5);
  const model::Frame& tip = robot.model.default_frame();
  std::vector<MotionLimit> limits = robot.limits;
  limits.push_back({Limited::kTotalPower, 0, 0, -MotionLimit::kNone, 1e4});
  const RetimeOptions options{.intervals = 300};
  const Retiming fast = retime(robot.model, path, tip, limits, options);
  limits.back().high = 0.6 * fast.check.verdicts.back().worst;
  const Retiming slow = retime(robot.model, path, tip, limits, options);
  EXPECT_TRUE(slow.check.is_legal());
  EXPECT_GT(slow.duration, 1.01 * fast.duration);
  EXPECT_LT(slow.check.verdicts.back().margin, 1e-2);
}

TEST(Retime, PricesFollowFromScaling) {
  // Property (Euler): with V, A, J divided by 1 + ε, (1 + ε)², (1 + ε)³ the same motion takes 1 + ε
  // times as long. So the prices, which are derivatives of T by the logarithm of a limit, times the
  // order of their limits add up to T.
  const LimitedRobot robot = limited_robot("planar2r");
  std::vector<MotionLimit> limits;
  for (const MotionLimit& limit : robot.limits) {
    if (limit.what == Limited::kCoordinate) limits.push_back(limit);
  }
  const Retiming result = retime(robot.model, random_path(robot, 5, 6, 7),
                                 robot.model.default_frame(), limits, {.intervals = 500});
  double sum = 0.0;
  double largest = 0.0;
  for (const LimitActivity& limit : result.limits) {
    sum += limit.limit.limit.order * limit.price;
    largest = std::max(largest, limit.price);
  }
  EXPECT_TRUE(support::near(sum, result.optimum, 2e-3));  // Limits were made stricter by as much.
  EXPECT_LT(largest, 0.9 * result.optimum);               // Not one limit alone.
}

TEST(Retime, PriceIsTheDerivativeOfTheDuration) {
  // Oracle: the definition, by a difference of two optima.
  const LimitedRobot robot = limited_robot("planar2r");
  const Trajectory path = random_path(robot, 5, 5, 11);
  const model::Frame& tip = robot.model.default_frame();
  std::vector<PathLimit> limits = everywhere(robot.limits);
  const RetimeOptions options{.intervals = 400};
  const Retiming result = retime(robot.model, path, tip, limits, options);
  const auto dearest =
      std::max_element(result.limits.begin(), result.limits.end(),
                       [](const auto& a, const auto& b) { return a.price < b.price; });
  const auto at = static_cast<std::size_t>(dearest - result.limits.begin());
  const auto duration = [&](double factor) {
    std::vector<PathLimit> changed = limits;
    changed[at].limit.low *= factor;
    changed[at].limit.high *= factor;
    return find_optimum(robot.model, path, tip, changed, options).clock().duration();
  };
  const double step = 0.01;
  const double expected = (duration(1.0 - step) - duration(1.0 + step)) / (2.0 * step);
  EXPECT_TRUE(support::near(dearest->price, expected, 0.02));
}

/// Properties: check_motion, which shares no code with the optimization, finds the motion legal;
/// every position is one of the path: the nearest parameter leaves 1e-12; it begins and ends at
/// rest; and it is no faster than the second order alone allows.
void expect_legal_on_the_path(const LimitedRobot& robot) {
  for (unsigned seed = 1; seed <= 2; ++seed) {
    const Trajectory path = random_path(robot, seed % 2 == 0 ? 3 : 5, 5, seed);
    const std::vector<MotionLimit> limits = with_rates(robot.limits, seed == 1 ? 0.3 : 1.0);
    const model::Frame& tip = robot.model.default_frame();
    const Retiming result = retime(robot.model, path, tip, limits, {.intervals = 500});
    EXPECT_TRUE(analysis::check_motion(robot.model, result.motion, tip, limits).is_legal());
    EXPECT_LE(result.iterations, 80);
    EXPECT_LE(result.duration, 1.005 * result.optimum);
    const Retiming second = retime(robot.model, path, tip, limits,
                                   {.intervals = 500, .highest = HighestLimits::kSecondOrder});
    EXPECT_GE(result.optimum, 0.999 * second.optimum);
    for (int i = 0; i <= 200; ++i) {
      const double t = result.duration * i / 200.0;
      const VecX q = result.motion.sample(t, 0)[0];
      double s = result.clock.grading().expand(
          result.clock.parameter_at(result.clock.interval_at(t), t))[0];
      for (int step = 0; step < 3; ++step) {  // Newton's on the distance.
        const model::StateSeries p = path.sample(std::clamp(s, 0.0, 1.0), 1);
        s -= (p[0] - q).dot(p[1]) / p[1].squaredNorm();
      }
      EXPECT_LE((path.sample(std::clamp(s, 0.0, 1.0), 0)[0] - q).cwiseAbs().maxCoeff(), 1e-12);
    }
    for (const double t : {0.0, result.duration}) {
      const model::StateSeries end = result.motion.sample(t, 2);
      EXPECT_LE(end[1].cwiseAbs().maxCoeff() + end[2].cwiseAbs().maxCoeff(), 1e-9);
    }
  }
}

TEST(Retime, RandomPathsAreLegalAndOnThePath) {
  for (const char* name : {"planar2r", "panda", "puma560"}) {
    expect_legal_on_the_path(limited_robot(name));
  }
}

TEST(Retime, RandomPathsOfAUr5) {
  if (ur5_file().empty()) GTEST_SKIP() << "skipped: there is no ../shared/robots";
  expect_legal_on_the_path(limited_robot("ur5"));
}

TEST(Retime, FiveStartsAgree) {
  // Property: what is found does not depend on where the search begins.
  const LimitedRobot robot = limited_robot("planar2r");
  const Trajectory path = random_path(robot, 5, 6, 2);
  std::vector<double> durations;
  const std::pair<double, double> starts[] = {
      {1.1, 1.0}, {1.02, 1.0}, {4.0, 1.0}, {1.1, 0.3}, {2.0, 10.0}};
  for (const auto& [slowness, gap] : starts) {
    const Optimum optimum =
        find_optimum(robot.model, path, robot.model.default_frame(), everywhere(robot.limits),
                     {.intervals = 300, .first_slowness = slowness, .first_gap = gap});
    durations.push_back(optimum.clock().duration());
  }
  const auto [least, most] = std::minmax_element(durations.begin(), durations.end());
  EXPECT_LE(*most - *least, 1e-6 * *least);
}

TEST(Retime, ZonesHoldOnTheirPart) {
  // Property: a speed limit on a part of the path is reached there and exceeded elsewhere.
  const LimitedRobot robot = limited_robot("planar2r");
  const Trajectory path = random_path(robot, 5, 5, 4);
  std::vector<PathLimit> limits = everywhere(robot.limits);
  limits.push_back({size_limit(Limited::kCoordinate, 1, 0.5), 0.4, 0.6});
  const Retiming result =
      retime(robot.model, path, robot.model.default_frame(), limits, {.intervals = 300});
  double inside = 0.0, outside = 0.0;
  for (int i = 0; i <= 2000; ++i) {
    const double t = result.duration * i / 2000.0;
    const double s =
        result.clock.grading().expand(result.clock.parameter_at(result.clock.interval_at(t), t))[0];
    const double rate = std::abs(result.motion.sample(t, 1)[1](0));
    (s >= 0.4 && s <= 0.6 ? inside : outside) =
        std::max(s >= 0.4 && s <= 0.6 ? inside : outside, rate);
  }
  EXPECT_LE(inside, 0.5 * (1.0 + 1e-6));
  EXPECT_GE(inside, 0.49);
  EXPECT_GT(outside, 1.0);
  EXPECT_GT(result.limits.back().share, 0.0);
}

TEST(Retime, SecondOrder) {
  // Oracle: bang-bang acceleration, T = D/V + V/A; jerk does not count.
  const model::Model robot = weightless();
  const std::vector<MotionLimit> limits{size_limit(Limited::kCoordinate, 1, 4.0),
                                        size_limit(Limited::kCoordinate, 2, 20.0),
                                        size_limit(Limited::kCoordinate, 3, 400.0)};
  const Retiming result = retime(robot, line(2.0), robot.default_frame(), limits,
                                 {.highest = HighestLimits::kSecondOrder});
  EXPECT_NEAR(result.optimum, 0.7, 1e-6);
  EXPECT_GE(result.duration, 0.7 - 1e-9);
  EXPECT_LE(result.duration, 0.7 * 1.001);
  EXPECT_TRUE(result.check.is_legal());
  EXPECT_EQ(result.check.verdicts.size(), 2U);
}

TEST(Retime, SecondOrderConverges) {
  // Properties: the duration falls with the length of intervals, and those that are asked for are
  // enough to be within 5e-4 of the limit (with one of the pass for one that is asked for it was
  // 1.6e-3). Strict is not slower: limits of the end effector hold at both ends of an interval,
  // too.
  const LimitedRobot robot = limited_robot("planar2r");
  const Trajectory path = random_path(robot, 5, 5, 116);
  const model::Frame& tip = robot.model.default_frame();
  std::vector<MotionLimit> limits = robot.limits;
  limits.push_back({Limited::kFrameLinear, 2, 0, -MotionLimit::kNone, 15.0});
  const auto run = [&](int intervals) {
    return retime(robot.model, path, tip, limits,
                  {.intervals = intervals, .highest = HighestLimits::kSecondOrder});
  };
  const Retiming coarse = run(500), fine = run(4000);
  EXPECT_GE(coarse.optimum, fine.optimum);
  EXPECT_LE(coarse.optimum, (1.0 + 5e-4) * fine.optimum);
  EXPECT_LE(coarse.duration, (1.0 + 1e-3) * coarse.optimum);
  EXPECT_TRUE(coarse.check.is_legal());
}

TEST(Retime, SecondOrderUnderTotalPower) {
  // Oracle: with inertia I and the power P alone, ½ I v² = P t, so that half of the way D takes
  // (3 D/4)^(2/3) (I/(2 P))^(1/3). v² ~ s^(2/3) near rest: a grid with intervals h is above it by
  // O(h^(2/3)). A joint's own power is the same here. (With powers where an interval begins only,
  // the motion would leave rest at once: 57 times as long as the optimum when it was made legal.)
  const model::Model robot = weightless();
  const double I = inertia_of_line(robot), P = 30.0, D = 2.0;
  const double exact = 2.0 * std::pow(0.75 * D, 2.0 / 3.0) * std::cbrt(I / (2.0 * P));
  for (const Limited what : {Limited::kTotalPower, Limited::kPower}) {
    double before = 1.03 * exact;
    for (const int intervals : {50, 400, 3200}) {
      const Retiming result =
          retime(robot, line(D), robot.default_frame(), {size_limit(what, 0, P)},
                 {.intervals = intervals, .highest = HighestLimits::kSecondOrder});
      EXPECT_GE(result.optimum, exact) << intervals;
      EXPECT_LE(result.optimum, before) << intervals;
      EXPECT_LE(result.duration, 1.001 * result.optimum) << intervals;
      before = exact + 0.35 * (result.optimum - exact);  // 8^(-2/3) is 1/4.
    }
  }
}

TEST(Retime, SecondOrderWithoutLimitsOfVelocity) {
  // Second formulation: the interior-point method under the same limits of torque, of which none
  // takes u'''. (Where nothing limits the speed itself, the pass begins at x = 1e12: what is left
  // of such a number made it 7 % too slow.)
  const model::Model robot = io::load_model("planar2r").model;
  const Trajectory path = trajectory::waypoint_path(
      5, {"shoulder", "elbow"}, {{0.0, 1.0}, {0.8, 0.2}, {1.2, -0.6}, {0.3, -1.2}});
  const std::vector<MotionLimit> limits{{Limited::kForce, 0, 1, 2.0, 12.0}};
  const Retiming third = retime(robot, path, robot.default_frame(), limits);
  double before = 1.01 * third.optimum;
  for (const int intervals : {20, 200, 2000}) {
    const Retiming second =
        retime(robot, path, robot.default_frame(), limits,
               {.intervals = intervals, .highest = HighestLimits::kSecondOrder});
    EXPECT_GE(second.optimum, 0.9998 * third.optimum) << intervals;
    EXPECT_LE(second.optimum, before) << intervals;
    before = second.optimum;
  }
  EXPECT_LE(before, 1.0002 * third.optimum);
}

TEST(Retime, SecondOrderKnowsNoTorqueRate) {
  // Property: dry friction jumps where the shoulder turns round, which a limit of torque rate would
  // forbid; it does not count here. Total power counts, and is reached.
  const model::Model dry = with_friction({.dry = 0.5});
  const LimitedRobot robot = limited_robot("planar2r");
  const Trajectory path = random_path(robot, 5, 5, 6);
  const RetimeOptions options{.intervals = 300, .highest = HighestLimits::kSecondOrder};
  std::vector<MotionLimit> limits = robot.limits;
  const Retiming fast = retime(dry, path, dry.default_frame(), limits, options);
  EXPECT_TRUE(fast.check.is_legal());
  limits.push_back({Limited::kTotalPower, 0, 0, -MotionLimit::kNone, 40.0});
  const Retiming slow = retime(dry, path, dry.default_frame(), limits, options);
  EXPECT_TRUE(slow.check.is_legal());
  EXPECT_GT(slow.optimum, 1.01 * fast.optimum);
  EXPECT_LE(slow.duration, 1.01 * slow.optimum);
  EXPECT_LT(slow.check.verdicts.back().margin, 2e-2);
}

TEST(Retime, PathsThatNoSpeedMakesLegal) {
  // Bad paths: each is refused with its joint and place.
  const LimitedRobot robot = limited_robot("planar2r");
  const model::Frame& tip = robot.model.default_frame();
  const Trajectory path = random_path(robot, 5, 5, 1);
  std::vector<MotionLimit> limits = robot.limits;
  for (MotionLimit& limit : limits) {
    if (limit.what == Limited::kForce && limit.order == 0 && limit.coordinate == 0) {
      limit.low = -5.0;
      limit.high = 5.0;
    }
  }
  EXPECT_THROW_MESSAGE(retime(robot.model, path, tip, limits), NoLegalTiming,
                       "joint 'shoulder' needs");
  const Trajectory from_zero = trajectory::waypoint_path(
      3, {"shoulder", "elbow"}, {{0.1 * 3.0 - 0.3, 0.0}, {0.5, 0.2}});  // 5.55e-17
  EXPECT_THROW_MESSAGE(retime(robot.model, from_zero, tip, limits), NoLegalTiming,
                       "at 0 of the path (where it is at 0)");
  limits = robot.limits;
  limits.push_back(size_limit(Limited::kCoordinate, 0, 0.3, 1));
  EXPECT_THROW_MESSAGE(retime(robot.model, path, tip, limits), NoLegalTiming,
                       "joint 'elbow' is at");
}

TEST(Retime, PositionsInZones) {
  // Property: the line goes from 0 to 2, so that its middle tenth is within [0.9, 1.1] and the rest
  // of it is not: such a limit is kept in that tenth and changes nothing, and [0.95, 1.1] is left
  // where the zone begins, at 0.45 of the path.
  const model::Model robot = weightless();
  std::vector<PathLimit> limits = everywhere(
      {size_limit(Limited::kCoordinate, 1, 4.0), size_limit(Limited::kCoordinate, 2, 20.0)});
  const auto duration = [&](HighestLimits highest) {
    return retime(robot, line(2.0), robot.default_frame(), limits,
                  {.intervals = 200, .highest = highest})
        .duration;
  };
  const double second = duration(HighestLimits::kSecondOrder);
  const double third = duration(HighestLimits::kThirdOrder);
  limits.push_back({{Limited::kCoordinate, 0, 0, 0.9, 1.1}, 0.45, 0.55});
  EXPECT_NEAR(duration(HighestLimits::kSecondOrder), second, 1e-3 * second);  // Other knots.
  EXPECT_NEAR(duration(HighestLimits::kThirdOrder), third, 1e-3 * third);
  limits.back().limit.low = 0.95;
  EXPECT_THROW_MESSAGE(duration(HighestLimits::kThirdOrder), NoLegalTiming,
                       "joint 'shoulder' is at 0.9 at 0.45 of the path");
}

TEST(Retime, SpeedsThatNothingLimits) {
  // Bad input: a fastest motion exists only where something limits what moves. Here the shoulder
  // goes and the elbow rests; then the shoulder has a limit on a part of the path only.
  const model::Model robot = weightless();
  const auto refused = [&](const std::vector<PathLimit>& limits, const std::string& place) {
    for (const HighestLimits highest : {HighestLimits::kSecondOrder, HighestLimits::kThirdOrder}) {
      EXPECT_THROW_MESSAGE(retime(robot, line(2.0), robot.default_frame(), limits,
                                  {.intervals = 200, .highest = highest}),
                           InvalidArgument, "nothing limits the speed at " + place);
    }
  };
  refused(everywhere({size_limit(Limited::kCoordinate, 0, 3.0)}), "0 of the path");
  refused(everywhere({size_limit(Limited::kCoordinate, 1, 3.0, 1)}), "0 of the path");
  refused(everywhere({size_limit(Limited::kPower, 0, 3.0, 1)}), "0 of the path");
  refused({{size_limit(Limited::kCoordinate, 1, 4.0), 0.0, 0.5}}, "0.50");  // An interval later.
  const std::vector<MotionLimit> jerk{size_limit(Limited::kCoordinate, 3, 400.0)};
  EXPECT_THROW_MESSAGE(retime(robot, line(2.0), robot.default_frame(), jerk,
                              {.intervals = 200, .highest = HighestLimits::kSecondOrder}),
                       InvalidArgument, "which the second order leaves out");
}

TEST(Retime, LimitsWithoutAPlace) {
  // Bad input: limits that cannot be kept are refused, not left out.
  const LimitedRobot robot = limited_robot("planar2r");
  const model::Frame& tip = robot.model.default_frame();
  const Trajectory path = random_path(robot, 5, 5, 1);
  const auto refused = [&](const MotionLimit& limit, const std::string& text) {
    EXPECT_THROW_MESSAGE(retime(robot.model, path, tip, std::vector<MotionLimit>{limit}),
                         InvalidArgument, text);
  };
  refused(size_limit(Limited::kCoordinate, 4, 1e5), "there is no place for limit 'q_d4'");
  refused(size_limit(Limited::kForce, 2, 1e5), "there is no place for limit 'torque_d2'");
  refused({Limited::kEnergy, 0, 0, -1.0, 10.0}, "there is no place for limit 'energy'");
  refused({Limited::kCoordinate, 1, 0, 0.5, 10.0}, "which no motion from rest to rest keeps");
  EXPECT_THROW_MESSAGE(retime(robot.model, path, tip, robot.limits, {.intervals = 10}),
                       InvalidArgument, "at least 20");
  EXPECT_THROW_MESSAGE(retime(robot.model, path, tip, robot.limits, {.intervals = 10001}),
                       InvalidArgument, "at most 10000");
}

TEST(Retime, FrictionCounts) {
  // Property: motor torques with friction keep their limits, as check_motion finds, which has the
  // laws from elsewhere; friction makes the motion slower.
  const LimitedRobot robot = limited_robot("planar2r");
  const Trajectory path = random_path(robot, 5, 5, 6);
  const RetimeOptions options{.intervals = 300};
  const auto run = [&](const model::Model& model) {
    return retime(model, path, model.default_frame(), robot.limits, options);
  };
  const double free = run(robot.model).duration;
  model::Friction smooth{.viscous = 0.2, .dry = 1.0, .law = model::Friction::Law::kSmooth};
  smooth.velocity = 0.3;
  for (const model::Friction& friction : {model::Friction{.viscous = 0.5}, smooth}) {
    const Retiming result = run(with_friction(friction));
    EXPECT_TRUE(result.check.is_legal());
    EXPECT_LE(result.duration, 1.005 * result.optimum);
    EXPECT_NE(result.duration, free);
  }
  // Dry friction jumps where a joint turns round: no torque rate is large enough.
  const model::Model dry = with_friction({.dry = 0.5});
  EXPECT_THROW_MESSAGE(run(dry), NoLegalTiming, "turns round");
  std::vector<MotionLimit> limits = robot.limits;
  std::erase_if(limits, [](const MotionLimit& limit) {
    return limit.what == Limited::kForce && limit.order == 1;
  });
  EXPECT_TRUE(retime(dry, path, dry.default_frame(), limits, options).check.is_legal());
  model::Friction radial{.dry = 0.5, .law = model::Friction::Law::kRadialLoad};
  radial.bearing_diameter = 0.05;
  EXPECT_THROW_MESSAGE(run(with_friction(radial)), InvalidArgument, "radial load");
}

}  // namespace
}  // namespace appell::planning
