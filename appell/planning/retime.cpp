#include "appell/planning/retime.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/base/text.hpp"
#include "appell/planning/optimum.hpp"
#include "appell/planning/reachability.hpp"
#include "appell/trajectory/retimed_motion.hpp"

namespace appell::planning {
namespace {

using analysis::MotionCheck;
using model::MotionLimit;
using trajectory::PathClock;

constexpr int kMostRounds = 8;         // Of making limits stricter.
constexpr double kGoodSlowing = 2e-4;  // Of the duration: less is not worth another round.
constexpr int kMostChecks = 30;

/// The motion, what is proven of it, and whether it is legal.
class StrictMotion {
 public:
  StrictMotion(const model::Model& model, const trajectory::Trajectory& path,
               const model::Frame& frame, const std::vector<PathLimit>& limits,
               HighestLimits highest, const std::atomic<bool>* stop)
      : model_(model), path_(path), frame_(frame), stop_(stop) {
    for (const PathLimit& given : limits) {
      const MotionLimit& limit = given.limit;
      if (highest == HighestLimits::kSecondOrder && takes_third_order(limit)) continue;
      const int index = static_cast<int>(&given - limits.data());
      if (given.is_everywhere()) {
        everywhere_.push_back(limit);
        everywhere_index_.push_back(index);
      } else {
        parts_.push_back(given);
        parts_index_.push_back(index);
      }
    }
    excess_.resize(limits.size());
  }

  /// By which factor a motion would have to be slowed, about; 1 if it is legal.
  double slowing(const PathClock& clock) {
    const trajectory::Trajectory motion = trajectory::retimed_motion(path_, clock);
    check_ = analysis::check_motion(model_, motion, frame_, everywhere_, {.stop = stop_});
    double factor = 1.0;
    for (std::size_t i = 0; i < everywhere_.size(); ++i) {
      factor = std::max(factor, take(check_.verdicts[i], everywhere_index_[i]));
    }
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      factor = std::max(factor, take(verdict_on(parts_[i], motion, clock), parts_index_[i]));
    }
    return factor;
  }

  /// What was found last of every limit, in parts of it.
  const std::vector<double>& excess() const { return excess_; }

  /// The same clock, slowed until the motion is legal.
  PathClock strict(PathClock clock) {
    double extra = 1e-9;
    for (int i = 0; i < kMostChecks; ++i) {
      const double factor = slowing(clock);
      if (factor == 1.0) return clock;
      clock = clock.slowed(factor + extra);
      extra *= 4.0;
    }
    throw NumericalError(concat("retime: the motion is not legal though it was slowed ",
                                kMostChecks, " times; more intervals may help."));
  }

  const MotionCheck& check() const { return check_; }

 private:
  static bool takes_third_order(const MotionLimit& limit) {
    const bool is_force = limit.what == model::Limited::kForce;
    return limit.order >= (is_force ? 1 : 3);
  }

  analysis::LimitVerdict verdict_on(const PathLimit& part, const trajectory::Trajectory& motion,
                                    const PathClock& clock) const {
    const auto u = [&](double s) { return clock.grading().inverse(std::clamp(s, 0.0, 1.0)); };
    std::vector<std::shared_ptr<const trajectory::Law>> laws;
    for (int j = 0; j < motion.num_joints(); ++j) laws.push_back(motion.shared_law(j));
    const trajectory::Trajectory some(motion.joints(), std::move(laws),
                                      {clock.time_at(u(part.from)), clock.time_at(u(part.to))});
    return analysis::check_motion(model_, some, frame_, {part.limit}, {.stop = stop_}).verdicts[0];
  }

  /// Velocities fall with the speed, accelerations with its square, jerks with its cube. Torques
  /// have parts that do not fall: their excess is taken twice.
  double take(const analysis::LimitVerdict& verdict, int index) {
    double& excess = excess_[static_cast<std::size_t>(index)];
    excess = 0.0;
    if (verdict.is_legal() || verdict.limit.is_position()) return 1.0;
    excess = verdict.is_impulse ? 0.1 : std::min(-verdict.margin, 0.5);
    const bool is_force = verdict.limit.is_of_motor() || verdict.limit.order == 0;
    return std::pow(1.0 + excess, is_force ? 2.0 : 1.0 / verdict.limit.order);
  }

  const model::Model& model_;
  const trajectory::Trajectory& path_;
  const model::Frame& frame_;
  const std::atomic<bool>* stop_;
  std::vector<MotionLimit> everywhere_;
  std::vector<PathLimit> parts_;
  std::vector<int> everywhere_index_, parts_index_;
  std::vector<double> excess_;
  MotionCheck check_;
};

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

/// Makes limits stricter where the motion exceeds them between the points of the optimization, and
/// solves again, until a little slowing is all that is left to do. Slowing alone need not help:
/// where weight and inertia balance each other, a slower motion takes more torque.
PathClock strict_clock(const model::Model& model, const trajectory::Trajectory& path,
                       const model::Frame& frame, const std::vector<PathLimit>& limits,
                       const RetimeOptions& options, StrictMotion& strict, Optimum& optimum) {
  for (int round = 0; round < kMostRounds; ++round) {
    const PathClock clock = optimum.clock();
    const double factor = strict.slowing(clock);
    if (factor == 1.0) return clock;
    const std::vector<double> excess = strict.excess();
    const bool may_slow = options.start_rate == 0.0 && options.end_rate == 0.0;
    if (may_slow && factor <= 1.0 + kGoodSlowing) {
      const PathClock slowed = clock.slowed(factor + 1e-9);
      if (strict.slowing(slowed) == 1.0) return slowed;
    }
    if (round == 0) {
      PathProblem fine = path_problem(model, frame, path, optimum.grid, limits,
                                      fine_points(optimum.grid), options.highest);
      set_unit(fine, optimum.problem.unit);
      tighten(fine, optimum);
    } else {
      tighten_limits(excess, optimum);
    }
    solve_again(optimum, options);
  }
  return strict.strict(optimum.clock());
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
  Optimum optimum = find_optimum(model, path, frame, limits, options);
  const double first_duration = optimum.clock().duration();
  const int iterations = optimum.iterations;
  StrictMotion strict(model, path, frame, limits, options.highest, options.stop);
  const PathClock clock = strict_clock(model, path, frame, limits, options, strict, optimum);
  Retiming result = result_of(path, clock, strict.check(), limits);
  result.optimum = first_duration;
  if (options.start_rate == 0.0 && options.end_rate == 0.0) result.uniform = optimum.uniform;
  result.iterations = iterations;
  set_activity(optimum, clock, result.limits, result.stretches);
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
