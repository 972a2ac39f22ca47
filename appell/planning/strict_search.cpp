#include "appell/planning/strict_search.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "appell/planning/remedies.hpp"

namespace appell::planning {
namespace {

using trajectory::PathClock;

constexpr double kMuchExcess = 0.02;  // Of a limit: four parts,
constexpr double kSomeExcess = 2e-4;  // two parts.

/// What was solved on a grid.
struct Solved {
  Optimum optimum;
  // Before limits were made stricter:
  std::vector<double> x;
  int iterations;
  CheckedClock first;
};

/// Whether a legal motion is so much slower than the optimum that a remedy is used.
bool needs(Remedy remedy, const CheckedClock& strict, double optimum) {
  return strict.clock.duration() > (1.0 + row_of(remedy).beyond) * optimum;
}

/// Makes limits stricter where the motion exceeds them, and solves again, until a little slowing is
/// all that is left to do.
Outcome<CheckedClock> tightened(const RetimeTask& task, const MotionChecker& checker,
                                CheckedClock now, Optimum& optimum) {
  const RemedyRow rows = row_of(Remedy::kTightenRows);
  const int rounds = rows.most + row_of(Remedy::kTightenLimits).most;
  for (int round = 0; round < rounds && !now.is_legal(); ++round) {
    if (!task.has_rates() && now.slowing <= 1.0 + rows.beyond) {
      CheckedClock slowed = checker.check(now.clock.slowed(now.slowing + 1e-9));
      if (slowed.is_legal()) return slowed;
    }
    if (round < rows.most) {
      tighten(fine_problem(task, optimum), optimum);
    } else {
      tighten_limits(now.excess, optimum);
    }
    if (std::optional<Failure> failure = solve(task, optimum)) return *std::move(failure);
    now = checker.check(optimum.clock());
  }
  return checker.slowed_until_legal(std::move(now));
}

/// The grid with shorter intervals where limits are exceeded between its points: the more, the
/// shorter. The check sees what is narrower than the distance of points, too, but only the worst.
PathGrid divided_grid(const RetimeTask& task, const Solved& solved) {
  const Optimum& optimum = solved.optimum;
  std::vector<double> excess = excess_of_intervals(fine_problem(task, optimum), solved.x);
  for (const double t : solved.first.worst_times) {
    excess[solved.first.clock.interval_at(t)] += kMuchExcess;
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

/// On a grid of as many intervals as are asked for, divided where that is needed.
Outcome<StrictOptimum> divided_optimum(const RetimeTask& task, const MotionChecker& checker) {
  FirstGrid grid = first_grid(task);
  std::optional<StrictOptimum> best;
  std::optional<Solved> coarse;  // Left for a finer one.
  Failure failure;
  bool may_divide = true;
  for (int division = 0; may_divide; ++division) {
    Outcome<Optimum> outcome = optimum_on(task, grid);
    if (const Failure* why = std::get_if<Failure>(&outcome)) {  // What is there has to do.
      if (!coarse) return best ? Outcome<StrictOptimum>(*std::move(best)) : *why;
      may_divide = false;
    } else {
      Optimum& optimum = std::get<Optimum>(outcome);
      CheckedClock first = checker.check(optimum.clock());
      may_divide =
          division < row_of(Remedy::kDivide).most && optimum.grid.num_intervals() < kMostIntervals;
      std::vector<double> x = optimum.x;
      const int iterations = optimum.iterations;
      coarse = {std::move(optimum), std::move(x), iterations, std::move(first)};
      if (may_divide && coarse->first.slowing > 1.0 + row_of(Remedy::kDivideFirst).beyond) {
        grid.grid = divided_grid(task, *coarse);
        continue;
      }
    }
    Solved solved = *std::exchange(coarse, std::nullopt);
    const double duration = solved.first.clock.duration();
    Outcome<CheckedClock> strict = tightened(task, checker, solved.first, solved.optimum);
    const CheckedClock* found = std::get_if<CheckedClock>(&strict);
    if (found == nullptr) failure = std::get<Failure>(strict);
    may_divide = may_divide && (found == nullptr || needs(Remedy::kDivide, *found, duration));
    if (may_divide) grid.grid = divided_grid(task, solved);
    if (found != nullptr && (!best || found->clock.duration() < best->strict.clock.duration())) {
      best = {std::move(solved.optimum), duration, solved.iterations, division, *found};
    }
  }
  if (!best) return failure;
  return *std::move(best);
}

}  // namespace

Outcome<StrictOptimum> strict_optimum(const RetimeTask& task, const MotionChecker& checker) {
  Outcome<StrictOptimum> outcome = divided_optimum(task, checker);
  if (std::holds_alternative<Failure>(outcome)) return outcome;
  StrictOptimum& found = std::get<StrictOptimum>(outcome);
  RetimeOptions options = task.options;
  for (int i = 0; i < row_of(Remedy::kDouble).most; ++i) {
    options.intervals *= 2;
    const bool is_poor = needs(Remedy::kDouble, found.strict, found.duration);
    if (!is_poor || options.intervals > kMostIntervals) break;
    const RetimeTask finer{task.model, task.path, task.frame, task.limits, options};
    Outcome<StrictOptimum> next = divided_optimum(finer, checker);
    if (std::holds_alternative<Failure>(next)) break;
    StrictOptimum& better = std::get<StrictOptimum>(next);
    if (better.strict.clock.duration() >= found.strict.clock.duration()) continue;
    found = std::move(better);
    found.other_intervals = options.intervals;
  }
  return outcome;
}

}  // namespace appell::planning
