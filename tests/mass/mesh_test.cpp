#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/mass/shape.hpp"
#include "tests/support/matchers.hpp"

namespace appell::mass {
namespace {

using support::near;
using Profile = std::vector<Vec2>;  // (distance from z, z), in order.

constexpr double kPi = 3.14159265358979323846;

/// Turns a profile about z into triangles with outward normals: the profile runs from top to bottom
/// seen from outside. One whose ends are on the axis closes itself; else it is a loop.
void revolve(const Profile& profile, int n, Mesh& mesh) {
  const bool loop = profile.front().x() > 0.0;
  std::vector<std::vector<int>> rows;
  for (const Vec2& p : profile) {
    std::vector<int> row;
    for (int i = 0; i < n; ++i) {
      if (p.x() == 0.0 && i > 0) {
        row.push_back(row[0]);
        continue;
      }
      const double angle = 2.0 * kPi * i / n;
      row.push_back(static_cast<int>(mesh.vertices.size()));
      mesh.vertices.emplace_back(p.x() * std::cos(angle), p.x() * std::sin(angle), p.y());
    }
    rows.push_back(row);
  }
  const std::size_t num_bands = loop ? rows.size() : rows.size() - 1;
  const auto add = [&](int a, int b, int c) {
    if (a != b && b != c && c != a) mesh.triangles.push_back({a, b, c});
  };
  for (std::size_t band = 0; band < num_bands; ++band) {
    const auto &upper = rows[band], &lower = rows[(band + 1) % rows.size()];
    for (std::size_t i = 0; i < upper.size(); ++i) {
      const std::size_t next = (i + 1) % upper.size();
      add(upper[i], lower[i], lower[next]);
      add(upper[i], lower[next], upper[next]);
    }
  }
}

/// Points of a circle of the profile plane about (x, z), from one angle (from z towards x) to
/// another.
Profile arc(double x, double z, double radius, double from, double to, int n) {
  Profile points;
  for (int i = 0; i <= n; ++i) {
    const double angle = from + (to - from) * i / n;
    const bool on_axis = x == 0.0 && (angle == 0.0 || angle == kPi);
    points.emplace_back(on_axis ? 0.0 : x + radius * std::sin(angle), z + radius * std::cos(angle));
  }
  return points;
}

Mesh revolved(const Profile& profile, int n) {
  Mesh mesh;
  revolve(profile, n, mesh);
  return mesh;
}

Mesh sphere_mesh(double radius, int n) { return revolved(arc(0, 0, radius, 0, kPi, n / 2), n); }

Mesh hollow_sphere_mesh(double outer, double inner, int n) {
  Mesh mesh = sphere_mesh(outer, n), cavity = sphere_mesh(inner, n);
  const int shift = static_cast<int>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), cavity.vertices.begin(), cavity.vertices.end());
  for (const auto& t : cavity.triangles) {
    mesh.triangles.push_back({t[0] + shift, t[2] + shift, t[1] + shift});
  }
  return mesh;
}

Mesh cap_mesh(double radius, double height, int n) {
  const double z = height - radius;  // Of the ball's centre.
  Profile profile = arc(0, z, radius, 0.0, std::acos(-z / radius), n);
  profile.back().y() = 0.0;
  profile.emplace_back(0.0, 0.0);
  return revolved(profile, n);
}

Mesh ellipsoid_mesh(const Vec3& semi_axes, int n) {
  Mesh mesh = sphere_mesh(1.0, n);
  for (Vec3& vertex : mesh.vertices) vertex = vertex.cwiseProduct(semi_axes);
  return mesh;
}

Mesh torus_mesh(double R, double r, int n) {
  Profile profile = arc(R, 0, r, 0, 2.0 * kPi, n);
  profile.pop_back();
  return revolved(profile, n);
}

Mesh capsule_mesh(double r, double L, int n) {
  Profile profile = arc(0, 0.5 * L, r, 0.0, 0.5 * kPi, n / 2);
  const Profile lower = arc(0, -0.5 * L, r, 0.5 * kPi, kPi, n / 2);
  profile.insert(profile.end(), lower.begin(), lower.end());
  return revolved(profile, n);
}

