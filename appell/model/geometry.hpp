#pragma once

#include <string>
#include <variant>

#include "appell/base/types.hpp"
#include "appell/mass/solids.hpp"
#include "appell/spatial/placement.hpp"

namespace appell::model {

/// A mesh that a file has, not its triangles: no result needs them.
struct MeshFile {
  std::string uri;   ///< As the model's file gives it.
  std::string path;  ///< The file it was found in; empty if it was not found.
  Vec3 scale = Vec3::Ones();
};

/// A shape that a link shows (visual) or collides with (collision). Nothing is computed from it but
/// what `appell lint` and the report say about it.
struct Geometry {
  enum class Role { kVisual, kCollision };
  Role role = Role::kVisual;
  spatial::Placement X_LG;  ///< In the link frame.
  std::variant<mass::Box, mass::Cylinder, mass::Capsule, mass::Sphere, MeshFile> shape;
};

}  // namespace appell::model
