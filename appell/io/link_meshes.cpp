#include "appell/io/link_meshes.hpp"

#include "appell/base/error.hpp"
#include "appell/io/mesh_reader.hpp"

namespace appell::io {

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
