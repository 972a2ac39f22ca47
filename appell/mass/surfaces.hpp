#pragma once

#include <array>
#include <vector>

#include "appell/mass/wires.hpp"

/// Homogeneous bodies of two dimensions: density in kg/m². Flat ones lie in the plane z = 0.
namespace appell::mass {

inline Vec2 unset_vec2() { return Vec2::Constant(kUnset); }
inline Vec3 unset_vec3() { return Vec3::Constant(kUnset); }

/// Rectangle, the origin in its middle, edges along x and y.
struct Rectangle {
  Vec2 size = unset_vec2();
};

/// Triangle with corners anywhere in space.
struct Triangle {
  std::array<Vec3, 3> points = {unset_vec3(), unset_vec3(), unset_vec3()};
};

/// Disc about the origin.
struct Disc {
  double radius = kUnset;
};

/// Disc about the origin with a round hole in its middle.
struct Annulus {
  double outer_radius = kUnset;
  double inner_radius = kUnset;
};

/// Ellipse about the origin, semi-axes along x and y.
struct Ellipse {
  Vec2 semi_axes = unset_vec2();
};

/// Simple polygon (edges meet at corners only), corners in order, either way round.
struct Polygon {
  std::vector<Vec2> points;
};

/// Surface of a sphere about the origin.
struct SphereShell {
  double radius = kUnset;
};

/// Lateral surface of a cylinder along z, the origin in its middle; open at both ends.
struct CylinderShell {
  double radius = kUnset;
  double length = kUnset;
};

/// Lateral surface of a cone: base circle in z = 0 about the origin, tip at z = height; open below.
struct ConeShell {
  double radius = kUnset;
  double height = kUnset;
};

}  // namespace appell::mass
