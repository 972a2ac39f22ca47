// Surfaces with small holes.
#include "appell/mass/close_holes.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "appell/base/constants.hpp"
#include "appell/base/error.hpp"
#include "appell/mass/shape.hpp"
#include "tests/support/matchers.hpp"

namespace appell::mass {
namespace {

using support::near;

/// A unit cube about the origin, n x n squares of two triangles on every face.
Mesh cube(int n) {
  Mesh mesh;
  const auto vertex = [&](const Vec3& p) {
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
      if ((mesh.vertices[i] - p).norm() < 1e-9) return static_cast<int>(i);
    }
    mesh.vertices.push_back(p);
    return static_cast<int>(mesh.vertices.size()) - 1;
  };
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-0.5, 0.5}) {
      const auto at = [&](int i, int j) {
        Vec3 p;
        p[axis] = side;
        p[(axis + 1) % 3] = static_cast<double>(i) / n - 0.5;
        p[(axis + 2) % 3] = static_cast<double>(j) / n - 0.5;
        return vertex(p);
      };
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
          const int a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
          if (side > 0.0) {
            mesh.triangles.push_back({a, b, c});
            mesh.triangles.push_back({a, c, d});
          } else {
            mesh.triangles.push_back({a, c, b});
            mesh.triangles.push_back({a, d, c});
          }
        }
      }
    }
  }
  return mesh;
}

// Oracle: a cube is a cube again, with every moment, whichever flat pieces were missing.
TEST(CloseHoles, FlatHolesAreClosedExactly) {
  const Mesh whole = cube(5);
  const RigidMass expected = unit_density_mass(Box{Vec3::Ones()});
  ASSERT_TRUE(near(unit_density_mass(whole).mass, expected.mass, 1e-14));
  Mesh open = whole;
  // One triangle; a square; two triangles that meet in a corner only.
  open.triangles.erase(open.triangles.begin() + 130);
  open.triangles.erase(open.triangles.begin() + 64, open.triangles.begin() + 66);
  open.triangles.erase(open.triangles.begin() + 12);
  open.triangles.erase(open.triangles.begin() + 1);
  EXPECT_THROW(unit_density_mass(open), ModelError);
  const ClosedMesh closed = close_holes(open);
  const RigidMass actual = unit_density_mass(closed.mesh);
  EXPECT_TRUE(near(actual.mass, expected.mass, 1e-14));
  EXPECT_TRUE(near(actual.p_BBcm, expected.p_BBcm, 1e-14, 1.0));
  EXPECT_TRUE(near(actual.second_moment, expected.second_moment, 1e-14));
  ASSERT_GE(closed.holes.size(), 3U);
  double area = 0.0;
  for (const ClosedHole& hole : closed.holes) area += hole.area;
  EXPECT_TRUE(near(area, 5 * 0.5 / 25.0, 1e-12));
  // A face is half a unit from the middle: a third of that times the area is missing.
  EXPECT_TRUE(near(closed.volume_change, area * 0.5 / 3.0, 1e-12));
}

TEST(CloseHoles, AWholeMeshStaysAsItIs) {
  const Mesh whole = cube(2);
  const ClosedMesh closed = close_holes(whole);
  EXPECT_TRUE(closed.holes.empty());
  EXPECT_EQ(closed.mesh.triangles, whole.triangles);
  EXPECT_EQ(closed.volume_change, 0.0);
}

// A crack: the corners of two neighbouring triangles are not quite the same. It has a large extent
// and no area, and closing it changes nothing that can be seen.
TEST(CloseHoles, ACrackIsClosed) {
  Mesh open = cube(4);
  const int split = open.triangles[20][0];
  const int copy = static_cast<int>(open.vertices.size());
  open.vertices.push_back(open.vertices[split] + Vec3(1e-7, 0, 0));
  open.triangles[20][0] = copy;
  const ClosedMesh closed = close_holes(open);
  EXPECT_EQ(closed.holes.size(), 1U);
  EXPECT_TRUE(near(unit_density_mass(closed.mesh).mass, 1.0, 1e-6));
}

// Bad input: what is no small hole is refused, with its size.
TEST(CloseHoles, RefusesWhatIsNoSmallHole) {
  Mesh lid = cube(1);
  lid.triangles.resize(10);
  EXPECT_THROW_MESSAGE(close_holes(lid), ModelError,
                       "mesh: a hole of 4 edges and 1 m² has 20 % of the surface; holes up to 2 % "
                       "are closed");
  EXPECT_NO_THROW(close_holes(lid, 0.5));
  Mesh turned = cube(1);
  std::swap(turned.triangles[3][0], turned.triangles[3][1]);
  EXPECT_THROW_MESSAGE(close_holes(turned), ModelError, "is passed twice in the same direction");
  Mesh wild = cube(1);
  wild.triangles[0][1] = 99;
  EXPECT_THROW_MESSAGE(close_holes(wild), ModelError, "has the vertex 99; there are 8 vertices");
  wild.triangles[0][1] = -1;
  EXPECT_THROW_MESSAGE(close_holes(wild), ModelError, "has the vertex -1");
  EXPECT_TRUE(close_holes(Mesh{}).holes.empty());
}

}  // namespace
}  // namespace appell::mass
