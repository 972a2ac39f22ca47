#pragma once

#include <cstddef>
#include <vector>

#include "appell/mass/solids.hpp"

/// Not installed: surfaces that are nearly closed.
namespace appell::mass {

/// A hole that was closed.
struct ClosedHole {
  std::size_t num_edges = 0;
  double area = 0.0;      ///< Of what closes it, m².
  double diameter = 0.0;  ///< Largest distance between its corners and their middle, twice, m.
};

struct ClosedMesh {
  Mesh mesh;
  std::vector<ClosedHole> holes;
  /// What the closed surface encloses beyond the open one, m³: the cones from the middle of the
  /// mesh's box over all that was put in.
  double volume_change = 0.0;

  double hole_area() const;  ///< m²
  std::size_t num_hole_edges() const;
};

/// A hole may have this share of the whole surface: a missing triangle, a crack, a bore.
inline constexpr double kLargestHole = 0.02;

/// Closes the holes of a surface: every ring of edges that belong to one triangle only gets
/// triangles to the middle of its corners. Exact where a hole is flat.
/// @throws ModelError if a hole is larger than `largest` of the surface, or if an edge belongs to
///   more than two triangles or to two that are not oriented alike: such a surface has no inside.
/// @note O(n log n) for n triangles.
ClosedMesh close_holes(Mesh mesh, double largest = kLargestHole);

/// The same for holes of any size, and where more than two triangles meet in an edge: afterwards
/// every edge is passed as often in one direction as in the other, which is all that integrals over
/// the inside need. Triangles that are there twice count once.
/// @throws ModelError for a vertex that does not exist.
ClosedMesh close_all_holes(Mesh mesh);

}  // namespace appell::mass
