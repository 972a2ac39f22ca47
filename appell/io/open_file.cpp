#include "appell/io/open_file.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"

namespace appell::io {
namespace {

/// Each is being read because the one before it names it.
thread_local std::vector<std::string> open_files;

}  // namespace

OpenFile::OpenFile(const std::string& path, std::string_view kind) {
  const std::string canonical = std::filesystem::weakly_canonical(path).string();
  if (std::find(open_files.begin(), open_files.end(), canonical) != open_files.end()) {
    throw ModelError(concat(path, ": is part of itself; ", kind, " must not form a circle"));
  }
  open_files.push_back(canonical);
}

OpenFile::~OpenFile() { open_files.pop_back(); }

}  // namespace appell::io
