#include <algorithm>
#include <cmath>

#include "appell/base/text.hpp"
#include "appell/planning/optimum.hpp"

namespace appell::planning {
namespace {

constexpr double kReached = 0.998;  // Of a limit: then it counts as reached.

/// One use of a limit at a point of the grid.
struct Use {
  int limit;
  GridPoint point;
  double use;
  double price;  ///< Σ of multipliers times what they are multipliers of, s per relative change.
};

/// All limits at all points.
template <class Take>
void for_uses(const Optimum& optimum, const Take& take) {
  const PathProblem& problem = *optimum.problem;
  for (std::size_t b = 0; b < problem.timing.blocks.size(); ++b) {
    const RowBlock& block = problem.timing.blocks[b];
    const RowPass& pass = optimum.solver->rows(b);
    const std::size_t count = block.points.size();
    for (std::size_t k = 0; k < count; ++k) {
      const GridPoint& point = block.points[k];
      const double alpha = pass.spline().v0[k];
      const int top = problem.top_limits[b][k];
      if (top >= 0) {  // α <= top, which grows with the square of the limit.
        take(Use{top, point, std::sqrt(alpha / block.top[k]),
                 2.0 * problem.unit * pass.of_top()[k] * block.top[k]});
      }
      const double bound = block.bound_at(alpha);
      for (std::size_t i = 0; i < block.num_terms(); ++i) {
        const std::size_t at = i * count + k;
        const double price = pass.upper(at) * block.up[i] + pass.lower(at) * block.down[i];
        const int limit = problem.row_limits[b][at];
        if (limit >= 0) take(Use{limit, point, pass.use(at), problem.unit * bound * price});
      }
    }
  }
  for (std::size_t b = 0; b < problem.timing.sums.size(); ++b) {
    const SumPass& pass = optimum.solver->sums(b);
    const SumBlock& block = problem.timing.sums[b];
    for (std::size_t k = 0; k < block.points.size(); ++k) {
      const double price = problem.unit * pass.multiplier(k) * pass.bound(k);
      const int limit = problem.sum_limits[b][k];
      if (limit >= 0) take(Use{limit, block.points[k], pass.use(k), price});
    }
  }
}

}  // namespace

std::string worst_limit_text(const model::Model& model, const std::vector<PathLimit>& limits,
                             const Optimum& optimum) {
  Use worst{-1, {}, -1.0, 0.0};
  for_uses(optimum, [&](const Use& use) {
    if (use.use > worst.use) worst = use;
  });
  if (worst.limit < 0) return "no limit";
  const model::MotionLimit& limit = limits[worst.limit].limit;
  const double s = optimum.grid.grading.expand(optimum.grid.parameter(worst.point))[0];
  return concat(limit_text(model, limit), " at ", short_text(s), " of the path");
}

void set_activity(const Optimum& optimum, const trajectory::PathClock& clock,
                  std::vector<LimitActivity>& limits, std::vector<ActiveStretch>& stretches) {
  const auto count = static_cast<std::size_t>(optimum.grid.num_intervals());
  // Of every limit, the intervals in which it is reached; and in each which of them decides.
  std::vector<std::vector<bool>> is_reached(limits.size(), std::vector<bool>(count, false));
  std::vector<double> most(count, kReached);
  std::vector<int> first(count, -1);
  for_uses(optimum, [&](const Use& use) {
    const auto k = static_cast<std::size_t>(use.point.interval);
    const auto i = static_cast<std::size_t>(use.limit);
    limits[i].price += use.price;
    if (use.use < kReached) return;
    is_reached[i][k] = true;
    if (use.use > most[k]) most[k] = use.use, first[k] = use.limit;
  });
  const std::vector<double>& times = clock.times();
  for (std::size_t i = 0; i < limits.size(); ++i) {
    double time = 0.0;
    for (std::size_t k = 0; k < count; ++k) {
      if (is_reached[i][k]) time += times[k + 1] - times[k];
    }
    limits[i].share = time / clock.duration();
    if (limits[i].share == 0.0) limits[i].price = 0.0;  // What is left of the barrier.
  }
  for (std::size_t k = 0; k < count; ++k) {
    // The one that decided before stays while it is reached: limits that are reached together
    // would take turns.
    const bool stays =
        !stretches.empty() && stretches.back().limit >= 0 && is_reached[stretches.back().limit][k];
    const int limit = stays ? stretches.back().limit : first[k];
    if (stretches.empty() || stretches.back().limit != limit) {
      stretches.push_back({times[k], times[k + 1], limit});
    }
    stretches.back().to = times[k + 1];
  }
}

}  // namespace appell::planning
