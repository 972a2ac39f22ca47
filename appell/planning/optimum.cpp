#include "appell/planning/optimum.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "appell/base/check.hpp"
#include "appell/base/text.hpp"

namespace appell::planning {
namespace {

constexpr double kMostDuration = 1e12;  // s
constexpr int kDurationHalvings = 16;
constexpr int kMostSlowings = 40;
constexpr double kSlowing = 1.1;
constexpr double kLeastRate = 1e-4;  // At an end, over that of a motion of constant rate.
// Of the part that an end has of a first spline, and its level from one try to the next.
constexpr double kWidths[] = {0.9, 0.8, 0.7, 0.6, 0.5, 0.35, 0.25, 0.1, 0.03};
constexpr double kLevelStep = 0.25;
constexpr double kLowestLevel = 1e-3;  // Of the lowest end.
constexpr int kHalvingsOfWay = 40;
constexpr double kRoom = 1e-6;         // Of α at an end.
constexpr double kEndsReached = 1e-9;  // Of α there.
constexpr double kNearOptimum = 1e-4;  // Of the duration: an optimum to which no step leads.

/// The least T for which u = t/T keeps all limits at the points; 0 if none was found.
double least_uniform_duration(const PathProblem& problem, InteriorPoint& solver) {
  std::vector<double> x(static_cast<std::size_t>(problem.timing.num_coefficients));
  const auto fits = [&](double T) {
    std::fill(x.begin(), x.end(), 1.0 / (T * T));
    return solver.least_slack(x) > 0.0;
  };
  double high = 1.0;
  while (!fits(high)) {
    if (high == kMostDuration) return 0.0;
    high = std::min(2.0 * high, kMostDuration);
  }
  double low = 0.5 * high;
  while (fits(low)) {
    high = low;
    low *= 0.5;
    if (high < 1.0 / kMostDuration) return 0.0;
  }
  for (int i = 0; i < kDurationHalvings; ++i) {
    const double middle = std::sqrt(low * high);
    (fits(middle) ? high : low) = middle;
  }
  return high;
}

/// About how long the motion takes, to know what a small rate is: as if it were from rest to rest,
/// where an acceleration limits it, too. 0 if nothing is legal.
double usual_duration(const model::Model& model, const trajectory::Trajectory& path,
                      const model::Frame& frame, const std::vector<PathLimit>& limits,
                      const RetimeOptions& options) {
  const PathGrid grid = path_grid(path, options.intervals, {}, zone_ends(limits));
  const PathProblem problem = path_problem(model, frame, path, grid, limits, solver_points(grid),
                                           options.highest, options.loads.get());
  InteriorPoint solver(problem.timing);
  return least_uniform_duration(problem, solver);
}

/// A speed at an end that is exactly at its limit would leave no room for interior points: there,
/// where α is given, the limit is a little higher.
void make_room(double u, double alpha, const PathGrid& grid, PathProblem& problem) {
  for (std::size_t b = 0; b < problem.timing.blocks.size(); ++b) {
    RowBlock& block = problem.timing.blocks[b];
    for (std::size_t k = 0; k < block.points.size(); ++k) {
      if (grid.parameter(problem.points[b][k]) != u) continue;
      block.top[k] = std::max(block.top[k], (1.0 + kRoom) * alpha);
    }
  }
}

void make_room_at_ends(Optimum& optimum) {
  const FixedEnds fixed = optimum.problem->timing.fixed;
  if (fixed.start > 0.0) make_room(0.0, fixed.start, optimum.grid, *optimum.problem);
  if (fixed.end > 0.0) make_room(1.0, fixed.end, optimum.grid, *optimum.problem);
}

/// α on the way from one rate to another by a constant u''' of both signs, v = 0 to 1 being the
/// part of the way: with y the part of the time and S = 2y², then 1 - 2(1 - y)²,
///
///   u' = w + (w1 - w) S,    v (w + w1)/2 = w y + (w1 - w) ∫ S dy
double alpha_between(double from, double to, double v) {
  if (v >= 1.0) return to;
  const double w = std::sqrt(from);
  const double change = std::sqrt(to) - w;
  const auto rate = [&](double y) {
    return w + change * (y < 0.5 ? 2.0 * y * y : 1.0 - 2.0 * (1.0 - y) * (1.0 - y));
  };
  const auto way = [&](double y) {
    const double z = 1.0 - y;
    return w * y + change * (y < 0.5 ? 2.0 * y * y * y / 3.0 : y - 0.5 + 2.0 * z * z * z / 3.0);
  };
  double low = 0.0;
  double high = 1.0;
  for (int i = 0; i < kHalvingsOfWay; ++i) {
    const double y = 0.5 * (low + high);
    (way(y) < v * way(1.0) ? low : high) = y;
  }
  return rate(low) * rate(low);
}

/// From the given ends to a level within a width.
std::vector<double> spline_with_ends(const Optimum& optimum, double level, double width) {
  const FixedEnds fixed = optimum.problem->timing.fixed;
  std::vector<double> x(optimum.x.size(), level);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double u = optimum.grid.place(static_cast<int>(i));
    if (fixed.start > 0.0 && u < width) x[i] = alpha_between(fixed.start, level, u / width);
    if (fixed.end > 0.0 && 1.0 - u < width) {
      x[i] = alpha_between(fixed.end, level, (1.0 - u) / width);
    }
  }
  return x;
}

/// Slows a spline until it keeps all limits.
/// @return its α over what it was.
double slow_until_legal(InteriorPoint& solver, std::vector<double>& x) {
  double slowed = 1.0;
  for (int i = 0; i < kMostSlowings && !(solver.least_slack(x) > 0.0); ++i) {
    slowed /= kSlowing;
    for (double& alpha : x) alpha /= kSlowing;
  }
  return slowed;
}

/// A spline that keeps all limits and has its ends where they are given; or near there.
void set_first_with_ends(Optimum& optimum) {
  const FixedEnds fixed = optimum.problem->timing.fixed;
  const bool are_both = fixed.start > 0.0 && fixed.end > 0.0;
  const double lowest = kLowestLevel * std::min({1.0, fixed.start > 0.0 ? fixed.start : 1.0,
                                                 fixed.end > 0.0 ? fixed.end : 1.0});
  for (double level = 1.0; level >= lowest; level *= kLevelStep) {
    for (const double width : kWidths) {
      if (are_both && width > 0.5) continue;
      std::vector<double> x = spline_with_ends(optimum, level, width);
      if (!(optimum.solver->least_slack(x) > 0.0)) continue;
      optimum.x = std::move(x);
      return;
    }
  }
  double best = 0.0;
  for (const double width : kWidths) {
    std::vector<double> x = spline_with_ends(optimum, 1.0, width);
    const double slowed = slow_until_legal(*optimum.solver, x);
    if (slowed <= best) continue;
    best = slowed;
    optimum.x = std::move(x);
  }
}

}  // namespace

