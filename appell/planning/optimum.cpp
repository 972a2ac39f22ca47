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
constexpr double kLeastRate = 1e-4;    // At an end, over that of a motion of constant rate.
constexpr double kRoom = 1e-6;         // Of α at an end.
constexpr double kEndsReached = 1e-9;  // Of α there.
constexpr double kNoRate = 1e-12;      // Of α in the middle of an interval: less is zero.

/// The least T for which u = t/T keeps all limits at the points; 0 if none was found.
double least_uniform_duration(const PathProblem& problem, InteriorPoint& solver) {
  std::vector<double> x(problem.timing.num_coefficients);
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

/// A speed at an end that is exactly at its limit would leave no room for interior points: there,
/// where α is given, the limit is a little higher.
void make_room(double u, double alpha, const PathGrid& grid, PathProblem& problem) {
  for (std::size_t b = 0; b < problem.timing.blocks.size(); ++b) {
    RowBlock& block = problem.timing.blocks[b];
    for (std::size_t k = 0; k < block.points.size(); ++k) {
      if (grid.parameter(block.points[k]) != u) continue;
      block.top[k] = std::max(block.top[k], (1.0 + kRoom) * alpha);
    }
  }
}

void make_room_at_ends(Optimum& optimum) {
  const FixedEnds fixed = optimum.problem->timing.fixed;
  if (fixed.start > 0.0) make_room(0.0, fixed.start, optimum.grid, *optimum.problem);
  if (fixed.end > 0.0) make_room(1.0, fixed.end, optimum.grid, *optimum.problem);
}

/// Slows a spline until it keeps all limits.
void slow_until_legal(InteriorPoint& solver, std::vector<double>& x) {
  for (int i = 0; i < kMostSlowings && !(solver.least_slack(x) > 0.0); ++i) {
    for (double& alpha : x) alpha /= kSlowing;
  }
}

/// Between points, too, where nothing else looks.
bool is_positive(const Optimum& optimum) {
  const TimingProblem& timing = optimum.problem->timing;
  const SplineValues values = timing.values(optimum.x);
  for (std::size_t k = 0; k < values.size(); ++k) {
    const auto [alpha, slope, curvature] = values[k];
    const bool is_lowest_inside = std::abs(slope) < 0.5 * timing.intervals[k].length * curvature;
    const double lowest = is_lowest_inside ? alpha - 0.5 * slope * slope / curvature : alpha;
    if (!(lowest > kNoRate * alpha)) return false;
  }
  return true;
}

/// With all that is solved on a grid, and a start that keeps all limits.
Optimum prepared(const RetimeTask& task, const FirstGrid& grid) {
  const auto& [model, path, frame, limits, options] = task;
  Optimum result{grid.grid, nullptr, nullptr};
  result.problem =
      std::make_unique<PathProblem>(task.problem(result.grid, solver_points(result.grid)));
  check_path(model, frame, path, result.grid, *result.problem, limits, options.highest);
  check_ends(model, result.grid, *result.problem, limits, {options.start_rate, options.end_rate});
  result.solver = std::make_unique<InteriorPoint>(result.problem->timing);
  result.uniform = least_uniform_duration(*result.problem, *result.solver);
  if (result.uniform == 0.0) {
    throw NoLegalTiming(concat("at uniform speed it would take more than ", kMostDuration,
                               " s to keep ", worst_limit_text(model, limits, result),
                               "; nothing slower is looked for."));
  }
  set_unit(*result.problem, options.first_slowness * std::max(result.uniform, grid.usual_duration));
  result.first.assign(result.problem->timing.num_coefficients, 1.0);
  const auto alpha = [&](double rate, double u) {
    const double w = rate / result.grid.grading.expand(u)[1] * result.problem->unit;
    return rate == 0.0 ? 0.0 : w * w;
  };
  result.problem->timing.fixed = {alpha(options.start_rate, 0.0), alpha(options.end_rate, 1.0)};
  return result;
}

}  // namespace

