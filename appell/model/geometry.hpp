#pragma once

#include <optional>
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

/// A shape that a link shows (visual) or collides with (collision): `appell lint` compares it with
/// the link's mass, reports draw it. A sketch is only drawn: it says nothing about the mass.
struct Geometry {
  enum class Role { kVisual, kCollision, kSketch };
  Role role = Role::kVisual;
  spatial::Placement X_LG;  ///< In the link frame.
  std::variant<mass::Box, mass::Cylinder, mass::Capsule, mass::Sphere, MeshFile> shape;
  std::optional<Vec3> colour =
      {};  ///< Red, green, blue, 0 to 1; not given: of its mesh file, or any.
};

}  // namespace appell::model
