#include "appell/io/mesh_files.hpp"

#include <charconv>
#include <filesystem>
#include <string_view>

#include "appell/base/text.hpp"

namespace appell::io {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPackage = "package://";

/// "%20" of a URI as the blank that it means, and so on.
std::string decoded(std::string_view uri) {
  std::string text;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    unsigned code = 0;
    const char* const behind = uri.data() + i + 3;
    const bool is_code = uri[i] == '%' && i + 2 < uri.size() &&
                         std::from_chars(behind - 2, behind, code, 16).ptr == behind;
    text += is_code ? static_cast<char>(code) : uri[i];
    if (is_code) i += 2;
  }
  return text;
}

/// Whether a path from a folder on, in one of its two spellings, does not stay in it.
bool leads_out(const std::string& path) {
  for (const fs::path& spelling : {fs::path(decoded(path)), fs::path(path)}) {
    const fs::path normal = spelling.lexically_normal();
    if (normal.is_absolute() || (!normal.empty() && *normal.begin() == "..")) return true;
  }
  return false;
}

/// What stands behind package://NAME/; empty if nothing does.
std::string path_in_package(const std::string& uri) {
  const std::size_t slash = uri.find('/', kPackage.size());
  return slash == std::string::npos ? "" : uri.substr(slash + 1);
}

/// The first of two spellings that is a file.
std::string file_of(const fs::path& folder, const std::string& path) {
  std::error_code ignored;
  for (const std::string& spelling : {decoded(path), path}) {
    if (fs::is_regular_file(folder / spelling, ignored)) return (folder / spelling).string();
  }
  return {};
}

}  // namespace

std::string find_mesh(const std::string& uri, const std::string& model_path,
                      const Packages& packages) {
  constexpr std::string_view kFile = "file://";
  if (uri.starts_with(kFile)) return file_of("", uri.substr(kFile.size()));
  if (uri.starts_with(kPackage)) {
    const std::size_t slash = uri.find('/', kPackage.size());
    const auto package = packages.find(uri.substr(kPackage.size(), slash - kPackage.size()));
    const std::string path = path_in_package(uri);
    if (package == packages.end() || path.empty() || leads_out(path)) return {};
    return file_of(package->second, path);
  }
  std::error_code ignored;
  const fs::path path = fs::path(model_path).parent_path() / uri;
  return fs::is_regular_file(path, ignored) ? path.string() : std::string();
}

std::string mesh_not_found(const std::string& uri) {
  const bool is_package = uri.starts_with(kPackage);
  if (is_package && leads_out(path_in_package(uri))) {
    return concat("file '", uri, "' leads out of its package and is not read (no result needs it)");
  }
  return concat("file '", uri, "' is not found", is_package ? "; say where the package is" : "",
                " (no result needs it)");
}

std::string mesh_group(const std::string& uri) {
  const std::size_t end =
      uri.starts_with(kPackage) ? uri.find('/', kPackage.size()) : uri.rfind('/');
  return concat("mesh ", uri.substr(0, end == std::string::npos ? 0 : end));
}

}  // namespace appell::io
