// S4 (15)-(92), equation by equation: a cloud of mass points seen from its own axes {j}, from axes
// {i*} of another direction in its centre, and from a frame {i} elsewhere.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "appell/mass/moments.hpp"
#include "appell/spatial/rotation.hpp"
#include "tests/mass/point_cloud.hpp"
#include "tests/support/matchers.hpp"

namespace appell::mass {
namespace {

using spatial::cross_matrix;
using support::integral;
using support::near;

constexpr double kTolerance = 1e-13;  // The worst error seen is 4e-15.

/// The part in its own axes, central, and its placement R, r_C in {i}.
struct Part {
  support::PointCloud cloud;  ///< r* in {j}: its centre is the origin.
  RigidMass body;
  spatial::Transform X;  ///< R and r_C.

  Vec3 row(int u) const { return X.R.row(u).transpose(); }  ///< The axis u of {i} in {j}.
};

Part part(unsigned seed) {
  std::mt19937 random(seed);
  support::PointCloud cloud = support::random_cloud(random, 9);
  const Vec3 c = support::rigid_mass_of(cloud).p_BBcm;
  for (support::MassPoint& point : cloud) point.r -= c;
  RigidMass body = support::rigid_mass_of(cloud);
  body.p_BBcm.setZero();
  return {cloud, body, support::random_transform(random)};
}

Eigen::Vector4d homogeneous(const Vec3& r) { return {r.x(), r.y(), r.z(), 1.0}; }

double difference(const MatX& a, const MatX& b) {
  return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

// Oracle: what a placement does to points. (15), (16): columns of R are the axes of {j} in {i},
// rows those of {i} in {j}. (17), (20), (21): components of r*.
TEST(MassOfS4, RotationIsMadeOfUnitVectors) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Part p = part(seed);
    const spatial::Transform back = p.X.inverse();
    for (int u = 0; u < 3; ++u) {
      const Vec3 axis = Vec3::Unit(u);
      const Vec3 column = p.X.matrix().block<3, 1>(0, u), row = back.matrix().block<3, 1>(0, u);
      EXPECT_TRUE(near(column, p.X * axis - p.X * Vec3(Vec3::Zero()), kTolerance));
      EXPECT_TRUE(near(row, back * axis - back * Vec3(Vec3::Zero()), kTolerance));
      EXPECT_EQ(p.X.R.col(u), column);
      EXPECT_TRUE(near(p.row(u), row, kTolerance));
    }
    for (const support::MassPoint& point : p.cloud) {
      const Vec3 r = p.X * point.r - p.X.p;  // r* in {i*}, from positions
      EXPECT_TRUE(near(p.X.R * point.r, r, kTolerance, 1.0));
      EXPECT_TRUE(near(p.X.R.transpose() * r, point.r, kTolerance, 1.0));
      EXPECT_TRUE(near(Vec3(p.row(0).dot(point.r), p.row(1).dot(point.r), p.row(2).dot(point.r)), r,
                       kTolerance, 1.0));
    }
  }
}

// Oracle: sums over points. (18): ∫ r* dm = 0 in any axes. (19): r_C = ∫ r dm / m in {i}, which
// transformed() gives. (24), (27): r = r_C + R r*, the same in homogeneous coordinates; (25), (26):
// the blocks of T and Tᵀ.
TEST(MassOfS4, CentreAndPlacementOfAPart) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Part p = part(seed);
    const Vec3 first = integral(p.cloud, [&](const Vec3& r) { return Vec3(p.X.R * r); });
    EXPECT_TRUE(near(first, Vec3::Zero(), kTolerance, p.body.mass));
    const Vec3 static_moment = integral(p.cloud, [&](const Vec3& r) { return Vec3(p.X * r); });
    EXPECT_TRUE(near(transformed(p.X, p.body).p_BBcm, static_moment / p.body.mass, kTolerance));
    Mat4 T = Mat4::Zero(), transposed = Mat4::Zero();
    T.topLeftCorner<3, 3>() = p.X.R;
    T.topRightCorner<3, 1>() = p.X.p;
    T(3, 3) = 1.0;
    transposed.topLeftCorner<3, 3>() = p.X.R.transpose();
    transposed.bottomLeftCorner<1, 3>() = p.X.p.transpose();
    transposed(3, 3) = 1.0;
    EXPECT_EQ(p.X.matrix(), T);
    EXPECT_EQ(Mat4(p.X.matrix().transpose()), transposed);
    for (const support::MassPoint& point : p.cloud) {
      const Vec3 r = p.X * point.r;
      EXPECT_TRUE(near(p.X.p + p.X.R * point.r, r, kTolerance));
      EXPECT_TRUE(near(T * homogeneous(point.r), homogeneous(r), kTolerance));
    }
  }
}

// Oracle: the vector product, and the matrix as it is written out. (22), (23).
TEST(MassOfS4, SkewMatrixOfAPosition) {
  const Vec3 r(0.3, -0.7, 0.4), b(1.1, 0.2, -0.5);
  Mat3 written;
  written << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0;
  EXPECT_EQ(cross_matrix(r), written);
  EXPECT_EQ(Mat3(cross_matrix(r).transpose()), Mat3(-cross_matrix(r)));
  EXPECT_TRUE(near(cross_matrix(r) * b, r.cross(b), kTolerance));
}

