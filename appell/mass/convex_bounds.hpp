#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "appell/mass/shape.hpp"

/// Not installed: convex solids as sets of inequalities, and hulls of solids as extreme points.
namespace appell::mass::detail {

/// The points with normal·r <= offset; the normal has length 1.
struct HalfSpace {
  Vec3 normal;
  double offset;
};

/// The convex solid where all half-spaces hold and `round`, if there is one, is not positive.
struct ConvexBounds {
  std::vector<HalfSpace> faces;
  std::function<double(const Vec3&)> round;  ///< Convex.
  bool round_is_distance = true;  ///< A ball of radius ρ about r has the maximum round(r) + ρ.

  double distance_outside(const Vec3& r) const;
};

/// Of a shape in its own frame; nothing if it is no convex solid.
std::optional<ConvexBounds> convex_bounds(const Shape& shape);

/// The points centre + u cos θ + v sin θ.
struct Rim {
  Vec3 centre, u, v;
};

/// The hull of a solid as the hull of corners and rims, each with a ball of one radius about it.
struct Hull {
  std::vector<Vec3> corners;
  std::vector<Rim> rims;
  double ball_radius = 0.0;
  bool is_exact = true;  ///< Otherwise the hull of something around the solid.
};

/// Of a solid in its own frame.
Hull hull(const Shape& solid);

/// The point of the solid, in its own frame, that is farthest in the direction of a unit vector.
Vec3 support_point(const Shape& solid, const Hull& hull, const Vec3& direction);

}  // namespace appell::mass::detail
