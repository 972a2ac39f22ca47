#pragma once

#include <limits>
#include <vector>

#include "appell/base/types.hpp"

/// Homogeneous bodies of one dimension: density in kg/m. Lengths in m. Every field starts as NaN or
/// empty, and must be given. Drawings of all shapes are in docs/mass.md.
namespace appell::mass {

using Vec2 = Eigen::Vector2d;

/// The value of a size that was not given.
inline constexpr double kUnset = std::numeric_limits<double>::quiet_NaN();

/// Straight rod along z, the origin in its middle.
struct Rod {
  double length = kUnset;
};

/// Arc of a circle about the origin in the plane z = 0, from -angle/2 to angle/2 about z, counted
/// from the x axis.
struct Arc {
  double radius = kUnset;
  double angle = kUnset;  ///< rad, at most 2π
};

/// Circle about the origin in the plane z = 0.
struct Ring {
  double radius = kUnset;
};

/// Straight segments from point to point. Repeat the first point at the end to close it.
struct Polyline {
  std::vector<Vec3> points;
};

}  // namespace appell::mass
