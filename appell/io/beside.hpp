#pragma once

#include <filesystem>
#include <string>

namespace appell::io {

/// A file that the file `source_name` names, relative to its folder; absolute paths stay.
inline std::string beside(const std::string& source_name, const std::string& file) {
  return (std::filesystem::path(source_name).parent_path() / file).string();
}

/// How a file in a folder names another one; from an empty folder: by its absolute path.
inline std::string named_from(const std::string& folder, const std::string& file) {
  namespace fs = std::filesystem;
  const fs::path whole = fs::absolute(file);
  return folder.empty() ? whole.string() : whole.lexically_relative(fs::absolute(folder)).string();
}

}  // namespace appell::io
