#include "appell/mass/close_holes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"

namespace appell::mass {
namespace {

using Edge = std::pair<int, int>;

/// All sides of all triangles, as they are passed, sorted.
std::vector<Edge> sides_of(const Mesh& mesh) {
  std::vector<Edge> sides;
  sides.reserve(3 * mesh.triangles.size());
  const auto num_vertices = static_cast<int>(mesh.vertices.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      const int a = mesh.triangles[t][i], b = mesh.triangles[t][(i + 1) % 3];
      if (a < 0 || a >= num_vertices) {
        throw ModelError(concat("mesh: triangle ", t, " has the vertex ", a, "; there are ",
                                num_vertices, " vertices, from 0"));
      }
      sides.emplace_back(a, b);
    }
  }
  std::sort(sides.begin(), sides.end());
  return sides;
}

void check_oriented(const std::vector<Edge>& sides) {
  const auto twice = std::adjacent_find(sides.begin(), sides.end());
  if (twice == sides.end()) return;
  throw ModelError(concat("mesh: the edge from vertex ", twice->first, " to ", twice->second,
                          " is passed twice in the same direction: holes cannot be closed where "
                          "triangles are not oriented alike or more than two meet"));
}

/// The edges that are missing: b to a as often as sides from a to b are more than those back; by b.
std::multimap<int, int> missing_edges(const std::vector<Edge>& sides) {
  const auto count = [&](const Edge& edge) {
    const auto [first, last] = std::equal_range(sides.begin(), sides.end(), edge);
    return last - first;
  };
  std::multimap<int, int> missing;
  for (auto side = sides.begin(); side != sides.end();) {
    const auto [a, b] = *side;
    const auto there = count({a, b});
    for (auto back = count({b, a}); back < there; ++back) missing.emplace(b, a);
    side += there;
  }
  return missing;
}

/// The rings that the missing edges make, none of which passes a vertex twice. As many edges come
/// to a vertex as leave it, so that every way ends where it began.
std::vector<std::vector<int>> rings_of(std::multimap<int, int> missing) {
  std::vector<std::vector<int>> rings;
  std::vector<int> way;
  std::map<int, std::size_t> place;  // On the way.
  while (!missing.empty()) {
    auto edge = way.empty() ? missing.begin() : missing.find(way.back());
    if (way.empty()) {
      way.push_back(edge->first);
      place[edge->first] = 0;
    }
    const int next = edge->second;
    missing.erase(edge);
    const auto known = place.find(next);
    if (known == place.end()) {
      place[next] = way.size();
      way.push_back(next);
      continue;
    }
    const std::size_t begin = known->second;
    rings.emplace_back(way.begin() + static_cast<std::ptrdiff_t>(begin), way.end());
    for (std::size_t i = begin + 1; i < way.size(); ++i) place.erase(way[i]);
    way.resize(begin + 1);
    if (missing.find(next) == missing.end()) {  // Nothing leaves it any more: it was the first.
      way.clear();
      place.clear();
    }
  }
  return rings;
}

double area_of(const Vec3& a, const Vec3& b, const Vec3& c) {
  return 0.5 * (b - a).cross(c - a).norm();
}

/// Puts triangles into a ring and says what they are.
class Cover {
 public:
  Cover(Mesh& mesh, const Vec3& middle) : mesh_(mesh), middle_(middle) {}

  ClosedHole add(const std::vector<int>& ring) {
    hole_ = {.num_edges = ring.size()};
    Vec3 centre = Vec3::Zero();
    for (const int i : ring) centre += vertex(i) / static_cast<double>(ring.size());
    for (const int i : ring) {
      hole_.diameter = std::max(hole_.diameter, 2.0 * (vertex(i) - centre).norm());
    }
    if (ring.size() == 3) {
      add_triangle({ring[0], ring[1], ring[2]});
      return hole_;
    }
    const auto tip = static_cast<int>(mesh_.vertices.size());
    mesh_.vertices.push_back(centre);
    for (std::size_t i = 0; i < ring.size(); ++i) {
      add_triangle({ring[i], ring[(i + 1) % ring.size()], tip});
    }
    return hole_;
  }

  double volume() const { return volume_; }

 private:
  const Vec3& vertex(int i) const { return mesh_.vertices[i]; }

  void add_triangle(const std::array<int, 3>& corners) {
    const Vec3 a = vertex(corners[0]) - middle_, b = vertex(corners[1]) - middle_,
               c = vertex(corners[2]) - middle_;
    hole_.area += area_of(a, b, c);
    volume_ += a.dot(b.cross(c)) / 6.0;
    mesh_.triangles.push_back(corners);
  }

  Mesh& mesh_;
  Vec3 middle_;
  ClosedHole hole_;
  double volume_ = 0.0;
};

/// The mesh without triangles that are there already, with the same side outside.
Mesh without_repeats(Mesh mesh) {
  const auto lowest_first = [](std::array<int, 3> corners) {
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    return corners;
  };
  for (auto& triangle : mesh.triangles) triangle = lowest_first(triangle);
  std::sort(mesh.triangles.begin(), mesh.triangles.end());
  mesh.triangles.erase(std::unique(mesh.triangles.begin(), mesh.triangles.end()),
                       mesh.triangles.end());
  return mesh;
}

double surface_of(const Mesh& mesh) {
  double surface = 0.0;
  for (const auto& t : mesh.triangles) {
    const auto at = [&](std::size_t i) -> const Vec3& { return mesh.vertices[t[i]]; };
    surface += area_of(at(0), at(1), at(2));
  }
  return surface;
}

ClosedMesh covered(Mesh mesh, const std::vector<Edge>& sides) {
  const std::vector<std::vector<int>> rings = rings_of(missing_edges(sides));
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();
  if (!mesh.vertices.empty()) low = high = mesh.vertices[0];
  for (const Vec3& vertex : mesh.vertices) {
    low = low.cwiseMin(vertex);
    high = high.cwiseMax(vertex);
  }
  ClosedMesh closed{.mesh = std::move(mesh)};
  Cover cover(closed.mesh, 0.5 * (low + high));
  for (const std::vector<int>& ring : rings) closed.holes.push_back(cover.add(ring));
  closed.volume_change = cover.volume();
  return closed;
}

}  // namespace

double ClosedMesh::hole_area() const {
  double area = 0.0;
  for (const ClosedHole& hole : holes) area += hole.area;
  return area;
}

std::size_t ClosedMesh::num_hole_edges() const {
  std::size_t edges = 0;
  for (const ClosedHole& hole : holes) edges += hole.num_edges;
  return edges;
}

ClosedMesh close_holes(Mesh mesh, double largest) {
  const std::vector<Edge> sides = sides_of(mesh);
  check_oriented(sides);
  const double surface = surface_of(mesh);
  ClosedMesh closed = covered(std::move(mesh), sides);
  for (const ClosedHole& hole : closed.holes) {
    if (hole.area <= largest * surface) continue;
    throw ModelError(
        concat("mesh: a hole of ", hole.num_edges, " edges and ", short_text(hole.area), " m² has ",
               short_text(100.0 * hole.area / surface), " % of the surface; holes up to ",
               short_text(100.0 * largest), " % are closed"));
  }
  return closed;
}

ClosedMesh close_all_holes(Mesh mesh) {
  mesh = without_repeats(std::move(mesh));
  const std::vector<Edge> sides = sides_of(mesh);
  return covered(std::move(mesh), sides);
}

}  // namespace appell::mass