// Oracle: sums over points of products of components. (29), (45)-(47) in {j}, (32) in {i*}: squared
// distances as v² + w², not as a vector product. (33), (34): the distance from an axis. (36), (37):
// a component, and its square, by the axis of {i} in {j}.
TEST(MassOfS4, MomentsByComponents) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Part p = part(seed);
    const Mat3 I = inertia_tensor(p.body), I_p = p.body.second_moment;
    for (int u = 0; u < 3; ++u) {
      const int v = (u + 1) % 3, w = (u + 2) % 3;
      const Vec3 a = p.row(u), b = p.row(v), c = p.row(w);
      double axial = 0.0, centrifugal = 0.0, planar = 0.0;
      double axial_in_i = 0.0, centrifugal_in_i = 0.0, planar_in_i = 0.0;
      for (const auto& [mass, r] : p.cloud) {
        axial += mass * (r(v) * r(v) + r(w) * r(w));
        centrifugal += mass * r(u) * r(v);
        planar += mass * r(u) * r(u);
        const Vec3 x = p.X * r - p.X.p;  // Components in {i*}, from positions.
        axial_in_i += mass * (x(v) * x(v) + x(w) * x(w));
        centrifugal_in_i += mass * x(u) * x(v);
        planar_in_i += mass * x(u) * x(u);
        const double size = r.squaredNorm();
        EXPECT_TRUE(near(a.cross(r).squaredNorm(), x(v) * x(v) + x(w) * x(w), kTolerance, size));
        EXPECT_TRUE(near(a.dot(cross_matrix(r) * cross_matrix(r).transpose() * a),
                         a.cross(r).squaredNorm(), kTolerance, size));
        EXPECT_TRUE(near(a.dot(r), x(u), kTolerance, r.norm()));
        EXPECT_TRUE(near(p.X.matrix().block<1, 3>(u, 0).dot(r), x(u), kTolerance, r.norm()));
        EXPECT_TRUE(near(a.dot(r * r.transpose() * a), x(u) * x(u), kTolerance, size));
        EXPECT_TRUE(near(b.dot(r * r.transpose() * b), x(v) * x(v), kTolerance, size));
        EXPECT_TRUE(near(c.dot(r * r.transpose() * c), x(w) * x(w), kTolerance, size));
      }
      EXPECT_TRUE(near(I(u, u), axial, kTolerance));
      EXPECT_TRUE(near(-I(u, v), centrifugal, kTolerance, I.trace()));
      EXPECT_TRUE(near(I_p(u, u), planar, kTolerance));
      EXPECT_TRUE(near(axial_moment(p.body, Vec3::Zero(), a), axial_in_i, kTolerance));
      EXPECT_TRUE(near(centrifugal_moment(p.body, Vec3::Zero(), a, b), centrifugal_in_i, kTolerance,
                       I.trace()));
      EXPECT_TRUE(near(planar_moment(p.body, Vec3::Zero(), a), planar_in_i, kTolerance));
    }
  }
}

// Oracle: sums over points in {i*}. (48)-(50): the diagonal of R I* Rᵀ; (51)-(54): I_uv as
// uᵀ ∫ r rᵀ dm v, with r² uᵀv, and as -uᵀ I* v; (55), (56): what is beside the diagonal, all of it.
// (59), (61)-(65): the same of I_p*.
TEST(MassOfS4, TurnedTensorsEntryByEntry) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Part p = part(seed);
    const Mat3 R = p.X.R;
    const Mat3 axial = R * p.body.inertia_com() * R.transpose();
    const Mat3 planar = R * p.body.second_moment * R.transpose();
    const double size = p.body.inertia_com().trace();
    for (int u = 0; u < 3; ++u) {
      for (int v = 0; v < 3; ++v) {
        const Vec3 a = p.row(u), b = p.row(v);
        double product = 0.0, with_square = 0.0;
        Mat3 dyads = Mat3::Zero();
        for (const auto& [mass, r] : p.cloud) {
          const Vec3 x = p.X * r - p.X.p;
          product += mass * x(u) * x(v);
          dyads += mass * r * r.transpose();
          with_square += mass * (r.squaredNorm() * a.dot(b) -
                                 a.dot(cross_matrix(r) * cross_matrix(r).transpose() * b));
        }
        EXPECT_TRUE(near(a.dot(dyads * b), product, kTolerance, size));
        EXPECT_TRUE(near(with_square, product, kTolerance, size));
        EXPECT_TRUE(near(a.dot(p.body.second_moment * b), product, kTolerance, size));
        EXPECT_TRUE(near(planar(u, v), product, kTolerance, size));
        if (u != v) {
          EXPECT_TRUE(near(-a.dot(p.body.inertia_com() * b), product, kTolerance, size));
          EXPECT_TRUE(near(-axial(u, v), product, kTolerance, size));
          EXPECT_TRUE(
              near(centrifugal_moment(p.body, Vec3::Zero(), a, b), product, kTolerance, size));
        } else {
          EXPECT_TRUE(near(a.dot(p.body.inertia_com() * a), axial(u, u), kTolerance, size));
          EXPECT_TRUE(near(axial_moment(p.body, Vec3::Zero(), a), axial(u, u), kTolerance, size));
          EXPECT_TRUE(near(planar_moment(p.body, Vec3::Zero(), a), product, kTolerance, size));
        }
      }
    }
  }
}

