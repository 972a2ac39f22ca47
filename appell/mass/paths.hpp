#pragma once

#include <vector>

#include "appell/mass/wires.hpp"
#include "appell/spatial/transform.hpp"

/// Not installed: a line through corners as pieces over which a profile passes.
///
/// The profile is normal to the line, u × v = d its direction. At the start v is as near to z as
/// can be (u = x where the line begins along z). At a corner the profile turns with the line, about
/// the normal of the corner's plane and by its angle θ. With e the direction of the profile towards
/// which the line turns, pieces that are cut by the plane between them end at
///
///   s = L - tan(θ/2) e·w                                                                    (1)
///
/// for the point w = (u, v) of the profile: there the next piece begins, since it has the same w.
namespace appell::mass::detail {

/// Straight piece along z of its frame: from first·w to length + last·w.
struct StraightPiece {
  spatial::Transform X;  ///< Of the piece in the shape.
  double length = 0.0;   ///< On the line.
  Vec2 first = Vec2::Zero();
  Vec2 last = Vec2::Zero();
};

/// Piece along an arc about z of its frame, from -angle/2 to angle/2 counted from x (as
/// SweptProfile): w is at the distance bend_radius + outward·w from z, at z = axial·w.
struct BendPiece {
  spatial::Transform X;
  double angle = 0.0;
  Vec2 outward = Vec2::Zero();
  Vec2 axial = Vec2::Zero();
};

struct PathPieces {
  std::vector<StraightPiece> straights;
  std::vector<BendPiece> bends;
};

/// The pieces of a line with mitred corners (bend_radius = 0) or with arcs instead of corners.
/// @throws ModelError, with `shape` in front, if corners are missing, the same or turn right back,
///   or are too near to each other for the arcs.
PathPieces pieces_of(const char* shape, const std::vector<Vec3>& path, double bend_radius);

}  // namespace appell::mass::detail
