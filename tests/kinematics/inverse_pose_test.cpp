#include "appell/kinematics/inverse_pose.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "appell/io/load_model.hpp"
#include "appell/kinematics/frame_chain.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/taylor/solve.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/malloc_guard.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/random_arm.hpp"

namespace appell::kinematics {
namespace {

using support::near;

spatial::Transform pose_at(const model::Model& model, const model::Frame& frame, const VecX& q) {
  const auto X = frame_motion(propagate(model, model::StateSeries::constant(q, 0)), frame);
  return {X.R[0], X.p[0]};
}

double condition_at(const model::Model& model, const model::Frame& frame, const VecX& q) {
  const MatX J = jacobian(propagate(model, model::StateSeries::constant(q, 0)), frame)[0];
  return taylor::DampedInverse(J, 0.0).condition();
}

/// What is left of a pose, by the route of propagate().
void expect_pose(const model::Model& model, const model::Frame& frame, const VecX& q,
                 const spatial::Transform& wanted) {
  const spatial::Transform X = pose_at(model, frame, q);
  EXPECT_TRUE(near(X.p, wanted.p, 1e-13, 1.0));  // Worst seen 2e-15.
  EXPECT_TRUE(near(X.R, wanted.R, 1e-13, 1.0));
}

// Cross-check: order by order, and all orders in one pass, for chains with every kind of joint,
// mimic joints among them.
TEST(FrameChain, IsPropagateAndJacobian) {
  constexpr int kHighestOrder = 7;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    support::Random random(seed);
    const model::Model model = support::random_model(random, 12);
    const model::StateSeries state = support::random_state(random, model, kHighestOrder);
    const TreeMotion motion = propagate(model, state);
    for (const model::Frame& frame : model.frames()) {
      if (frame.body == model::kWorld) continue;
      FrameChain chain(model, frame, kHighestOrder);
      const spatial::TransformSeries X = frame_motion(motion, frame);
      const taylor::Series<MatX> J = jacobian(motion, frame);
      for (int k = 0; k <= kHighestOrder; ++k) {
        chain.set(k, state[k](chain.coordinates()));
        // Relative to the largest coefficient; worst seen 4e-14.
        const double scale = std::max(1.0, J[k].cwiseAbs().maxCoeff());
        EXPECT_TRUE(near(chain.R_WF(k), X.R[k], 1e-12, scale)) << frame.name << ", " << k;
        EXPECT_TRUE(near(chain.p_WF(k), X.p[k], 1e-12, scale)) << frame.name << ", " << k;
        EXPECT_TRUE(near(chain.jacobian(k), J[k](Eigen::all, chain.coordinates()), 1e-12, scale))
            << frame.name << ", " << k;
      }
      MatX others = J[0];
      for (const int j : chain.coordinates()) others.col(j).setZero();
      EXPECT_TRUE(others.isZero(0.0)) << frame.name;
    }
  }
}

// Budget.
TEST(FrameChain, DoesNotAllocate) {
  const model::Model model = io::load_model("panda").model;
  FrameChain chain(model, model.default_frame(), 5);
  const VecX q = VecX::Constant(static_cast<Eigen::Index>(chain.coordinates().size()), 0.3);
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  const support::MallocCount count;
  for (int k = 0; k <= 5; ++k) chain.set(k, q);
  EXPECT_EQ(count.calls(), 0);
}

// Property: poses of random positions are reached from guesses up to 0.4 rad away at each joint.
TEST(InversePose, ReachesRandomPoses) {
  int tried = 0;
  for (const char* name : {"panda", "puma560"}) {
    const model::Model model = io::load_model(name).model;
    const model::Frame& frame = model.default_frame();
    const int n = model.num_coordinates();
    for (unsigned seed = 1; seed <= 100; ++seed) {
      SCOPED_TRACE(std::string(name) + ", seed " + std::to_string(seed));
      support::Random random(seed);
      const VecX q = support::random_state(random, model, 0)[0];
      if (condition_at(model, frame, q) > 50.0) continue;
      const VecX away = support::random_state(random, model, 0)[0];
      const VecX guess = q + 0.4 * away / away.cwiseAbs().maxCoeff();
      ASSERT_GT((guess - q).norm(), 0.3);
      const InversePose found = inverse_pose(model, frame, pose_at(model, frame, q), guess);
      expect_pose(model, frame, found.q, pose_at(model, frame, q));
      EXPECT_LT(found.position_error, 1e-13);
      EXPECT_LT(found.rotation_error, 1e-13);
      EXPECT_EQ(found.q.size(), n);
      ++tried;
    }
  }
  EXPECT_GE(tried, 100);
}

// Property: arms of any kind of joint; six joints near the position itself, so that the answer is
// that position.
TEST(InversePose, GivesBackThePositionOfSixJointArms) {
  int tried = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    for (const char* joints : {"RRRRRR", "RRPRRR", "PPPRRR", "RHRRPR"}) {
      support::Random random(seed);
      const model::Model model = support::random_arm(random, joints);
      SCOPED_TRACE(model.name() + ", seed " + std::to_string(seed));
      const model::Frame& ee = model.frame("ee");
      const VecX q = support::random_state(random, model, 0)[0];
      const double condition = condition_at(model, ee, q);
      if (condition > 30.0) continue;
      const InversePose found =
          inverse_pose(model, ee, pose_at(model, ee, q), q + VecX::Constant(6, 0.01));
      EXPECT_TRUE(near(found.q, q, 1e-14 * condition, 1.0));
      EXPECT_LE(found.iterations,
                12);  // The end is quadratic; the last steps are rounding. Worst seen 9.
      ++tried;
    }
  }
  EXPECT_GE(tried, 20);
}

