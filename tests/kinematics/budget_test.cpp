// Budget: the forms that fill a result allocate nothing, from the first call on.
#include <gtest/gtest.h>

#include "appell/kinematics/jacobian.hpp"
#include "appell/kinematics/propagate.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/malloc_guard.hpp"

namespace appell::kinematics {
namespace {

using support::MallocCount;

class Budget : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (!MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  }
};

// Budget: the form that returns a motion is seen to allocate, the other one does nothing of the
// kind and gives the same numbers.
TEST_P(Budget, Propagate) {
  const support::GoldenRobot robot = support::load_golden_robot(GetParam());
  const model::StateSeries& state = robot.states.front();
  TreeMotion motion(robot.model, state.order());
  PropagateWorkspace workspace(state.order());

  const MallocCount filling;
  propagate(robot.model, state, workspace, motion);
  EXPECT_EQ(filling.calls(), 0);

  const MallocCount returning;
  const TreeMotion returned = propagate(robot.model, state);
  EXPECT_GT(returning.calls(), 0);

  ASSERT_GT(robot.model.num_bodies(), 0);
  for (int b = 0; b < robot.model.num_bodies(); ++b) {
    for (int k = 0; k <= motion.order(); ++k) EXPECT_EQ(motion[b].p_WB[k], returned[b].p_WB[k]);
  }
}

// Budget: the same of the Jacobian.
TEST_P(Budget, Jacobian) {
  const support::GoldenRobot robot = support::load_golden_robot(GetParam());
  const TreeMotion motion = propagate(robot.model, robot.states.front());
  const model::Frame& frame = robot.model.frame("ee");
  taylor::Series<MatX> J(motion.order(), MatX::Zero(6, robot.model.num_coordinates()));

  const MallocCount filling;
  jacobian(motion, frame, J);
  EXPECT_EQ(filling.calls(), 0);

  const MallocCount returning;
  const taylor::Series<MatX> returned = jacobian(motion, frame);
  EXPECT_GT(returning.calls(), 0);

  EXPECT_GT(J[0].norm(), 0.0);
  for (int k = 0; k <= motion.order(); ++k) EXPECT_EQ(J[k], returned[k]);
}

INSTANTIATE_TEST_SUITE_P(GoldenRobots, Budget, testing::ValuesIn(support::golden_robot_names()),
                         [](const auto& robot) { return robot.param; });

}  // namespace
}  // namespace appell::kinematics