/// The largest relative error of mass, central tensor, and centre (of the radius of gyration).
double mesh_error(const Mesh& mesh, const Shape& shape) {
  const RigidMass a = unit_density_mass(mesh), b = unit_density_mass(shape);
  const double mass = std::abs(a.mass - b.mass) / b.mass;
  const double tensor = (a.second_moment - b.second_moment).norm() / b.second_moment.norm();
  const double size = std::sqrt(b.second_moment.trace() / b.mass);
  return std::max({mass, tensor, (a.p_BBcm - b.p_BBcm).norm() / size});
}

// Oracle: the closed forms. A mesh with corners on the surface misses by the square of its width:
// halving the width divides the error by 4.
TEST(Mesh, ConvergesToEverySolid) {
  const auto check = [](const Shape& shape, const auto& mesh_of) {
    const double coarse = mesh_error(mesh_of(48), shape), fine = mesh_error(mesh_of(96), shape);
    EXPECT_LT(fine, 0.01) << shape_name(shape);
    EXPECT_GT(fine, 1e-6) << shape_name(shape);  // Else the rate says nothing.
    EXPECT_NEAR(coarse / fine, 4.0, 0.1) << shape_name(shape);
  };
  check(Cylinder{0.5, 2.0},
        [](int n) { return revolved({{0, 1}, {0.5, 1}, {0.5, -1}, {0, -1}}, n); });
  check(Tube{0.5, 0.3, 2.0},
        [](int n) { return revolved({{0.3, 1}, {0.5, 1}, {0.5, -1}, {0.3, -1}}, n); });
  check(Sphere{0.7}, [](int n) { return sphere_mesh(0.7, n); });
  check(HollowSphere{0.7, 0.4}, [](int n) { return hollow_sphere_mesh(0.7, 0.4, n); });
  check(SphericalCap{1.0, 0.4}, [](int n) { return cap_mesh(1.0, 0.4, n); });
  check(SphericalCap{1.0, 1.6}, [](int n) { return cap_mesh(1.0, 1.6, n); });
  check(Hemisphere{0.8}, [](int n) { return cap_mesh(0.8, 0.8, n); });
  check(Cone{0.5, 2.0}, [](int n) { return revolved({{0, 2}, {0.5, 0}, {0, 0}}, n); });
  check(Frustum{0.5, 0.2, 2.0},
        [](int n) { return revolved({{0, 2}, {0.2, 2}, {0.5, 0}, {0, 0}}, n); });
  check(Ellipsoid{{1.0, 0.5, 0.3}}, [](int n) { return ellipsoid_mesh({1.0, 0.5, 0.3}, n); });
  check(Torus{1.0, 0.3}, [](int n) { return torus_mesh(1.0, 0.3, n); });
  check(Capsule{0.3, 1.0}, [](int n) { return capsule_mesh(0.3, 1.0, n); });
}

/// A prism over counter-clockwise corners, its ends fans of triangles from corner 0.
Mesh prism_mesh(const std::vector<Vec2>& corners, double low, double high) {
  Mesh mesh;
  const int n = static_cast<int>(corners.size());
  for (const double z : {low, high}) {
    for (const Vec2& corner : corners) mesh.vertices.emplace_back(corner.x(), corner.y(), z);
  }
  for (int i = 0; i < n; ++i) {
    const int next = (i + 1) % n;
    mesh.triangles.push_back({i, next, next + n});
    mesh.triangles.push_back({i, next + n, i + n});
    if (i < 1 || i + 1 >= n) continue;
    mesh.triangles.push_back({0, i + 1, i});
    mesh.triangles.push_back({n, i + n, i + 1 + n});
  }
  return mesh;
}

Mesh box_mesh(const Vec3& size) {
  const double x = 0.5 * size.x(), y = 0.5 * size.y(), z = 0.5 * size.z();
  return prism_mesh({{-x, -y}, {x, -y}, {x, y}, {-x, y}}, -z, z);
}

// Oracle: the closed form of the box; a box of triangles is no approximation.
TEST(Mesh, BoxIsExact) {
  for (const Vec3& size : {Vec3(1, 1, 1), Vec3(0.1, 0.2, 0.3), Vec3(3.0, 0.01, 0.7)}) {
    const RigidMass mesh = unit_density_mass(box_mesh(size)), box = unit_density_mass(Box{size});
    EXPECT_TRUE(near(mesh.mass, box.mass, 1e-14));
    EXPECT_TRUE(near(mesh.p_BBcm, box.p_BBcm, 1e-14, size.norm()));
    EXPECT_TRUE(near(mesh.second_moment, box.second_moment, 1e-14));
  }
}

