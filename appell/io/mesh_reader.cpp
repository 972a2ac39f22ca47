#include "appell/io/mesh_reader.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <map>

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/Importer.hpp>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"

namespace appell::io {
namespace {

std::string lower_case_extension(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

}  // namespace

mass::Mesh read_mesh(const std::string& path, const Vec3& scale) {
  const std::string extension = lower_case_extension(path);
  if (extension != ".stl" && extension != ".obj") {
    throw ModelError(concat(path, ": is no mesh file that can be read; .stl or .obj is needed"));
  }
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    throw ModelError(concat(path, ": there is no such file"));
  }
  Assimp::Importer importer;
  importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE,
                              aiPrimitiveType_POINT | aiPrimitiveType_LINE);
  const aiScene* scene = importer.ReadFile(path, aiProcess_Triangulate | aiProcess_SortByPType);
  if (scene == nullptr) throw ModelError(concat(path, ": ", importer.GetErrorString()));

  mass::Mesh mesh;
  std::map<std::array<float, 3>, int> index_of;  // Corners with the same coordinates are one.
  const bool mirrored = scale.prod() < 0.0;
  for (unsigned m = 0; m < scene->mNumMeshes; ++m) {
    const aiMesh& part = *scene->mMeshes[m];
    for (unsigned f = 0; f < part.mNumFaces; ++f) {
      const aiFace& face = part.mFaces[f];
      if (face.mNumIndices != 3) continue;
      std::array<int, 3> triangle{};
      for (unsigned k = 0; k < 3; ++k) {
        const aiVector3D& v = part.mVertices[face.mIndices[k]];
        const auto [known, is_new] = index_of.emplace(std::array<float, 3>{v.x, v.y, v.z},
                                                      static_cast<int>(mesh.vertices.size()));
        if (is_new) mesh.vertices.push_back(scale.cwiseProduct(Vec3(v.x, v.y, v.z)));
        triangle[k] = known->second;
      }
      if (mirrored) std::swap(triangle[1], triangle[2]);
      mesh.triangles.push_back(triangle);
    }
  }
  if (mesh.triangles.empty()) throw ModelError(concat(path, ": has no triangle"));
  return mesh;
}

}  // namespace appell::io
