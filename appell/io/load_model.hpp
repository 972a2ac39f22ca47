#pragma once

#include <map>
#include <string>
#include <vector>

#include "appell/io/strictness.hpp"
#include "appell/mass/mesh_solid.hpp"
#include "appell/mass/rigid_mass.hpp"
#include "appell/model/model.hpp"

namespace appell::io {

/// Where the files of a ROS package are: name of the package -> folder.
using Packages = std::map<std::string, std::string>;

struct LoadOptions {
  /// Whether a link whose inertia no real body has is an error.
  mass::Physics physics = mass::Physics::kRequired;
  /// For package:// in mesh file names.
  Packages packages = {};
  /// What to make of things in a URDF that do not belong there and cannot touch a number.
  Strictness strictness = Strictness::kTolerant;
  /// Whether loops that a file closes (MJCF's <equality>) are left open instead of refused.
  bool open_loops = false;
  /// What to make of an open mesh from which a link (of an MJCF file) has its inertia.
  mass::OpenMeshes open_meshes = mass::OpenMeshes::kClose;
};

/// A model and what was odd about its file: "file:line:column: ...".
struct LoadResult {
  model::Model model;
  std::vector<std::string> warnings;
  /// From how many meshes without an inside links have their inertia, see LoadOptions::open_meshes.
  std::size_t num_open_meshes = 0;
};

/// Model from a `.urdf`, `.toml`, MJCF `.xml` or `.sdf` file, a `.xacro` file (by the program
/// xacro, if it is on the PATH) or, by its name, an embedded model. An `.xml` is read as what its
/// outermost element says.
/// @throws ModelError with all problems, each "file:line:column: element 'name': what was found;
///   what is needed".
LoadResult load_model(const std::string& name_or_path, const LoadOptions& options = {});

/// Model from the text of a URDF file; messages call it `source_name`, and mesh files are looked
/// for beside it.
LoadResult read_urdf(const std::string& source_name, const std::string& text,
                     const LoadOptions& options = {});

/// Model from the text of an MJCF file (MuJoCo); files that it includes are looked for beside it.
LoadResult read_mjcf(const std::string& source_name, const std::string& text,
                     const LoadOptions& options = {});

/// Model from the text of an SDF file with one model that is a tree.
LoadResult read_sdf(const std::string& source_name, const std::string& text,
                    const LoadOptions& options = {});

/// Model from the text of an Appell model file (docs/formats.md).
LoadResult read_model_toml(const std::string& source_name, const std::string& text,
                           const LoadOptions& options = {});

}  // namespace appell::io
