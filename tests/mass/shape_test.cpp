#include "appell/mass/shape.hpp"

#include <random>
#include <set>

#include <gtest/gtest.h>

#include "appell/base/constants.hpp"
#include "appell/base/error.hpp"
#include "appell/mass/moments.hpp"
#include "tests/mass/point_cloud.hpp"
#include "tests/mass/shape_pieces.hpp"
#include "tests/support/matchers.hpp"

namespace appell::mass {
namespace {

using support::near;

// Relative; the largest error seen is 3.5e-14, mostly that of the quadrature in sums of 17576
// points.
constexpr double kTolerance = 1e-13;

const std::vector<Vec2> kArrow{{0.0, 0.0}, {2.0, 0.7}, {0.0, 1.4}, {0.5, 0.7}};
const std::vector<Vec2> kComb{{0.0, 0.0},  {0.5, 0.0},  {0.5, -0.2}, {0.1, -0.2},
                              {0.1, -0.3}, {0.5, -0.3}, {0.5, -0.5}, {0.0, -0.5}};  // Clockwise.
const std::vector<Vec2> kPentagon{{1.0, 0.1}, {0.3, 0.9}, {-0.8, 0.6}, {-0.8, -0.6}, {0.3, -1.0}};

const std::vector<Vec2> kSmallArrow{{-0.05, 0.0}, {0.1, 0.07}, {-0.05, 0.14}, {0.0, 0.07}};

Vec3 v(double x, double y, double z) { return {x, y, z}; }

/// Right, acute and obtuse turns in different planes.
const std::vector<Vec3> kStairs{v(0.2, 0, 0), v(1.5, 0, 0), v(1.5, 1, 0), v(0.5, 1.5, 1),
                                v(2, 3, 1)};

/// At least three sizes of every shape but the mesh.
const std::vector<Shape>& samples() {
  static const std::vector<Shape> shapes{
      Rod{1.0},
      Rod{0.03},
      Rod{7.0},  //
      Arc{0.5, 1.0},
      Arc{2.0, 1e-3},
      Arc{0.7, 4.5},
      Arc{1.0, 2.0 * kPi},
      Arc{3.0, 2.0},  //
      Ring{1.0},
      Ring{0.02},
      Ring{3.0},                                                      //
      Polyline{{v(0, 0, 0), v(1, 0, 0), v(1, 2, 0), v(1, 2, -0.5)}},  //
      Polyline{{v(5, 5, 5), v(5.1, 5.2, 4.9)}},                       //
      Polyline{{v(0, 0, 0), v(1, 0, 0), v(0, 1, 0), v(0, 0, 0)}},     //
      Rectangle{{1.0, 2.0}},
      Rectangle{{0.01, 3.0}},
      Rectangle{{0.4, 0.4}},                                 //
      Triangle{{v(0, 0, 0), v(1, 0, 0), v(0, 2, 0.5)}},      //
      Triangle{{v(9, 1, 2), v(9.1, 1, 2), v(9, 1.3, 2.2)}},  //
      Triangle{{v(-1, -1, 0), v(4, 3, 2), v(0, 0, 1)}},      //
      Disc{1.0},
      Disc{0.05},
      Disc{6.0},  //
      Annulus{1.0, 0.5},
      Annulus{0.3, 0.29},
      Annulus{2.0, 0.0},  //
      Ellipse{{1.0, 2.0}},
      Ellipse{{0.5, 0.01}},
      Ellipse{{3.0, 3.0}},  //
      Polygon{kArrow},
      Polygon{kComb},
      Polygon{kPentagon},  //
      SphereShell{1.0},
      SphereShell{0.2},
      SphereShell{4.0},  //
      CylinderShell{1.0, 2.0},
      CylinderShell{0.1, 5.0},
      CylinderShell{3.0, 0.2},  //
      ConeShell{1.0, 2.0},
      ConeShell{0.1, 5.0},
      ConeShell{3.0, 0.2},  //
      Box{{1.0, 2.0, 3.0}},
      Box{{0.01, 0.5, 0.2}},
      Box{{2.0, 2.0, 2.0}},  //
      Cylinder{1.0, 2.0},
      Cylinder{0.1, 5.0},
      Cylinder{3.0, 0.2},  //
      Tube{1.0, 0.5, 2.0},
      Tube{0.1, 0.09, 5.0},
      Tube{3.0, 0.0, 0.2},  //
      Sphere{1.0},
      Sphere{0.02},
      Sphere{5.0},  //
      HollowSphere{1.0, 0.5},
      HollowSphere{0.1, 0.099},
      HollowSphere{3.0, 0.0},  //
      SphericalCap{1.0, 0.5},
      SphericalCap{2.0, 0.05},
      SphericalCap{0.3, 0.5},  //
      SphericalCap{1.0, 2.0},
      Hemisphere{1.0},
      Hemisphere{0.1},
      Hemisphere{4.0},  //
      Cone{1.0, 2.0},
      Cone{0.1, 5.0},
      Cone{3.0, 0.2},  //
      Frustum{1.0, 0.5, 2.0},
      Frustum{0.1, 0.4, 5.0},
      Frustum{3.0, 3.0, 0.2},  //
      Frustum{0.0, 1.0, 0.5},
      Ellipsoid{{1.0, 2.0, 3.0}},
      Ellipsoid{{0.1, 0.01, 0.3}},  //
      Ellipsoid{{2.0, 2.0, 2.0}},
      Torus{1.0, 0.5},
      Torus{0.3, 0.01},
      Torus{2.0, 2.0},                                                      //
      Tetrahedron{{v(0, 0, 0), v(1, 0, 0), v(0, 2, 0), v(0, 0, 3)}},        //
      Tetrahedron{{v(1, 1, 1), v(1, 2, 0.9), v(1.5, 1, 1), v(1, 0.5, 4)}},  //
      Tetrahedron{{v(8, 8, 8), v(8.1, 8, 8), v(8, 8, 8.1), v(8, 8.1, 8)}},  //
      Prism{kArrow, 0.5},
      Prism{kComb, 2.0},
      Prism{kPentagon, 0.01},  //
      Capsule{1.0, 2.0},
      Capsule{0.05, 1.0},
      Capsule{0.7, 0.0},  //
      BentTube{1.0, 0.2, 0.15, 1.5},
      BentTube{0.3, 0.01, 0.0, 0.02},
      BentTube{2.0, 2.0, 1.0, 5.0},  //
      BentTube{0.5, 0.1, 0.05, 2.0 * kPi},
      SweptProfile{kArrow, 0.0, 1.0},
      SweptProfile{kComb, 3.0, 0.01},
      SweptProfile{kPentagon, 0.8, 2.0 * kPi},  //
      SweptProfile{kPentagon, 1.5, 4.0},
      SweptPath{kSmallArrow, kStairs, 0.0},
      SweptPath{kSmallArrow, kStairs, 0.25},
      SweptPath{kComb, {v(0, 0, 0), v(0, 0, 9)}, 0.0},
      SweptPath{kSmallArrow, {v(0, 0, 1), v(0, 0, -2), v(1, 2, -3)}, 0.3},
      Pipe{0.08, 0.06, kStairs, 0.0},
      Pipe{0.08, 0.0, kStairs, 0.2},
      Pipe{0.01, 0.009, {v(1, 1, 1), v(2, 1, 1), v(2, 2, 2)}, 0.02}};
  return shapes;
}

// Oracle: quadrature of the mass integrals over a parametrisation of the shape, in the shape's
// frame and in a rotated, shifted one.
TEST(Shape, MomentsMatchQuadrature) {
  std::mt19937 random(7);
  for (const Shape& shape : samples()) {
    const std::vector<support::WeightedPoint> points = support::shape_points(shape);
    const RigidMass unit = unit_density_mass(shape);
    for (const spatial::Transform& X : {spatial::Transform{}, support::random_transform(random)}) {
      std::vector<support::WeightedPoint> moved = points;
      for (auto& point : moved) point.r = X * point.r;
      const RigidMass expected = support::integrated(moved);
      const RigidMass actual = transformed(X, unit);
      const double size = std::sqrt(expected.second_moment.trace() / expected.mass);
      const double length = size + expected.p_BBcm.norm();
      EXPECT_TRUE(near(actual.mass, expected.mass, kTolerance)) << shape_name(shape);
      EXPECT_TRUE(near(actual.p_BBcm, expected.p_BBcm, kTolerance, length)) << shape_name(shape);
      EXPECT_TRUE(near(actual.second_moment, expected.second_moment, kTolerance))
          << shape_name(shape);
    }
    EXPECT_EQ(measure(shape), unit.mass);
  }
}

// Oracle: closed forms of a length, an area and a volume. dm is ρ times the element of the shape's
// own dimension, [S0 eqs. (1), (3)].
TEST(Shape, MassIsDensityTimesMeasure) {
  const double density = 2.7;  // kg per m, m² or m³.
  const std::vector<std::pair<Shape, double>> measures{
      {Ring{0.4}, 2.0 * kPi * 0.4},
      {Rod{1.3}, 1.3},
      {Annulus{0.5, 0.2}, kPi * 0.21},
      {Triangle{{v(0, 0, 0), v(2, 0, 0), v(0, 3, 0)}}, 3.0},
      {Cone{0.3, 0.8}, kPi * 0.09 * 0.8 / 3.0},
      {Box{{0.2, 0.5, 0.7}}, 0.07}};
  for (std::size_t i = 0; i < measures.size(); ++i) {
    const auto& [shape, size] = measures[i];
    EXPECT_EQ(dimension(shape), static_cast<int>(i) / 2 + 1);
    EXPECT_TRUE(near((density * unit_density_mass(shape)).mass, density * size, kTolerance))
        << shape_name(shape);
  }
}

// Property: the samples are not a selection; every shape but the mesh is there three times.
TEST(Shape, SamplesCoverEveryShape) {
  std::vector<int> count(std::variant_size_v<Shape>, 0);
  for (const Shape& shape : samples()) ++count[shape.index()];
  for (std::size_t i = 0; i + 1 < count.size(); ++i) EXPECT_GE(count[i], 3) << i;
}

// Oracle: S4 (1). The measure of each dimension scales with that power of the size, the second
// moment with two powers more.
TEST(Shape, ScalesWithItsDimension) {
  EXPECT_EQ(dimension(Rod{}), 1);
  EXPECT_EQ(dimension(Disc{}), 2);
  EXPECT_EQ(dimension(Box{}), 3);
  EXPECT_TRUE(near(measure(Rod{2.0}), 2.0 * measure(Rod{1.0}), kTolerance));
  EXPECT_TRUE(near(measure(Disc{2.0}), 4.0 * measure(Disc{1.0}), kTolerance));
  EXPECT_TRUE(near(measure(Sphere{2.0}), 8.0 * measure(Sphere{1.0}), kTolerance));
  EXPECT_TRUE(near(unit_density_mass(Sphere{2.0}).second_moment,
                   32.0 * unit_density_mass(Sphere{1.0}).second_moment, kTolerance));
}

// Oracle: closed forms of hollow shapes. Cutting the inside out of the outside gives them.
TEST(Shape, HollowByCuttingIsTheHollowShape) {
  const auto expect_same = [](const Shape& outer, const Shape& inner, const Shape& hollow) {
    const RigidMass cut = unit_density_mass(outer) - unit_density_mass(inner);
    const RigidMass expected = unit_density_mass(hollow);
    EXPECT_TRUE(near(cut.mass, expected.mass, kTolerance)) << shape_name(hollow);
    EXPECT_TRUE(near(cut.second_moment, expected.second_moment, kTolerance)) << shape_name(hollow);
    EXPECT_TRUE(near(cut.p_BBcm, expected.p_BBcm, kTolerance, 1.0)) << shape_name(hollow);
  };
  expect_same(Cylinder{0.05, 0.3}, Cylinder{0.045, 0.3}, Tube{0.05, 0.045, 0.3});
  expect_same(Sphere{0.2}, Sphere{0.19}, HollowSphere{0.2, 0.19});
  expect_same(Disc{1.0}, Disc{0.9}, Annulus{1.0, 0.9});
  expect_same(Tube{1.0, 0.2, 3.0}, Tube{0.6, 0.2, 3.0}, Tube{1.0, 0.6, 3.0});
}

// Oracle: a hollow box with an eccentric bore, cut part by part, and the same as a prism of four
// boxes around the bore.
TEST(Shape, EccentricCutMatchesTheMaterialThatIsLeft) {
  const auto at = [](double x, double y) {
    return spatial::Transform{Mat3::Identity(), {x, y, 0.0}};
  };
  const RigidMass cut = unit_density_mass(Box{{1.0, 1.0, 0.5}}) -
                        transformed(at(0.2, 0.1), unit_density_mass(Box{{0.4, 0.4, 0.5}}));
  const std::vector<RigidMass> left{
      transformed(at(-0.25, 0.0), unit_density_mass(Box{{0.5, 1.0, 0.5}})),
      transformed(at(0.45, 0.0), unit_density_mass(Box{{0.1, 1.0, 0.5}})),
      transformed(at(0.2, 0.4), unit_density_mass(Box{{0.4, 0.2, 0.5}})),
      transformed(at(0.2, -0.3), unit_density_mass(Box{{0.4, 0.4, 0.5}}))};
  const RigidMass expected = combined(left);
  EXPECT_TRUE(near(cut.mass, expected.mass, kTolerance));
  EXPECT_TRUE(near(cut.p_BBcm, expected.p_BBcm, kTolerance));
  EXPECT_TRUE(near(cut.second_moment, expected.second_moment, kTolerance));
}

// Oracle: closed forms of other shapes. A bent tube that closes is a torus; a profile that goes all
// the way round is a solid of revolution; a little bend is none.
TEST(Shape, SweepsAreTheShapesTheyPassOver) {
  const auto expect_same = [](const Shape& sweep, const Shape& other, double tolerance,
                              const spatial::Transform& X) {
    const RigidMass actual = unit_density_mass(sweep);
    const RigidMass expected = transformed(X, unit_density_mass(other));
    EXPECT_TRUE(near(actual.mass, expected.mass, tolerance)) << shape_name(other);
    EXPECT_TRUE(near(actual.p_BBcm, expected.p_BBcm, tolerance, 1.0)) << shape_name(other);
    EXPECT_TRUE(near(actual.second_moment, expected.second_moment, tolerance)) << shape_name(other);
  };
  const double turn = 2.0 * kPi;
  expect_same(BentTube{0.7, 0.2, 0.0, turn}, Torus{0.7, 0.2}, kTolerance, {});
  expect_same(SweptProfile{{{0.0, -0.5}, {0.3, -0.5}, {0.3, 0.5}, {0.0, 0.5}}, 0.2, turn},
              Tube{0.5, 0.2, 1.0}, kTolerance, {});
  expect_same(SweptProfile{{{0.0, 0.0}, {0.0, 0.8}, {0.4, 0.0}}, 0.0, turn}, Cone{0.4, 0.8},
              kTolerance, {});
  // Nearly straight, along y at x = 1e4: the bend is of the order (size / radius) = 1e-4.
  Mat3 R;
  R << 0, 1, 0, 0, 0, 1, 1, 0, 0;  // The tube's z axis along y.
  const RigidMass straight =
      transformed({R, Vec3::Zero()}, unit_density_mass(Tube{0.1, 0.05, 2.0}));
  const RigidMass bent = unit_density_mass(BentTube{1e4, 0.1, 0.05, 2e-4});
  EXPECT_TRUE(near(bent.mass, straight.mass, 1e-12));
  EXPECT_TRUE(near(bent.second_moment, straight.second_moment, 1e-7));
}

// Oracle: closed forms of other shapes. A mitred bar with a right angle is two boxes, a path
// without corners a prism or tube, one with an arc two straight pieces and a bend between.
TEST(Shape, PathsAreThePiecesTheyAreMadeOf) {
  const auto expect_same = [](const Shape& path, const std::vector<RigidMass>& parts) {
    const RigidMass actual = unit_density_mass(path), expected = combined(parts);
    EXPECT_TRUE(near(actual.mass, expected.mass, kTolerance)) << shape_name(path);
    EXPECT_TRUE(near(actual.p_BBcm, expected.p_BBcm, kTolerance, 1.0)) << shape_name(path);
    EXPECT_TRUE(near(actual.second_moment, expected.second_moment, kTolerance)) << shape_name(path);
  };
  const auto box = [](const Vec3& low, const Vec3& high) {
    return transformed({Mat3::Identity(), 0.5 * (low + high)}, unit_density_mass(Box{high - low}));
  };
  // u = y and v = z along x; u turns to -x.
  const std::vector<Vec2> bar{{-0.1, 0.0}, {0.1, 0.0}, {0.1, 0.3}, {-0.1, 0.3}};
  expect_same(SweptPath{bar, {v(0, 0, 0), v(1, 0, 0), v(1, 2, 0)}, 0.0},
              {box(v(0, -0.1, 0), v(1.1, 0.1, 0.3)), box(v(0.9, 0.1, 0), v(1.1, 2, 0.3))});
  expect_same(SweptPath{kComb, {v(0, 0, 0), v(0, 0, 1), v(0, 0, 3)}, 0.0},
              {unit_density_mass(Prism{kComb, 3.0})});
  expect_same(Pipe{0.2, 0.1, {v(0, 0, -1), v(0, 0, 1)}, 0.5},
              {unit_density_mass(Tube{0.2, 0.1, 2.0})});
  // Up to z = 1, then along x: a quarter about y with its middle line in the plane y = 0.
  Mat3 R_x, R_bend;
  R_x << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  const double h = std::sqrt(0.5);
  R_bend << -h, h, 0, 0, 0, 1, h, h, 0;  // x to the corner, z along y.
  const RigidMass straight = unit_density_mass(Tube{0.2, 0.1, 1.0});
  expect_same(
      Pipe{0.2, 0.1, {v(0, 0, -0.5), v(0, 0, 1), v(1.5, 0, 1)}, 0.5},
      {transformed({Mat3::Identity(), v(0, 0, 0)}, straight),
       transformed({R_bend, v(0.5, 0, 0.5)}, unit_density_mass(BentTube{0.5, 0.2, 0.1, 0.5 * kPi})),
       transformed({R_x, v(1, 0, 1)}, straight)});
}

// Oracle: a mitred pipe of many sides is a polyhedron; here one with a profile that is no circle,
// as a mesh of its corners, which shares no formula with it.
TEST(Shape, AMitredPathIsTheMeshOfItsCorners) {
  const std::vector<Vec2> profile{{-0.1, -0.05}, {0.12, -0.02}, {0.0, 0.15}};
  const SweptPath path{profile, {v(0, 0, 0), v(1, 0, 0.2), v(1.3, 1, 0), v(1, 1.5, 1)}, 0.0};
  Mesh mesh;
  std::vector<Vec3> ring;
  const auto along = [&](std::size_t i) {
    return Vec3((path.path[i + 1] - path.path[i]).normalized());
  };
  const Vec3 d = along(0), u = Vec3::UnitZ().cross(d).normalized();
  for (const Vec2& w : profile) ring.push_back(path.path[0] + w.x() * u + w.y() * d.cross(u));
  for (std::size_t i = 0; i < path.path.size(); ++i) {
    mesh.vertices.insert(mesh.vertices.end(), ring.begin(), ring.end());
    if (i + 1 == path.path.size()) break;
    const bool is_last = i + 2 == path.path.size();
    const Vec3 plane = is_last ? along(i) : Vec3(along(i) + along(i + 1));
    for (Vec3& r : ring) {
      r += (path.path[i + 1] - r).dot(plane) / along(i).dot(plane) * along(i);
    }
    const int at = static_cast<int>(3 * i);
    for (int k = 0; k < 3; ++k) {
      const int a = at + k, b = at + (k + 1) % 3;
      mesh.triangles.push_back({a, b, b + 3});
      mesh.triangles.push_back({a, b + 3, a + 3});
    }
  }
  mesh.triangles.push_back({2, 1, 0});
  mesh.triangles.push_back({9, 10, 11});
  const RigidMass actual = unit_density_mass(path), expected = unit_density_mass(mesh);
  EXPECT_TRUE(near(actual.mass, expected.mass, kTolerance));
  EXPECT_TRUE(near(actual.p_BBcm, expected.p_BBcm, kTolerance, 1.0));
  EXPECT_TRUE(near(actual.second_moment, expected.second_moment, kTolerance));
}

// Oracle: a thin wall. The shell times its thickness is the limit of the hollow solid, with an
// error of the order of the thickness squared for walls about the same middle.
TEST(Shape, ShellsAreLimitsOfHollowSolids) {
  const double t = 1e-4;
  const auto expect_limit = [&](const Shape& shell, const Shape& solid) {
    const RigidMass thin = (1.0 / t) * unit_density_mass(solid);
    const RigidMass expected = unit_density_mass(shell);
    EXPECT_TRUE(near(thin.mass, expected.mass, 1e-7)) << shape_name(shell);
    EXPECT_TRUE(near(thin.second_moment, expected.second_moment, 1e-7)) << shape_name(shell);
  };
  expect_limit(SphereShell{0.3}, HollowSphere{0.3 + 0.5 * t, 0.3 - 0.5 * t});
  expect_limit(CylinderShell{0.3, 0.7}, Tube{0.3 + 0.5 * t, 0.3 - 0.5 * t, 0.7});
}

// Property: every shape's tensor is that of a real body.
TEST(Shape, EveryTensorIsReal) {
  for (const Shape& shape : samples()) {
    const RigidMass unit = unit_density_mass(shape);
    EXPECT_NO_THROW(rigid_mass(unit.mass, unit.p_BBcm, unit.inertia_com())) << shape_name(shape);
  }
}

}  // namespace
}  // namespace appell::mass
