#include "appell/taylor/solve.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "appell/taylor/arithmetic.hpp"
#include "tests/support/matchers.hpp"

namespace appell::taylor {
namespace {

using support::near;

// Relative to the largest entry of the coefficient; systems of condition below 100. Worst seen
// 7e-15.
constexpr double kTolerance = 1e-12;

MatX random_matrix(int rows, int cols, std::mt19937& engine) {
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  return MatX::NullaryExpr(rows, cols, [&] { return entry(engine); });
}

Series<MatX> random_matrices(int rows, int cols, int order, std::mt19937& engine) {
  Series<MatX> A(order, MatX::Zero(rows, cols));
  for (int k = 0; k <= order; ++k) A[k] = random_matrix(rows, cols, engine);
  for (int i = 0; i < std::min(rows, cols); ++i) A[0](i, i) += 3.0;  // Far from singular.
  return A;
}

Series<VecX> random_vectors(int size, int order, std::mt19937& engine) {
  Series<VecX> x(order, VecX::Zero(size));
  for (int k = 0; k <= order; ++k) x[k] = random_matrix(size, 1, engine);
  return x;
}

template <class C>
void expect_near(const Series<C>& actual, const Series<C>& expected) {
  ASSERT_EQ(actual.order(), expected.order());
  for (int k = 0; k <= expected.order(); ++k) {
    EXPECT_TRUE(near(actual[k], expected[k], kTolerance)) << "coefficient " << k;
  }
}

// Cross-check: b is made from a known x by the Cauchy product, which shares no code with solve().
TEST(SolveSeries, SquareSystemGivesBackTheSolution) {
  std::mt19937 engine(1);
  for (int n = 1; n <= 7; ++n) {
    const Series<MatX> A = random_matrices(n, n, /*order=*/8, engine);
    const Series<VecX> x = random_vectors(n, 8, engine);
    expect_near(solve(A, A * x), x);
    expect_near(solve_least_squares(A, A * x, /*damping=*/0.0), x);
  }
}

// Oracle: closed form. (1 - t) x = 1 has the geometric series, every coefficient 1.
TEST(SolveSeries, GeometricSeries) {
  Series<MatX> A(12, MatX::Zero(1, 1));
  A[0](0, 0) = 1.0;
  A[1](0, 0) = -1.0;
  const Series<VecX> b = Series<VecX>::constant(VecX::Ones(1), 12);
  for (int k = 0; k <= 12; ++k) EXPECT_EQ(solve(A, b)[k](0), 1.0);
}

// Oracle: the normal equations (AᵀA + λ²) x = Aᵀb are the definition of the minimum at each
// instant; they are formed here as series and must hold at every order.
TEST(SolveSeries, LeastSquaresSatisfiesTheNormalEquations) {
  std::mt19937 engine(2);
  for (const auto& [rows, cols] : {std::pair{6, 4}, {4, 4}, {3, 7}, {6, 1}, {1, 5}}) {
    for (const double damping : {0.0, 0.3}) {
      if (damping == 0.0 && rows < cols) continue;  // The normal equations are singular there.
      const Series<MatX> A = random_matrices(rows, cols, /*order=*/6, engine);
      const Series<VecX> b = random_vectors(rows, 6, engine);
      const Series<VecX> x = solve_least_squares(A, b, damping);
      Series<VecX> left = transpose(A) * (A * x);
      for (int k = 0; k <= 6; ++k) left[k] += damping * damping * x[k];
      expect_near(left, transpose(A) * b);
    }
  }
}

// Oracle: x = Aᵀ (A Aᵀ)⁻¹ b is the solution of least norm of a wide system at each instant.
TEST(SolveSeries, WideSystemGivesTheSolutionOfLeastNorm) {
  std::mt19937 engine(3);
  const Series<MatX> A = random_matrices(6, 7, /*order=*/6, engine);
  const Series<VecX> b = random_vectors(6, 6, engine);
  const Series<VecX> x = solve_least_squares(A, b, /*damping=*/0.0);
  expect_near(A * x, b);
  expect_near(x, transpose(A) * solve(A * transpose(A), b));
}

// Bad input: each message names the values.
TEST(SolveSeries, SaysWhatIsWrong) {
  const Series<MatX> A = Series<MatX>::constant(MatX::Ones(2, 2), 1);
  const Series<VecX> b = Series<VecX>::constant(VecX::Ones(2), 1);
  EXPECT_THROW_MESSAGE(solve(A, b), NumericalError, "condition number inf");
  EXPECT_THROW_MESSAGE(solve_least_squares(A, b, 0.0), NumericalError, "condition number");
  EXPECT_NO_THROW(solve_least_squares(A, b, 0.1));
  EXPECT_THROW_MESSAGE(solve_least_squares(A, b, -1.0), InvalidArgument, "got -1");
  EXPECT_THROW_MESSAGE(solve(A, b.truncated(0)), InvalidArgument, "b has order 0");
  EXPECT_THROW_MESSAGE(solve(Series<MatX>(), Series<VecX>()), InvalidArgument, "empty");
  EXPECT_THROW_MESSAGE(solve(Series<MatX>::constant(MatX::Ones(2, 3), 1), b), InvalidArgument,
                       "must be square, got 2 x 3");
  EXPECT_THROW_MESSAGE(solve(A, Series<VecX>::constant(VecX::Ones(3), 1)), InvalidArgument,
                       "b has 3 entries but A has 2 rows");
  EXPECT_THROW_MESSAGE(solve(A, Series<VecX>::constant(VecX::Constant(2, NAN), 1)), InvalidArgument,
                       "not finite");
}

}  // namespace
}  // namespace appell::taylor
