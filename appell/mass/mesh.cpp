#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/mass/shape_moments.hpp"
#include "appell/mass/simplex.hpp"

namespace appell::mass::detail {
namespace {

using Corners = std::array<int, 3>;

/// How often an edge is passed, from its lower to its higher vertex (up) and back (down).
struct EdgeUse {
  int up = 0;
  int down = 0;
};

std::uint64_t edge_key(int a, int b) {
  const auto low = static_cast<std::uint32_t>(std::min(a, b));
  const auto high = static_cast<std::uint32_t>(std::max(a, b));
  return (std::uint64_t{low} << 32) | high;
}

void check_indices(const Mesh& mesh) {
  const auto num_vertices = static_cast<int>(mesh.vertices.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Corners& corners = mesh.triangles[t];
    for (int index : corners) {
      if (index < 0 || index >= num_vertices) {
        throw ModelError(concat("mesh: triangle ", t, " has the vertex ", index, "; there are ",
                                num_vertices, " vertices, from 0"));
      }
    }
    if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) {
      throw ModelError(concat("mesh: triangle ", t, " has a vertex twice (", corners[0], ", ",
                              corners[1], ", ", corners[2], ")"));
    }
  }
}

std::optional<std::string> problem_of(const EdgeUse& use) {
  const int total = use.up + use.down;
  if (total == 1) return "belongs to one triangle only: the surface is open";
  if (total > 2) return concat("belongs to ", total, " triangles: the surface is not a manifold");
  if (use.up != 1) {
    return "is passed twice in the same direction: the two triangles are not oriented alike";
  }
  return std::nullopt;
}

/// Throws ModelError for the first edge, in the order of the triangles, that is not passed once in
/// either direction.
void check_edges(const Mesh& mesh) {
  std::unordered_map<std::uint64_t, EdgeUse> uses;
  uses.reserve(mesh.triangles.size() * 3 / 2 + 1);
  for (const Corners& corners : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const int a = corners[i], b = corners[(i + 1) % 3];
      EdgeUse& use = uses[edge_key(a, b)];
      ++(a < b ? use.up : use.down);
    }
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      const int a = mesh.triangles[t][i], b = mesh.triangles[t][(i + 1) % 3];
      if (const auto problem = problem_of(uses[edge_key(a, b)])) {
        throw ModelError(concat("mesh: the edge between vertices ", a, " and ", b, " of triangle ",
                                t, " ", *problem));
      }
    }
  }
}

}  // namespace

RigidMass moments(const Mesh& shape) {
  if (shape.triangles.empty()) throw ModelError("mesh: there are no triangles");
  check_indices(shape);
  check_edges(shape);
  Vec3 low = shape.vertices[0], high = shape.vertices[0];
  for (const Vec3& vertex : shape.vertices) {
    low = low.cwiseMin(vertex);
    high = high.cwiseMax(vertex);
  }
  const Vec3 middle = 0.5 * (low + high);
  // Signed tetrahedra from the middle to each triangle: what lies outside cancels.
  SimplexSum sum(middle);
  std::array<Vec3, 4> corners = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  for (const Corners& triangle : shape.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      corners[i + 1] = shape.vertices[static_cast<std::size_t>(triangle[i])] - middle;
    }
    sum.add(corners[1].dot(corners[2].cross(corners[3])) / 6.0, corners);
  }
  constexpr double kFlat = 1e-14;  // Rounding of the volume of a surface without one.
  const double box = (high - low).norm();
  if (!(sum.measure() > kFlat * box * box * box)) {
    throw ModelError(concat("mesh: the volume is ", sum.measure(),
                            " m³; it must be positive. If it is the negative of the right one, the "
                            "triangles face inwards: reverse them"));
  }
  return sum.unit_density_mass();
}

}  // namespace appell::mass::detail
