#pragma once

#include <string>

#include "appell/mass/solids.hpp"

namespace appell::io {

/// The triangles of an STL or OBJ file, corners that coincide joined, times `scale` (0.001 for a
/// file in millimetres; a negative product mirrors, and the triangles are turned along). STL and
/// the reader keep single precision. Whether the mesh is closed is not checked here:
/// mass::unit_density_mass() does.
/// @throws ModelError if the file cannot be read, is no STL or OBJ, or has no triangle.
mass::Mesh read_mesh(const std::string& path, const Vec3& scale = Vec3::Ones());

}  // namespace appell::io
