#pragma once

#include <string>

#include "appell/mass/solids.hpp"

/// Meshes, and the files that they would be.
namespace appell::support {

/// A box about the origin, 12 triangles.
mass::Mesh box_mesh(const Vec3& size);

/// A ball of radius 1 about the origin: 4 n (n - 1) triangles, n bands of 2 n columns.
mass::Mesh ball_mesh(int n);

std::string binary_stl(const mass::Mesh& mesh);
std::string ascii_stl(const mass::Mesh& mesh);
std::string obj_text(const mass::Mesh& mesh);

}  // namespace appell::support
