#include "appell/mass/moments.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/base/error.hpp"
#include "appell/spatial/rotation.hpp"
#include "tests/mass/point_cloud.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/matchers.hpp"

namespace appell::mass {
namespace {

using spatial::cross_matrix;
using support::integral;
using support::near;
using support::PointCloud;

// Relative; the worst error seen is 3e-15.
constexpr double kTolerance = 2e-14;

struct Sample {
  PointCloud cloud;
  RigidMass body;
  Vec3 Q, u, v;
};

/// A cloud, a point Q, and two perpendicular directions u and v.
Sample sample(unsigned seed) {
  std::mt19937 random(seed);
  const PointCloud cloud = support::random_cloud(random, 11);
  const spatial::Transform X = support::random_transform(random);
  return {cloud, support::rigid_mass_of(cloud), X.p, X.R.col(0), X.R.col(1)};
}

// Oracle: the definitions of S4 (32) as sums over mass points, about a point, axes and planes.
TEST(Moments, MatchTheirDefinitions) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const auto [cloud, body, Q, u, v] = sample(seed);
    const auto about_Q = [&](auto f) {
      return integral(cloud, [&](const Vec3& r) { return f(Vec3(r - Q)); });
    };
    const double polar = about_Q([](const Vec3& s) { return s.squaredNorm(); });
    EXPECT_TRUE(near(polar_moment(body, Q), polar, kTolerance));
    EXPECT_TRUE(near(axial_moment(body, Q, 3.0 * u),
                     about_Q([&](const Vec3& s) { return u.cross(s).squaredNorm(); }), kTolerance));
    EXPECT_TRUE(near(planar_moment(body, Q, 0.5 * u),
                     about_Q([&](const Vec3& s) { return std::pow(u.dot(s), 2); }), kTolerance,
                     polar));
    EXPECT_TRUE(near(centrifugal_moment(body, Q, u, v),
                     about_Q([&](const Vec3& s) { return u.dot(s) * v.dot(s); }), kTolerance,
                     polar));
    EXPECT_TRUE(near(static_moment(body, Q), about_Q([](const Vec3& s) { return s; }), kTolerance,
                     body.mass));
    EXPECT_TRUE(near(radius_of_gyration(body, Q, u),
                     std::sqrt(axial_moment(body, Q, u) / body.mass), kTolerance));
  }
}

// Oracle: the integrals of S4 (74), (82), (87) as sums over mass points.
TEST(Moments, TensorsMatchTheirDefinitions) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const auto [cloud, body, Q, u, v] = sample(seed);
    const Mat3 I = integral(cloud, [&](const Vec3& r) {
      return Mat3(cross_matrix(r - Q) * cross_matrix(r - Q).transpose());
    });
    const Mat3 I_p =
        integral(cloud, [&](const Vec3& r) { return Mat3((r - Q) * (r - Q).transpose()); });
    const Mat4 P = integral(cloud, [](const Vec3& r) {
      const Eigen::Vector4d h(r.x(), r.y(), r.z(), 1.0);
      return Mat4(h * h.transpose());
    });
    EXPECT_TRUE(near(inertia_tensor(body, Q), I, kTolerance));
    EXPECT_TRUE(near(planar_tensor(body, Q), I_p, kTolerance));
    EXPECT_TRUE(near(pseudo_inertia(body), P, kTolerance));
  }
}

// Oracle: S4 (40)-(42), (57)-(67), (76)-(86) written with R, r_C and the central tensors.
TEST(Moments, VariationLawsOfOneBody) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const auto [cloud, body, Q, u, v] = sample(seed);
    std::mt19937 random(seed + 100);
    const spatial::Transform X_BQ = support::random_transform(random);
    const Mat3 R = X_BQ.R.transpose();  // From the body's axes to those of the new frame.
    const Vec3 r_C = R * (body.p_BBcm - X_BQ.p);
    const Mat3 I = R * body.inertia_com() * R.transpose() +
                   body.mass * cross_matrix(r_C) * cross_matrix(r_C).transpose();
    const Mat3 I_p = R * body.second_moment * R.transpose() + body.mass * r_C * r_C.transpose();
    EXPECT_TRUE(near(inertia_tensor(body, X_BQ), I, kTolerance));
    EXPECT_TRUE(near(planar_tensor(body, X_BQ), I_p, kTolerance));
    // S4 (48), (54), (61): the entries of the rotated tensor are moments about its axes.
    const Vec3 x = X_BQ.R.col(0), y = X_BQ.R.col(1);
    EXPECT_TRUE(near(axial_moment(body, X_BQ.p, x), I(0, 0), kTolerance, I.trace()));
    EXPECT_TRUE(near(centrifugal_moment(body, X_BQ.p, x, y), -I(0, 1), kTolerance, I.trace()));
    EXPECT_TRUE(near(planar_moment(body, X_BQ.p, x), I_p(0, 0), kTolerance, I.trace()));
  }
}

// Property: S4 (89), P' = T P Tᵀ, is the same law as the change of frame of the central form.
TEST(Moments, PseudoInertiaChangesFrameByCongruence) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const RigidMass body = sample(seed).body;
    std::mt19937 random(seed + 200);
    const spatial::Transform X = support::random_transform(random);
    const Mat4 T = X.matrix();
    EXPECT_TRUE(near(pseudo_inertia(transformed(X, body)), T * pseudo_inertia(body) * T.transpose(),
                     kTolerance));
  }
}

