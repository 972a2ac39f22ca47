#include "appell/spatial/rotation.hpp"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "appell/base/constants.hpp"
#include "appell/taylor/functions.hpp"
#include "tests/support/digits50.hpp"
#include "tests/support/matchers.hpp"

namespace appell::spatial {
namespace {

using support::Matrix50;
using support::near;
using support::Real50;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// Directions along, between and beside the axes.
std::vector<Vec3> directions() {
  std::vector<Vec3> list{Vec3::UnitX(), Vec3::UnitY(),  -Vec3::UnitZ(),
                         Vec3(1, 1, 0), Vec3(1, -1, 1), Vec3(1e-9, 1, 0)};
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 10; ++i) list.emplace_back(normal(random), normal(random), normal(random));
  for (Vec3& direction : list) direction.normalize();
  return list;
}

// Oracle: [v×] u = v × u by definition, and back.
TEST(CrossMatrix, IsTheCrossProduct) {
  const Vec3 v(1, 2, 3);
  EXPECT_EQ(cross_matrix(v) * Vec3(4, 5, 6), v.cross(Vec3(4, 5, 6)));
  EXPECT_EQ(vector_of_cross_matrix(cross_matrix(v)), v);
  // Of a matrix that is not skew, only the skew part counts.
  EXPECT_EQ(vector_of_cross_matrix(cross_matrix(v) + 5.0 * Mat3::Ones()), v);
}

// Oracle: the exponential of the matrix, summed with 50 digits. The axis is a unit vector to
// rounding only, which q multiplies; relative to max(1, |q|) the worst seen is 0.9 epsilon.
TEST(RotationAbout, IsTheMatrixExponential) {
  for (const Vec3& axis : directions()) {
    for (const double q : {0.0, 1e-12, -1e-4, 0.5, -1.0, 2.0, 3.0, kPi, -4.0, 12.0}) {
      const MatX expected = exp50(Real50(q) * Matrix50(cross_matrix(axis))).rounded();
      EXPECT_TRUE(near(rotation_about(axis, q), expected, 4 * kEpsilon, std::max(1.0, std::abs(q))))
          << axis.transpose() << ", " << q;
    }
  }
}

// Oracle: by definition a zero axis does not turn: exactly the identity, at every order.
TEST(RotationAbout, ZeroAxisGivesTheIdentity) {
  EXPECT_EQ(rotation_about(Vec3::Zero(), 1.3), Mat3(Mat3::Identity()));
  const auto R = rotation_about(Vec3::Zero(), taylor::Series<double>(5, 0.7));
  EXPECT_EQ(R[0], Mat3(Mat3::Identity()));
  for (int k = 1; k <= 5; ++k) EXPECT_EQ(R[k], Mat3(Mat3::Zero()));
}

// Oracle: R(t) = exp(K q₀) Σ_i Kⁱ (q - q₀)ⁱ/i!, entry by entry with 50 digits. Errors relative to
// the composition of magnitudes. Worst seen: 0.7 epsilon.
TEST(RotationAbout, SeriesMatchesFiftyDigits) {
  constexpr int N = 30;
  std::mt19937 random(2);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  for (const Vec3& axis : {Vec3(Vec3::UnitZ()), Vec3(Vec3(1, -2, 3).normalized())}) {
    taylor::Series<double> q(N);
    for (int k = 0; k <= N; ++k) q[k] = uniform(random);
    const taylor::Series<Mat3> R = rotation_about(axis, q);
    const Matrix50 K(cross_matrix(axis));
    std::vector<Matrix50> outer{exp50(Real50(q[0]) * K)};
    for (int i = 1; i <= N; ++i) outer.push_back((Real50(1) / i) * (outer.back() * K));
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) {
        support::Series50 entries;
        support::Series50 sizes;  // |entry| <= 1/i!: the same scale for all entries.
        for (int i = 0; i <= N; ++i) {
          entries.push_back(outer[i](a, b));
          sizes.push_back(Real50(1) / taylor::factorial(i));
        }
        const auto expected = support::compose50(entries, support::digits50(q));
        const auto scale = support::majorant50(sizes, support::digits50(q));
        for (int k = 0; k <= N; ++k) {
          const auto i = static_cast<std::size_t>(k);
          EXPECT_TRUE(support::near50(R[k](a, b), expected[i], 8 * kEpsilon, scale[i]))
              << a << b << ", order " << k;
        }
      }
    }
  }
}

