#include "appell/planning/reachability.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "appell/base/stop.hpp"

namespace appell::planning {
namespace {

constexpr double kNoLimit = 1e30;
constexpr double kNoInertia = 1e-12;  // A row that does not take u, relative to its limit.
constexpr double kTouch = 1e-12;      // Limits that meet.
constexpr int kMostNewtonSteps = 50;
constexpr int kHalvings = 50;
constexpr double kThereInPass = 1.0 - 1e-7;  // Of a rate that is given at an end.
constexpr double kFirstStep = 16.0;          // Towards the range of x that halvings divide.
constexpr double kLeastSquare = 1e-30;       // Of the rate, where one is divided by.

bool is_straight(const RowBlock& block, std::size_t row) {
  return block.bound == Bound::kConstant && !block.has_curved(row);
}

}  // namespace

Reachability::Reachability(const PathGrid& grid, const PathProblem& problem,
                           Collocation collocation, double start, double end)
    : grid_(grid),
      problem_(problem),
      collocation_(collocation),
      start_(start),
      end_(end),
      x_(grid.knots.size()) {
  const std::vector<GridPoint>& points = problem.timing.blocks[0].points;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const bool is_knot = points[k].part == 0.0 || points[k].part == 1.0;
    if (!is_knot) continue;
    points_.push_back(k);
    double top = kNoLimit;
    for (const RowBlock& block : problem.timing.blocks) top = std::min(top, block.top[k]);
    top_.push_back(top);
  }
  is_linear_ = problem.timing.sums.empty();
  for (const RowBlock& block : problem.timing.blocks) {
    for (std::size_t i = 0; i < block.num_terms(); ++i) {
      is_straight(block, i) ? ++num_rows_ : is_linear_ = false;
    }
  }
  if (collocation == Collocation::kBothEnds) num_rows_ *= 2;
  low_.resize(num_rows_ * points_.size());
  high_ = slope_ = low_;
  num_rows_ = 0;
  for (const RowBlock& block : problem.timing.blocks) add_rows(block);
}

void Reachability::add_rows(const RowBlock& block) {
  const std::size_t total = low_.size() / points_.size();
  for (std::size_t i = 0; i < block.num_terms(); ++i) {
    if (!is_straight(block, i)) continue;
    for (std::size_t k = 0; k < points_.size(); ++k) {
      set_row(block, i, k, k, k * total + num_rows_);
      if (collocation_ == Collocation::kStart) continue;
      set_row(block, i, k, std::min(k + 1, points_.size() - 1), k * total + num_rows_ + 1);
    }
    num_rows_ += collocation_ == Collocation::kStart ? 1 : 2;
  }
}

void Reachability::set_row(const RowBlock& block, std::size_t row, std::size_t knot, std::size_t of,
                           std::size_t to) {
  const std::size_t at = row * block.points.size() + points_[of];
  const double b = block.r0[at];
  double a = 2.0 * block.r1[at];                                        // α'/2 is u;
  if (of > knot) a += 2.0 * b * (grid_.knots[of] - grid_.knots[knot]);  // x there is x + 2 h u.
  const double up = block.up[row] - block.r[at];
  const double down = -block.down[row] - block.r[at];
  low_[to] = -kNoLimit;
  high_[to] = kNoLimit;
  slope_[to] = 0.0;
  if (std::abs(a) < kNoInertia) {
    if (b != 0.0) top_[knot] = std::min(top_[knot], (b > 0.0 ? up : down) / b);
    return;
  }
  low_[to] = std::min(up / a, down / a);
  high_[to] = std::max(up / a, down / a);
  slope_[to] = -b / a;
}

Reachability::Range Reachability::linear_range(std::size_t knot, double x) const {
  Range range{-kNoLimit, kNoLimit};
  const std::size_t first = knot * num_rows_;
  for (std::size_t i = first; i < first + num_rows_; ++i) {
    const double low = low_[i] + slope_[i] * x;
    const double high = high_[i] + slope_[i] * x;
    if (low > range.low) range.low = low, range.low_row = i;
    if (high < range.high) range.high = high, range.high_row = i;
  }
  return range;
}

