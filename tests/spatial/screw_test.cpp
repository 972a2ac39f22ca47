#include "appell/spatial/screw.hpp"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "appell/spatial/rotation.hpp"
#include "tests/support/digits50.hpp"
#include "tests/support/matchers.hpp"

namespace appell::spatial {
namespace {

using support::Matrix50;
using support::near;
using support::Real50;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

struct NamedScrew {
  const char* name;
  Screw screw;
};

/// Revolute off the origin, prismatic, helical, and with any linear part.
std::vector<NamedScrew> screws() {
  const Vec3 k = Vec3(2, -1, 2) / 3.0;
  const Vec3 r(0.3, 0.7, -0.2);
  return {{"revolute through the origin", {.angular = k}},
          {"revolute off the origin", {.angular = k, .linear = r.cross(k)}},
          {"prismatic", {.linear = k}},
          {"helical", {.angular = k, .linear = r.cross(k) + 0.25 * k}},
          {"any", {.angular = k, .linear = Vec3(0.5, -1.5, 0.9)}}};
}

/// [k× v; 0 0].
Mat4 matrix_of(const Screw& screw) {
  Mat4 m = Mat4::Zero();
  m.topLeftCorner<3, 3>() = cross_matrix(screw.angular);
  m.topRightCorner<3, 1>() = screw.linear;
  return m;
}

// Oracle: the exponential of the 4x4 matrix, summed with 50 digits; relative to max(1, |q|), since
// the translation grows with q. Worst seen: 1 epsilon.
TEST(ExpScrew, IsTheMatrixExponential) {
  for (const auto& [name, screw] : screws()) {
    for (const double q : {0.0, 1e-12, 1e-5, 0.5, -1.0, 3.0, 3.5, -10.0}) {
      const MatX expected = exp50(Real50(q) * Matrix50(matrix_of(screw))).rounded();
      EXPECT_TRUE(
          near(exp_screw(screw, q).matrix(), expected, 4 * kEpsilon, std::max(1.0, std::abs(q))))
          << name << ", " << q;
    }
  }
}

// Oracle: a prismatic joint moves by q, at every order, and does not turn. As printed, [S0 eq.
// (90)] would move it by q + sin q.
TEST(ExpScrew, PrismaticMovesByQ) {
  const Vec3 k = Vec3(2, -1, 2) / 3.0;
  const Screw screw{.linear = k};
  const double q = 0.8;
  EXPECT_EQ(exp_screw(screw, q).p, Vec3(q * k));
  EXPECT_EQ(exp_screw(screw, q).R, Mat3(Mat3::Identity()));
  EXPECT_GT((exp_screw(screw, q).p - (q + std::sin(q)) * k).norm(), 0.5);
  const taylor::Series<double> motion(6, 0.8);
  const TransformSeries X = exp_screw(screw, motion);
  for (int i = 0; i <= 6; ++i) {
    EXPECT_EQ(X.p[i], Vec3(0.8 * k)) << i;
    EXPECT_EQ(X.R[i], i == 0 ? Mat3(Mat3::Identity()) : Mat3(Mat3::Zero())) << i;
  }
}

// Oracle: the axis of a revolute joint stays where it is; that of a helical joint slides along
// itself by pitch times q. Worst seen: 1.2 epsilon.
TEST(ExpScrew, AxisStaysOrSlides) {
  const Vec3 k = Vec3(2, -1, 2) / 3.0;
  const Vec3 r(0.3, 0.7, -0.2);
  const double pitch = 0.25;
  const double q = 2.3;
  const Transform turned = exp_screw({.angular = k, .linear = r.cross(k)}, q);
  const Transform screwed = exp_screw({.angular = k, .linear = r.cross(k) + pitch * k}, q);
  for (const double along : {-1.0, 0.0, 2.0}) {
    const Vec3 point = r + along * k;
    EXPECT_TRUE(near(turned * point, point, 4 * kEpsilon));
    EXPECT_TRUE(near(screwed * point, point + pitch * q * k, 4 * kEpsilon));
  }
  EXPECT_GT((turned * Vec3(r + Vec3::UnitX()) - (r + Vec3::UnitX())).norm(), 0.1);
}

// Oracle: the series is exp(A q₀) Σ_i Aⁱ (q - q₀)ⁱ/i! with A the 4x4 matrix, entry by entry with 50
// digits. The scale is the composition of the magnitudes |A|ⁱ/i!. Worst seen: 0.5 epsilon.
TEST(ExpScrew, SeriesMatchesFiftyDigits) {
  constexpr int N = 25;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  taylor::Series<double> q(N);
  for (int k = 0; k <= N; ++k) q[k] = uniform(random);
  const support::Series50 q50 = support::digits50(q);
  support::Series50 sizes;
  for (int i = 0; i <= N; ++i) sizes.push_back(2 / Real50(taylor::factorial(i)));
  const support::Series50 scale = support::majorant50(sizes, q50);
  for (const auto& [name, screw] : screws()) {
    const TransformSeries X = exp_screw(screw, q);
    const Matrix50 A(matrix_of(screw));
    std::vector<Matrix50> outer{exp50(Real50(q[0]) * A)};
    for (int i = 1; i <= N; ++i) outer.push_back((Real50(1) / i) * (outer.back() * A));
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 4; ++b) {
        support::Series50 entries;
        for (const Matrix50& m : outer) entries.push_back(m(a, b));
        const support::Series50 expected = support::compose50(entries, q50);
        for (int k = 0; k <= N; ++k) {
          const auto i = static_cast<std::size_t>(k);
          const double actual = b < 3 ? X.R[k](a, b) : X.p[k](a);
          EXPECT_TRUE(support::near50(actual, expected[i], 4 * kEpsilon, scale[i]))
              << name << ", entry " << a << b << ", order " << k;
        }
      }
    }
  }
}

