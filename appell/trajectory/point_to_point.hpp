#pragma once

#include "appell/trajectory/piecewise_polynomial.hpp"

/// Laws from one position to another, at rest at both ends.
namespace appell::trajectory {

/// Minimum-jerk law: the quintic with q' = q'' = 0 at both ends; minimises ∫ q'''² dt.
/// @throws InvalidArgument unless everything is finite and end_time > start_time.
PiecewisePolynomial minimum_jerk(double start_time, double from, double end_time, double to);

/// Minimum-snap law: the septic with q' = q'' = q''' = 0 at both ends; minimises ∫ q⁗² dt.
PiecewisePolynomial minimum_snap(double start_time, double from, double end_time, double to);

/// Largest magnitudes that a motion may have, per s, s² and s³.
struct MotionLimits {
  double velocity;
  double acceleration;
  double jerk;
};

/// The shortest motion within limits: up to seven pieces of constant jerk ("double S").
/// @throws InvalidArgument unless the limits are positive and everything is finite, or if there is
///   no way to go.
PiecewisePolynomial jerk_limited(double start_time, double from, double to,
                                 const MotionLimits& limits);

/// Standstill at a position.
PiecewisePolynomial hold(double start_time, double end_time, double position);

}  // namespace appell::trajectory
