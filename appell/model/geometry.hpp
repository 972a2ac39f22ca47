#pragma once

#include <string>
#include <variant>

#include "appell/base/types.hpp"
#include "appell/spatial/placement.hpp"

namespace appell::model {

struct BoxGeometry {
  Vec3 size = Vec3::Zero();  ///< m, along x, y, z; centred at the origin.
};
struct CylinderGeometry {
  double radius = 0.0;  ///< m; axis z, centred at the origin.
  double length = 0.0;
};
struct CapsuleGeometry {
  double radius = 0.0;  ///< m; axis z, centred at the origin.
  double length = 0.0;  ///< Of the cylindrical part.
};
struct SphereGeometry {
  double radius = 0.0;
};
struct MeshGeometry {
  std::string uri;   ///< As the file gives it.
  std::string path;  ///< The file it was found in; empty if it was not found.
  Vec3 scale = Vec3::Ones();
};

/// A shape that a link shows (visual) or collides with (collision). Nothing is computed from it but
/// what `appell lint` and the report say about it.
struct Geometry {
  enum class Role { kVisual, kCollision };
  Role role = Role::kVisual;
  spatial::Placement X_LG;  ///< In the link frame.
  std::variant<BoxGeometry, CylinderGeometry, CapsuleGeometry, SphereGeometry, MeshGeometry> shape;
};

}  // namespace appell::model
