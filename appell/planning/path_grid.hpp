#pragma once

#include <vector>

#include "appell/planning/timing_problem.hpp"
#include "appell/trajectory/path_clock.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::planning {

/// A point of the grid: a part, 0 to 1, of an interval between two knots.
struct GridPoint {
  int interval;
  double part;
  double weight;  ///< In the integral of the time, by Simpson's rule.
};

/// The intervals of the spline α(u) along a path. Places at which the path or its grading is not
/// analytic are knots.
struct PathGrid {
  trajectory::Grading grading;
  std::vector<double> knots;

  int num_intervals() const { return static_cast<int>(knots.size()) - 1; }
  /// α is constant on the first and on the last interval.
  int num_coefficients() const { return num_intervals() - 2; }
  double parameter(const GridPoint& point) const;  ///< u.
  SplinePoint spline_point(const GridPoint& point) const;
  /// With intervals divided: so many parts of each.
  PathGrid divided(const std::vector<int>& parts) const;
  /// What a clock takes, from the coefficients that are free.
  std::vector<double> all_coefficients(const std::vector<double>& x) const;
};

/// The rate of the motion at the ends of a path, over that of a motion of constant rate, about:
/// zero at rest.
struct PathEnds {
  double start = 0.0;
  double end = 0.0;
};

/// Fewest and most intervals that a grid is asked for. On more the optimization does not converge:
/// α'' is a difference of coefficients that agree in too many digits.
inline constexpr int kFewestIntervals = 20;
inline constexpr int kMostIntervals = 10'000;

/// Places of a path at which q''' jumps, of a cubic spline its inner waypoints: each is a knot, and
/// there are two intervals at least for one of them.
std::size_t num_jumps(const trajectory::Trajectory& path);

/// A grid of about so many intervals. An end at rest is graded so that the path as a function of u
/// begins with u³ (or u⁴): by 3 where the path has a tangent, by less where it begins with zero
/// derivatives itself. Next to one with a small rate intervals are shorter (KnotSpacing).
/// @param more_knots  parameters s at which something else jumps.
/// @throws InvalidArgument for fewer intervals than kFewestIntervals or more than kMostIntervals,
/// or a
///   path whose q'' jumps.
PathGrid path_grid(const trajectory::Trajectory& path, int num_intervals, PathEnds ends = {},
                   const std::vector<double>& more_knots = {});

/// The lowest order of a derivative that a path has at a place, of any joint: 1 where it has a
/// tangent, more where its own parameter stands still.
int lowest_order(const trajectory::Trajectory& path, double place);

/// The same without grading: u is s.
PathGrid plain_grid(const trajectory::Trajectory& path, int num_intervals,
                    const std::vector<double>& more_knots = {});

/// Points for limits that take α and α': knots and middles, more near the ends.
std::vector<GridPoint> second_order_points(const PathGrid& grid);
/// Points for limits that take α'' too, which jumps at knots: both ends of every interval, more
/// points near the ends.
std::vector<GridPoint> third_order_points(const PathGrid& grid);

}  // namespace appell::planning
