#pragma once

#include <map>
#include <string>
#include <vector>

#include "appell/mass/solids.hpp"
#include "appell/model/description.hpp"

namespace appell::io {

/// ".stl" of "Part.STL".
std::string lower_case_extension(const std::string& path);

/// The triangles of an STL, OBJ or COLLADA (.dae) file, corners that coincide joined, times `scale`
/// (0.001 for a file in millimetres; a negative product mirrors, and the triangles are turned
/// along). STL and COLLADA have single precision. Only this one regular file is opened. Whether the
/// mesh is closed is not checked here: mass::unit_density_mass() does.
/// @throws ModelError naming the file and the place in it, if it cannot be read, is none of these,
///   is beyond the limits of docs/formats.md, or has no triangle.
/// @note About 30 bytes per triangle, and 15 more to check the surface later; STL and OBJ are
/// streamed.
mass::Mesh read_mesh(const std::string& path, const Vec3& scale = Vec3::Ones());

/// The meshes of all links whose files were found, by their paths.
/// @param warnings  gets a line for each that cannot be read.
std::map<std::string, mass::Mesh> read_link_meshes(const model::Description& description,
                                                   std::vector<std::string>& warnings);

}  // namespace appell::io
