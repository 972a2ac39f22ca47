#include <array>
#include <deque>
#include <new>
#include <utility>

#include <assimp/BaseImporter.h>
#include <assimp/config.h>
#include <assimp/importerdesc.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/Importer.hpp>
#include <pugixml.hpp>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/limits.hpp"
#include "appell/io/mesh_formats.hpp"
#include "appell/io/vertex_welder.hpp"
#include "appell/io/xml_file.hpp"

namespace appell::io {
namespace {

/// Notes how deep a document is and how often it repeats nodes: assimp would follow both to any
/// end.
class ShapeOfDocument : public pugi::xml_tree_walker {
 public:
  bool for_each(pugi::xml_node& node) override {
    deepest_ = std::max(deepest_, depth() + 1);
    num_instances_ += std::string_view(node.name()) == "instance_node" ? 1 : 0;
    return deepest_ <= kDeepestDae && num_instances_ <= kMostDaeInstances;
  }

  int deepest_ = 0;
  int num_instances_ = 0;
};

void check_before_importing(const std::string& text, const std::string& name) {
  if (text.size() > kDaeLimit.bytes) {
    throw ModelError(concat(name, ": has ", text.size(), " bytes; at most ", kDaeLimit.bytes,
                            " are read of ", kDaeLimit.what));
  }
  pugi::xml_document document;
  const pugi::xml_parse_result parsed =
      parse_xml(text, pugi::parse_full, document, pugi::encoding_auto);
  if (!parsed) {
    throw ModelError(concat(name, ": byte ", parsed.offset,
                            ": not well-formed XML: ", std::string_view(parsed.description())));
  }
  ShapeOfDocument shape;
  document.traverse(shape);
  if (shape.deepest_ > kDeepestDae) {
    throw ModelError(
        concat(name, ": elements nest deeper than ", kDeepestDae, " levels; no more are read"));
  }
  if (shape.num_instances_ > kMostDaeInstances) {
    throw ModelError(
        concat(name, ": has more than ", kMostDaeInstances, " <instance_node>; no more are read"));
  }
}

/// Of a material; none if it has a picture instead.
std::optional<Vec3> diffuse_colour_of(const aiMaterial& material) {
  aiColor3D colour;
  const bool has_picture = material.GetTextureCount(aiTextureType_DIFFUSE) > 0;
  if (has_picture || material.Get(AI_MATKEY_COLOR_DIFFUSE, colour) != aiReturn_SUCCESS) {
    return std::nullopt;
  }
  return Vec3(Vec3(colour.r, colour.g, colour.b).cwiseMax(0.0).cwiseMin(1.0));
}

/// Collects the triangles of a node and all below it, in the axes of the document.
class TriangleCollector {
 public:
  TriangleCollector(const aiScene& scene, DaeParts parts) : scene_(scene), parts_(parts) {}

  void collect(const aiNode& node, const aiMatrix4x4& X_parent) {
    const aiMatrix4x4 X = X_parent * node.mTransformation;
    for (unsigned i = 0; i < node.mNumMeshes; ++i) add(*scene_.mMeshes[node.mMeshes[i]], X);
    for (unsigned i = 0; i < node.mNumChildren; ++i) collect(*node.mChildren[i], X);
  }

  std::vector<MeshPart> take() {
    std::vector<MeshPart> parts;
    for (Collected& of : collected_) parts.push_back(std::move(of.part));
    return parts;
  }

 private:
  struct Collected {
    explicit Collected(std::optional<Vec3> colour) : part{.mesh = {}, .colour = colour} {}
    MeshPart part;
    VertexWelder welder{part.mesh.vertices};
  };

  Collected& of_colour(const aiMesh& part) {
    std::optional<Vec3> colour;
    if (parts_ == DaeParts::kByColour)
      colour = diffuse_colour_of(*scene_.mMaterials[part.mMaterialIndex]);
    for (Collected& known : collected_) {
      if (known.part.colour == colour) return known;
    }
    return collected_.emplace_back(colour);
  }

  void add(const aiMesh& part, const aiMatrix4x4& X) {
    Collected& collected = of_colour(part);
    const bool is_mirrored = X.Determinant() < 0.0F;
    for (unsigned f = 0; f < part.mNumFaces; ++f) {
      const aiFace& face = part.mFaces[f];
      if (face.mNumIndices != 3) continue;  // Points and lines.
      std::array<int, 3> triangle{};
      for (unsigned k = 0; k < 3; ++k) {
        const aiVector3D v = X * part.mVertices[face.mIndices[k]];
        triangle[k] = collected.welder.index_of(Vec3(v.x, v.y, v.z));
      }
      if (is_mirrored) std::swap(triangle[1], triangle[2]);
      collected.part.mesh.triangles.push_back(triangle);
    }
  }

  const aiScene& scene_;
  DaeParts parts_;
  std::deque<Collected> collected_;  ///< Welders refer to their meshes: nothing may move.
};

/// Leaves the importer nothing but its reader of COLLADA.
void keep_collada_only(Assimp::Importer& importer) {
  for (std::size_t i = importer.GetImporterCount(); i-- > 0;) {
    const std::string_view extensions = importer.GetImporterInfo(i)->mFileExtensions;
    if (extensions.find("dae") == std::string_view::npos) {
      Assimp::BaseImporter* other = importer.GetImporter(i);
      importer.UnregisterLoader(other);
      delete other;  // Unregistered, it is ours.
    }
  }
}

}  // namespace

std::vector<MeshPart> read_dae(const std::string& text, const std::string& name, DaeParts parts) {
  check_before_importing(text, name);
  Assimp::Importer importer;
  keep_collada_only(importer);
  importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE,
                              aiPrimitiveType_POINT | aiPrimitiveType_LINE);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene* scene = importer.ReadFileFromMemory(
      text.data(), text.size(), aiProcess_Triangulate | aiProcess_SortByPType, "dae");
  if (scene == nullptr || scene->mRootNode == nullptr) {
    // The XML was well-formed a moment ago: only a lack of memory can make it malformed.
    const std::string_view problem = importer.GetErrorString();
    if (problem == "std::bad_alloc" || problem.find("malformed XML") != std::string_view::npos) {
      throw std::bad_alloc();
    }
    throw ModelError(one_line(concat(name, ": ", problem)));
  }
  TriangleCollector triangles(*scene, parts);
  triangles.collect(*scene->mRootNode, aiMatrix4x4());
  return triangles.take();
}

}  // namespace appell::io
