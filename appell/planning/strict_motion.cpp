#include "appell/planning/strict_motion.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "appell/base/text.hpp"
#include "appell/trajectory/retimed_motion.hpp"

namespace appell::planning {
namespace {

using model::MotionLimit;
using trajectory::PathClock;

constexpr int kMostRounds = 8;         // Of making limits stricter.
constexpr double kGoodSlowing = 2e-4;  // Of the duration: less is not worth another round.
constexpr int kMostChecks = 30;
constexpr double kSameVelocity = 1e-4;   // Of what is given at an end.
constexpr int kMostDivisions = 6;        // Of intervals.
constexpr double kGoodStrict = 5e-4;     // Over the optimum: then none are needed.
constexpr double kFarFromStrict = 0.02;  // Of the duration: without trying anything else first.
constexpr double kMuchExcess = 0.02;     // Of a limit: four parts,
constexpr double kSomeExcess = 2e-4;     // two parts.
// Of the intervals that are asked for: whether steps lead to the optimum depends on where points
// are.
constexpr double kPartsOfIntervals[] = {1.0, 0.8, 0.6, 1.25, 1.6, 0.4, 0.2, 0.1};

bool takes_third_order(const MotionLimit& limit) {
  const bool is_force = limit.what == model::Limited::kForce;
  return limit.order >= (is_force ? 1 : 3);
}

/// Makes limits stricter where the motion exceeds them between the points of the optimization, and
/// solves again, until a little slowing is all that is left to do. Slowing alone need not help:
/// where weight and inertia balance each other, a slower motion takes more torque.
/// @param first_factor  what StrictMotion found of the optimum, just before.
PathClock strict_clock(const StrictSearch& search, double first_factor, StrictMotion& strict,
                       Optimum& optimum) {
  const RetimeOptions& options = search.options;
  for (int round = 0; round < kMostRounds; ++round) {
    const PathClock clock = optimum.clock();
    const double factor = round == 0 ? first_factor : strict.slowing(clock);
    if (factor == 1.0) return clock;
    const std::vector<double> excess = strict.excess();
    const bool may_slow = options.start_rate == 0.0 && options.end_rate == 0.0;
    if (may_slow && factor <= 1.0 + kGoodSlowing) {
      const PathClock slowed = clock.slowed(factor + 1e-9);
      if (strict.slowing(slowed) == 1.0) return slowed;
    }
    if (round == 0) {
      tighten(search.fine_problem(optimum), optimum);
    } else {
      tighten_limits(excess, optimum);
    }
    solve_again(optimum, options);
  }
  return strict.strict(optimum.clock(), ends_of(options));
}

/// The grid with shorter intervals where limits are exceeded between its points: the more, the
/// shorter. The check sees what is narrower than the distance of points, too, but only the worst.
/// @param x  of the optimum, before limits were made stricter,
/// @param clock  of the same,
/// @param times  of the worst, on that clock.
PathGrid divided_grid(const StrictSearch& search, const Optimum& optimum,
                      const std::vector<double>& x, const PathClock& clock,
                      const std::vector<double>& times) {
  const PathProblem fine = search.fine_problem(optimum);
  std::vector<double> excess = excess_of_intervals(fine, optimum.grid.num_intervals(), x);
  for (const double t : times) {
    excess[static_cast<std::size_t>(clock.interval_at(t))] += kMuchExcess;
  }
  std::vector<int> parts(excess.size(), 1);
  for (std::size_t k = 0; k < excess.size(); ++k) {
    if (excess[k] <= kSomeExcess) continue;
    for (std::size_t i = k == 0 ? 0 : k - 1; i <= std::min(k + 1, excess.size() - 1); ++i) {
      parts[i] = std::max(parts[i], excess[k] >= kMuchExcess ? 4 : 2);
    }
  }
  return optimum.grid.divided(parts);
}

}  // namespace

StrictMotion::StrictMotion(const model::Model& model, const trajectory::Trajectory& path,
                           const model::Frame& frame, const std::vector<PathLimit>& limits,
                           HighestLimits highest, const RetimeOptions& options)
    : model_(model),
      path_(path),
      frame_(frame),
      request_{.loads = options.loads},
      excess_(limits.size()) {
  std::map<std::pair<double, double>, Zone> zones;
  for (const PathLimit& given : limits) {
    if (highest == HighestLimits::kSecondOrder && takes_third_order(given.limit)) continue;
    const std::pair range(given.from, given.to);
    Zone& zone = given.is_everywhere() ? everywhere_ : zones[range];
    zone.limits.push_back(given.limit);
    zone.index.push_back(static_cast<int>(&given - limits.data()));
  }
  for (auto& [range, zone] : zones) {
    std::tie(zone.from, zone.to) = range;
    zones_.push_back(std::move(zone));
  }
}

double StrictMotion::slowing(const PathClock& clock) {
  const trajectory::Trajectory motion = trajectory::retimed_motion(path_, clock);
  check_ = analysis::check_motion(model_, motion, frame_, everywhere_.limits, request_);
  worst_times_.clear();
  double factor = take(check_, everywhere_);
  for (const Zone& zone : zones_) {
    factor = std::max(factor, take(check_of(zone, motion, clock), zone));
  }
  return factor;
}

EndVelocities ends_of(const RetimeOptions& options) {
  const bool are_free = options.start_rate == 0.0 && options.end_rate == 0.0;
  return are_free ? EndVelocities::kRest : EndVelocities::kGiven;
}

PathClock StrictMotion::strict(PathClock clock, EndVelocities ends) {
  const double duration = clock.duration();
  double extra = 1e-9;
  for (int i = 0; i < kMostChecks; ++i) {
    const double factor = slowing(clock);
    if (factor == 1.0) return clock;
    clock = clock.slowed(factor + extra);
    if (ends == EndVelocities::kGiven && clock.duration() > (1.0 + kSameVelocity) * duration) {
      throw NumericalError(
          "retime: the motion that was found is legal only if it is slowed as a whole, and with it "
          "the velocities that are given at the ends; more intervals may help.");
    }
    extra *= 4.0;
  }
  throw NumericalError(concat("retime: the motion is not legal though it was slowed ", kMostChecks,
                              " times; more intervals may help."));
}

analysis::MotionCheck StrictMotion::check_of(const Zone& zone, const trajectory::Trajectory& motion,
                                             const PathClock& clock) const {
  const auto u = [&](double s) { return clock.grading().inverse(std::clamp(s, 0.0, 1.0)); };
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  for (int j = 0; j < motion.num_joints(); ++j) laws.push_back(motion.shared_law(j));
  const trajectory::Trajectory some(motion.joints(), std::move(laws),
                                    {clock.time_at(u(zone.from)), clock.time_at(u(zone.to))});
  return analysis::check_motion(model_, some, frame_, zone.limits, request_);
}

double StrictMotion::take(const analysis::MotionCheck& check, const Zone& zone) {
  double factor = 1.0;
  for (std::size_t i = 0; i < zone.limits.size(); ++i) {
    factor = std::max(factor, take(check.verdicts[i], zone.index[i]));
  }
  return factor;
}

/// Velocities fall with the speed, accelerations with its square, jerks with its cube. Torques
/// have parts that do not fall: their excess is taken twice.
double StrictMotion::take(const analysis::LimitVerdict& verdict, int index) {
  double& excess = excess_[static_cast<std::size_t>(index)];
  excess = 0.0;
  if (verdict.is_legal() || verdict.limit.is_position()) return 1.0;
  worst_times_.push_back(verdict.time);
  excess = verdict.is_impulse ? 0.1 : std::min(-verdict.margin, 0.5);
  const bool is_force = verdict.limit.is_of_motor() || verdict.limit.order == 0;
  return std::pow(1.0 + excess, is_force ? 2.0 : 1.0 / verdict.limit.order);
}

PathProblem StrictSearch::fine_problem(const Optimum& optimum) const {
  PathProblem fine = path_problem(model, frame, path, optimum.grid, limits,
                                  fine_points(optimum.grid), options.highest, options.loads.get());
  set_unit(fine, optimum.problem->unit);
  return fine;
}

namespace {

/// On a grid of as many intervals as are asked for, divided where that is needed.
StrictOptimum strict_optimum_on(const StrictSearch& search, StrictMotion& strict) {
  const auto& [model, path, frame, limits, options] = search;
  std::optional<StrictOptimum> best;
  Optimum optimum = find_optimum(model, path, frame, limits, options);
  for (int division = 0;; ++division) {
    const PathClock first = optimum.clock();
    const std::vector<double> x = optimum.x;
    const int iterations = optimum.iterations;
    const double factor = strict.slowing(first);
    const std::vector<double> times = strict.worst_times();
    const bool may_divide =
        division < kMostDivisions && optimum.grid.num_intervals() < kMostIntervals;
    const auto divided = [&] { return divided_grid(search, optimum, x, first, times); };
    std::optional<PathGrid> next;
    try {
      if (may_divide && factor > 1.0 + kFarFromStrict) {
        next = divided();
      } else {
        PathClock clock = strict_clock(search, factor, strict, optimum);
        const bool is_good = clock.duration() <= (1.0 + kGoodStrict) * first.duration();
        if (may_divide && !is_good) next = divided();
        if (!best || clock.duration() < best->clock.duration()) {
          best = {std::move(optimum), first.duration(), iterations,
                  std::min(division, kMostDivisions), std::move(clock)};
        }
      }
      if (!next) break;
      optimum = find_optimum(model, path, frame, limits, options, std::move(*next));
    } catch (const NumericalError&) {
      if (best) break;  // What was found before is legal, too.
      if (!next) throw;
      division = kMostDivisions;  // A finer grid is not solved: this one has to do.
    }
  }
  strict.slowing(best->clock);  // Its check.
  return std::move(*best);
}

/// More intervals from the start, where divided ones leave the strict motion far from the optimum:
/// many waypoints with friction that is steep near rest, for one.
StrictOptimum with_more_intervals(const StrictSearch& search, StrictMotion& strict,
                                  StrictOptimum found) {
  const auto is_poor = [](const StrictOptimum& some) {
    return some.clock.duration() > (1.0 + kFarFromStrict) * some.duration;
  };
  RetimeOptions options = search.options;
  while (is_poor(found) && 2 * options.intervals <= kMostIntervals) {
    options.intervals *= 2;
    try {
      StrictOptimum next = strict_optimum_on(
          {search.model, search.path, search.frame, search.limits, options}, strict);
      if (next.clock.duration() >= found.clock.duration()) continue;
      found = std::move(next);
      found.other_intervals = options.intervals;
    } catch (const NumericalError&) {
      break;
    }
  }
  strict.slowing(found.clock);  // Its check.
  return found;
}

}  // namespace

StrictOptimum strict_optimum(const StrictSearch& search, StrictMotion& strict) {
  const int asked = search.options.intervals;
  RetimeOptions options = search.options;
  std::string failure;
  std::string others;
  bool are_ends_reached = true;
  const int fewest = std::max(kFewestIntervals, 2 * static_cast<int>(num_jumps(search.path)));
  for (const double part : kPartsOfIntervals) {
    const int some = static_cast<int>(std::lround(part * asked));
    if (part != 1.0 && (some < fewest || some > kMostIntervals)) continue;
    options.intervals = some;
    try {
      StrictOptimum found = strict_optimum_on(
          {search.model, search.path, search.frame, search.limits, options}, strict);
      if (part != 1.0) found.other_intervals = some;
      return part == 1.0 ? with_more_intervals(search, strict, std::move(found)) : std::move(found);
    } catch (const NumericalError& error) {
      if (part == 1.0) {
        failure = error.what();
        are_ends_reached = dynamic_cast<const EndsNotReached*>(&error) == nullptr;
      } else {
        others += concat(others.empty() ? "" : ", ", some);
      }
    }
  }
  if (!are_ends_reached) throw NoLegalTiming(failure);
  throw NumericalError(others.empty() ? failure
                                      : concat(failure,
                                               " Nor did it with other numbers of "
                                               "intervals: ",
                                               others, "."));
}

}  // namespace appell::planning
