#pragma once

#include <optional>
#include <string>

#include "appell/io/body_file.hpp"

/// Not installed: a mesh file as a body.
namespace appell::io {

/// What a mesh file does not say about the body that it shows. One of density, mass and material is
/// needed.
struct MeshBodyOptions {
  double scale = 1.0;             ///< 0.001 for a file in millimetres.
  std::optional<double> density;  ///< kg/m³
  std::optional<double> mass;     ///< kg
  std::string material;           ///< A name of mass/materials.hpp.
  bool close_holes = false;       ///< Small ones, see mass::close_holes().
  bool hull = false;              ///< The convex hull instead of the mesh.
};

/// Whether a file is a mesh by its ending: .stl, .obj or .dae, whatever its capitals.
bool is_mesh_path(const std::string& path);

/// Says what to do with a file of a CAD program, or a mesh in a format that is not read.
/// @throws ModelError if it is one, by its ending.
void refuse_other_solids(const std::string& path);

/// The homogeneous body inside the surface of a mesh file; its notes say which holes were closed,
/// and whether the size looks like millimetres.
/// @throws ModelError naming the file.
BodyFile load_mesh_body(const std::string& path, const MeshBodyOptions& options);

}  // namespace appell::io
