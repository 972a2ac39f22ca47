#include "appell/model/state_series.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "tests/support/matchers.hpp"

namespace appell::model {
namespace {

/// Two revolute joints in a row.
Model pair_of_joints() {
  Description robot{.name = "pair"};
  robot.links = {{.name = "base"}, {.name = "a"}, {.name = "b"}};
  robot.joints = {{.name = "q0", .kind = JointKind::kRevolute, .parent = "base", .child = "a"},
                  {.name = "q1", .kind = JointKind::kRevolute, .parent = "a", .child = "b"}};
  return build(robot);
}

// Oracle: by definition x[k] = x⁽ᵏ⁾/k!.
TEST(StateFromDerivatives, NormalisesTheDerivatives) {
  const std::vector<VecX> q_derivatives{Eigen::Vector2d(1, 2), Eigen::Vector2d(3, 4),
                                        Eigen::Vector2d(6, 8), Eigen::Vector2d(12, 18)};
  const StateSeries q = state_from_derivatives(pair_of_joints(), q_derivatives);
  ASSERT_EQ(q.order(), 3);
  EXPECT_EQ(q[1], VecX(Eigen::Vector2d(3, 4)));
  EXPECT_EQ(q[2], VecX(Eigen::Vector2d(3, 4)));
  EXPECT_EQ(q[3], VecX(Eigen::Vector2d(2, 3)));
}

// Bad input: nothing, a wrong size, a number that is not finite; each names its order.
TEST(StateFromDerivatives, SaysWhatIsWrong) {
  const Model model = pair_of_joints();
  EXPECT_THROW_MESSAGE(state_from_derivatives(model, {}), InvalidArgument,
                       "state_from_derivatives: the state is empty; it needs at least q.");
  const std::vector<VecX> short_velocity{VecX::Zero(2), VecX::Zero(1)};
  EXPECT_THROW_MESSAGE(state_from_derivatives(model, short_velocity), InvalidArgument,
                       "state_from_derivatives: derivative 1 of q has 1 entries but model 'pair' "
                       "has 2 coordinates.");
  const std::vector<VecX> broken{VecX::Zero(2), VecX::Zero(2),
                                 VecX::Constant(2, std::numeric_limits<double>::infinity())};
  EXPECT_THROW_MESSAGE(
      state_from_derivatives(model, broken), InvalidArgument,
      "state_from_derivatives: derivative 2 of q has an entry that is not finite.");
}

}  // namespace
}  // namespace appell::model
