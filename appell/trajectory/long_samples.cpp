#include "appell/trajectory/long_samples.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <unordered_map>

#include "appell/trajectory/samples.hpp"

namespace appell::trajectory {
namespace {

constexpr std::size_t kWindow = 1024;  // Intervals.
constexpr std::size_t kOverlap = 160;
constexpr std::size_t kMostLaws = 256;  // That a thread keeps a window of.

struct Window {
  std::size_t index = 0;
  std::optional<PiecewisePolynomial> law;
};

Window& kept_window(std::uint64_t law) {
  thread_local std::unordered_map<std::uint64_t, Window> windows;
  if (windows.size() > kMostLaws && !windows.contains(law)) windows.clear();
  return windows[law];
}

/// The spline of one window and what is beside it.
PiecewisePolynomial window_law(int m, std::span<const double> times,
                               const LongSamplesLaw::Columns& values, std::size_t index) {
  const std::size_t first = index * kWindow > kOverlap ? index * kWindow - kOverlap : 0;
  const std::size_t end = std::min(times.size(), (index + 1) * kWindow + kOverlap + 1);
  LongSamplesLaw::Columns part;
  for (const std::vector<double>& column : values) {
    part.emplace_back(column.begin() + static_cast<std::ptrdiff_t>(first),
                      column.begin() + static_cast<std::ptrdiff_t>(end));
  }
  return interpolate_samples(m, times.subspan(first, end - first), part).law;
}

}  // namespace

LongSamplesLaw::LongSamplesLaw(int m, std::shared_ptr<const std::vector<double>> times,
                               Columns values)
    : m_(m), times_(std::move(times)), values_(std::move(values)) {
  static std::atomic<std::uint64_t> next_id{0};
  id_ = next_id++;
  window_law(m_, *times_, values_, 0);  // Whatever is wrong is said now.
}

std::size_t LongSamplesLaw::window_of(double t) const {
  const auto after = std::upper_bound(times_->begin(), times_->end(), t);
  const auto index =
      static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, after - times_->begin() - 1));
  return std::min(index, times_->size() - 2) / kWindow;
}

void LongSamplesLaw::expand(double t, std::span<double> out) const {
  Window& window = kept_window(id_);
  const std::size_t index = window_of(t);
  if (!window.law || window.index != index) {
    window.law = window_law(m_, *times_, values_, index);
    window.index = index;
  }
  window.law->expand(t, out);
}

}  // namespace appell::trajectory
