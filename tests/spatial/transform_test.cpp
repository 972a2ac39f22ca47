#include "appell/spatial/transform.hpp"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "appell/base/constants.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "tests/support/matchers.hpp"

namespace appell::spatial {
namespace {

using support::near;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

const Transform kX_AB{rotation_about(Vec3(1, 2, 2) / 3.0, 0.9), Vec3(0.1, -0.2, 0.3)};
const Transform kX_BC{rotation_about(Vec3(-2, 1, 2) / 3.0, -2.1), Vec3(-0.5, 0.7, 0.4)};

/// A placement that turns and slides.
TransformSeries moving(const Vec3& axis, int order) {
  taylor::Series<double> q = taylor::Series<double>::constant(0.3, order);
  for (int k = 1; k <= order; ++k) q[k] = 1.0 / k;
  taylor::Series<Vec3> p(order);
  for (int k = 0; k <= order; ++k) p[k] = Vec3(1.0, -0.5 * k, 2.0 / (k + 1));
  return {rotation_about(axis, q), p};
}

// Cross-check: products and inverses are those of the homogeneous matrices. Worst seen: 0.5
// epsilon.
TEST(Transform, IsTheAlgebraOfHomogeneousMatrices) {
  const Mat4 AB = kX_AB.matrix();
  const Mat4 BC = kX_BC.matrix();
  EXPECT_EQ(AB.row(3), Eigen::RowVector4d(0, 0, 0, 1));
  EXPECT_TRUE(near((kX_AB * kX_BC).matrix(), AB * BC, 2 * kEpsilon));
  EXPECT_TRUE(near((kX_AB.inverse() * kX_AB).matrix(), Mat4::Identity(), 2 * kEpsilon));
  EXPECT_TRUE(near((kX_AB * kX_AB.inverse()).matrix(), Mat4::Identity(), 2 * kEpsilon));
  const Vec3 r_C(0.3, 0.2, -0.9);
  EXPECT_TRUE(near((kX_AB * kX_BC) * r_C, kX_AB * (kX_BC * r_C), 2 * kEpsilon));
  EXPECT_EQ(Transform().matrix(), Mat4(Mat4::Identity()));
}

// Oracle: a quarter turn of yaw at (1, 2, 3) takes the point (1, 0, 0) to (1, 3, 3).
TEST(Transform, FromXyzRpy) {
  const Transform X = transform_from_xyz_rpy({1, 2, 3}, {0, 0, kPi / 2});
  EXPECT_TRUE(near(X * Vec3(1, 0, 0), Vec3(1, 3, 3), kEpsilon));
}

// Property: there and back returns exactly.
TEST(Transform, FromMatrixReturnsItsParts) {
  const Transform X = transform_from_matrix(kX_AB.matrix());
  EXPECT_EQ(X.R, kX_AB.R);
  EXPECT_EQ(X.p, kX_AB.p);
}

// Property: a rotation printed with ten decimals is accepted, whatever it is: an entry is off by at
// most 5e-11, so RᵀR by at most 2 √3 5e-11.
TEST(Transform, FromMatrixAcceptsTenDecimals) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-3.0, 3.0);
  double worst = 0.0;
  for (int i = 0; i < 1000; ++i) {
    Mat4 m = Mat4::Identity();
    const Mat3 R = rotation_from_rpy({uniform(random), uniform(random), uniform(random)});
    m.topLeftCorner<3, 3>() = R.unaryExpr([](double x) { return std::round(x * 1e10) / 1e10; });
    EXPECT_NO_THROW(transform_from_matrix(m));
    worst = std::max(worst, rotation_defect(m.topLeftCorner<3, 3>()));
  }
  EXPECT_GT(worst, 1e-11);
}

