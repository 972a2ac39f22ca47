#pragma once

#include <optional>
#include <span>
#include <vector>

#include "appell/trajectory/path_clock.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::trajectory {

/// A path through waypoints, one position per joint each, at equidistant parameters 0 to 1: a
/// spline of the given degree for every joint, natural at both ends (its derivatives of the highest
/// orders are zero there). n waypoints determine no natural spline of a degree above 2n - 1: then
/// it is that one, the polynomial through them; between two, a straight line.
/// @throws InvalidArgument unless the degree is in 3..21, there are two waypoints that differ, and
///   all have as many finite numbers as there are joints.
Trajectory waypoint_path(int degree, const std::vector<std::string>& joints,
                         const std::vector<std::vector<double>>& waypoints);

/// A path run through as a clock says. The path is a trajectory whose time t₀ to t₁ counts as
/// parameter only:
///
///   q(t) = p(t₀ + (t₁ - t₀) s(t))                                                           (1)
///
/// Its derivatives to any order follow from those of p and s by composition of their series, so
/// that every q(t) is a point of the path.
/// @note Expanding at a time takes O(N³ + N² n) for order N and n joints; cursors share the first.
Trajectory retimed_motion(const Trajectory& path, const PathClock& clock);

/// The path of a motion that retimed_motion() made, whatever the order of its joints is now; none
/// if the motion is another one.
std::optional<Trajectory> path_of(const Trajectory& motion);

/// Parameters, 0 to 1, at which a derivative of the path may jump, ascending.
std::vector<double> path_seams(const Trajectory& path);

}  // namespace appell::trajectory
