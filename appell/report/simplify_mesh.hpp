#pragma once

#include <cstddef>

#include "appell/mass/solids.hpp"

/// Not installed: meshes with fewer triangles, to look at.
namespace appell::report {

/// A mesh of at most so many triangles that looks like `mesh`: edges are drawn together to a point,
/// always that one whose point is nearest to the planes of all triangles that it stands for (the
/// sum of the squares of its distances, times their areas, is least). Open edges stay where they
/// are as planes through them, normal to their triangle, would have it. No triangle is turned
/// over, and surfaces stay as closed as they were, as long as there are other edges left.
/// @return the same mesh if it has no more triangles than that.
/// @note O(n log n) time, about 300 bytes per triangle.
mass::Mesh simplified(const mass::Mesh& mesh, std::size_t most_triangles);

}  // namespace appell::report
