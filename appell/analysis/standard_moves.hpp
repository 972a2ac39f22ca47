#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/model/motion_limit.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::analysis {

/// A motion and what it is called.
struct NamedMotion {
  std::string name;
  trajectory::Trajectory motion;
};

/// The shape of a jerk-limited move where nothing limits it: each ramp of the velocity takes a
/// third of the time T, and the jerk is constant and not zero in the first and last third of a
/// ramp. Over a distance D,
///
///   max |q'| = 3/2 D/T,   max |q''| = 27/4 D/T²,   max |q'''| = 243/4 D/T³                    (1)
inline constexpr double kRampShare = 1.0 / 3.0;   ///< Of T.
inline constexpr double kJerkShare = kRampShare;  ///< Of a ramp, at each of its ends.

/// The laws of a move from rest to rest.
struct StandardMoves {
  /// "minimum_jerk" (the quintic), "minimum_snap" (the septic) and "jerk_limited" (up to seven
  /// pieces of constant jerk), all of the same ends and duration.
  std::vector<NamedMotion> moves;
  /// Shortest duration of a jerk-limited move within the limits, s; none where a joint that moves
  /// lacks a limit of velocity, acceleration or jerk: its shape is then eq. (1).
  std::optional<double> shortest;
};

/// Moves between the first and the last position of a motion, in the same time. The jerk-limited
/// one has the shape that the limits give to the fastest move of each joint, run so that all joints
/// arrive at the end: it keeps the limits if `shortest` is at most the duration.
/// @param motion  its joints in the order of the model's coordinates (Trajectory::for_model).
/// @param limits  of coordinates; others count for nothing.
/// @throws InvalidArgument if the motion ends where it begins, or has another number of joints.
StandardMoves standard_moves(const model::Model& model, const trajectory::Trajectory& motion,
                             const std::vector<model::MotionLimit>& limits);

/// Largest share of its largest velocity, or acceleration, that a joint has at the first or last
/// instant of a motion: 0 of one from rest to rest.
double share_at_ends(const trajectory::Trajectory& motion);

}  // namespace appell::analysis
