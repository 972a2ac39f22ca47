// Limits of what several numbers have in common: the size of a vector, the sum of powers.
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

TEST(CommonLimits, SmallVelocitiesAtTheEnds) {
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

}  // namespace
}  // namespace appell::planning
