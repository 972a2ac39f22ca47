#include "appell/trajectory/long_samples.hpp"

#include <algorithm>
#include <optional>

#include "appell/base/error.hpp"
#include "appell/trajectory/samples.hpp"

namespace appell::trajectory {
namespace {

constexpr std::size_t kWindow = 1024;  // Intervals.
constexpr std::size_t kOverlap = 160;

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

std::size_t window_at(double t, std::span<const double> times) {
  const auto after = std::upper_bound(times.begin(), times.end(), t);
  const auto index =
      static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, after - times.begin() - 1));
  return std::min(index, times.size() - 2) / kWindow;
}

class WindowCursor final : public LawCursor {
 public:
  WindowCursor(int m, std::span<const double> times, const LongSamplesLaw::Columns& values)
      : m_(m), times_(times), values_(values) {}

  void expand(double t, std::span<double> out) override {
    const std::size_t index = window_at(t, times_);
    if (!law_ || index_ != index) {
      pieces_.reset();
      law_ = window_law(m_, times_, values_, index);
      pieces_ = law_->cursor();
      index_ = index;
    }
    pieces_->expand(t, out);
  }

 private:
  int m_;
  std::span<const double> times_;
  const LongSamplesLaw::Columns& values_;
  std::size_t index_ = 0;
  std::optional<PiecewisePolynomial> law_;
  std::unique_ptr<LawCursor> pieces_;  ///< Of law_.
};

}  // namespace

LongSamplesLaw::LongSamplesLaw(int m, std::shared_ptr<const std::vector<double>> times,
                               Columns values)
    : m_(m), times_(std::move(times)), values_(std::move(values)) {
  window_law(m_, *times_, values_, 0);  // Whatever is wrong is said now.
}

std::optional<FitDefect> LongSamplesLaw::defect() const {
  const std::span<const double> times(*times_);
  const FitCheck check(times, values_);
  for (std::size_t index = 0; index * kWindow + 1 < times.size(); ++index) {
    const std::size_t first = index * kWindow > kOverlap ? index * kWindow - kOverlap : 0;
    const std::size_t end = std::min(times.size(), (index + 1) * kWindow + kOverlap + 1);
    const std::span<const double> here = times.subspan(first, end - first);
    if (!is_uneven(here)) continue;
    try {
      const std::size_t own = index * kWindow;
      const auto found = check.defect(*this, own, std::min(kWindow + 1, times.size() - own));
      if (found) return found;
    } catch (const Error& error) {
      return FitDefect{first + sample_after_widest_gap(here), error.what()};
    }
  }
  return std::nullopt;
}

void LongSamplesLaw::expand(double t, std::span<double> out) const { cursor()->expand(t, out); }

std::unique_ptr<LawCursor> LongSamplesLaw::cursor() const {
  return std::make_unique<WindowCursor>(m_, *times_, values_);
}

}  // namespace appell::trajectory
