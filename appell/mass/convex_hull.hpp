#pragma once

#include <span>

#include "appell/mass/solids.hpp"

/// Not installed: the convex hull of points.
namespace appell::mass {

/// The convex hull of the points as a surface of triangles that face outwards. Points that are less
/// than 1e-12 of the largest extent outside a face count as inside.
/// @throws ModelError if all points lie in one plane.
/// @note Quickhull: O(n log n) for points that lie as those of a part do.
Mesh convex_hull(std::span<const Vec3> points);

}  // namespace appell::mass
