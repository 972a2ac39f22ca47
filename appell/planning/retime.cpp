#include "appell/planning/retime.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/base/text.hpp"
#include "appell/planning/reachability.hpp"
#include "appell/planning/strict_motion.hpp"
#include "appell/trajectory/retimed_motion.hpp"

namespace appell::planning {
namespace {

using analysis::MotionCheck;
using model::MotionLimit;
using trajectory::PathClock;

Retiming result_of(const trajectory::Trajectory& path, PathClock clock, MotionCheck check,
                   const std::vector<PathLimit>& limits) {
  Retiming result{.clock = clock, .motion = trajectory::retimed_motion(path, clock)};
  result.duration = clock.duration();
  result.intervals = clock.num_intervals();
  result.check = std::move(check);
  for (const PathLimit& limit : limits) result.limits.push_back({limit});
  return result;
}

/// The square of the rate is linear on every interval of s.
Retiming retime_second_order(const model::Model& model, const trajectory::Trajectory& path,
                             const model::Frame& frame, const std::vector<PathLimit>& limits,
                             const RetimeOptions& options) {
  const PathGrid grid = plain_grid(path, options.intervals, zone_ends(limits));
  const PathProblem problem = path_problem(model, frame, path, grid, limits, solver_points(grid),
                                           HighestLimits::kSecondOrder);
  check_path(model, frame, path, grid, problem, limits);
  // At rest x is zero, but where the parameter of the path stands still itself: it is free then.
  const auto square = [&](double rate, double place) {
    if (rate > 0.0) return rate * rate;
    return lowest_order(path, place) == 1 ? 0.0 : Reachability::kFree;
  };
  Reachability reachability(grid, problem, Reachability::Collocation::kBothEnds,
                            square(options.start_rate, path.range().start),
                            square(options.end_rate, path.range().end));
  const double duration = reachability.run();
  if (!std::isfinite(duration)) {
    throw NoLegalTiming("the rates at the ends cannot be joined under these limits.");
  }
  StrictMotion strict(model, path, frame, limits, HighestLimits::kSecondOrder, options.stop);
  const PathClock clock =
      strict.strict(PathClock::linear(grid.grading, grid.knots, reachability.squares()));
  Retiming result = result_of(path, clock, strict.check(), limits);
  result.optimum = duration;
  return result;
}

/// Where the parameter of a path stands still more than a motion at rest does, x would be infinite.
bool is_fit_for_reachability(const trajectory::Trajectory& path) {
  return lowest_order(path, path.range().start) <= 2 && lowest_order(path, path.range().end) <= 2;
}

void check_rates(const RetimeOptions& options) {
  for (const double rate : {options.start_rate, options.end_rate}) {
    check(std::isfinite(rate) && rate >= 0.0, "retime: a rate of ", rate,
          " at an end; zero or a positive number is needed.");
  }
}

}  // namespace

double rate_along(const trajectory::Trajectory& path, PathEnd end,
                  const std::vector<double>& velocity) {
  check(static_cast<int>(velocity.size()) == path.num_joints(), "retime: there are ",
        velocity.size(), " velocities at an end; the path has ", path.num_joints(), " joints.");
  const trajectory::TimeRange range = path.range();
  const double place = end == PathEnd::kStart ? range.start : range.end;
  const VecX tangent = range.duration() * path.sample(place, 1)[1];
  const Eigen::Map<const VecX> v(velocity.data(), path.num_joints());
  if (v.isZero(0.0)) return 0.0;
  const double rate = v.dot(tangent) / tangent.squaredNorm();
  check(std::isfinite(rate) && rate > 0.0 && (v - rate * tangent).norm() <= 1e-6 * v.norm(),
        "retime: the velocities at the ", end == PathEnd::kStart ? "start" : "end",
        " are not along the path and forward, as they must be.");
  return rate;
}

Retiming retime(const model::Model& model, const trajectory::Trajectory& path,
                const model::Frame& frame, const std::vector<PathLimit>& limits,
                const RetimeOptions& options) {
  check_rates(options);
  if (options.highest == HighestLimits::kSecondOrder && is_fit_for_reachability(path)) {
    return retime_second_order(model, path, frame, limits, options);
  }
  StrictMotion strict(model, path, frame, limits, options.highest, options.stop);
  const StrictOptimum found = strict_optimum({model, path, frame, limits, options}, strict);
  Retiming result = result_of(path, found.clock, strict.check(), limits);
  result.optimum = found.duration;
  if (options.start_rate == 0.0 && options.end_rate == 0.0) result.uniform = found.optimum.uniform;
  result.iterations = found.iterations;
  result.divisions = found.divisions;
  set_activity(found.optimum, found.clock, result.limits, result.stretches);
  return result;
}

Retiming retime(const model::Model& model, const trajectory::Trajectory& path,
                const model::Frame& frame, const std::vector<MotionLimit>& limits,
                const RetimeOptions& options) {
  std::vector<PathLimit> on_path;
  for (const MotionLimit& limit : limits) on_path.push_back({limit});
  return retime(model, path, frame, on_path, options);
}

}  // namespace appell::planning
