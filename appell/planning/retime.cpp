#include "appell/planning/retime.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/base/stop.hpp"
#include "appell/base/text.hpp"
#include "appell/planning/reachability.hpp"
#include "appell/planning/strict_motion.hpp"
#include "appell/trajectory/retimed_motion.hpp"

namespace appell::planning {
namespace {

using analysis::MotionCheck;
using model::MotionLimit;
using trajectory::PathClock;

constexpr int kLooksAtPath = 1000;            // For a joint that moves,
constexpr double kNoLength = 1e-12;           // of the size of positions: rounding of a spline.
constexpr int kIntervalsOfJump = 4;           // Where nobody asks for others.
constexpr int kIntervalsOfPass = 8;           // Of the second order, for one that is asked for.
constexpr int kMostIntervalsOfPass = 50'000;  // They are not divided beyond,
constexpr int kMostHalvingsOfPass = 3;        // nor more often,
constexpr double kGoodSecondOrder = 1e-3;     // nor where strict is as near to the optimum.

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
StrictOptimum second_order_on(const StrictSearch& search, int intervals, StrictMotion& strict) {
  const auto& [model, path, frame, limits, options] = search;
  PathGrid grid = plain_grid(path, intervals, zone_ends(limits));
  const PathProblem problem = path_problem(model, frame, path, grid, limits, solver_points(grid),
                                           HighestLimits::kSecondOrder, options.loads.get());
  check_path(model, frame, path, grid, problem, limits, HighestLimits::kSecondOrder);
  check_ends(model, grid, problem, limits, {options.start_rate, options.end_rate});
  // At rest x is zero, but where the parameter of the path stands still itself: it is free then.
  const auto square = [&search](double rate, double place) {
    if (rate > 0.0) return rate * rate;
    return lowest_order(search.path, place) == 1 ? 0.0 : Reachability::kFree;
  };
  Reachability reachability(grid, problem, Reachability::Collocation::kBothEnds,
                            square(options.start_rate, path.range().start),
                            square(options.end_rate, path.range().end));
  const double duration = reachability.run();
  if (!std::isfinite(duration)) {
    const bool is_start = reachability.start_part() < reachability.end_part();
    throw NoLegalTiming(
        concat("the velocities at the ends cannot be joined under these limits: at most ",
               short_text(is_start ? reachability.start_part() : reachability.end_part()),
               is_start ? " of that at the start can be braked to the end."
                        : " of that at the end can be reached from the start."));
  }
  PathClock clock = strict.strict(
      PathClock::linear(grid.grading, grid.knots, reachability.squares()), ends_of(options));
  return {.optimum = {std::move(grid), nullptr, nullptr}, .duration = duration, .clock = clock};
}

/// A pass is cheap, and its error falls with the length of intervals: they are shorter than those
/// that are asked for, and shorter still as long as the strict motion gains by it.
Retiming retime_second_order(const StrictSearch& search) {
  const RetimeOptions& options = search.options;
  StrictMotion strict(search.model, search.path, search.frame, search.limits,
                      HighestLimits::kSecondOrder, options);
  for (int division = 0;; ++division) {
    const int intervals = (kIntervalsOfPass * options.intervals) << division;
    const bool may_divide = division < kMostHalvingsOfPass && intervals < kMostIntervalsOfPass;
    try {
      const StrictOptimum found = second_order_on(search, intervals, strict);
      const bool is_good = found.clock.duration() <= (1.0 + kGoodSecondOrder) * found.duration;
      if (!is_good && may_divide) continue;
      Retiming result = result_of(search.path, found.clock, strict.check(), search.limits);
      result.optimum = found.duration;
      result.asked_intervals = options.intervals;
      return result;
    } catch (const NumericalError&) {
      if (!may_divide) throw;
    }
  }
}

/// Where the parameter of a path stands still more than a motion at rest does, x would be infinite.
bool is_fit_for_reachability(const trajectory::Trajectory& path) {
  return lowest_order(path, path.range().start) <= 2 && lowest_order(path, path.range().end) <= 2;
}

/// That the path leads from somewhere to somewhere else.
void check_length(const trajectory::Trajectory& path) {
  const trajectory::TimeRange range = path.range();
  const VecX start = path.sample(range.start, 0)[0];
  for (int i = 1; i <= kLooksAtPath; ++i) {
    const double t =
        i == kLooksAtPath ? range.end : range.start + range.duration() * i / kLooksAtPath;
    const VecX q = path.sample(t, 0)[0];
    const double size = std::max(q.cwiseAbs().maxCoeff(), start.cwiseAbs().maxCoeff());
    if ((q - start).cwiseAbs().maxCoeff() > kNoLength * size) return;
  }
  throw InvalidArgument("retime: the path has no length: no joint moves along it.");
}

/// That there are two intervals for each place at which q''' jumps.
void check_intervals(const trajectory::Trajectory& path, const RetimeOptions& options) {
  const bool is_pass =
      options.highest == HighestLimits::kSecondOrder && is_fit_for_reachability(path);
  const std::size_t divided = is_pass ? kIntervalsOfPass : 1;
  const std::size_t jumps = num_jumps(path);
  const std::size_t fewest = (2 * jumps + divided - 1) / divided;
  check(fewest <= static_cast<std::size_t>(kMostIntervals), "retime: the path has ", jumps,
        " seams at which q''' jumps, for which ", fewest, " intervals would be needed, ",
        kMostIntervals,
        " being the most that are possible; fewer waypoints or a path of a higher degree, whose "
        "q''' is continuous, is needed.");
  check(options.intervals >= static_cast<int>(fewest) || options.intervals < kFewestIntervals,
        "retime: the path has ", jumps, " seams at which q''' jumps, for which ", options.intervals,
        " intervals are too few; at least ", fewest, " are needed.");
}

void check_rates(const RetimeOptions& options) {
  for (const double rate : {options.start_rate, options.end_rate}) {
    check(std::isfinite(rate) && rate >= 0.0, "retime: a rate of ", rate,
          " at an end; zero or a positive number is needed.");
  }
}

}  // namespace

int usual_intervals(const trajectory::Trajectory& path) {
  const std::size_t of_jumps = kIntervalsOfJump * (num_jumps(path) + 1);
  return std::clamp(static_cast<int>(std::min<std::size_t>(of_jumps, kMostIntervals)),
                    RetimeOptions{}.intervals, kMostIntervals);
}

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
  const StopScope scope(options.stop);
  check_rates(options);
  check_length(path);
  check_intervals(path, options);
  if (options.loads) analysis::check_loads_of_path(*options.loads);
  if (options.highest == HighestLimits::kSecondOrder && is_fit_for_reachability(path)) {
    return retime_second_order({model, path, frame, limits, options});
  }
  StrictMotion strict(model, path, frame, limits, options.highest, options);
  const StrictOptimum found = strict_optimum({model, path, frame, limits, options}, strict);
  Retiming result = result_of(path, found.clock, strict.check(), limits);
  result.optimum = found.duration;
  if (options.start_rate == 0.0 && options.end_rate == 0.0) result.uniform = found.optimum.uniform;
  result.iterations = found.iterations;
  result.divisions = found.divisions;
  result.asked_intervals = options.intervals;
  result.other_intervals = found.other_intervals;
  set_activity(found.optimum, found.clock, result.limits, result.stretches);
  return result;
}

std::optional<Retiming> slowed_to(double duration, const model::Model& model,
                                  const trajectory::Trajectory& path, const model::Frame& frame,
                                  const std::vector<PathLimit>& limits,
                                  const RetimeOptions& options, const Retiming& retiming) {
  const StopScope scope(options.stop);
  const double factor = duration / retiming.duration;
  const PathClock clock = retiming.clock.slowed(factor);
  StrictMotion strict(model, path, frame, limits, options.highest, options);
  if (strict.slowing(clock) != 1.0) return std::nullopt;
  Retiming result = retiming;
  result.clock = clock;
  result.motion = trajectory::retimed_motion(path, clock);
  result.duration = clock.duration();
  result.check = strict.check();
  for (ActiveStretch& stretch : result.stretches) {
    stretch.from *= factor;
    stretch.to *= factor;
  }
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