// Oracle: diagonalisation by the definition. Along the axes the tensor is diagonal and ascending.
TEST(Moments, PrincipalAxesDiagonalise) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const RigidMass body = sample(seed).body;
    const PrincipalAxes principal = principal_axes(body);
    const Mat3 D = principal.axes.transpose() * body.inertia_com() * principal.axes;
    EXPECT_TRUE(near(D, Mat3(principal.moments.asDiagonal()), kTolerance));
    EXPECT_LE(principal.moments[0], principal.moments[1]);
    EXPECT_LE(principal.moments[1], principal.moments[2]);
    EXPECT_LE(spatial::rotation_defect(principal.axes), kTolerance);
    EXPECT_TRUE(
        near(principal.radii_of_gyration.cwiseAbs2() * body.mass, principal.moments, kTolerance));
  }
}

// Oracle: a solid ellipsoid with semi-axes a has J = m/5 diag(a²) along them.
TEST(Moments, EquimomentalEllipsoidHasTheSameTensor) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const RigidMass body = sample(seed).body;
    const EquimomentalEllipsoid ellipsoid = equimomental_ellipsoid(body);
    const Vec3 J = body.mass / 5.0 * ellipsoid.semi_axes.cwiseAbs2();
    const RigidMass same = transformed(ellipsoid.X_BE, {body.mass, Vec3::Zero(), J.asDiagonal()});
    EXPECT_TRUE(near(same.second_moment, body.second_moment, kTolerance));
    EXPECT_TRUE(near(same.p_BBcm, body.p_BBcm, kTolerance, 1.0));
  }
}

// Bad input: directions without a direction, bodies without mass.
TEST(Moments, RefusesMeaninglessQuestions) {
  const RigidMass body{1.0, Vec3::Zero(), Mat3::Identity()};
  EXPECT_THROW_MESSAGE(axial_moment(body, Vec3::Zero(), Vec3::Zero()), InvalidArgument,
                       "axial_moment: the direction is zero");
  EXPECT_THROW_MESSAGE(planar_moment(body, Vec3::Constant(std::nan("")), Vec3::UnitX()),
                       InvalidArgument, "planar_moment: the point and the direction");
  EXPECT_THROW_MESSAGE(radius_of_gyration({}, Vec3::Zero(), Vec3::UnitX()), InvalidArgument,
                       "the mass must be positive, got 0 kg");
  EXPECT_THROW_MESSAGE(equimomental_ellipsoid({}), InvalidArgument, "the mass must be positive");
  EXPECT_THROW_MESSAGE(equimomental_ellipsoid({1.0, Vec3::Zero(), -Mat3::Identity()}),
                       InvalidArgument, "must not be negative");
  RigidMass bad = body;
  bad.second_moment(0, 0) = std::nan("");
  EXPECT_THROW_MESSAGE(principal_axes(bad), NumericalError, "no principal axes");
}

// Cross-check: compound bodies computed with 60 digits (tests/data/golden/FORMAT.md).
TEST(Moments, CompoundBodiesMatchGolden) {
  constexpr double kGolden = 1e-13;  // The worst error seen is 7e-16.
  using support::matrix_of;
  const nlohmann::json document = support::load_golden_json("mass_assembly");
  for (const nlohmann::json& item : document["cases"]) {
    std::vector<RigidMass> bodies;
    for (const nlohmann::json& component : item["components"]) {
      const RigidMass part = rigid_mass(component["mass"], matrix_of(component["com"]),
                                        matrix_of(component["inertia_com"]));
      const auto X = spatial::transform_from_matrix(matrix_of(component["T"]));
      const double sigma = component["sigma"];
      bodies.push_back(sigma * transformed(X, part));
    }
    const RigidMass body = combined(bodies);
    const nlohmann::json& expected = item["expected"];
    EXPECT_TRUE(near(body.mass, expected["mass"].get<double>(), kGolden));
    EXPECT_TRUE(near(body.p_BBcm, matrix_of(expected["com"]), kGolden));
    EXPECT_TRUE(near(inertia_tensor(body), matrix_of(expected["inertia_origin"]), kGolden));
    EXPECT_TRUE(near(body.inertia_com(), matrix_of(expected["inertia_com"]), kGolden));
    EXPECT_TRUE(near(planar_tensor(body), matrix_of(expected["planar_origin"]), kGolden));
    EXPECT_TRUE(near(body.second_moment, matrix_of(expected["planar_com"]), kGolden));
    EXPECT_TRUE(near(pseudo_inertia(body), matrix_of(expected["pseudo_inertia"]), kGolden));
    EXPECT_TRUE(
        near(principal_axes(body).moments, matrix_of(expected["principal_moments"]), kGolden));
    const auto X_0i = spatial::transform_from_matrix(matrix_of(item["T_0i"]));
    EXPECT_TRUE(near(pseudo_inertia(transformed(X_0i, body)),
                     matrix_of(expected["pseudo_inertia_0"]), kGolden));
  }
}

}  // namespace
}  // namespace appell::mass