PathProblem RetimeTask::problem(const PathGrid& grid, const PointLists& points) const {
  return path_problem(model, frame, path, grid, limits, points, options.highest,
                      options.loads.get());
}

void Failure::raise() const {
  if (why == Why::kEndsNotJoined) throw NoLegalTiming(text);
  throw NumericalError(text);
}

trajectory::PathClock Optimum::clock() const {
  std::vector<double> all = grid.all_coefficients(x);
  for (double& alpha : all) alpha /= problem->unit * problem->unit;
  return trajectory::PathClock::quadratic(grid.grading, grid.knots, std::move(all));
}

FirstGrid first_grid(const RetimeTask& task) {
  const RetimeOptions& options = task.options;
  const auto grid = [&](const PathEnds& ends) {
    return path_grid(task.path, options.intervals, ends, zone_ends(task.limits));
  };
  FirstGrid result{grid({})};
  if (!task.has_rates()) return result;
  // What a small rate is: as if the motion were from rest to rest, where an acceleration limits it.
  const PathProblem problem = task.problem(result.grid, solver_points(result.grid));
  InteriorPoint solver(problem.timing);
  result.usual_duration = least_uniform_duration(problem, solver);
  const double unit = result.usual_duration == 0.0 ? 1.0 : result.usual_duration;
  const PathEnds ends{unit * options.start_rate, unit * options.end_rate};
  for (const auto& [end, rate] : {std::pair("start", ends.start), std::pair("end", ends.end)}) {
    check(result.usual_duration == 0.0 || rate == 0.0 || rate >= kLeastRate,
          "retime: the velocity at the ", end, " is ", short_text(rate),
          " of the mean along the path: too small to be told from rest. Zero, or at least ",
          kLeastRate, " of it, is needed.");
  }
  result.grid = grid(ends);
  return result;
}

Outcome<Optimum> optimum_on(const RetimeTask& task, const FirstGrid& grid) {
  Optimum result = prepared(task, grid);
  if (std::optional<Failure> failure = solve(task, result)) return *std::move(failure);
  return result;
}

Optimum find_optimum(const model::Model& model, const trajectory::Trajectory& path,
                     const model::Frame& frame, const std::vector<PathLimit>& limits,
                     const RetimeOptions& options) {
  const RetimeTask task{model, path, frame, limits, options};
  Outcome<Optimum> found = optimum_on(task, first_grid(task));
  if (const Failure* failure = std::get_if<Failure>(&found)) failure->raise();
  return std::get<Optimum>(std::move(found));
}

PathProblem fine_problem(const RetimeTask& task, const Optimum& optimum) {
  PathProblem fine = task.problem(optimum.grid, fine_points(optimum.grid));
  set_unit(fine, optimum.problem->unit);
  return fine;
}

std::optional<Failure> solve(const RetimeTask& task, Optimum& optimum) {
  optimum.x = optimum.first;
  make_room_at_ends(optimum);
  slow_until_legal(*optimum.solver, optimum.x);
  const SolverResult solved = optimum.solver->solve(
      optimum.x, {.first_gap = task.options.first_gap, .progress = task.options.progress});
  optimum.iterations += solved.iterations;
  if (solved.ends > kEndsReached) {
    return Failure{Failure::Why::kEndsNotJoined,
                   "the velocities at the ends could not be joined under these limits: " +
                       worst_limit_text(task.model, task.limits, optimum) + " is in the way."};
  }
  if (solved.has_converged && is_positive(optimum)) return std::nullopt;
  const char* why = solved.has_converged ? "; the speed vanishes between two points."
                    : solved.iterations < SolverOptions{}.max_iterations
                        ? "; no step was possible any more."
                        : ".";
  return Failure{Failure::Why::kNotConverged,
                 concat("retime: the optimization did not converge in ", solved.iterations,
                        " iterations: gap ", short_text(solved.gap), ", residual ",
                        short_text(solved.residual), why)};
}

}  // namespace appell::planning
