// Legal between the points of the optimization, and yet not much slower than the optimum. In all of
// these the strict motion is the proof: analysis::check_motion shares no code with the rows, so
// that strict and optimum enclose the fastest motion, from above and about from below.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "appell/planning/banded_solver.hpp"
#include "appell/planning/retime.hpp"
#include "appell/trajectory/spline.hpp"
#include "tests/planning/random_paths.hpp"

namespace appell::planning {
namespace {

using model::Limited;
using model::MotionLimit;
using trajectory::Trajectory;

/// A way of planar2r with a turn of the shoulder.
Trajectory hook(int degree = 5) {
  return trajectory::waypoint_path(degree, {"shoulder", "elbow"},
                                   {{0.0, 1.0}, {0.8, 0.2}, {1.2, -0.6}, {0.3, -1.2}});
}

model::Model rubbing(const model::Friction& friction) {
  model::Description robot = io::load_model("planar2r").model.description();
  for (model::Joint& joint : robot.joints) joint.friction = friction;
  return model::build(robot);
}

TEST(StrictMotion, TotalPowerHasFrictionInIt) {
  // Property: strict is near the optimum and reaches the limit of power. (With friction left out of
  // the row it was 2.9 times as slow.) Friction that takes 3 N m s/rad of both joints is slower
  // than none.
  const model::Model robot = rubbing({.viscous = 3.0});
  std::vector<MotionLimit> limits;
  for (int joint = 0; joint < 2; ++joint) {
    limits.push_back({Limited::kCoordinate, 1, joint, -5.0, 5.0});
    limits.push_back({Limited::kCoordinate, 2, joint, -40.0, 40.0});
    limits.push_back({Limited::kCoordinate, 3, joint, -800.0, 800.0});
  }
  limits.push_back({Limited::kTotalPower, 0, 0, -MotionLimit::kNone, 30.0});
  const RetimeOptions options{.intervals = 400};
  const Retiming result = retime(robot, hook(), robot.default_frame(), limits, options);
  EXPECT_TRUE(result.check.is_legal());
  EXPECT_LE(result.duration, 1.001 * result.optimum);
  EXPECT_LT(result.check.verdicts.back().margin, 1e-2);
  const model::Model free = io::load_model("planar2r").model;
  EXPECT_GT(result.optimum,
            1.01 * retime(free, hook(), free.default_frame(), limits, options).optimum);
}

TEST(StrictMotion, RangesWithoutZero) {
  // Property: the elbow must always push up. Its limit becomes stricter at both ends, though one of
  // them is nearer to zero then. (It became looser, and strict was 15 % to 79 % slower.)
  const model::Model robot = io::load_model("planar2r").model;
  for (const double low : {1.0, 1.5, 2.0}) {
    const std::vector<MotionLimit> limits{{Limited::kForce, 0, 1, low, 12.0}};
    const Retiming result =
        retime(robot, hook(), robot.default_frame(), limits, {.intervals = 500});
    EXPECT_TRUE(result.check.is_legal());
    EXPECT_LE(result.duration, 1.005 * result.optimum) << low;
  }
}

TEST(StrictMotion, FrictionThatIsSteepNearRest) {
  // Property: dry friction smoothed over 3 mrad/s is a layer of a few intervals at both ends and
  // where the shoulder turns round; intervals are divided there. (Strict was 2.5 times as slow.)
  // The steeper it is, the slower: a torque rate bounds how fast the layer is passed.
  const LimitedRobot robot = limited_robot("planar2r");
  double before = 0.0;
  for (const double velocity : {0.1, 0.003}) {
    model::Friction smooth{.dry = 1.0, .law = model::Friction::Law::kSmooth};
    smooth.velocity = velocity;
    const model::Model model = rubbing(smooth);
    const Retiming result = retime(model, hook(), model.default_frame(), robot.limits);
    EXPECT_TRUE(result.check.is_legal());
    EXPECT_LE(result.duration, 1.001 * result.optimum) << velocity;
    EXPECT_GT(result.duration, before);
    before = result.duration;
    EXPECT_EQ(result.intervals > 1000, velocity < 0.01);
  }
}

TEST(StrictMotion, ManyWaypoints) {
  // Property: 4 intervals between two waypoints are too few, and are divided. More of them from the
  // start lead to the same duration.
  const LimitedRobot robot = limited_robot("planar2r");
  for (const int degree : {3, 5}) {
    const Trajectory path = random_path(robot, degree, 60, 3);
    const model::Frame& tip = robot.model.default_frame();
    const Retiming few = retime(robot.model, path, tip, robot.limits, {.intervals = 240});
    const Retiming many = retime(robot.model, path, tip, robot.limits, {.intervals = 3000});
    EXPECT_TRUE(few.check.is_legal());
    EXPECT_LE(few.duration, 1.002 * few.optimum) << degree;
    EXPECT_LE(few.duration, 1.005 * many.duration) << degree;
  }
}

TEST(StrictMotion, PathThatRestsInBetween) {
  // Oracle: where a path has no tangent the motion rests, for no time: two halves take as long as
  // each of them alone. (The matrix of the optimization is nearly singular there, and it gave up.)
  const LimitedRobot robot = limited_robot("planar2r");
  const auto steps =
      [&](int count) {  // Of the shoulder by 0.5, each with q' = q'' = 0 at its ends.
        std::vector<double> knots, positions;
        for (int i = 0; i <= 20 * count; ++i) {
          const double x = 0.05 * i - std::min(i / 20, count - 1);
          knots.push_back(0.05 * i);
          positions.push_back(
              0.5 * (std::min(i / 20, count - 1) + x * x * x * (10.0 - 15.0 * x + 6.0 * x * x)));
        }
        std::vector<std::shared_ptr<const trajectory::Law>> laws;
        for (const auto& of_joint : {positions, std::vector<double>(knots.size(), 0.5)}) {
          const std::vector<trajectory::Condition> rest{{1, 0.0}, {2, 0.0}};
          laws.push_back(std::make_shared<trajectory::PiecewisePolynomial>(
              trajectory::position_spline(4, knots, of_joint, rest, rest).law));
        }
        return Trajectory(robot.joints(), std::move(laws), {knots.front(), knots.back()});
      };
  const model::Frame& tip = robot.model.default_frame();
  const Retiming one = retime(robot.model, steps(1), tip, robot.limits);
  const Retiming two = retime(robot.model, steps(2), tip, robot.limits);
  EXPECT_TRUE(two.check.is_legal());
  EXPECT_LE(two.duration, 1.001 * two.optimum);
  EXPECT_LT(two.duration, 2.02 * one.duration);
}

TEST(BandedSolver, GoesOnWherePivotsAreLost) {
  // Property: the second pivot of this matrix is 1e-20 and rounds to zero. What is solved in its
  // direction is bounded, and the rest is as it should be: the right side is met.
  BandedSolver banded(3);
  banded.column(0)[0] = 1.0;
  banded.column(0)[1] = 1.0;
  banded.column(1)[0] = 1.0;
  banded.column(2)[0] = 2.0;
  ASSERT_TRUE(banded.factor());
  std::vector<double> x{3.0, 3.0, 4.0};
  banded.solve(x);
  EXPECT_NEAR(x[0] + x[1], 3.0, 1e-12);
  EXPECT_NEAR(x[2], 2.0, 1e-15);
}

}  // namespace
}  // namespace appell::planning
