#include "tests/support/foreign_robots.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "tests/support/places.hpp"

namespace appell::support {

std::vector<std::string> foreign_robots() {
  namespace fs = std::filesystem;
  const char* named = std::getenv("APPELL_ROBOTS");
  const fs::path folder = named != nullptr ? named : support::source_dir() + "/../shared/robots";
  std::vector<std::string> files;
  std::error_code absent;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, absent)) {
    if (entry.path().extension() == ".urdf") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace appell::support