trajectory::PathClock Optimum::clock() const {
  std::vector<double> all = grid.all_coefficients(x);
  for (double& alpha : all) alpha /= problem->unit * problem->unit;
  return trajectory::PathClock::quadratic(grid.grading, grid.knots, std::move(all));
}

Optimum find_optimum(const model::Model& model, const trajectory::Trajectory& path,
                     const model::Frame& frame, const std::vector<PathLimit>& limits,
                     const RetimeOptions& options) {
  const auto grid = [&](const PathEnds& ends) {
    return path_grid(path, options.intervals, ends, zone_ends(limits));
  };
  if (options.start_rate == 0.0 && options.end_rate == 0.0) {
    return find_optimum(model, path, frame, limits, options, grid({}));
  }
  const double duration = usual_duration(model, path, frame, limits, options);
  if (duration == 0.0) {
    return find_optimum(model, path, frame, limits, options,
                        grid({options.start_rate, options.end_rate}));
  }
  const PathEnds ends{duration * options.start_rate, duration * options.end_rate};
  for (const auto& [end, rate] : {std::pair("start", ends.start), std::pair("end", ends.end)}) {
    check(rate == 0.0 || rate >= kLeastRate, "retime: the velocity at the ", end, " is ",
          short_text(rate),
          " of the mean along the path: too small to be told from rest. Zero, or at least ",
          kLeastRate, " of it, is needed.");
  }
  return find_optimum(model, path, frame, limits, options, grid(ends));
}

Optimum find_optimum(const model::Model& model, const trajectory::Trajectory& path,
                     const model::Frame& frame, const std::vector<PathLimit>& limits,
                     const RetimeOptions& options, PathGrid grid) {
  Optimum result{std::move(grid), nullptr, nullptr};
  result.problem = std::make_unique<PathProblem>(
      path_problem(model, frame, path, result.grid, limits, solver_points(result.grid),
                   options.highest, options.loads.get()));
  check_path(model, frame, path, result.grid, *result.problem, limits, options.highest);
  check_ends(model, result.grid, *result.problem, limits, {options.start_rate, options.end_rate});
  result.solver = std::make_unique<InteriorPoint>(result.problem->timing);
  result.uniform = least_uniform_duration(*result.problem, *result.solver);
  if (result.uniform == 0.0) {
    throw NoLegalTiming(concat("at uniform speed it would take more than ", kMostDuration,
                               " s to keep ", worst_limit_text(model, limits, result),
                               "; nothing slower is looked for."));
  }
  const bool has_rates = options.start_rate > 0.0 || options.end_rate > 0.0;
  const double usual = has_rates ? usual_duration(model, path, frame, limits, options) : 0.0;
  set_unit(*result.problem, options.first_slowness * std::max(result.uniform, usual));
  result.x.assign(static_cast<std::size_t>(result.problem->timing.num_coefficients), 1.0);
  const auto alpha = [&](double rate, double u) {
    if (rate == 0.0) return 0.0;
    const double w = rate / result.grid.grading.expand(u)[1] * result.problem->unit;
    return w * w;
  };
  result.problem->timing.fixed = {alpha(options.start_rate, 0.0), alpha(options.end_rate, 1.0)};
  make_room_at_ends(result);
  if (has_rates) set_first_with_ends(result);
  result.first = result.x;
  try {
    solve_again(result, options);
  } catch (const EndsNotReached&) {
    throw EndsNotReached("the velocities at the ends could not be joined under these limits: " +
                         worst_limit_text(model, limits, result) + " is in the way.");
  }
  return result;
}

void solve_again(Optimum& result, const RetimeOptions& options) {
  result.x = result.first;
  make_room_at_ends(result);  // Rows have become stricter.
  slow_until_legal(*result.solver, result.x);
  const SolverResult solved = result.solver->solve(
      result.x, {.first_gap = options.first_gap, .progress = options.progress});
  result.iterations += solved.iterations;
  if (solved.ends > kEndsReached) {
    throw EndsNotReached("the velocities at the ends could not be joined.");
  }
  // Where steps end early, as friction near rest makes them, what was found keeps all limits.
  const bool is_near = solved.gap < kNearOptimum && solved.residual < kNearOptimum;
  if (!solved.has_converged && !is_near) {
    throw NumericalError(concat(
        "retime: the optimization did not converge in ", solved.iterations, " iterations: gap ",
        short_text(solved.gap), ", residual ", short_text(solved.residual),
        solved.iterations < SolverOptions{}.max_iterations ? "; no step was possible any more."
                                                           : "."));
  }
}

}  // namespace appell::planning
