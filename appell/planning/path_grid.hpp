#pragma once

#include <vector>

#include "appell/planning/timing_problem.hpp"
#include "appell/trajectory/path_clock.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::planning {

/// The intervals of the spline α(u) along a path. Places at which the path or its grading is not
/// analytic are knots.
///
/// At an end at rest α is constant on the last interval, three coefficients of its spline being
/// one: no row would see them one by one. At an end with a velocity the joints do not change their
/// speed |q'| as a whole, as they do not at rest, so that α' = κ α there: both outer coefficients
/// are multiples of α(0),
///
///   κ = -2 p'·p''/|p'|²,    c₀ = (1 - κ h/2) α(0),    c₁ = (1 + κ h/2) α(0)                   (1)
///
/// at the start, with signs of κ changed at the end.
struct PathGrid {
  struct End {
    bool is_given;  ///< Whether the motion has a velocity there.
    double kappa;   ///< Outwards: κ at the start, -κ at the end.
  };

  trajectory::Grading grading;
  std::vector<double> knots;
  End start{false, 0.0};
  End end{false, 0.0};

  int num_intervals() const { return static_cast<int>(knots.size()) - 1; }
  int num_coefficients() const {
    return num_intervals() + 2 - num_left_out(start) - num_left_out(end);
  }
  double parameter(const GridPoint& point) const;  ///< u.
  SplineInterval spline_interval(int interval) const;
  /// With intervals divided: so many parts of each.
  PathGrid divided(const std::vector<int>& parts) const;
  /// What a clock takes, from the coefficients that are free.
  std::vector<double> all_coefficients(const std::vector<double>& x) const;

 private:
  static int num_left_out(const End& end) { return end.is_given ? 1 : 2; }
  /// Of (1): c₀ and c₁ over α at the end.
  static double outer(const End& end, double h) { return 1.0 - 0.5 * end.kappa * h; }
  static double inner(const End& end, double h) { return 1.0 + 0.5 * end.kappa * h; }
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
