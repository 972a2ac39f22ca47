#include "appell/io/mesh_files.hpp"

#include <filesystem>

#include "appell/base/text.hpp"

namespace appell::io {

std::string find_mesh(const std::string& uri, const std::string& model_path,
                      const Packages& packages) {
  namespace fs = std::filesystem;
  constexpr std::string_view kPackage = "package://";
  constexpr std::string_view kFile = "file://";
  fs::path path;
  if (uri.starts_with(kPackage)) {
    const std::string rest = uri.substr(kPackage.size());
    const std::size_t slash = rest.find('/');
    const auto package = packages.find(rest.substr(0, slash));
    if (package == packages.end() || slash == std::string::npos) return {};
    path = fs::path(package->second) / rest.substr(slash + 1);
  } else if (uri.starts_with(kFile)) {
    path = uri.substr(kFile.size());
  } else {
    path = fs::path(model_path).parent_path() / uri;
  }
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) ? path.string() : std::string();
}

std::string mesh_not_found(const std::string& uri) {
  const bool is_package = uri.starts_with("package://");
  return concat("file '", uri, "' is not found", is_package ? "; say where the package is" : "",
                " (no result needs it)");
}

std::string mesh_group(const std::string& uri) {
  const std::string_view package = "package://";
  const std::size_t end = uri.starts_with(package) ? uri.find('/', package.size()) : uri.rfind('/');
  return concat("mesh ", uri.substr(0, end == std::string::npos ? 0 : end));
}

}  // namespace appell::io
