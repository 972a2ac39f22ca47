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
constexpr double kWidths[] = {1.0, 0.5, 0.2, 0.1, 0.05};  // Of the part that follows an end.

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
