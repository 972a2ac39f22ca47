#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "appell/planning/limit_rows.hpp"

namespace appell::planning {

/// The fastest timing under limits of first and second order alone, by reachability: on a grid of
/// the parameter v of a path, x = v'² and v'' = u constant between two points. Backward the largest
/// x from which the end can still be reached, forward the largest u; rest must be legal everywhere
/// (check_path()). The
/// acceleration jumps; jerk and torque rate are not limited. Our own, after the idea of TOPP-RA
/// (Pham and Pham, IEEE Transactions on Robotics 34, 2018).
///
/// With limits at both ends of an interval, which u keeps between them, the duration is above the
/// exact one by O(h): up to 2e-3 on 500 intervals was seen; by O(h^(2/3)) from rest under powers
/// alone. A pass is cheap: take more of them.
class Reachability {
 public:
  static constexpr double kFree = std::numeric_limits<double>::infinity();

  /// Where the limits of an interval hold: at the knot where it begins, or at both.
  enum class Collocation { kStart, kBothEnds };

  /// @param grid  it and the problem must outlive this.
  /// @param problem  of second order, in seconds.
  /// @param start, end  x at the ends; kFree: what limits allow.
  Reachability(const PathGrid& grid, const PathProblem& problem, Collocation collocation,
               double start, double end);

  /// @return the duration, s; infinity if the ends cannot be joined.
  double run();
  /// x at the knots of the grid after run().
  const std::vector<double>& squares() const { return x_; }
  /// What can be reached of the rates that are given at the ends, in parts of them: below 1 where
  /// run() found no timing.
  double start_part() const { return start_part_; }
  double end_part() const { return end_part_; }

 private:
  /// A limit of u as a line of x.
  struct Line {
    double at_zero, slope;
  };
  /// Limits of u at a knot for an x, and the rows that they are of, where there is one.
  struct Range {
    double low, high;
    std::size_t low_row = 0, high_row = 0;
  };
  void add_rows(const RowBlock& block);
  /// The row of a knot, or that of the next one, as limits of u and x at this one.
  void set_row(const RowBlock& block, std::size_t row, std::size_t knot, std::size_t of,
               std::size_t to);
  Range linear_range(std::size_t knot, double x) const;
  /// Rows with friction, powers and the acceleration of the end effector, which are no straight
  /// lines of x; slopes do not count. Those of an interval of a given length hold where it begins,
  /// those of the end effector as the straight ones do; the others at its end by highest_at_next().
  void narrow(std::size_t knot, double length, double x, Range& range) const;
  /// The last of them, at a point that is `length` after the one that has x.
  static void narrow_by_vector(const SumBlock& block, std::size_t point, double length, double x,
                               Range& range);
  /// The total power.
  static void narrow_by_sizes(const SumBlock& block, std::size_t point, double x, Range& range);
  /// By how much u is beyond a limit of friction or power at the next knot; at most 0 if all are
  /// kept there.
  double excess_at_next(std::size_t knot, double length, double x, double u) const;
  /// A u of a range that keeps these: the highest of some that are looked at, if there is any.
  std::optional<double> legal_at_next(std::size_t knot, double length, double x, double low,
                                      double high) const;
  /// The highest u of a range that keeps these; the lowest one if none is found.
  double highest_at_next(std::size_t knot, double length, double x, double low, double high) const;
  /// Whether an x has a u that is legal and leads to an x of the next knot from 0 to `next`.
  bool is_controllable(std::size_t knot, double x, double length, double next) const;
  double controllable(std::size_t knot, double length, double next) const;

  const PathGrid& grid_;
  const PathProblem& problem_;
  Collocation collocation_;
  double start_;
  double end_;
  std::vector<std::size_t> points_;  ///< Of the knots in the blocks.
  std::size_t num_rows_ = 0;
  bool is_linear_ = true;
  /// Rows of a knot one after the other: low + slope x <= u <= high + slope x.
  std::vector<double> low_, high_, slope_;
  double start_part_ = 1.0, end_part_ = 1.0;
  std::vector<double> top_, x_;
};

}  // namespace appell::planning
