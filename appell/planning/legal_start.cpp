#include <algorithm>
#include <cmath>

#include "appell/planning/optimum.hpp"

namespace appell::planning {
namespace {

constexpr double kHeldGap = 0.3;  // Relative to the time, while the ends move: not near to limits.
constexpr int kStepsBetween = 3;
constexpr int kMostMoves = 300;
constexpr double kLeastMove = 1e-4;  // Of the way that is left.
constexpr double kPartOfMove = 0.7;  // Of the longest legal move, so that no limit is touched.
constexpr double kRoom = 1e-6;       // Of α.
constexpr double kWidths[] = {1.0, 0.5, 0.2, 0.1, 0.05};  // Of the part that follows an end.

/// A speed at an end that is exactly at its limit would leave no room for interior points: on the
/// interval of that end, on which α is given, the limit is a little higher.
void make_room(int interval, double alpha, PathProblem& problem) {
  for (std::size_t b = 0; b < problem.timing.blocks.size(); ++b) {
    RowBlock& block = problem.timing.blocks[b];
    for (std::size_t k = 0; k < block.points.size(); ++k) {
      const auto& [of, part, weight] = problem.points[b][k];
      const bool is_there = of == interval || (of == interval + 1 && part == 0.0) ||
                            (of == interval - 1 && part == 1.0);
      if (is_there) block.top[k] = std::max(block.top[k], (1.0 + kRoom) * alpha);
    }
  }
}

/// The spline with its ends moved by given amounts; what is near follows.
std::vector<double> moved(const std::vector<double>& x, double at_start, double at_end,
                          double width) {
  std::vector<double> result = x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double u = static_cast<double>(i) / static_cast<double>(x.size() - 1);
    const double near_start = std::max(0.0, 1.0 - u / width);
    const double near_end = std::max(0.0, 1.0 - (1.0 - u) / width);
    // 3 v² - 2 v³: flat where it begins and ends.
    result[i] += at_start * near_start * near_start * (3.0 - 2.0 * near_start) +
                 at_end * near_end * near_end * (3.0 - 2.0 * near_end);
  }
  return result;
}

}  // namespace

void set_legal_start(const model::Model& model, const std::vector<PathLimit>& limits, double start,
                     double end, Optimum& optimum) {
  const FixedEnds fixed = optimum.problem->timing.fixed;
  if (fixed.start) make_room(0, start, *optimum.problem);
  if (fixed.end) make_room(optimum.grid.num_intervals() - 1, end, *optimum.problem);
  InteriorPoint& solver = *optimum.solver;
  std::vector<double>& x = optimum.x;
  for (int move = 0; move < kMostMoves; ++move) {
    const double at_start = fixed.start ? start - x.front() : 0.0;
    const double at_end = fixed.end ? end - x.back() : 0.0;
    const double left = std::max(std::abs(at_start) / start, std::abs(at_end) / end);
    if (left == 0.0) return;
    double longest = 0.0;
    std::vector<double> best;
    for (const double width : kWidths) {
      for (double part = 1.0; part > std::max(longest, kLeastMove); part *= 0.5) {
        std::vector<double> next = moved(x, part * at_start, part * at_end, width);
        if (!(solver.least_slack(next) > 0.0)) continue;
        longest = part;
        const double taken = part == 1.0 ? 1.0 : kPartOfMove * part;
        best = moved(x, taken * at_start, taken * at_end, width);
        break;
      }
    }
    if (longest == 0.0) break;
    x = std::move(best);
    if (longest == 1.0) {  // Exactly there.
      if (fixed.start) x.front() = start;
      if (fixed.end) x.back() = end;
      if (solver.least_slack(x) > 0.0) return;
    }
    solver.solve(x, {.max_iterations = kStepsBetween, .held_gap = kHeldGap});
  }
  solver.least_slack(x);
  throw NoLegalTiming("the velocities at the ends cannot be joined under these limits: " +
                      worst_limit_text(model, limits, optimum) + " is in the way.");
}

}  // namespace appell::planning
