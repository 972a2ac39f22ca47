#pragma once

#include <array>
#include <vector>

#include "appell/mass/surfaces.hpp"

/// Homogeneous bodies of three dimensions: density in kg/m³.
namespace appell::mass {

/// Box, the origin in its middle, edges along the axes.
struct Box {
  Vec3 size = unset_vec3();
};

/// Cylinder along z, the origin in its middle.
struct Cylinder {
  double radius = kUnset;
  double length = kUnset;
};

/// Cylinder with a coaxial round hole from end to end.
struct Tube {
  double outer_radius = kUnset;
  double inner_radius = kUnset;
  double length = kUnset;
};

/// Ball about the origin.
struct Sphere {
  double radius = kUnset;
};

/// Ball about the origin without the ball inside: a thick spherical shell.
struct HollowSphere {
  double outer_radius = kUnset;
  double inner_radius = kUnset;
};

/// What a plane cuts off a ball of this radius: flat face in z = 0 about the origin, top at
/// z = height (at most two radii).
struct SphericalCap {
  double radius = kUnset;  ///< Of the ball, not of the flat face.
  double height = kUnset;
};

/// Half a ball: flat face in z = 0 about the origin, top at z = radius.
struct Hemisphere {
  double radius = kUnset;
};

/// Cone: base in z = 0 about the origin, tip at z = height.
struct Cone {
  double radius = kUnset;
  double height = kUnset;
};

/// Cone without its tip: one face in z = 0 about the origin, the other at z = height.
struct Frustum {
  double bottom_radius = kUnset;
  double top_radius = kUnset;
  double height = kUnset;
};

/// Ellipsoid about the origin, semi-axes along the axes.
struct Ellipsoid {
  Vec3 semi_axes = unset_vec3();
};

/// Torus about the z axis, its middle circle in z = 0.
struct Torus {
  double major_radius = kUnset;  ///< Of the middle circle.
  double minor_radius = kUnset;  ///< Of the round section; at most major_radius.
};

/// Tetrahedron with corners anywhere, in either order.
struct Tetrahedron {
  std::array<Vec3, 4> points = {unset_vec3(), unset_vec3(), unset_vec3(), unset_vec3()};
};

/// Simple polygon in z = 0 (as Polygon), extruded to z = height.
struct Prism {
  std::vector<Vec2> points;
  double height = kUnset;
};

/// Cylinder along z, the origin in its middle, with half a ball on either end.
struct Capsule {
  double radius = kUnset;
  double length = kUnset;  ///< Of the cylinder, without the caps.
};

/// Tube bent along an arc in z = 0 about the origin, from -angle/2 to angle/2 counted from x (as
/// Arc): a piece of a torus, with a round hole along it.
struct BentTube {
  double bend_radius = kUnset;   ///< Of the arc that its middle line is.
  double outer_radius = kUnset;  ///< Of the section; at most bend_radius.
  double inner_radius = kUnset;  ///< Of the hole.
  double angle = kUnset;         ///< rad; at most 2 pi.
};

/// What a flat profile passes over on its way along the same arc: the corner [u, v] of a simple
/// polygon is at the distance bend_radius + u from the z axis, at z = v. With 2 pi it is a solid of
/// revolution.
struct SweptProfile {
  std::vector<Vec2> points;
  double bend_radius = kUnset;
  double angle = kUnset;  ///< rad; at most 2 pi.
};

/// What a flat profile passes over on its way along a line through corners, its ends cut square.
/// The profile is normal to the line: u × v is its direction, v as near to z as can be at the start
/// (where the line begins along z: u = ±x, v = y), and both turn with the line at its corners.
struct SweptPath {
  std::vector<Vec2> points;     ///< Corners [u, v] of a simple polygon; [0, 0] is on the line.
  std::vector<Vec3> path;       ///< Corners of the line.
  double bend_radius = kUnset;  ///< Of the arcs at its corners; 0: mitred corners.
};

/// Round tube along such a line.
struct Pipe {
  double outer_radius = kUnset;  ///< Of the section.
  double inner_radius = kUnset;  ///< Of the hole.
  std::vector<Vec3> path;        ///< Corners of the middle line.
  double bend_radius = kUnset;   ///< Of the arcs at its corners; 0: mitred corners.
};

/// Solid inside a closed surface of triangles. Corners of a triangle are counter-clockwise seen
/// from outside. Every edge belongs to exactly two triangles, which pass it in opposite directions.
/// The surface may have several pieces (a cavity is one that is turned inside out); whether it cuts
/// itself is not checked.
struct Mesh {
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;  ///< Indices of vertices, from 0.
};

}  // namespace appell::mass