void Reachability::narrow(std::size_t knot, double length, double x, Range& range) const {
  const std::size_t k = points_[knot];
  const double alpha = std::max(x, kLeastSquare);
  for (const RowBlock& block : problem_.timing.blocks) {
    const double bound = block.bound_at(alpha);
    for (std::size_t i = 0; i < block.num_terms(); ++i) {
      if (is_straight(block, i)) continue;
      const std::size_t at = block.at(i, k);
      const double rest = block.rest(i, k, alpha);
      const double a = 2.0 * block.r1[at];
      const double up = block.up[i] * bound - rest;
      const double down = -block.down[i] * bound - rest;
      if (std::abs(a) < kNoInertia) {
        if (up < 0.0 || down > 0.0) range.low = kNoLimit;
        continue;
      }
      range.low = std::max(range.low, std::min(up / a, down / a));
      range.high = std::min(range.high, std::max(up / a, down / a));
    }
  }
  for (const SumBlock& block : problem_.timing.sums) {
    if (block.kind == SumBlock::Kind::kSizes) {
      narrow_by_sizes(block, k, x, range);
      continue;
    }
    narrow_by_vector(block, k, 0.0, x, range);
    if (collocation_ == Collocation::kStart) continue;
    narrow_by_vector(block, points_[std::min(knot + 1, points_.size() - 1)], length, x, range);
  }
}

void Reachability::narrow_by_vector(const SumBlock& block, std::size_t k, double length, double x,
                                    Range& range) {
  double a = 0.0, b = 0.0, c = -1.0;  // a u² + 2 b u + c <= 0
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t at = i * block.points.size() + k;
    const double by_u = 2.0 * block.r1[at] + 2.0 * length * block.r0[at];
    const double rest = block.r0[at] * x;
    a += by_u * by_u;
    b += by_u * rest;
    c += rest * rest;
  }
  const double root = b * b - a * c;
  const bool has_u = a > kNoInertia * kNoInertia;
  if (root < 0.0 || (!has_u && c > 0.0)) range.low = kNoLimit;
  if (root < 0.0 || !has_u) return;
  range.low = std::max(range.low, (-b - std::sqrt(root)) / a);
  range.high = std::min(range.high, (-b + std::sqrt(root)) / a);
}

// Σ |a_i u + b_i| is convex in u, least where one of its terms is zero, and above Σ |a_i| |u| -
// Σ |b_i| everywhere.
void Reachability::narrow_by_sizes(const SumBlock& block, std::size_t k, double x, Range& range) {
  const double alpha = std::max(x, kLeastSquare);
  const double bound = 1.0 / std::sqrt(alpha);
  std::vector<double> a, b;
  double all_a = 0.0, all_b = 0.0;
  for (std::size_t i = 0; i < block.num_terms(); ++i) {
    a.push_back(2.0 * block.r1[block.at(i, k)]);
    b.push_back(block.rest(i, k, alpha));
    all_a += std::abs(a.back());
    all_b += std::abs(b.back());
  }
  const auto excess = [&](double u) {
    double sum = -bound;
    for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] * u + b[i]);
    return sum;
  };
  double best = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != 0.0 && excess(-b[i] / a[i]) < excess(best)) best = -b[i] / a[i];
  }
  if (excess(best) > 0.0) range.low = kNoLimit;
  if (excess(best) > 0.0 || all_a < kNoInertia) return;
  const auto end = [&](double far) {
    double near = best;
    for (int i = 0; i < kHalvings; ++i) {
      const double middle = 0.5 * (near + far);
      (excess(middle) > 0.0 ? far : near) = middle;
    }
    return near;
  };
  const double most = (bound + all_b) / all_a;
  range.low = std::max(range.low, end(-most));
  range.high = std::min(range.high, end(most));
}

double Reachability::excess_at_next(std::size_t knot, double length, double x, double u) const {
  const std::size_t k = points_[std::min(knot + 1, points_.size() - 1)];
  const double next = std::max(0.0, x + 2.0 * length * u);
  const double alpha = std::max(next, kLeastSquare);
  const auto value = [&](const TermBlock& block, std::size_t row) {
    return block.rest(row, k, alpha) + 2.0 * block.r1[block.at(row, k)] * u;
  };
  double excess = -kNoLimit;
  for (const RowBlock& block : problem_.timing.blocks) {
    for (std::size_t i = 0; i < block.num_terms(); ++i) {
      if (is_straight(block, i)) continue;
      const double size = value(block, i) / block.bound_at(alpha);
      excess = std::max({excess, size - block.up[i], -size - block.down[i]});
    }
  }
  for (const SumBlock& block : problem_.timing.sums) {
    if (block.kind != SumBlock::Kind::kSizes) continue;
    double sum = 0.0;
    for (std::size_t i = 0; i < block.num_terms(); ++i) {
      sum += std::abs(value(block, i));
    }
    excess = std::max(excess, sum * std::sqrt(alpha) - 1.0);
  }
  return excess;
}

