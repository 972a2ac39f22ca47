#include "appell/io/mesh_files.hpp"

#include <filesystem>

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

}  // namespace appell::io
