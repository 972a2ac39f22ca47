#pragma once

#include <string>
#include <vector>

#include "appell/model/description.hpp"

/// Not installed: a robot as a file.
namespace appell::report {

/// Whether the ending of a path says which format to write; `argument` names it in the message.
/// @throws InvalidArgument if not.
void check_model_path(const std::string& argument, const std::string& path);

/// Writes a .toml or .urdf file, whichever the ending says.
/// @return what the format could not say, one line each.
/// @throws InvalidArgument for another ending.
std::vector<std::string> write_model_file(const std::string& path,
                                          const model::Description& description);

}  // namespace appell::report
