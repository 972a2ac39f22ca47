#pragma once

#include <map>
#include <string>
#include <vector>

#include "appell/mass/solids.hpp"
#include "appell/model/description.hpp"

namespace appell::io {

/// The meshes of all links whose files were found, by their paths.
/// @param warnings  gets a line for each that cannot be read.
std::map<std::string, mass::Mesh> read_link_meshes(const model::Description& description,
                                                   std::vector<std::string>& warnings);

}  // namespace appell::io
