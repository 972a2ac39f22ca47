#pragma once

#include <filesystem>
#include <string>

namespace appell::io {

/// A file that the file `source_name` names, relative to its folder; absolute paths stay.
inline std::string beside(const std::string& source_name, const std::string& file) {
  return (std::filesystem::path(source_name).parent_path() / file).string();
}

}  // namespace appell::io
