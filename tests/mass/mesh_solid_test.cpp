// Solids of meshes that have no inside, and convex hulls.
#include "appell/mass/mesh_solid.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/mass/convex_hull.hpp"
#include "appell/mass/shape.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/mesh_texts.hpp"

namespace appell::mass {
namespace {

using support::near;

constexpr double kTolerance = 1e-13;  // Relative; the worst error seen is 4e-15.

void expect_same(const RigidMass& found, const RigidMass& expected) {
  EXPECT_TRUE(near(found.mass, expected.mass, kTolerance));
  EXPECT_TRUE(near(found.p_BBcm, expected.p_BBcm, kTolerance, 1.0));
  EXPECT_TRUE(near(found.second_moment, expected.second_moment, kTolerance));
}

Mesh moved(Mesh mesh, const Vec3& by) {
  for (Vec3& vertex : mesh.vertices) vertex += by;
  return mesh;
}

/// Both in one, corners that coincide joined.
Mesh joined_meshes(Mesh a, const Mesh& b) {
  std::vector<int> index;
  for (const Vec3& vertex : b.vertices) {
    std::size_t i = 0;
    while (i < a.vertices.size() && (a.vertices[i] - vertex).norm() > 1e-12) ++i;
    if (i == a.vertices.size()) a.vertices.push_back(vertex);
    index.push_back(static_cast<int>(i));
  }
  for (const auto& t : b.triangles) {
    a.triangles.push_back({index[t[0]], index[t[1]], index[t[2]]});
  }
  return a;
}

/// The triangles of the mesh whose middle does (or does not) have this height.
Mesh part_at_height(Mesh mesh, double z, bool there) {
  std::erase_if(mesh.triangles, [&](const auto& t) {
    double height = 0.0;
    for (const int i : t) height += mesh.vertices[i].z() / 3.0;
    return (std::abs(height - z) < 1e-9) != there;
  });
  return mesh;
}

// Oracle: the hull of a convex body is that body, whatever lies inside.
TEST(ConvexHull, OfAConvexBodyIsTheBody) {
  Mesh box = support::box_mesh({0.3, 0.2, 0.5});
  box.vertices.insert(box.vertices.end(), {Vec3::Zero(), Vec3(0.15, 0, 0), Vec3(0.1, 0.1, 0.2)});
  const Mesh hull = convex_hull(box.vertices);
  EXPECT_EQ(hull.vertices.size(), 8U);
  expect_same(unit_density_mass(hull), unit_density_mass(Box{{0.3, 0.2, 0.5}}));
  const Mesh ball = moved(support::ball_mesh(20), Vec3(1.0, -2.0, 0.5));
  expect_same(unit_density_mass(convex_hull(ball.vertices)), unit_density_mass(ball));
}

// Oracle: three unit cubes as an L have, with the corner cut straight, 3.5 m³ of hull.
TEST(ConvexHull, CutsCornersStraight) {
  const Mesh cube = support::box_mesh({1, 1, 1});
  const Mesh L = joined_meshes(joined_meshes(cube, moved(cube, {1, 0, 0})), moved(cube, {0, 1, 0}));
  EXPECT_TRUE(near(measure(convex_hull(L.vertices)), 3.5, kTolerance));
}

TEST(ConvexHull, NeedsPointsThatAreNotInOnePlane) {
  const std::vector<Vec3> flat{{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}, {0.3, 0.2, 1}};
  EXPECT_THROW_MESSAGE(convex_hull(flat), ModelError, "all corners lie in one plane");
  EXPECT_THROW_MESSAGE(convex_hull({}), ModelError, "all corners lie in one plane");
}

// Oracle: a box without its lid is the box once it is closed, and so is its hull.
TEST(MeshSolid, AnOpenBoxIsClosed) {
  const Mesh open = part_at_height(support::box_mesh({0.3, 0.2, 0.5}), 0.25, false);
  ASSERT_EQ(open.triangles.size(), 10U);
  const RigidMass expected = unit_density_mass(Box{{0.3, 0.2, 0.5}});
  const MeshSolid closed = mesh_solid(open, OpenMeshes::kClose);
  expect_same(closed.unit_density_mass, expected);
  EXPECT_NE(
      closed.note.find("the surface is open; 1 hole of 4 edges and 0.06 m² was closed, and it "
                       "has 0.03 m³ (its convex hull has 0.03 m³)"),
      std::string::npos)
      << closed.note;
  const MeshSolid hull = mesh_solid(open, OpenMeshes::kHull);
  expect_same(hull.unit_density_mass, expected);
  EXPECT_NE(hull.note.find("its convex hull of 0.03 m³ was taken"), std::string::npos) << hull.note;
  EXPECT_THROW_MESSAGE(mesh_solid(open, OpenMeshes::kRefuse), ModelError, "the surface is open");
}

// Oracle: what has an inside is weighed as always, and nothing is said.
TEST(MeshSolid, AClosedMeshIsWhatItWas) {
  const Mesh box = support::box_mesh({0.3, 0.2, 0.5});
  for (const OpenMeshes rule : {OpenMeshes::kClose, OpenMeshes::kHull, OpenMeshes::kRefuse}) {
    const MeshSolid solid = mesh_solid(box, rule);
    EXPECT_EQ(solid.note, "");
    expect_same(solid.unit_density_mass, unit_density_mass(box));
  }
}

// Oracle: two cubes that share one edge, in which four triangles meet, are two cubes; a cube of
// which every triangle is there twice is one; one that is inside out is one.
TEST(MeshSolid, MeetingDoubledAndTurnedTrianglesAreUnderstood) {
  const Mesh cube = support::box_mesh({1, 1, 1});
  const Mesh other = moved(cube, {1, 1, 0});
  const Mesh two = joined_meshes(cube, other);
  EXPECT_THROW_MESSAGE(unit_density_mass(two), ModelError, "not a manifold");
  expect_same(mesh_solid(two, OpenMeshes::kClose).unit_density_mass,
              unit_density_mass(cube) + unit_density_mass(other));
  Mesh twice = cube;
  for (const auto& t : cube.triangles) twice.triangles.push_back({t[1], t[2], t[0]});
  expect_same(mesh_solid(twice, OpenMeshes::kClose).unit_density_mass, unit_density_mass(cube));
  Mesh turned = cube;
  for (auto& t : turned.triangles) std::swap(t[0], t[1]);
  const MeshSolid solid = mesh_solid(turned, OpenMeshes::kClose);
  expect_same(solid.unit_density_mass, unit_density_mass(cube));
  EXPECT_NE(solid.note.find("its triangles were turned to face outwards"), std::string::npos);
}

// Oracle: bottom and lid alone, each closed by itself, enclose nothing; their hull is the box.
TEST(MeshSolid, TakesTheHullWhereClosingMakesNoSolid) {
  const Mesh box = support::box_mesh({0.3, 0.2, 0.5});
  Mesh sheets = part_at_height(box, 0.25, true);
  const Mesh bottom = part_at_height(box, -0.25, true);
  sheets.triangles.insert(sheets.triangles.end(), bottom.triangles.begin(), bottom.triangles.end());
  ASSERT_EQ(sheets.triangles.size(), 4U);
  const MeshSolid solid = mesh_solid(sheets, OpenMeshes::kClose);
  expect_same(solid.unit_density_mass, unit_density_mass(box));
  EXPECT_NE(solid.note.find("closing its holes makes no solid; its convex hull of 0.03 m³"),
            std::string::npos)
      << solid.note;
  EXPECT_THROW_MESSAGE(mesh_solid(part_at_height(box, 0.25, true), OpenMeshes::kClose), ModelError,
                       "there is no solid inside");
  Mesh wild = box;
  wild.triangles[0][0] = 99;
  EXPECT_THROW_MESSAGE(mesh_solid(wild, OpenMeshes::kClose), ModelError, "has the vertex 99");
}

TEST(MeshSolid, KnowsItsRules) {
  EXPECT_EQ(open_meshes_named("close"), OpenMeshes::kClose);
  EXPECT_EQ(open_meshes_named("hull"), OpenMeshes::kHull);
  EXPECT_EQ(open_meshes_named("refuse"), OpenMeshes::kRefuse);
  EXPECT_THROW_MESSAGE(open_meshes_named("shut"), InvalidArgument,
                       "is 'shut'; close, hull or refuse is needed");
}

}  // namespace
}  // namespace appell::mass
