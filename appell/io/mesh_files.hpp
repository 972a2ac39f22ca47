#pragma once

#include <string>

#include "appell/io/load_model.hpp"

/// Not installed: where the mesh files that a model names are.
namespace appell::io {

/// The file that a mesh URI means: package://NAME/path by `packages`, file:// and plain paths
/// relative to the folder of the model file. In URIs "%20" is a blank, and so on. Empty if there is
/// no such file, or a path leads out of its package.
std::string find_mesh(const std::string& uri, const std::string& model_path,
                      const Packages& packages);

/// The warning for a mesh file that is not found, and what it shares with others like it: the
/// package or folder.
std::string mesh_not_found(const std::string& uri);
std::string mesh_group(const std::string& uri);

}  // namespace appell::io
