// Limits of what several numbers have in common: the size of a vector, the sum of powers; and
// velocities that are given at the ends.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "appell/kinematics/propagate.hpp"
#include "appell/planning/retime.hpp"
#include "tests/planning/random_paths.hpp"
#include "tests/support/matchers.hpp"

namespace appell::planning {
namespace {

using model::Limited;
using model::MotionLimit;
using trajectory::Trajectory;

MotionLimit at_most(Limited what, int order, double high) {
  return {what, order, 0, -MotionLimit::kNone, high};
}

/// One joint goes straight on by 2, the others rest.
Trajectory one_joint(const std::vector<std::string>& joints, std::size_t which) {
  std::vector<std::vector<double>> points(3, std::vector<double>(joints.size(), 0.0));
  points[1][which] = 1.0;
  points[2][which] = 2.0;
  return trajectory::waypoint_path(3, joints, points);
}

model::Model without_weight(const std::string& name) {
  return io::load_model(name).model.with_gravity(Vec3::Zero());
}

std::vector<std::string> names_of(const model::Model& robot) {
  std::vector<std::string> names;
  for (const auto& coordinate : robot.coordinates()) names.push_back(coordinate.name);
  return names;
}

/// |dx/dq_i| of the end effector.
double speed_of_tip(const model::Model& robot, std::size_t i) {
  model::StateSeries state(1, VecX::Zero(robot.num_coordinates()));
  state[1](static_cast<Eigen::Index>(i)) = 1.0;
  return kinematics::frame_motion(kinematics::propagate(robot, state), robot.default_frame())
      .p[1]
      .norm();
}

/// D/V + V/A + A/J of D = 2, V = 4, A = 20, J = 400.
void expect_curve_of_075(const Retiming& result) {
  EXPECT_GE(result.optimum, 0.75);
  EXPECT_LE(result.optimum, 0.75 + 3e-4);
  EXPECT_LE(result.iterations, 40);
  EXPECT_TRUE(result.check.is_legal());
}

TEST(CommonLimits, LineOfTheEndEffector) {
  // Oracle: where a sliding joint alone moves, the end effector goes straight on as fast as it.
  const model::Model robot = without_weight("rpr");
  const std::vector<std::string> names = names_of(robot);
  ASSERT_EQ(names[1], "slide");
  ASSERT_NEAR(speed_of_tip(robot, 1), 1.0, 1e-12);
  const std::vector<MotionLimit> limits{at_most(Limited::kFrameLinear, 1, 4.0),
                                        at_most(Limited::kFrameLinear, 2, 20.0),
                                        at_most(Limited::kFrameLinear, 3, 400.0)};
  expect_curve_of_075(retime(robot, one_joint(names, 1), robot.default_frame(), limits));
}

TEST(CommonLimits, AnglesOfTheEndEffector) {
  // Oracle: where one joint alone turns, the end effector turns as fast as it.
  const model::Model robot = without_weight("planar2r");
  const std::vector<MotionLimit> limits{at_most(Limited::kFrameAngular, 1, 4.0),
                                        at_most(Limited::kFrameAngular, 2, 20.0),
                                        at_most(Limited::kFrameAngular, 3, 400.0)};
  expect_curve_of_075(retime(robot, one_joint(names_of(robot), 0), robot.default_frame(), limits));
}

TEST(CommonLimits, JerkOfTheEndEffectorOnACircle) {
  // Oracle: stretched out, the tip is on a circle of the arm's length r. At a constant rate w its
  // jerk is r w³, so that the middle of a long way goes at w = (J/r)^(1/3), whatever the ends do.
  const model::Model robot = without_weight("planar2r");
  const double w = 2.0;
  const std::vector<MotionLimit> limits{
      at_most(Limited::kFrameLinear, 3, speed_of_tip(robot, 0) * w * w * w)};
  const Trajectory path = trajectory::waypoint_path(3, names_of(robot), {{0.0, 0.0}, {40.0, 0.0}});
  const Retiming result = retime(robot, path, robot.default_frame(), limits);
  EXPECT_LE(result.iterations, 60);
  EXPECT_TRUE(result.check.is_legal());
  EXPECT_NEAR(result.motion.sample(0.5 * result.duration, 1)[1](0), w, 1e-3 * w);
}

TEST(CommonLimits, TotalPowerOfOneJoint) {
  // Oracle: where one joint alone moves the sum is its own power, whose limit is another row
  // (PowerOfAJoint has the closed form).
  const model::Model robot = without_weight("planar2r");
  const Trajectory path = one_joint(names_of(robot), 0);
  std::vector<MotionLimit> limits{{Limited::kForce, 0, 0, -40.0, 40.0},
                                  {Limited::kPower, 0, 0, -60.0, 60.0}};
  const Retiming own = retime(robot, path, robot.default_frame(), limits);
  limits[1] = at_most(Limited::kTotalPower, 0, 60.0);
  const Retiming sum = retime(robot, path, robot.default_frame(), limits);
  EXPECT_NEAR(sum.optimum, own.optimum, 3e-6 * own.optimum);  // Both stop at a gap of 1e-6.
  EXPECT_TRUE(sum.check.is_legal());
}

TEST(CommonLimits, EachAlone) {
  // Property: every one of them alone has an optimum, found on the intervals that are asked for,
  // and it is at the limit nearly all the time. (With one number as multiplier angular limits and
  // the jerk of the end effector did not converge.)
  const model::Model robot = io::load_model("planar2r").model;
  const Trajectory path = trajectory::waypoint_path(
      5, {"shoulder", "elbow"}, {{0.0, 1.0}, {0.8, 0.2}, {1.2, -0.6}, {0.3, -1.2}});
  for (const MotionLimit& limit :
       {at_most(Limited::kFrameLinear, 2, 5.0), at_most(Limited::kFrameLinear, 3, 10.0),
        at_most(Limited::kFrameAngular, 2, 5.0), at_most(Limited::kFrameAngular, 3, 100.0),
        at_most(Limited::kTotalPower, 0, 30.0)}) {
    const std::vector<MotionLimit> alone{limit};
    const Retiming result = retime(robot, path, robot.default_frame(), alone);
    const std::string name = kind_name(limit);
    EXPECT_EQ(result.other_intervals, 0) << name;
    EXPECT_LE(result.iterations, limit.what == Limited::kTotalPower ? 150 : 60) << name;
    EXPECT_LE(result.duration, 1.001 * result.optimum) << name;
    EXPECT_TRUE(result.check.is_legal()) << name;
    EXPECT_GT(result.limits[0].share, 0.97) << name;
  }
}

TEST(GivenVelocities, MayBeSmall) {
  // Oracle: from v to V takes (V - v)/A + A/J and their mean speed; the way that is left goes at V.
  // However small v is, the motion next to the end is resolved.
  const model::Model robot = without_weight("planar2r");
  const double V = 4.0, A = 20.0, J = 400.0;
  const std::vector<MotionLimit> limits{{Limited::kCoordinate, 1, 0, -V, V},
                                        {Limited::kCoordinate, 2, 0, -A, A},
                                        {Limited::kCoordinate, 3, 0, -J, J}};
  const Trajectory path = one_joint(names_of(robot), 0);
  RetimeOptions options;
  for (const double v : {0.5, 0.1, 0.03, 0.01, 0.003}) {
    const double time = (V - v) / A + A / J;
    const double exact = 2.0 * time + (2.0 - (v + V) * time) / V;
    options.start_rate = options.end_rate = rate_along(path, PathEnd::kStart, {v, 0.0});
    const Retiming result = retime(robot, path, robot.default_frame(), limits, options);
    EXPECT_GE(result.optimum, exact) << v;
    EXPECT_LE(result.duration, 1.002 * exact) << v;
    EXPECT_TRUE(result.check.is_legal()) << v;
    EXPECT_NEAR(result.motion.sample(0.0, 1)[1](0), v, 1e-12) << v;
  }
  options.end_rate = 1e-6;
  EXPECT_THROW_MESSAGE(retime(robot, path, robot.default_frame(), limits, options), InvalidArgument,
                       "too small to be told from rest");
}

/// T of the S-curve without acceleration at its ends, from v to w over D, with a top speed below V;
/// 0 where there is none.
double double_s(double D, double v, double w, double A, double J) {
  const auto part = [&](double a, double b) {
    const double change = std::abs(b - a);
    const double time = change <= A * A / J ? 2.0 * std::sqrt(change / J) : change / A + A / J;
    return std::pair(time, 0.5 * (a + b) * time);
  };
  double low = std::max(v, w), high = 1e3;
  if (part(v, low).second + part(low, w).second > D) return 0.0;
  for (int i = 0; i < 200; ++i) {
    const double top = 0.5 * (low + high);
    (part(v, top).second + part(top, w).second < D ? low : high) = top;
  }
  return part(v, low).first + part(low, w).first;
}

TEST(GivenVelocities, AreJoinedWhereverThatIsPossible) {
  // Oracle: the S-curve. Velocities that no limit is near to, and ways that are hardly longer than
  // what braking takes, are the hard cases: no first guess is near to them.
  const model::Model robot = without_weight("planar2r");
  const double A = 20.0, J = 400.0;
  const std::vector<MotionLimit> limits{{Limited::kCoordinate, 1, 0, -100.0, 100.0},
                                        {Limited::kCoordinate, 2, 0, -A, A},
                                        {Limited::kCoordinate, 3, 0, -J, J}};
  const double braking = 0.5 * 2.0 * (2.0 / A + A / J);  // From 2 rad/s to rest.
  struct Case {
    double D, v, w;
  };
  for (const auto& [D, v, w] : {Case{2.0, 1.0, 2.0}, Case{2.0, 3.0, 1.0}, Case{2.0, 4.0, 4.0},
                                Case{1.1 * braking, 2.0, 0.0}, Case{1.01 * braking, 2.0, 0.0},
                                Case{1.05 * braking, 0.0, 2.0}, Case{1.001 * braking, 2.0, 0.0},
                                Case{1.0005 * braking, 0.0, 2.0}}) {
    const Trajectory path = trajectory::waypoint_path(3, names_of(robot), {{0.0, 0.0}, {D, 0.0}});
    RetimeOptions options;
    if (v > 0.0) options.start_rate = rate_along(path, PathEnd::kStart, {v, 0.0});
    if (w > 0.0) options.end_rate = rate_along(path, PathEnd::kEnd, {w, 0.0});
    const Retiming result = retime(robot, path, robot.default_frame(), limits, options);
    const double exact = double_s(D, v, w, A, J);
    EXPECT_GE(result.duration, exact) << D << " " << v << " " << w;
    EXPECT_LE(result.duration, 1.001 * exact) << D << " " << v << " " << w;
    EXPECT_TRUE(result.check.is_legal()) << D << " " << v << " " << w;
    EXPECT_EQ(result.other_intervals, 0) << D << " " << v << " " << w;
    EXPECT_LE(result.iterations, 50) << D << " " << v << " " << w;  // 30 were seen; once, 280.
  }
  const Trajectory path =
      trajectory::waypoint_path(3, names_of(robot), {{0.0, 0.0}, {0.9 * braking, 0.0}});
  RetimeOptions options;
  options.start_rate = rate_along(path, PathEnd::kStart, {2.0, 0.0});
  EXPECT_THROW_MESSAGE(retime(robot, path, robot.default_frame(), limits, options), NoLegalTiming,
                       "could not be joined");
}

TEST(GivenVelocities, DoNotDependOnTheParameterOfThePath) {
  // Oracle: the same line by waypoints at uneven distances takes as long; at its ends the joint
  // does not accelerate, whatever its parameter does. Under an acceleration alone, from v to the
  // peak and down to rest: D = (2 p² - v²)/(2 A), T = (2 p - v)/A.
  const model::Model robot = without_weight("planar2r");
  const double A = 10.0, D = 3.0, v = 0.52;
  const std::vector<MotionLimit> limits{{Limited::kCoordinate, 2, 0, -A, A}};
  const Trajectory path =
      trajectory::waypoint_path(5, names_of(robot), {{0.0, 0.0}, {0.3, 0.0}, {1.2, 0.0}, {D, 0.0}});
  RetimeOptions options;
  options.start_rate = rate_along(path, PathEnd::kStart, {v, 0.0});
  const double peak = std::sqrt(A * D + 0.5 * v * v);
  const double exact = (2.0 * peak - v) / A;
  const Retiming result = retime(robot, path, robot.default_frame(), limits, options);
  EXPECT_GE(result.duration, exact);
  EXPECT_LE(result.duration, 1.001 * exact);
  EXPECT_NEAR(result.motion.sample(0.0, 2)[2](0), 0.0, 1e-9 * A);
}

TEST(GivenVelocities, SecondOrderSaysWhatCanBeReached) {
  // Oracle: from rest over D under A at most sqrt(2 A D) = 4.4721 is reached. (It ended with that,
  // and nothing was said.)
  const model::Model robot = without_weight("planar2r");
  const std::vector<MotionLimit> limits{{Limited::kCoordinate, 2, 0, -10.0, 10.0}};
  const Trajectory path = trajectory::waypoint_path(3, names_of(robot), {{0.0, 0.0}, {1.0, 0.0}});
  RetimeOptions options{.highest = HighestLimits::kSecondOrder};
  options.end_rate = rate_along(path, PathEnd::kEnd, {4.4, 0.0});
  const Retiming result = retime(robot, path, robot.default_frame(), limits, options);
  EXPECT_NEAR(result.motion.sample(result.duration, 1)[1](0), 4.4, 1e-6);
  options.end_rate = rate_along(path, PathEnd::kEnd, {20.0, 0.0});
  EXPECT_THROW_MESSAGE(retime(robot, path, robot.default_frame(), limits, options), NoLegalTiming,
                       "at most 0.223607 of that at the end can be reached from the start");
}

}  // namespace
}  // namespace appell::planning
