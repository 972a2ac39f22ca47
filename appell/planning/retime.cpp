#include "appell/planning/retime.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/base/stop.hpp"
#include "appell/base/text.hpp"
#include "appell/planning/reachability.hpp"
#include "appell/planning/remedies.hpp"
#include "appell/planning/strict_search.hpp"
#include "appell/trajectory/retimed_motion.hpp"

namespace appell::planning {
namespace {

using model::MotionLimit;
using trajectory::PathClock;

constexpr int kLooksAtPath = 1000;            // For a joint that moves,
constexpr double kNoLength = 1e-12;           // of the size of positions: rounding of a spline.
constexpr int kIntervalsOfJump = 4;           // Where nobody asks for others.
constexpr int kIntervalsOfPass = 8;           // Of the second order, for one that is asked for.
constexpr int kMostIntervalsOfPass = 50'000;  // They are not divided beyond.

Retiming result_of(const RetimeTask& task, const CheckedClock& strict, double optimum) {
  const PathClock& clock = strict.clock;
  Retiming result{.clock = clock, .motion = trajectory::retimed_motion(task.path, clock)};
  result.optimum = optimum;
  result.duration = clock.duration();
  result.intervals = clock.num_intervals();
  result.asked_intervals = task.options.intervals;
  result.check = strict.check;
  for (const PathLimit& limit : task.limits) result.limits.push_back({limit});
  return result;
}

/// A timing of second order.
struct SecondOrder {
  double duration;  ///< Before it was slowed to be legal, s.
  CheckedClock strict;
};

[[noreturn]] void refuse_rates(const Reachability& reachability) {
  const bool is_start = reachability.start_part() < reachability.end_part();
  throw NoLegalTiming(
      concat("the velocities at the ends cannot be joined under these limits: at most ",
             short_text(is_start ? reachability.start_part() : reachability.end_part()),
             is_start ? " of that at the start can be braked to the end."
                      : " of that at the end can be reached from the start."));
}

/// The square of the rate is linear on every interval of s.
Outcome<SecondOrder> second_order_on(const RetimeTask& task, const MotionChecker& checker,
                                     int intervals) {
  const auto& [model, path, frame, limits, options] = task;
  const PathGrid grid = plain_grid(path, intervals, zone_ends(limits));
  const PathProblem problem = task.problem(grid, solver_points(grid));
  check_path(model, frame, path, grid, problem, limits, HighestLimits::kSecondOrder);
  check_ends(model, grid, problem, limits, {options.start_rate, options.end_rate});
  // At rest x is zero, but where the parameter of the path stands still itself: it is free then.
  const auto square = [&task](double rate, double place) {
    if (rate > 0.0) return rate * rate;
    return lowest_order(task.path, place) == 1 ? 0.0 : Reachability::kFree;
  };
  Reachability reachability(grid, problem, Reachability::Collocation::kBothEnds,
                            square(options.start_rate, path.range().start),
                            square(options.end_rate, path.range().end));
  const double duration = reachability.run();
  if (!std::isfinite(duration)) refuse_rates(reachability);
  Outcome<CheckedClock> strict = checker.slowed_until_legal(
      checker.check(PathClock::linear(grid.grading, grid.knots, reachability.squares())));
  if (const Failure* failure = std::get_if<Failure>(&strict)) return *failure;
  return SecondOrder{duration, std::get<CheckedClock>(std::move(strict))};
}

/// A pass is cheap, and its error falls with the length of intervals: they are shorter than those
/// that are asked for, and shorter still as long as the strict motion gains by it.
Retiming retime_second_order(const RetimeTask& task) {
  const MotionChecker checker(task);
  const RemedyRow divide = row_of(Remedy::kDividePass);
  for (int division = 0;; ++division) {
    const int intervals = (kIntervalsOfPass * task.options.intervals) << division;
    const bool may_divide = division < divide.most && intervals < kMostIntervalsOfPass;
    const Outcome<SecondOrder> outcome = second_order_on(task, checker, intervals);
    if (const auto* found = std::get_if<SecondOrder>(&outcome)) {
      const auto& [duration, strict] = *found;
      const bool is_good = strict.clock.duration() <= (1.0 + divide.beyond) * duration;
      if (is_good || !may_divide) return result_of(task, strict, duration);
    } else if (!may_divide) {
      std::get<Failure>(outcome).raise();
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
  const RetimeTask task{model, path, frame, limits, options};
  if (options.highest == HighestLimits::kSecondOrder && is_fit_for_reachability(path)) {
    return retime_second_order(task);
  }
  const Outcome<StrictOptimum> outcome = strict_optimum(task, MotionChecker(task));
  if (const Failure* failure = std::get_if<Failure>(&outcome)) failure->raise();
  const auto& found = std::get<StrictOptimum>(outcome);
  Retiming result = result_of(task, found.strict, found.duration);
  if (!task.has_rates()) result.uniform = found.optimum.uniform;
  result.iterations = found.iterations;
  result.divisions = found.divisions;
  result.other_intervals = found.other_intervals;
  set_activity(found.optimum, found.strict.clock, result.limits, result.stretches);
  return result;
}

std::optional<Retiming> slowed_to(double duration, const model::Model& model,
                                  const trajectory::Trajectory& path, const model::Frame& frame,
                                  const std::vector<PathLimit>& limits,
                                  const RetimeOptions& options, const Retiming& retiming) {
  const StopScope scope(options.stop);
  const double factor = duration / retiming.duration;
  const CheckedClock slowed =
      MotionChecker({model, path, frame, limits, options}).check(retiming.clock.slowed(factor));
  if (!slowed.is_legal()) return std::nullopt;
  Retiming result = retiming;
  result.clock = slowed.clock;
  result.motion = trajectory::retimed_motion(path, slowed.clock);
  result.duration = slowed.clock.duration();
  result.check = slowed.check;
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
