#include "appell/io/mesh_reader.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/mesh_formats.hpp"
#include "appell/io/words.hpp"

namespace appell::io {
namespace {

std::vector<MeshPart> read_by_extension(const std::string& path, const std::string& extension,
                                        DaeParts dae_parts) {
  if (extension == ".dae") return read_dae(file_text(path, kDaeLimit), path, dae_parts);
  std::ifstream file(path, std::ios::binary);
  if (!file) throw ModelError(concat(path, ": cannot be opened: ", std::strerror(errno)));
  if (extension == ".obj") return {{.mesh = read_obj(file, path)}};
  return {{.mesh = read_stl(file, path, std::filesystem::file_size(path))}};
}

std::vector<MeshPart> read_parts(const std::string& path, DaeParts dae_parts) {
  const std::string extension = lower_case_extension(path);
  if (extension != ".stl" && extension != ".obj" && extension != ".dae") {
    throw ModelError(
        concat(path, ": is no mesh file that can be read; .stl, .obj or .dae is needed"));
  }
  refuse_special_file(path);
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    throw ModelError(concat(path, ": there is no such file"));
  }
  std::vector<MeshPart> parts = read_by_extension(path, extension, dae_parts);
  if (parts.empty() || parts.front().mesh.triangles.empty()) {
    throw ModelError(concat(path, ": has no triangle"));
  }
  return parts;
}

void apply_scale(const Vec3& scale, mass::Mesh& mesh) {
  if (scale == Vec3::Ones()) return;
  for (Vec3& vertex : mesh.vertices) vertex = scale.cwiseProduct(vertex);
  if (!(scale.prod() < 0.0)) return;
  for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
}

}  // namespace

std::string lower_case_extension(const std::string& path) {
  return lower_case(std::filesystem::path(path).extension().string());
}

mass::Mesh read_mesh(const std::string& path, const Vec3& scale) {
  mass::Mesh mesh = std::move(read_parts(path, DaeParts::kTogether).front().mesh);
  apply_scale(scale, mesh);
  return mesh;
}

std::vector<MeshPart> read_mesh_parts(const std::string& path) {
  return read_parts(path, DaeParts::kByColour);
}

std::map<std::string, mass::Mesh> read_link_meshes(const model::Description& description,
                                                   std::vector<std::string>& warnings) {
  std::map<std::string, mass::Mesh> meshes;
  for (const model::Link& link : description.links) {
    for (const model::Geometry& geometry : link.geometries) {
      const auto* mesh = std::get_if<model::MeshFile>(&geometry.shape);
      if (mesh == nullptr || mesh->path.empty() || meshes.contains(mesh->path)) continue;
      try {
        meshes[mesh->path] = read_mesh(mesh->path);
      } catch (const ModelError& error) {
        warnings.emplace_back(error.what());
      }
    }
  }
  return meshes;
}

}  // namespace appell::io
