#include "appell/mass/paths.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/counted.hpp"
#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/spatial/rotation.hpp"

namespace appell::mass::detail {
namespace {

/// Where the line turns, in the frame of the piece before.
struct Turn {
  double angle = 0.0;
  double tangent = 0.0;  ///< tan(angle/2)
  Vec3 inward = Vec3::Zero();
  Vec3 normal = Vec3::Zero();
};

Turn turn_between(const Vec3& before, const Vec3& after) {
  constexpr double kStraight = 1e-14;
  const double sine = before.cross(after).norm();
  if (sine < kStraight && before.dot(after) > 0.0) return {};
  const double angle = std::atan2(sine, before.dot(after));
  const Vec3 normal = before.cross(after) / sine;
  return {angle, std::tan(0.5 * angle), normal.cross(before), normal};
}

void check_corners(const char* shape, const std::vector<Vec3>& path) {
  if (path.size() < 2) {
    throw ModelError(
        concat(shape, ": path has ", counted(path.size(), "point"), "; at least 2 are needed"));
  }
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (path[i] != path[i - 1]) continue;
    throw ModelError(
        concat(shape, ": path[", i - 1, "] and path[", i, "] are the same point; leave one out"));
  }
  constexpr double kBack = 1e-6;
  for (std::size_t i = 1; i + 1 < path.size(); ++i) {
    const Vec3 before = (path[i] - path[i - 1]).normalized();
    const Vec3 after = (path[i + 1] - path[i]).normalized();
    if ((before + after).norm() > kBack) continue;
    throw ModelError(concat(shape, ": path turns right back at path[", i,
                            "]; corners of less than 180 degrees are needed"));
  }
}

/// Columns u, v, d.
Mat3 first_axes(const Vec3& direction) {
  constexpr double kUpright = 1e-9;
  const bool is_upright = direction.head<2>().norm() < kUpright;
  const Vec3 near_v = is_upright ? Vec3::UnitY() : Vec3::UnitZ();
  const Vec3 v = (near_v - near_v.dot(direction) * direction).normalized();
  Mat3 R;
  R << v.cross(direction), v, direction;
  return R;
}

BendPiece bend_at(const Vec3& corner, const Mat3& R, const Turn& turn, double radius) {
  const Vec3 middle = spatial::rotation_about(turn.normal, 0.5 * turn.angle) * Vec3(-turn.inward);
  BendPiece bend;
  bend.X.R << middle, turn.normal.cross(middle), turn.normal;
  bend.X.p = corner - radius / std::cos(0.5 * turn.angle) * middle;
  bend.angle = turn.angle;
  bend.outward = -(R.transpose() * turn.inward).head<2>();
  bend.axial = (R.transpose() * turn.normal).head<2>();
  return bend;
}

}  // namespace

PathPieces pieces_of(const char* shape, const std::vector<Vec3>& path, double bend_radius) {
  check_corners(shape, path);
  PathPieces pieces;
  Mat3 R = first_axes((path[1] - path[0]).normalized());
  Turn before;
  Vec2 first = Vec2::Zero();
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Vec3 side = path[i] - path[i - 1];
    const Vec3 direction = side.normalized();
    const bool is_last = i + 1 == path.size();
    const Turn turn =
        is_last ? Turn{} : turn_between(direction, (path[i + 1] - path[i]).normalized());
    const double start = bend_radius * before.tangent;
    const double length = side.norm() - start - bend_radius * turn.tangent;
    if (length < -1e-12 * side.norm()) {
      throw ModelError(concat(shape, ": path[", i - 1, "] and path[", i, "] are ",
                              short_text(side.norm()), " m apart; arcs of bend_radius ",
                              short_text(bend_radius), " m need ", short_text(side.norm() - length),
                              " m there"));
    }
    const Vec2 slope = -turn.tangent * (R.transpose() * turn.inward).head<2>();  // Eq. (1)
    const bool is_mitred = bend_radius == 0.0;
    if (length > 0.0) {
      pieces.straights.push_back({{R, path[i - 1] + start * direction},
                                  length,
                                  is_mitred ? first : Vec2::Zero(),
                                  is_mitred ? slope : Vec2::Zero()});
    }
    if (turn.angle > 0.0) {
      if (!is_mitred) pieces.bends.push_back(bend_at(path[i], R, turn, bend_radius));
      R = spatial::rotation_about(turn.normal, turn.angle) * R;
    }
    first = -slope;  // Of the same w, in axes that turned.
    before = turn;
  }
  return pieces;
}

}  // namespace appell::mass::detail
