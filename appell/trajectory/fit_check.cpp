#include "appell/trajectory/fit_check.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "appell/base/text.hpp"

namespace appell::trajectory {
namespace {

constexpr double kLargestMiss = 1e-6;  // Of the range of the samples: what no drive would notice.

}  // namespace

bool is_uneven(std::span<const double> times) {
  double least = times[1] - times[0];
  double most = least;
  for (std::size_t i = 2; i < times.size(); ++i) {
    least = std::min(least, times[i] - times[i - 1]);
    most = std::max(most, times[i] - times[i - 1]);
  }
  return most > 2.0 * least;
}

std::size_t sample_after_widest_gap(std::span<const double> times) {
  std::size_t widest = 1;
  for (std::size_t i = 2; i < times.size(); ++i) {
    if (times[i] - times[i - 1] > times[widest] - times[widest - 1]) widest = i;
  }
  return widest;
}

FitCheck::FitCheck(std::span<const double> times, const std::vector<std::vector<double>>& values)
    : times_(times), values_(values) {
  const auto [low, high] = std::minmax_element(values[0].begin(), values[0].end());
  low_ = *low;
  high_ = *high;
  const double size = std::max(std::abs(low_), std::abs(high_));
  // A joint that rests has no range: rounding of its position must do.
  const double width = std::max(high_ - low_, 1e-9 * size);
  miss_ = kLargestMiss * width + 1e-12 * size;
  beyond_ = width;
  if (values.size() < 2) return;
  double fastest = 0.0;
  for (const double v : values[1]) fastest = std::max(fastest, std::abs(v));
  const std::size_t gap = sample_after_widest_gap(times);
  beyond_ += fastest * (times[gap] - times[gap - 1]);
}

std::optional<FitDefect> FitCheck::defect(const Law& law, std::size_t first,
                                          std::size_t count) const {
  const std::unique_ptr<LawCursor> cursor = law.cursor();
  const auto position = [&cursor](double t) {
    double q = 0.0;
    cursor->expand(t, {&q, 1});
    return q;
  };
  const bool looks_between = is_uneven(times_.subspan(first, count));
  constexpr int kBetween = 4;  // A swing of a spline is as wide as the gap.
  for (std::size_t i = first; i < first + count; ++i) {
    for (int k = 1; k < kBetween && looks_between && i > first; ++k) {
      const double t = times_[i - 1] + k * (times_[i] - times_[i - 1]) / kBetween;
      const double q = position(t);
      if (q >= low_ - beyond_ && q <= high_ + beyond_) continue;
      return FitDefect{i, concat("the spline is at ", short_text(q), " at t = ", short_text(t),
                                 " s, far from all samples, which are from ", short_text(low_),
                                 " to ", short_text(high_))};
    }
    const double miss = std::abs(position(times_[i]) - values_[0][i]);
    if (miss <= miss_) continue;
    return FitDefect{i, concat("the spline misses the sample at t = ", short_text(times_[i]),
                               " s by ", short_text(miss))};
  }
  return std::nullopt;
}

}  // namespace appell::trajectory