// Cross-check: the series, evaluated at h, is the motion by q(h). Worst seen: 3 epsilon.
TEST(ExpScrew, SeriesEvaluatesToTheValue) {
  taylor::Series<double> q = taylor::Series<double>::constant(-0.6, 30);
  q[1] = 1.7;
  q[2] = 0.4;
  for (const auto& [name, screw] : screws()) {
    const TransformSeries X = exp_screw(screw, q);
    for (const double h : {-0.4, 0.0, 0.4}) {
      const Transform expected = exp_screw(screw, q.value_at(h));
      EXPECT_TRUE(near(X.R.value_at(h), expected.R, 8 * kEpsilon)) << name << ", " << h;
      EXPECT_TRUE(near(X.p.value_at(h), expected.p, 8 * kEpsilon, 1.0)) << name << ", " << h;
    }
  }
}

// Property: exp(Ad ξ q) = X exp(ξ q) X⁻¹. Worst seen: 3 epsilon.
TEST(TransformedScrew, IsTheAdjoint) {
  const Transform X_AB{rotation_about(Vec3(1, 2, 2) / 3.0, 0.9), Vec3(0.1, -2.2, 0.3)};
  for (const auto& [name, screw] : screws()) {
    for (const double q : {0.5, -2.0}) {
      const Transform expected = X_AB * exp_screw(screw, q) * X_AB.inverse();
      const Transform actual = exp_screw(transformed(X_AB, screw), q);
      EXPECT_TRUE(near(actual.matrix(), expected.matrix(), 8 * kEpsilon)) << name << ", " << q;
    }
  }
}

// Oracle: a revolute axis k through r, seen from a frame that is only moved, goes through r + p.
TEST(TransformedScrew, MovesTheAxis) {
  const Vec3 k = Vec3::UnitZ();
  const Vec3 r(1, 0, 0);
  const Vec3 p(0, 2, 0);
  const Screw moved = transformed({.p = p}, {.angular = k, .linear = r.cross(k)});
  EXPECT_EQ(moved.angular, k);
  EXPECT_EQ(moved.linear, Vec3((r + p).cross(k)));
}

}  // namespace
}  // namespace appell::spatial
