#include "appell/engine/mass_factor.hpp"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "appell/force/motion_matrices.hpp"
#include "tests/engine/samples.hpp"
#include "tests/force/random_case.hpp"
#include "tests/support/malloc_guard.hpp"
#include "tests/support/random_model.hpp"

namespace appell::engine {
namespace {

using support::MallocCount;

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The mass matrix by the readable route.
RowMajor random_mass_matrix(const model::Model& model, support::Random& random) {
  const auto motion = kinematics::propagate(model, support::random_state(random, model, 0));
  return force::mass_matrix(motion)[0];
}

/// What is left of M x - given, in parts of n epsilon |M| |x|, the worst row; twice, because
/// nothing may be left of what was before.
double worst_rest(MassFactor& factor, const RowMajor& M, support::Random& random) {
  const Eigen::Index n = M.rows();
  EXPECT_EQ(factor.num_coordinates(), n);
  double worst = 0.0;
  for (int repeat = 0; repeat < 2; ++repeat) {
    EXPECT_TRUE(factor.factor(M.data()));
    VecX given(n);
    for (double& number : given) number = random.uniform(-1.0, 1.0);
    VecX x = given;
    factor.solve(x.data());
    const VecX size = M.cwiseAbs() * x.cwiseAbs();
    const VecX left = (M * x - given).cwiseAbs();
    const double unit = static_cast<double>(n) * std::numeric_limits<double>::epsilon();
    worst = std::max(worst, (left.array() / (size.array() * unit)).maxCoeff());
  }
  return worst;
}

// Oracle: M x is what was given. Taking apart and solving is backward stable, so what is left is a
// few n epsilon of |M| |x|, row by row; trees with mimic joints among them.
TEST(MassFactor, SolvesRandomTreesInEveryInstructionSet) {
  support::Random random(6);
  double worst = 0.0;
  for (const InstructionSet set : available_instruction_sets()) {
    for (const int num_links : {1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 21, 50}) {
      const auto model = model::build(force::driven_description(random, num_links));
      const RowMajor M = random_mass_matrix(model, random);
      MassFactor factor(model, set);
      worst = std::max(worst, worst_rest(factor, M, random));
    }
  }
  EXPECT_LT(worst, 4.0);
  RecordProperty("worst", std::to_string(worst));
}

// The same for chains, of which the short ones have kernels of their own.
TEST(MassFactor, SolvesChainsInEveryInstructionSet) {
  support::Random random(61);
  double worst = 0.0;
  for (const InstructionSet set : available_instruction_sets()) {
    for (const int n : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 30}) {
      const auto model = random_chain(random, n);
      MassFactor factor(model, set);
      worst = std::max(worst, worst_rest(factor, random_mass_matrix(model, random), random));
    }
  }
  EXPECT_LT(worst, 4.0);
  RecordProperty("worst", std::to_string(worst));
}

/// A wrong sign or a NaN in any place of the diagonal is noticed.
void expect_notices(const model::Model& model, support::Random& random) {
  const RowMajor M = random_mass_matrix(model, random);
  for (const InstructionSet set : available_instruction_sets()) {
    MassFactor factor(model, set);
    for (Eigen::Index i = 0; i < M.rows(); ++i) {
      RowMajor wrong = M;
      wrong(i, i) = -wrong(i, i);
      EXPECT_FALSE(factor.factor(wrong.data())) << i;
      wrong(i, i) = std::numeric_limits<double>::quiet_NaN();
      EXPECT_FALSE(factor.factor(wrong.data())) << i;
    }
    EXPECT_TRUE(factor.factor(M.data()));
  }
}

TEST(MassFactor, SaysWhatIsNotPositiveDefinite) {
  support::Random random(8);
  expect_notices(model::build(force::driven_description(random, 9)), random);
  expect_notices(random_chain(random, 7), random);
}

// Budget: after construction not one call of malloc.
TEST(MassFactor, DoesNotAllocate) {
  if (!MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  support::Random random(3);
  const auto model = model::build(force::driven_description(random, 8));
  const RowMajor M = random_mass_matrix(model, random);
  MassFactor factor(model);
  VecX x = VecX::Ones(M.rows());
  const MallocCount count;
  ASSERT_TRUE(factor.factor(M.data()));
  factor.solve(x.data());
  EXPECT_EQ(count.calls(), 0);
}

}  // namespace
}  // namespace appell::engine