// Oracle: the closed forms of tetrahedron and prism, whose meshes are exact too, away from the
// origin and with a dent.
TEST(Mesh, PolyhedraAreExact) {
  const std::array<Vec3, 4> p{Vec3(5, 5, 5), Vec3(6, 5, 5), Vec3(5, 7, 5), Vec3(5, 5, 5.5)};
  const Mesh tetrahedron{{p.begin(), p.end()}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
  const std::vector<Vec2> dented{{0, 0}, {2, 0}, {2, 1}, {0.5, 0.5}, {0, 1.5}};
  const auto expect_same = [](const Shape& mesh, const Shape& shape) {
    const RigidMass a = unit_density_mass(mesh), b = unit_density_mass(shape);
    EXPECT_TRUE(near(a.mass, b.mass, 2e-14));
    EXPECT_TRUE(near(a.p_BBcm, b.p_BBcm, 2e-14));
    EXPECT_TRUE(near(a.second_moment, b.second_moment, 2e-14));
  };
  expect_same(tetrahedron, Tetrahedron{p});
  expect_same(prism_mesh(dented, 0.0, 0.3), Prism{dented, 0.3});
}

// Bad input: the first edge that is wrong, and why.
TEST(Mesh, NamesTheFirstBadEdge) {
  const Mesh good = box_mesh({1, 1, 1});
  EXPECT_NO_THROW(measure(good));
  Mesh bad = good;
  bad.triangles.erase(bad.triangles.begin() + 3);
  EXPECT_THROW_MESSAGE(measure(bad), ModelError,
                       "belongs to one triangle only: the surface is open");
  EXPECT_THROW_MESSAGE(measure(bad), ModelError, "mesh: the edge between vertices ");
  bad = good;
  std::swap(bad.triangles[0][1], bad.triangles[0][2]);
  EXPECT_THROW_MESSAGE(measure(bad), ModelError,
                       "mesh: the edge between vertices 0 and 5 of triangle 0 is passed twice in "
                       "the same direction");
  bad = good;
  bad.vertices.emplace_back(0, 0, 9);
  for (const auto& t : {std::array<int, 3>{0, 1, 8}, {1, 5, 8}, {5, 0, 8}}) {
    bad.triangles.push_back(t);
  }
  EXPECT_THROW_MESSAGE(measure(bad), ModelError,
                       "vertices 0 and 1 of triangle 0 belongs to 3 triangles: the surface is not "
                       "a manifold");
}

// Bad input: a surface twice, whose edges are passed as often up as down; and one whose edges pair
// up only if the vertices between them are overlooked.
TEST(Mesh, CountsEveryUseOfAnEdge) {
  Mesh twice = box_mesh({1, 1, 1});
  const Mesh once = twice;
  twice.triangles.insert(twice.triangles.end(), once.triangles.begin(), once.triangles.end());
  EXPECT_THROW_MESSAGE(measure(twice), ModelError, "belongs to 4 triangles: the surface is not a");
  const Mesh gap{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                 {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 3, 2}}};
  EXPECT_THROW_MESSAGE(measure(gap), ModelError,
                       "the edge between vertices 2 and 1 of triangle 0 is passed twice in the "
                       "same direction");
}

// Bad input: surfaces without an inside, indices without a vertex.
TEST(Mesh, RefusesWhatHasNoVolume) {
  Mesh bad = box_mesh({1, 1, 1});
  for (auto& t : bad.triangles) std::swap(t[0], t[1]);
  EXPECT_THROW_MESSAGE(measure(bad), ModelError, "mesh: the volume is -1 m³; it must be positive");
  bad = box_mesh({1, 1, 1});
  for (Vec3& vertex : bad.vertices) vertex.z() = 0.0;
  EXPECT_THROW_MESSAGE(measure(bad), ModelError, "mesh: the volume is 0 m³");
  bad = box_mesh({1, 1, 1});
  bad.triangles[2][1] = 8;
  EXPECT_THROW_MESSAGE(measure(bad), ModelError,
                       "mesh: triangle 2 has the vertex 8; there are 8 vertices, from 0");
  bad.triangles[2][1] = bad.triangles[2][0];
  EXPECT_THROW_MESSAGE(measure(bad), ModelError, "mesh: triangle 2 has a vertex twice");
  EXPECT_THROW_MESSAGE(measure(Mesh{}), ModelError, "mesh: there are no triangles");
}

}  // namespace
}  // namespace appell::mass