// Oracle: the series, evaluated at h, is the closed form at the angle q(h), with 50 digits. Order
// 30 leaves no truncation error. Worst seen: 0.5 epsilon.
TEST(RotationAbout, SeriesEvaluatesToTheClosedForm) {
  const Vec3 axis = Vec3(3, -1, 2).normalized();
  taylor::Series<double> q = taylor::Series<double>::constant(0.4, 30);
  q[1] = 1.3;
  q[2] = -0.8;
  q[3] = 0.5;
  const taylor::Series<Mat3> R = rotation_about(axis, q);
  for (const double h : {-0.5, 0.25, 0.5}) {
    const Real50 h50(h);
    const Real50 angle = q[0] + h50 * (q[1] + h50 * (q[2] + h50 * q[3]));
    const MatX expected = exp50(angle * Matrix50(cross_matrix(axis))).rounded();
    EXPECT_TRUE(near(R.value_at(h), expected, 4 * kEpsilon, 1.0)) << h;
  }
}

// Property: RᵀR = 1 as series: order 0 is the identity, all others vanish. Relative to the size of
// the terms, 4ᵏ/k! for |q'| = 2. Worst seen: 0.5 epsilon.
TEST(RotationAbout, SeriesStaysOrthogonal) {
  taylor::Series<double> q = taylor::Series<double>::constant(0.3, 30);
  q[1] = 2.0;
  const auto R = rotation_about(Vec3(1, 2, 2) / 3.0, q);
  for (int k = 0; k <= 30; ++k) {
    Mat3 sum = Mat3::Zero();
    for (int j = 0; j <= k; ++j) sum += R[j].transpose() * R[k - j];
    const Mat3 expected = k == 0 ? Mat3(Mat3::Identity()) : Mat3(Mat3::Zero());
    EXPECT_TRUE(near(sum, expected, 4 * kEpsilon, std::pow(4.0, k) / taylor::factorial(k))) << k;
  }
}

// Property: exp∘log and log∘exp are the identity at, near and far from 0, up to π. Small vectors
// are compared relative to their own size. Worst seen: 1 epsilon.
TEST(LogRotation, UndoesExpRotation) {
  for (const Vec3& direction : directions()) {
    for (const double angle : {0.0, 1e-300, 1e-200, 1e-160, 1e-30, 1e-12, 1e-8, 1e-4, 0.1, 1.0, 2.0,
                               2.0943951, 2.0943952, 3.0, kPi - 1e-3, kPi - 1e-7, kPi - 1e-12}) {
      const Vec3 phi = angle * direction;
      const Vec3 back = log_rotation(exp_rotation(phi));
      EXPECT_TRUE(near(back, phi, 8 * kEpsilon, angle)) << direction.transpose() << ", " << angle;
    }
  }
}

// Oracle: at π the two vectors ±φ are the same rotation; either is right.
TEST(LogRotation, AtPiIsOneOfTwo) {
  for (const Vec3& direction : directions()) {
    const Mat3 R = 2.0 * direction * direction.transpose() - Mat3::Identity();
    Vec3 phi = log_rotation(R);
    if (phi.dot(direction) < 0.0) phi = -phi;
    EXPECT_TRUE(near(phi, kPi * direction, 8 * kEpsilon))
        << direction.transpose();  // Worst seen: 1.7 epsilon.
  }
}

// Oracle: beyond π the shorter way round is the other one.
TEST(LogRotation, IsTheShortestVector) {
  const Vec3 axis = Vec3(2, -1, 2) / 3.0;
  EXPECT_TRUE(near(log_rotation(rotation_about(axis, 4.0)), (4.0 - 2.0 * kPi) * axis,
                   8 * kEpsilon));  // Worst seen: 1.4 epsilon.
  EXPECT_EQ(log_rotation(Mat3::Identity()), Vec3(Vec3::Zero()));
}

