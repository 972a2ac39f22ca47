#include "appell/base/decompositions.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

namespace appell {
namespace {

// Matrices of a few entries of size 1, well conditioned: a few roundings.
constexpr double kRounding = 32 * std::numeric_limits<double>::epsilon();

/// Of full rank, not symmetric, and a row must be exchanged.
MatX pivoted() {
  Mat3 A;
  A << 0.0, 2.0, 1.0, 1.0, -1.0, 0.5, 3.0, 0.25, -2.0;
  return A;
}

// By definition: A x = b and A A⁻¹ = 1. The first pivot is zero, so rows must be exchanged.
TEST(LuFactors, SolvesAndInverts) {
  const MatX A = pivoted();
  const VecX b = Vec3(1.0, 2.0, 3.0);
  const LuFactors factors(A);
  EXPECT_LT((A * factors.solve(b) - b).norm(), kRounding);
  EXPECT_LT((A * factors.inverse() - MatX::Identity(3, 3)).norm(), kRounding);
}

// diag(1, 4) has 1-norms 4 and, of the inverse, 1; a singular matrix has none.
TEST(LuFactors, KnowsTheCondition) {
  EXPECT_NEAR(LuFactors(MatX(Eigen::Vector2d(1.0, 4.0).asDiagonal())).condition(), 4.0, kRounding);
  EXPECT_EQ(LuFactors(MatX::Ones(2, 2)).condition(), std::numeric_limits<double>::infinity());
}

// Closed form: [3 0; 4 5] has the singular values √45 and √5, since their squares are the
// eigenvalues of [25 20; 20 25]. Of a wide matrix as of its transpose.
TEST(SingularValues, HaveTheClosedFormOfATriangle) {
  const MatX A = (MatX(2, 3) << 3.0, 0.0, 0.0, 4.0, 5.0, 0.0).finished();
  SingularValues kept(2, 3);
  kept.compute(A);
  for (const SingularValues& svd : {SingularValues(A), SingularValues(A.transpose()), kept}) {
    EXPECT_NEAR(svd.sigma()(0), std::sqrt(45.0), kRounding);
    EXPECT_NEAR(svd.sigma()(1), std::sqrt(5.0), kRounding);
    ASSERT_EQ(svd.sigma().size(), 2);
  }
  EXPECT_LT((kept.U() * kept.sigma().asDiagonal() * kept.V().transpose() - A).norm(), kRounding);
}

// The line through (0, 1), (1, 2), (2, 2): by hand, 7/6 + t/2. The same column twice: any share of
// it will do, and what is left is that of one column.
TEST(LeastSquares, FitsALine) {
  const MatX A = (MatX(3, 2) << 1.0, 0.0, 1.0, 1.0, 1.0, 2.0).finished();
  const VecX b = Vec3(1.0, 2.0, 2.0);
  const VecX x = least_squares(A, b);
  EXPECT_NEAR(x(0), 7.0 / 6.0, kRounding);
  EXPECT_NEAR(x(1), 0.5, kRounding);
  const VecX twice = least_squares(MatX::Ones(3, 2), b);
  EXPECT_NEAR(twice.sum(), 5.0 / 3.0, kRounding);
  EXPECT_EQ(least_squares(MatX(3, 0), b).size(), 0);
}

// (u vᵀ)⁺ = v uᵀ / (|u|² |v|²), of rank one; with full rank it is the inverse.
TEST(PseudoInverse, HasTheClosedFormOfRankOne) {
  const Vec3 u(1.0, 2.0, -1.0);
  const Eigen::Vector2d v(3.0, 0.5);
  const MatX expected = v * u.transpose() / (u.squaredNorm() * v.squaredNorm());
  EXPECT_LT((pseudo_inverse(u * v.transpose()) - expected).norm(), kRounding);
  EXPECT_LT((pseudo_inverse(pivoted()) - LuFactors(pivoted()).inverse()).norm(), kRounding);
}

// [2 1; 1 2] has the inverse [2 -1; -1 2] / 3; [1 2; 2 1] has the eigenvalue -1.
TEST(PositiveDefiniteInverse, IsNoneOfOtherMatrices) {
  const MatX A = (MatX(2, 2) << 2.0, 1.0, 1.0, 2.0).finished();
  const MatX expected = (MatX(2, 2) << 2.0, -1.0, -1.0, 2.0).finished() / 3.0;
  ASSERT_TRUE(positive_definite_inverse(A));
  EXPECT_LT((*positive_definite_inverse(A) - expected).norm(), kRounding);
  EXPECT_FALSE(positive_definite_inverse((MatX(2, 2) << 1.0, 2.0, 2.0, 1.0).finished()));
}

// Two equal masses m on a line between walls, three equal springs k: ω² = k/m and 3 k/m.
TEST(GeneralizedEigenvalues, AreThoseOfTwoMassesBetweenWalls) {
  const double k = 7.0, m = 2.0;
  const MatX K = k * (MatX(2, 2) << 2.0, -1.0, -1.0, 2.0).finished();
  const std::optional<VecX> found = generalized_eigenvalues(K, m * MatX::Identity(2, 2));
  ASSERT_TRUE(found);
  EXPECT_NEAR((*found)(0), k / m, kRounding * k);
  EXPECT_NEAR((*found)(1), 3.0 * k / m, kRounding * k);
  EXPECT_FALSE(generalized_eigenvalues(K, MatX::Zero(2, 2)));
}

// The chain of n equal masses between walls: λ_k = 4 sin²(k π / (2 (n + 1))), k = 1 to n. Written
// in coordinates of which each is a sum of others, x = T y, it has the matrices Tᵀ K T, Tᵀ T and
// the same λ.
TEST(GeneralizedEigenvalues, DoNotDependOnCoordinates) {
  const int n = 12;
  MatX K = 2.0 * MatX::Identity(n, n), T = MatX::Identity(n, n);
  for (int i = 0; i + 1 < n; ++i) {
    K(i, i + 1) = K(i + 1, i) = -1.0;
    T(i, i + 1) = 0.5;
    T(i + 1, i) = -0.25;
  }
  const auto found = generalized_eigenvalues(T.transpose() * K * T, T.transpose() * T);
  ASSERT_TRUE(found);
  for (int k = 1; k <= n; ++k) {
    const double expected = 4.0 * std::pow(std::sin(k * std::numbers::pi / (2 * (n + 1))), 2);
    EXPECT_NEAR((*found)(k - 1), expected, 4 * kRounding) << k;
  }
}

// Turned by 30° about z, diag(3, 1, 2) keeps its values; the smallest belongs to the turned y axis.
TEST(SymmetricEigen, FindsTurnedAxes) {
  const Mat3 R = Eigen::AngleAxisd(std::numbers::pi / 6.0, Vec3::UnitZ()).toRotationMatrix();
  const Eigen3 found = symmetric_eigen(R * Vec3(3.0, 1.0, 2.0).asDiagonal() * R.transpose());
  EXPECT_TRUE(found.has_converged);
  EXPECT_LT((found.values - Vec3(1.0, 2.0, 3.0)).norm(), kRounding);
  EXPECT_NEAR(std::abs(found.vectors.col(0).dot(R.col(1))), 1.0, kRounding);
  EXPECT_NEAR(std::abs(found.vectors.col(2).dot(R.col(0))), 1.0, kRounding);
}

}  // namespace
}  // namespace appell
