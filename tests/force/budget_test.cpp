// Budget: the forms that fill a result allocate nothing once it has its size.
#include <gtest/gtest.h>

#include "appell/force/joint_wrenches.hpp"
#include "appell/force/motion_matrices.hpp"
#include "appell/force/reactions.hpp"
#include "tests/force/random_case.hpp"
#include "tests/support/malloc_guard.hpp"

namespace appell::force {
namespace {

TEST(ForceBudget, FillingAllocatesNothing) {
  using support::MallocCount;
  if (!MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  support::Random random(5);
  const model::Model model = model::build(driven_description(random, 8));
  const auto motion = kinematics::propagate(model, support::random_state(random, model, 5));
  std::vector<WrenchSeries> wrenches;
  std::vector<Reaction> transmitted;
  taylor::Series<VecX> Q(3, VecX::Zero(model.num_coordinates()));
  taylor::Series<MatX> M;
  MassMatrixWorkspace workspace;
  const auto fill = [&] {
    joint_wrenches(motion, {}, {}, wrenches);
    along_joints(motion, wrenches, Q);
    reactions(motion, wrenches, transmitted);
    mass_matrix(motion, workspace, M);
  };

  const MallocCount first;
  fill();
  EXPECT_GT(first.calls(), 0);
  const MallocCount second;
  fill();
  EXPECT_EQ(second.calls(), 0);

  // The same numbers as the forms that return them.
  const auto expected = along_joints(motion, joint_wrenches(motion));
  for (int k = 0; k <= 3; ++k) EXPECT_EQ(Q[k], expected[k]);
  EXPECT_EQ(M[5], mass_matrix(motion)[5]);
  EXPECT_EQ(transmitted.back().moment[3], reactions(motion).back().moment[3]);
}

}  // namespace
}  // namespace appell::force
