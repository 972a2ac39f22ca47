// Small linear programmes.
#include "appell/analysis/linear_programme.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <Eigen/LU>

#include "appell/base/error.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/random_model.hpp"

namespace appell::analysis {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// The largest cᵀx over all points where n of the constraints are met with equality and the others
/// hold: the definition, in n choose 2 (n + m) steps. NaN if there is no such point.
double best_corner(const LinearProgramme& p) {
  const Eigen::Index n = p.A.cols(), m = p.A.rows();
  MatX all(n + m, n);
  all << MatX::Identity(n, n), p.A;
  VecX low(n + m), high(n + m);
  low << p.x_low, p.row_low;
  high << p.x_high, p.row_high;
  double best = std::nan("");
  std::vector<int> side(n + m);  // 0: open, 1: at low, 2: at high.
  const auto total = static_cast<long>(std::pow(3.0, static_cast<double>(n + m)));
  for (long code = 0; code < total; ++code) {
    long rest = code;
    Eigen::Index count = 0;
    for (int& s : side) {
      s = static_cast<int>(rest % 3);
      rest /= 3;
      count += s != 0;
    }
    if (count != n) continue;
    MatX active(n, n);
    VecX value(n);
    Eigen::Index k = 0;
    for (Eigen::Index i = 0; i < n + m; ++i) {
      if (side[i] == 0) continue;
      active.row(k) = all.row(i);
      value(k++) = side[i] == 1 ? low(i) : high(i);
    }
    const Eigen::FullPivLU<MatX> lu(active);
    if (!value.allFinite() || !lu.isInvertible()) continue;
    const VecX x = lu.solve(value), y = all * x;
    const VecX scale = all.cwiseAbs() * x.cwiseAbs() + VecX::Ones(n + m);
    if (((y - low).array() < -1e-10 * scale.array()).any()) continue;
    if (((high - y).array() < -1e-10 * scale.array()).any()) continue;
    const double c = p.objective.dot(x);
    if (!(c <= best)) best = c;
  }
  return best;
}

LinearProgramme random_programme(support::Random& random, int n, int m) {
  LinearProgramme p{VecX(n), MatX(m, n), VecX(m), VecX(m), VecX(n), VecX(n)};
  for (int j = 0; j < n; ++j) {
    p.objective(j) = random.uniform(-1.0, 1.0);
    p.x_low(j) = random.uniform(-3.0, 0.5);
    p.x_high(j) = p.x_low(j) + random.uniform(0.1, 4.0);
  }
  for (int i = 0; i < m; ++i) {
    const double size = std::pow(10.0, random.integer(-3, 3));  // Rows of very different sizes.
    for (int j = 0; j < n; ++j) p.A(i, j) = size * random.uniform(-1.0, 1.0);
    p.row_low(i) = size * random.uniform(-2.0, 0.3);
    p.row_high(i) = p.row_low(i) + size * random.uniform(0.0, 2.0);
  }
  return p;
}

// Oracle: the best of all corners, by enumeration; infeasible if there is none.
TEST(LinearProgramme, FindsTheBestCorner) {
  support::Random random(7);
  int feasible = 0, infeasible = 0;
  for (int i = 0; i < 300; ++i) {
    LinearProgramme p = random_programme(random, 2 + i % 2, 2 + i % 3);
    if (i % 5 == 0) p.row_high(0) = p.row_low(0);  // An equation.
    const double expected = best_corner(p);
    const LinearOptimum found = maximum(p);
    if (std::isnan(expected)) {
      EXPECT_EQ(found.status, LinearOptimum::Status::kInfeasible) << i;
      ++infeasible;
      continue;
    }
    ++feasible;
    ASSERT_EQ(found.status, LinearOptimum::Status::kOptimal) << i;
    EXPECT_TRUE(support::near(found.value, expected, 1e-11, 1.0 + std::abs(expected))) << i;
  }
  EXPECT_GT(feasible, 80);
  EXPECT_GT(infeasible, 20);
}

// Oracle: closed form. Over a parallelotope |A x - c| <= w the largest dᵀx is dᵀA⁻¹c + |A⁻ᵀd|ᵀw.
TEST(LinearProgramme, ParallelotopesOfManyDimensions) {
  support::Random random(8);
  for (const int n : {1, 4, 7, 12, 30}) {
    LinearProgramme p = random_programme(random, n, n);
    p.A += 2.0 * MatX::Identity(n, n) * p.A.cwiseAbs().maxCoeff();
    p.x_low.setConstant(-kInfinite);
    p.x_high.setConstant(kInfinite);
    const MatX inverse = p.A.inverse();
    const VecX centre = 0.5 * (p.row_high + p.row_low), w = 0.5 * (p.row_high - p.row_low);
    const VecX g = inverse.transpose() * p.objective;
    const double expected = g.dot(centre) + g.cwiseAbs().dot(w);
    EXPECT_TRUE(support::near(maximum(p).value, expected, 1e-11)) << n;
  }
}

TEST(LinearProgramme, SaysWhatHasNoOptimum) {
  LinearProgramme p{VecX::Ones(2), MatX::Identity(1, 2),          VecX::Constant(1, -1.0),
                    VecX::Ones(1), VecX::Constant(2, -kInfinite), VecX::Constant(2, kInfinite)};
  EXPECT_EQ(maximum(p).status, LinearOptimum::Status::kUnbounded);
  p.x_high(1) = 5.0;
  EXPECT_EQ(maximum(p).value, 6.0);
  p.x_low(0) = 2.0;
  EXPECT_EQ(maximum(p).status, LinearOptimum::Status::kInfeasible);
  p.x_high(0) = 1.0;
  EXPECT_THROW_MESSAGE(maximum(p), InvalidArgument, "a range is empty");
  p.x_high(0) = std::nan("");
  EXPECT_THROW_MESSAGE(maximum(p), InvalidArgument, "a range is empty");
  p.objective.resize(3);
  EXPECT_THROW_MESSAGE(maximum(p), InvalidArgument, "sizes of the linear programme differ");
}

}  // namespace
}  // namespace appell::analysis