// Oracle: exp([φ×]) with 50 digits, zero included. Worst seen: 1.5 epsilon.
TEST(ExpRotation, IsTheMatrixExponential) {
  EXPECT_EQ(exp_rotation(Vec3::Zero()), Mat3(Mat3::Identity()));
  for (const Vec3& direction : directions()) {
    for (const double angle : {1e-12, 1e-3, 1.0, 3.0, kPi, 5.0}) {
      const Vec3 phi = angle * direction;
      EXPECT_TRUE(near(exp_rotation(phi), exp50(Matrix50(cross_matrix(phi))).rounded(),
                       4 * kEpsilon, std::max(1.0, angle)))
          << phi.transpose();
    }
  }
}

// Oracle: a rotation by a vector so small that its square underflows is 1 + [φ×].
TEST(ExpRotation, KeepsVectorsWhoseSquareUnderflows) {
  const Vec3 phi(1e-200, -2e-200, 3e-300);
  EXPECT_TRUE(near(vector_of_cross_matrix(exp_rotation(phi)), phi, 4 * kEpsilon));
}

// Property: RᵀR = 1 to a few roundings. Worst seen: 3.5 epsilon.
TEST(RotationAbout, IsOrthogonal) {
  for (const Vec3& axis : directions()) {
    for (const double q : {1e-9, 0.3, 1.5, 3.0, 100.0}) {
      EXPECT_TRUE(near(rotation_defect(rotation_about(axis, q)), 0.0, 8 * kEpsilon, 1.0));
    }
  }
}

// Oracle: Rz(yaw) Ry(pitch) Rx(roll), each an exponential with 50 digits. Worst seen: 1 epsilon.
TEST(RotationFromRpy, TurnsAboutFixedAxes) {
  const Vec3 rpy(0.3, -1.1, 2.4);
  const auto turn = [](const Vec3& axis, double angle) {
    return exp50(Real50(angle) * Matrix50(cross_matrix(axis)));
  };
  const Matrix50 expected =
      turn(Vec3::UnitZ(), rpy.z()) * turn(Vec3::UnitY(), rpy.y()) * turn(Vec3::UnitX(), rpy.x());
  EXPECT_TRUE(near(rotation_from_rpy(rpy), expected.rounded(), 2 * kEpsilon, 1.0));
  // A quarter turn of roll takes y to z; of pitch z to x; of yaw x to y.
  const double quarter = kPi / 2;
  EXPECT_TRUE(near(rotation_from_rpy({quarter, 0, 0}) * Vec3::UnitY(), Vec3::UnitZ(), kEpsilon));
  EXPECT_TRUE(near(rotation_from_rpy({0, quarter, 0}) * Vec3::UnitZ(), Vec3::UnitX(), kEpsilon));
  EXPECT_TRUE(near(rotation_from_rpy({0, 0, quarter}) * Vec3::UnitX(), Vec3::UnitY(), kEpsilon));
}

// Oracle: by definition.
TEST(RotationDefect, MeasuresTheDistanceFromARotation) {
  EXPECT_EQ(rotation_defect(Mat3::Identity()), 0.0);
  EXPECT_EQ(rotation_defect(2.0 * Mat3::Identity()), 3.0);
  EXPECT_TRUE(std::isinf(rotation_defect(-Mat3::Identity())));
  EXPECT_TRUE(std::isinf(rotation_defect(Mat3::Zero())));
  EXPECT_TRUE(
      std::isinf(rotation_defect(Mat3::Constant(std::numeric_limits<double>::quiet_NaN()))));
}

// Bad input: sine and cosine of too low an order.
TEST(RotationAbout, NamesTheOrdersThatDoNotSuffice) {
  const taylor::Series<double> sin(3, 0.0);
  const taylor::Series<double> cos(2, 1.0);
  taylor::Series<Mat3> out(3);
  EXPECT_THROW_MESSAGE(
      rotation_about(Vec3::UnitX(), sin, cos, out), InvalidArgument,
      "rotation_about: a rotation of order 3 needs sine and cosine of at least that order, got 3 "
      "and 2.");
}

}  // namespace
}  // namespace appell::spatial
