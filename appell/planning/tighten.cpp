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
  explicit ExcessOfIntervals(int num_intervals)
      : numbers_(static_cast<std::size_t>(num_intervals), 0.0) {}

  void raise(int interval, double excess) {
    double& x = numbers_[static_cast<std::size_t>(interval)];
    x = std::max(x, excess);
    largest_ = std::max(largest_, excess);
  }
  double largest() const { return largest_; }
  /// By which a row becomes stricter at a point of an interval.
  double factor(int interval) const {
    double most = 0.0;
    const int last = static_cast<int>(numbers_.size()) - 1;
    for (int k = std::max(0, interval - 1); k <= std::min(last, interval + 1); ++k) {
      most = std::max(most, numbers_[static_cast<std::size_t>(k)]);
    }
    return 1.0 + std::min(kMargin * most, kMostTightening);
  }

 private:
  std::vector<double> numbers_;
  double largest_ = 0.0;
};

/// The excesses of all rows of a block, the largest α last.
std::vector<ExcessOfIntervals> excesses(const RowBlock& block, const std::vector<GridPoint>& points,
                                        RowPass& pass, int num_intervals) {
  std::vector<ExcessOfIntervals> result(static_cast<std::size_t>(block.num_rows) + 1,
                                        ExcessOfIntervals(num_intervals));
  const PointValues& y = pass.spline();
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double speed = std::sqrt(y.v0[k] / block.top[k]);
    result.back().raise(points[k].interval, speed - 1.0);
    for (std::size_t i = 0; i + 1 < result.size(); ++i) {
      result[i].raise(points[k].interval, pass.use(i * points.size() + k) - 1.0);
    }
  }
  return result;
}

/// A row becomes stricter as all of it grows, away from zero. Where zero is not between the ends,
/// as with a torque that must hold a weight, one of them would become looser so: there it grows
/// away from the middle between them.
void scale_row(RowBlock& block, std::size_t row, std::size_t point, double factor) {
  const std::size_t at = row * block.points.size() + point;
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
  for (std::vector<double>* r : {&block.r0, &block.r1, &block.r2, &block.r}) (*r)[at] *= factor;
  block.r[at] -= (factor - 1.0) * middle;
  if (block.curved != nullptr) block.curved->tighten(static_cast<int>(row), point, factor);
}

/// @param factor  of a point.
template <class Factor>
void scale_sum(SumBlock& block, const Factor& factor) {
  for (std::size_t at = 0; at < block.r0.size(); ++at) {
    const double f = factor(at % block.points.size());
    for (std::vector<double>* r : {&block.r0, &block.r1, &block.r2, &block.r}) (*r)[at] *= f;
    if (block.curved == nullptr) continue;
    block.curved->tighten(static_cast<int>(at / block.points.size()), at % block.points.size(), f);
  }
}

}  // namespace

std::vector<double> excess_of_intervals(const PathProblem& fine, int num_intervals,
                                        const std::vector<double>& x) {
  std::vector<double> most(static_cast<std::size_t>(num_intervals), 0.0);
  const auto raise = [&most](const GridPoint& point, double excess) {
    double& at = most[static_cast<std::size_t>(point.interval)];
    at = std::max(at, excess);
  };
  const SplineValues values = fine.timing.values(x);
  for (std::size_t b = 0; b < fine.timing.blocks.size(); ++b) {
    const RowBlock& block = fine.timing.blocks[b];
    RowPass pass(block, fine.timing.intervals);
    pass.set_spline(values);
    for (std::size_t at = 0; at < block.r.size(); ++at) {
      raise(fine.timing.blocks[b].points[at % block.points.size()], pass.use(at) - 1.0);
    }
    for (std::size_t k = 0; k < block.points.size(); ++k) {
      raise(fine.timing.blocks[b].points[k], std::sqrt(pass.spline().v0[k] / block.top[k]) - 1.0);
    }
  }
  for (std::size_t b = 0; b < fine.timing.sums.size(); ++b) {
    const std::unique_ptr<SumPass> pass = make_sum_pass(fine.timing.sums[b], fine.timing.intervals);
    pass->set_spline(values);
    for (std::size_t k = 0; k < fine.timing.sums[b].points.size(); ++k) {
      raise(fine.timing.sums[b].points[k], pass->use(k) - 1.0);
    }
  }
  return most;
}

double tighten(const PathProblem& fine, Optimum& optimum) {
  const int num_intervals = optimum.grid.num_intervals();
  const SplineValues values = fine.timing.values(optimum.x);
  double largest = 0.0;
  for (std::size_t b = 0; b < fine.timing.blocks.size(); ++b) {
    RowPass pass(fine.timing.blocks[b], fine.timing.intervals);
    pass.set_spline(values);
    const auto found =
        excesses(fine.timing.blocks[b], fine.timing.blocks[b].points, pass, num_intervals);
    RowBlock& block = optimum.problem->timing.blocks[b];
    for (std::size_t i = 0; i < found.size(); ++i) {
      largest = std::max(largest, found[i].largest());
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
    const std::unique_ptr<SumPass> pass = make_sum_pass(fine.timing.sums[b], fine.timing.intervals);
    pass->set_spline(values);
    ExcessOfIntervals found(num_intervals);
    for (std::size_t k = 0; k < fine.timing.sums[b].points.size(); ++k) {
      found.raise(fine.timing.sums[b].points[k].interval, pass->use(k) - 1.0);
    }
    largest = std::max(largest, found.largest());
    const std::vector<GridPoint>& points = optimum.problem->timing.sums[b].points;
    scale_sum(optimum.problem->timing.sums[b],
              [&](std::size_t k) { return found.factor(points[k].interval); });
  }
  return largest;
}

void tighten_limits(const std::vector<double>& excess, Optimum& optimum) {
  PathProblem& problem = *optimum.problem;
  const auto factor = [&](int limit) {
    const double most = limit < 0 ? 0.0 : excess[static_cast<std::size_t>(limit)];
    return 1.0 + std::min(kMargin * most, kMostTightening);
  };
  for (std::size_t b = 0; b < problem.timing.blocks.size(); ++b) {
    RowBlock& block = problem.timing.blocks[b];
    for (std::size_t k = 0; k < block.points.size(); ++k) {
      const double top = factor(problem.top_limits[b][k]);
      block.top[k] /= top * top;
      for (std::size_t i = 0; i < static_cast<std::size_t>(block.num_rows); ++i) {
        const double stricter = factor(problem.row_limits[b][i * block.points.size() + k]);
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
