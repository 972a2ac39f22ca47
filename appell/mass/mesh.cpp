#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "appell/base/error.hpp"
#include "appell/base/stop.hpp"
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

/// The edges of a mesh, each kept at the lower of its two vertices: 4 bytes for each side of a
/// triangle and 8 for each vertex. (A hash table of the edges takes ten times as much.)
class EdgeTable {
 public:
  explicit EdgeTable(const Mesh& mesh)
      : begin_(mesh.vertices.size() + 2, 0), sides_(3 * mesh.triangles.size()) {
    // Counted two places further and summed up, begin_[v + 1] is where those of v begin; filling
    // them in moves it to where they end, which is where those of v + 1 begin.
    for_sides(mesh, [&](std::size_t low, std::uint32_t) { ++begin_[low + 2]; });
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    for_sides(mesh, [&](std::size_t low, std::uint32_t side) { sides_[begin_[low + 1]++] = side; });
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
      check_stop();
      std::sort(at(begin_[v]), at(begin_[v + 1]));
    }
  }

  /// Whether every edge is passed once up and once down.
  bool is_closed() const {
    if (sides_.size() % 2 != 0) return false;
    for (std::size_t v = 0; v + 2 < begin_.size(); ++v) {
      if ((begin_[v + 1] - begin_[v]) % 2 != 0) return false;
      for (std::size_t i = begin_[v]; i < begin_[v + 1]; i += 2) {
        const bool is_pair = sides_[i] % 2 == 0 && sides_[i + 1] == sides_[i] + 1;
        const bool is_repeated = i > begin_[v] && sides_[i] == sides_[i - 2];
        if (!is_pair || is_repeated) return false;
      }
    }
    return true;
  }

  EdgeUse use(int a, int b) const {
    const auto low = static_cast<std::size_t>(std::min(a, b));
    const std::uint32_t up = 2 * static_cast<std::uint32_t>(std::max(a, b));
    const auto count = [&](std::uint32_t side) {
      const auto [first, last] = std::equal_range(sides_.begin() + offset(begin_[low]),
                                                  sides_.begin() + offset(begin_[low + 1]), side);
      return static_cast<int>(last - first);
    };
    return {count(up), count(up + 1)};
  }

 private:
  static std::ptrdiff_t offset(std::size_t i) { return static_cast<std::ptrdiff_t>(i); }
  std::vector<std::uint32_t>::iterator at(std::size_t i) { return sides_.begin() + offset(i); }

  /// Calls `take` with the lower vertex of each side, and twice the higher one, plus 1 if the side
  /// runs from the higher to the lower.
  template <class Take>
  static void for_sides(const Mesh& mesh, const Take& take) {
    for (const Corners& corners : mesh.triangles) {
      check_stop();
      for (std::size_t i = 0; i < 3; ++i) {
        const int a = corners[i], b = corners[(i + 1) % 3];
        take(static_cast<std::size_t>(std::min(a, b)),
             2 * static_cast<std::uint32_t>(std::max(a, b)) + (a < b ? 0 : 1));
      }
    }
  }

  std::vector<std::size_t> begin_;    ///< sides_[begin_[v]] is the first of vertex v.
  std::vector<std::uint32_t> sides_;  ///< As for_sides() gives them; ascending for each vertex.
};

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
  const EdgeTable edges(mesh);
  if (edges.is_closed()) return;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      const int a = mesh.triangles[t][i], b = mesh.triangles[t][(i + 1) % 3];
      if (const auto problem = problem_of(edges.use(a, b))) {
        throw ModelError(concat("mesh: the edge between vertices ", a, " and ", b, " of triangle ",
                                t, " ", *problem));
      }
    }
  }
}

}  // namespace

std::optional<RigidMass> enclosed_moments(const Mesh& shape) {
  if (shape.triangles.empty()) return std::nullopt;
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
    check_stop();
    for (std::size_t i = 0; i < 3; ++i) {
      corners[i + 1] = shape.vertices[triangle[i]] - middle;
    }
    sum.add(corners[1].dot(corners[2].cross(corners[3])) / 6.0, corners);
  }
  constexpr double kFlat = 1e-14;  // Rounding of the volume of a surface without one.
  const double box = (high - low).norm();
  if (!(std::abs(sum.measure()) > kFlat * box * box * box)) return std::nullopt;
  return sum.unit_density_mass();
}

RigidMass moments(const Mesh& shape) {
  if (shape.triangles.empty()) throw ModelError("mesh: there are no triangles");
  check_indices(shape);
  check_edges(shape);
  const std::optional<RigidMass> body = enclosed_moments(shape);
  if (body && body->mass > 0.0) return *body;
  throw ModelError(concat("mesh: the volume is ", body ? body->mass : 0.0,
                          " m³; it must be positive. If it is the negative of the right one, the "
                          "triangles face inwards: reverse them"));
}

}  // namespace appell::mass::detail
