#pragma once

#include <map>
#include <optional>
#include <string>

#include "appell/io/mjcf_settings.hpp"
#include "appell/mass/mesh_solid.hpp"
#include "appell/mass/rigid_mass.hpp"
#include "appell/model/description.hpp"

namespace appell::io {

/// The meshes of <asset>; their files are read when a mass is asked for.
class MjcfMeshes {
 public:
  MjcfMeshes(std::string main_file, const MjcfCompiler& compiler, mass::OpenMeshes open_meshes)
      : main_file_(std::move(main_file)), compiler_(compiler), open_meshes_(open_meshes) {}

  void add(const MjcfElement& mesh);

  /// The file of a mesh, for whoever draws it; none if there is no such mesh or it has no file.
  std::optional<model::MeshFile> file(const std::string& name) const;

  /// Whether a mesh of this name is to be weighed as a shell.
  bool is_shell(const std::string& name) const;

  /// The solid that the mesh stands for, in the frame of the geom that shows it.
  /// @throws ModelError saying why it cannot be had.
  const mass::MeshSolid& solid(const std::string& name);

  /// How many meshes without an inside a solid was made of.
  std::size_t num_open() const { return num_open_; }

 private:
  struct Asset {
    MjcfElement element;
    model::MeshFile file;
    std::optional<mass::MeshSolid> solid;
  };
  mass::Mesh triangles(const Asset& asset) const;

  std::string main_file_;
  const MjcfCompiler& compiler_;
  mass::OpenMeshes open_meshes_;
  std::size_t num_open_ = 0;
  std::map<std::string, Asset> assets_;
};

/// What a body has of one <geom>.
struct MjcfGeom {
  mass::RigidMass mass;  ///< In the frame of the body; zero unless it was asked for.
  bool counts = false;   ///< Whether its group is one of those that give bodies their inertia.
  std::optional<model::Geometry> geometry;  ///< For drawing; none if nobody has such a shape.
};

/// Reads a <geom>.
/// @param X_BF     of the frame that its pose is given in, in the body.
/// @param weighed  whether its mass is needed.
MjcfGeom read_mjcf_geom(const MjcfElement& geom, const spatial::Transform& X_BF, bool weighed,
                        const MjcfCompiler& compiler, MjcfMeshes& meshes);

/// Reads an <inertial>.
model::Inertial read_mjcf_inertial(const XmlElement& element, const MjcfCompiler& compiler);

}  // namespace appell::io