// Bad input: what is no placement.
TEST(Transform, FromMatrixSaysWhatIsWrong) {
  Mat4 m = Mat4::Identity();
  m.row(3) << 0, 0.5, 0, 1;
  EXPECT_THROW_MESSAGE(transform_from_matrix(m), InvalidArgument,
                       "transform_from_matrix: the last row must be 0 0 0 1, got 0 0.5 0 1.");
  m = Mat4::Identity();
  m(0, 0) = 1.5;
  EXPECT_THROW_MESSAGE(
      transform_from_matrix(m), InvalidArgument,
      "transform_from_matrix: the upper left 3x3 block is no rotation: RᵀR differs from 1 by 1.25; "
      "at most 1e-09 is accepted.");
  m = Mat4::Identity();
  m(2, 2) = -1.0;
  EXPECT_THROW_MESSAGE(transform_from_matrix(m), InvalidArgument,
                       "transform_from_matrix: the upper left 3x3 block is no rotation: its "
                       "determinant is -1.");
  m = Mat4::Identity();
  m(1, 3) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW_MESSAGE(transform_from_matrix(m), InvalidArgument,
                       "transform_from_matrix: the position must be three finite numbers.");
  m = Mat4::Constant(std::numeric_limits<double>::quiet_NaN());
  EXPECT_THROW(transform_from_matrix(m), InvalidArgument);
  m.row(3) << 0, 0, 0, 1;
  EXPECT_THROW_MESSAGE(transform_from_matrix(m), InvalidArgument, "its determinant is nan.");
}

// Cross-check: the product of series is the Leibniz rule of the homogeneous matrices' derivatives.
// Worst seen: 1.5 epsilon.
TEST(TransformSeries, ProductSatisfiesTheLeibnizRule) {
  constexpr int N = 8;
  const TransformSeries X_AB = moving(Vec3(1, 2, 2) / 3.0, N);
  const TransformSeries X_BC = moving(Vec3(-2, 1, 2) / 3.0, N);
  const TransformSeries X_AC = X_AB * X_BC;
  ASSERT_EQ(X_AC.order(), N);
  for (int n = 0; n <= N; ++n) {
    Mat4 expected = Mat4::Zero();
    for (int k = 0; k <= n; ++k) {
      expected +=
          taylor::binomial(n, k) * X_AB.matrix_derivative(k) * X_BC.matrix_derivative(n - k);
    }
    EXPECT_TRUE(near(X_AC.matrix_derivative(n), expected, 8 * kEpsilon)) << n;
  }
}

// Cross-check: a constant placement is a series without derivatives.
TEST(TransformSeries, TimesAConstantPlacement) {
  constexpr int N = 5;
  const TransformSeries X_AB = moving(Vec3(1, 2, 2) / 3.0, N);
  const TransformSeries constant{taylor::Series<Mat3>::constant(kX_BC.R, N),
                                 taylor::Series<Vec3>::constant(kX_BC.p, N)};
  const TransformSeries expected = X_AB * constant;
  const TransformSeries actual = X_AB * kX_BC;
  for (int k = 0; k <= N; ++k) {
    EXPECT_TRUE(near(actual.matrix_derivative(k), expected.matrix_derivative(k), kEpsilon)) << k;
  }
}

// Oracle: by definition the last row is 0 0 0 1, and constant.
TEST(TransformSeries, MatrixDerivativeHasAConstantLastRow) {
  const TransformSeries X = moving(Vec3::UnitX(), 3);
  EXPECT_EQ(X.matrix_derivative(0).row(3), Eigen::RowVector4d(0, 0, 0, 1));
  for (int k = 1; k <= 3; ++k) {
    EXPECT_EQ(X.matrix_derivative(k).row(3), Eigen::RowVector4d(0, 0, 0, 0));
    EXPECT_EQ((X.matrix_derivative(k).topRightCorner<3, 1>()), X.p.derivative(k));
    EXPECT_EQ((X.matrix_derivative(k).topLeftCorner<3, 3>()), X.R.derivative(k));
  }
}

// Bad input: orders that differ, and a derivative beyond the order.
TEST(TransformSeries, NamesTheOrders) {
  const TransformSeries X = moving(Vec3::UnitX(), 3);
  EXPECT_THROW_MESSAGE(X * moving(Vec3::UnitX(), 2), InvalidArgument,
                       "product of series: the series have orders 3 and 2;");
  EXPECT_THROW_MESSAGE(X.matrix_derivative(4), InvalidArgument, "order 4 is not known");
}

}  // namespace
}  // namespace appell::spatial