// Oracle: two links in a plane, by their position alone; the elbow stays on its side.
TEST(InversePose, PlanarArmByItsPosition) {
  const support::GoldenRobot robot = support::load_golden_robot("planar2R");
  const model::Frame& ee = robot.model.frame("ee");
  const VecX q = VecX::Constant(2, 0.7);
  const spatial::Transform pose = pose_at(robot.model, ee, q);
  for (const double side : {1.0, -1.0}) {
    const VecX guess = VecX::Constant(2, 0.7 + 0.3).cwiseProduct(VecX{{1.0, side}});
    const InversePose found =
        inverse_pose(robot.model, ee, {Mat3::Identity(), pose.p}, guess, {.rows = {0, 1}});
    EXPECT_NEAR(found.q(1), 0.7 * side, 1e-14);
    EXPECT_TRUE(near(pose_at(robot.model, ee, found.q).p, pose.p, 1e-15));
  }
}

// Property: an arm with too few joints reaches what it can reach exactly, and says so where not.
TEST(InversePose, FiveJointsReachTheirOwnPosesOnly) {
  const model::Model model = io::load_model("fanuc_lr_mate_100ib").model;
  const model::Frame& frame = model.default_frame();
  const VecX q{{0.3, 0.4, 0.2, 0.9, -0.5}};
  spatial::Transform pose = pose_at(model, frame, q);
  const InversePose found = inverse_pose(model, frame, pose, q + VecX::Constant(5, 0.1));
  EXPECT_TRUE(near(found.q, q, 1e-13));
  pose.R = spatial::rotation_about(pose.R.col(1), 0.2) *
           spatial::rotation_about(pose.R.col(2), 0.1) * pose.R;
  EXPECT_THROW_MESSAGE(inverse_pose(model, frame, pose, q), NumericalError,
                       "link 'tool' does not reach the pose: after ");
  EXPECT_THROW_MESSAGE(inverse_pose(model, frame, pose, q), NumericalError, "condition number");
}

// Bad input.
TEST(InversePose, SaysWhatIsWrong) {
  const support::GoldenRobot robot = support::load_golden_robot("planar2R");
  const model::Frame& ee = robot.model.frame("ee");
  const VecX q = VecX::Ones(2);
  const spatial::Transform pose = pose_at(robot.model, ee, q);
  EXPECT_THROW_MESSAGE(inverse_pose(robot.model, ee, pose, VecX::Ones(3)), InvalidArgument,
                       "the guess must be 2 finite numbers for model 'planar2R', got 3");
  EXPECT_THROW_MESSAGE(inverse_pose(robot.model, ee, {2.0 * pose.R, pose.p}, q), InvalidArgument,
                       "the pose is no placement: its rotation is off by 3");
  EXPECT_THROW_MESSAGE(inverse_pose(robot.model, robot.model.frame("base"), pose, q),
                       InvalidArgument, "no joint moves link 'base'");
  EXPECT_THROW_MESSAGE(inverse_pose(robot.model, ee, pose, q, {.rows = {7}}), InvalidArgument,
                       "inverse_pose: rows of X are 0 to 5, got 7");
  EXPECT_THROW_MESSAGE(
      inverse_pose(robot.model, ee, {pose.R, Vec3(9.0, 9.0, 0.0)}, q, {.rows = {0, 1}}),
      NumericalError, "the pose is out of reach, or a start");
  EXPECT_THROW_MESSAGE(FrameChain(robot.model, ee, -1), InvalidArgument, "got -1");
}

}  // namespace
}  // namespace appell::kinematics
