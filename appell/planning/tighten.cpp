#include <algorithm>
#include <cmath>

#include "appell/planning/optimum.hpp"

namespace appell::planning {
namespace {

constexpr double kMargin = 1.1;           // What is taken off a limit, over the excess.
constexpr double kMostTightening = 0.05;  // Of a limit: start and rest must stay legal.

/// Largest excess in each interval of a grid, of one row.
class ExcessOfIntervals {
 public:
  explicit ExcessOfIntervals(std::size_t num_intervals) : numbers_(num_intervals, 0.0) {}

  void raise(int interval, double excess) {
    double& x = numbers_[interval];
    x = std::max(x, excess);
    largest_ = std::max(largest_, excess);
  }
  double largest() const { return largest_; }
  const std::vector<double>& numbers() const { return numbers_; }
  /// By which a row becomes stricter at a point of an interval.
  double factor(int interval) const {
    double most = 0.0;
    const int last = static_cast<int>(numbers_.size()) - 1;
    for (int k = std::max(0, interval - 1); k <= std::min(last, interval + 1); ++k) {
      most = std::max(most, numbers_[k]);
    }
    return 1.0 + std::min(kMargin * most, kMostTightening);
  }

 private:
  std::vector<double> numbers_;
  double largest_ = 0.0;
};

/// The excesses of all rows of a block, the largest α last.
std::vector<ExcessOfIntervals> excesses(const RowBlock& block, const TimingProblem& timing,
                                        const SplineValues& spline) {
  RowPass pass(block, timing.intervals);
  pass.set_spline(spline);
  std::vector<ExcessOfIntervals> result(block.num_terms() + 1,
                                        ExcessOfIntervals(timing.intervals.size()));
  for (std::size_t k = 0; k < block.points.size(); ++k) {
    const int interval = block.points[k].interval;
    result.back().raise(interval, std::sqrt(pass.spline().v0[k] / block.top[k]) - 1.0);
    for (std::size_t i = 0; i < block.num_terms(); ++i) {
      result[i].raise(interval, pass.use(block.at(i, k)) - 1.0);
    }
  }
  return result;
}

ExcessOfIntervals excess(const SumBlock& block, const TimingProblem& timing,
                         const SplineValues& spline) {
  const std::unique_ptr<SumPass> pass = make_sum_pass(block, timing.intervals);
  pass->set_spline(spline);
  ExcessOfIntervals result(timing.intervals.size());
  for (std::size_t k = 0; k < block.points.size(); ++k) {
    result.raise(block.points[k].interval, pass->use(k) - 1.0);
  }
  return result;
}

/// A row becomes stricter as all of it grows, away from zero. Where zero is not between the ends,
/// as with a torque that must hold a weight, one of them would become looser so: there it grows
/// away from the middle between them.
void scale_row(RowBlock& block, std::size_t row, std::size_t point, double factor) {
  const std::size_t at = block.at(row, point);
  const bool is_constant = block.bound == Bound::kConstant;
  double middle = 0.0;
  double room = block.r[at] > 0.0 ? block.up[row] : block.down[row];
  if (is_constant && (block.up[row] <= 0.0 || block.down[row] <= 0.0)) {
    middle = 0.5 * (block.up[row] - block.down[row]);
    room = 0.5 * (block.up[row] + block.down[row]);
    factor = 1.0 + (factor - 1.0) / room;
  }
  const double rest = std::abs(block.r[at] - middle);
  // The limit must keep a distance from what holds the robot at rest.
  if (is_constant && rest * factor > 0.5 * (room + rest)) return;
  block.scale(row, point, factor);
  block.r[at] -= (factor - 1.0) * middle;
}

/// @param factor  of a point.
template <class Factor>
void scale_sum(SumBlock& block, const Factor& factor) {
  for (std::size_t k = 0; k < block.points.size(); ++k) {
    const double f = factor(k);
    for (std::size_t i = 0; i < block.num_terms(); ++i) block.scale(i, k, f);
  }
}

}  // namespace

std::vector<double> excess_of_intervals(const PathProblem& fine, const std::vector<double>& x) {
  const TimingProblem& timing = fine.timing;
  const SplineValues spline = timing.values(x);
  std::vector<double> most(timing.intervals.size(), 0.0);
  const auto raise = [&most](const ExcessOfIntervals& found) {
    for (std::size_t k = 0; k < most.size(); ++k) most[k] = std::max(most[k], found.numbers()[k]);
  };
  for (const RowBlock& block : timing.blocks) {
    for (const ExcessOfIntervals& found : excesses(block, timing, spline)) raise(found);
  }
  for (const SumBlock& block : timing.sums) raise(excess(block, timing, spline));
  return most;
}

void tighten(const PathProblem& fine, Optimum& optimum) {
  const SplineValues spline = fine.timing.values(optimum.x);
  for (std::size_t b = 0; b < fine.timing.blocks.size(); ++b) {
    const auto found = excesses(fine.timing.blocks[b], fine.timing, spline);
    RowBlock& block = optimum.problem->timing.blocks[b];
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i].largest() <= 0.0) continue;
      for (std::size_t k = 0; k < block.points.size(); ++k) {
        const double factor = found[i].factor(block.points[k].interval);
        if (factor == 1.0) continue;
        if (i + 1 == found.size()) {
          block.top[k] /= factor * factor;
        } else {
          scale_row(block, i, k, factor);
        }
      }
    }
  }
  for (std::size_t b = 0; b < fine.timing.sums.size(); ++b) {
    const ExcessOfIntervals found = excess(fine.timing.sums[b], fine.timing, spline);
    SumBlock& block = optimum.problem->timing.sums[b];
    scale_sum(block, [&](std::size_t k) { return found.factor(block.points[k].interval); });
  }
}

void tighten_limits(const std::vector<double>& excess, Optimum& optimum) {
  PathProblem& problem = *optimum.problem;
  const auto factor = [&](int limit) {
    const double most = limit < 0 ? 0.0 : excess[limit];
    return 1.0 + std::min(kMargin * most, kMostTightening);
  };
  for (std::size_t b = 0; b < problem.timing.blocks.size(); ++b) {
    RowBlock& block = problem.timing.blocks[b];
    for (std::size_t k = 0; k < block.points.size(); ++k) {
      const double top = factor(problem.top_limits[b][k]);
      block.top[k] /= top * top;
      for (std::size_t i = 0; i < block.num_terms(); ++i) {
        const double stricter = factor(problem.row_limits[b][block.at(i, k)]);
        if (stricter > 1.0) scale_row(block, i, k, stricter);
      }
    }
  }
  for (std::size_t b = 0; b < problem.timing.sums.size(); ++b) {
    scale_sum(problem.timing.sums[b],
              [&](std::size_t k) { return factor(problem.sum_limits[b][k]); });
  }
}

}  // namespace appell::planning