std::optional<double> Reachability::legal_at_next(std::size_t knot, double length, double x,
                                                  double low, double high) const {
  const double still = std::clamp(0.0, low, high);
  for (const double u : {high, 0.5 * (still + high), still, 0.5 * (low + still), low}) {
    if (excess_at_next(knot, length, x, u) <= 0.0) return u;
  }
  return std::nullopt;
}

double Reachability::highest_at_next(std::size_t knot, double length, double x, double low,
                                     double high) const {
  double u = legal_at_next(knot, length, x, low, high).value_or(low);
  for (int i = 0; i < kHalvings && u < high; ++i) {
    const double middle = 0.5 * (u + high);
    (excess_at_next(knot, length, x, middle) <= 0.0 ? u : high) = middle;
  }
  return u;
}

bool Reachability::is_controllable(std::size_t knot, double x, double length, double next) const {
  Range range = linear_range(knot, x);
  narrow(knot, length, x, range);
  const double low = std::max(range.low, -x / (2.0 * length));
  const double high = std::min(range.high, (next - x) / (2.0 * length));
  if (!(low <= high + kTouch * std::abs(high))) return false;
  return collocation_ == Collocation::kStart ||
         legal_at_next(knot, length, x, std::min(low, high), high).has_value();
}

double Reachability::controllable(std::size_t knot, double length, double next) const {
  double x = top_[knot];
  const double slope = -1.0 / (2.0 * length);
  for (int step = 0; step < kMostNewtonSteps; ++step) {  // Down to where the limits meet.
    const Range range = linear_range(knot, x);
    const double highest = (next - x) / (2.0 * length);
    const bool is_row_low = range.low >= slope * x;
    const bool is_row_high = range.high <= highest;
    const double low = is_row_low ? range.low : slope * x;
    const double high = is_row_high ? range.high : highest;
    if (low <= high + kTouch * std::abs(high)) break;
    // Not by a difference from x, of which without limits of the speed nothing would be left.
    const Line of_low =
        is_row_low ? Line{low_[range.low_row], slope_[range.low_row]} : Line{0.0, slope};
    const Line of_high = is_row_high ? Line{high_[range.high_row], slope_[range.high_row]}
                                     : Line{-slope * next, slope};
    const double meeting = (of_high.at_zero - of_low.at_zero) / (of_low.slope - of_high.slope);
    x = std::max(0.0, meeting);
  }
  if (is_linear_ || is_controllable(knot, x, length, next)) return x;
  double low = x / kFirstStep;  // First by factors: x may be as large as if nothing limited it.
  for (; low > kLeastSquare && !is_controllable(knot, low, length, next); low /= kFirstStep) {
    x = low;
  }
  if (low <= kLeastSquare) return 0.0;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (low + x);
    (is_controllable(knot, middle, length, next) ? low : x) = middle;
  }
  return low;
}

double Reachability::run() {
  const std::size_t last = points_.size() - 1;
  const auto length = [&](std::size_t k) { return grid_.knots[k + 1] - grid_.knots[k]; };
  x_[last] = std::min(end_, top_[last]);
  for (std::size_t k = last; k-- > 0;) {
    check_stop();
    x_[k] = controllable(k, length(k), x_[k + 1]);
  }
  const auto part = [](double given, double x) {
    return given == kFree || given == 0.0 ? 1.0 : std::sqrt(x / given);
  };
  start_part_ = part(start_, x_[0]);
  end_part_ = part(end_, x_[last]);
  if (start_part_ < kThereInPass || end_part_ < kThereInPass) {
    return std::numeric_limits<double>::infinity();
  }
  double time = 0.0;
  x_[0] = std::min(start_, x_[0]);
  for (std::size_t k = 0; k < last; ++k) {
    check_stop();
    const double h = length(k);
    Range range = linear_range(k, x_[k]);
    if (!is_linear_) narrow(k, h, x_[k], range);
    double u = std::min(range.high, (x_[k + 1] - x_[k]) / (2.0 * h));
    if (!is_linear_ && collocation_ == Collocation::kBothEnds) {
      const double low = std::min(u, std::max(range.low, -x_[k] / (2.0 * h)));
      u = highest_at_next(k, h, x_[k], low, u);
    }
    x_[k + 1] = std::max(0.0, x_[k] + 2.0 * h * u);
    time += 2.0 * h / (std::sqrt(x_[k]) + std::sqrt(x_[k + 1]));
  }
  end_part_ = part(end_, x_[last]);  // What is reached forwards.
  return end_part_ < kThereInPass ? std::numeric_limits<double>::infinity() : time;
}

}  // namespace appell::planning