// Oracle: the definition. (71) and S0 (53) have I_p* where P* belongs. Padded with zeros to four
// rows it lacks the mass: wrong in that entry, and in no other.
TEST(MassOfS4, PlanarTensorWhereThePseudoInertiaBelongs) {
  const Part p = part(3);
  const Mat4 T = spatial::Transform{p.X.R, Vec3::Zero()}.matrix();
  const Mat4 right = integral(p.cloud, [&](const Vec3& r) {
    return Mat4(homogeneous(p.X.R * r) * homogeneous(p.X.R * r).transpose());
  });
  EXPECT_TRUE(near(T * pseudo_inertia(p.body) * T.transpose(), right, kTolerance));
  Mat4 padded = Mat4::Zero();
  padded.topLeftCorner<3, 3>() = p.body.second_moment;
  const Mat4 printed = T * padded * T.transpose();
  EXPECT_TRUE(near(printed.topLeftCorner<3, 3>(), right.topLeftCorner<3, 3>(), kTolerance));
  EXPECT_EQ(printed(3, 3), 0.0);
  EXPECT_GT(difference(printed, right), 0.5);
}

// Oracle: sums over points in {i}. Our copy of (84) does not tell whether m_j stands before the
// matrix of the entries (85) (then together they are true) or before r_C r_Cᵀ alone, which the
// matrix is said to equal (then the entries lack m_j, as those of (79), (80)).
TEST(MassOfS4, PlanarEntriesInBothReadings) {
  const Part p = part(4);
  const double m = p.body.mass, x = p.X.p.x(), y = p.X.p.y(), z = p.X.p.z();
  Mat3 entries;
  entries << x * x, x * y, z * x, x * y, y * y, y * z, z * x, y * z, z * z;
  EXPECT_TRUE(near(m * entries, m * p.X.p * p.X.p.transpose(), kTolerance));
  EXPECT_TRUE(near(m * entries + p.X.R * p.body.second_moment * p.X.R.transpose(),
                   planar_tensor(transformed(p.X, p.body)), kTolerance));
  const Mat3 right =
      integral(p.cloud, [&](const Vec3&) { return Mat3(p.X.p * p.X.p.transpose()); });
  EXPECT_TRUE(near(m * entries, right, kTolerance));
  EXPECT_NEAR(difference(entries, right), std::abs(1.0 / m - 1.0), kTolerance);
  EXPECT_GT(std::abs(1.0 / m - 1.0), 0.1);  // The second reading is seen to be wrong.
}

// Oracle: sums over points in {i}. (83), (86), (89): what stands between R and Rᵀ, or T and Tᵀ, is
// in the part's own axes; with the index of the new ones, as in our copy, it is turned twice.
TEST(MassOfS4, WhatIsTurnedIsInThePartsAxes) {
  const Part p = part(5);
  const Mat3& R = p.X.R;
  const auto cloud = support::transformed(p.X, p.cloud);
  const Mat3 right = integral(cloud, [](const Vec3& r) { return Mat3(r * r.transpose()); });
  const Mat3 of_centre = p.body.mass * p.X.p * p.X.p.transpose();
  const auto dyads = [&](const Mat3& turn) {  // ∫ r* r*ᵀ dm, r* in axes turned by `turn`
    return Mat3(integral(p.cloud,
                         [&](const Vec3& r) { return Mat3((turn * r) * (turn * r).transpose()); }));
  };
  EXPECT_TRUE(near(of_centre + R * dyads(Mat3::Identity()) * R.transpose(), right, kTolerance));
  EXPECT_GT(difference(of_centre + R * dyads(R) * R.transpose(), right), 0.005);
  const Mat3 in_new_axes = R * p.body.second_moment * R.transpose();
  EXPECT_TRUE(near(of_centre + in_new_axes, right, kTolerance));
  EXPECT_GT(difference(of_centre + R * in_new_axes * R.transpose(), right), 0.005);
  const Mat4 T = p.X.matrix();
  const Mat4 P = integral(
      cloud, [](const Vec3& r) { return Mat4(homogeneous(r) * homogeneous(r).transpose()); });
  EXPECT_TRUE(near(T * pseudo_inertia(p.body) * T.transpose(), P, kTolerance));
  RigidMass turned = p.body;
  turned.second_moment = in_new_axes;
  EXPECT_GT(difference(T * pseudo_inertia(turned) * T.transpose(), P), 0.005);
}

}  // namespace
}  // namespace appell::mass
