#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace appell::record {

/// Orders n of the model that can be asked for: q, ..., q⁽ⁿ⁻¹⁾ are its state.
constexpr int kLeastOrder = 4;
constexpr int kMostOrder = 7;

/// The usual time between two rows: the median of up to a thousand of them, so that holes in a
/// record do not count.
inline double usual_step(std::span<const double> times) {
  std::vector<double> steps;
  const std::size_t stride = times.size() / 1000 + 1;
  for (std::size_t i = 1; i < times.size(); i += stride) steps.push_back(times[i] - times[i - 1]);
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  return *middle;
}

/// From this many usual steps on, a step is a hole: what was known before it says little after it.
constexpr double kHole = 30.0;

/// One recorded coordinate.
struct CoordinateSamples {
  std::span<const double> times;     ///< s, ascending.
  std::span<const double> position;  ///< As many.
  std::span<const double> rate;      ///< As many, or none.

  std::size_t size() const { return times.size(); }
  double span() const { return times.back() - times.front(); }
};

/// The n-times integrated white noise that a coordinate is taken for, and the noise of its samples:
///
///   q⁽ⁿ⁾ is white of intensity σ²(t),   y_i = q(t_i) + N(0, R_i),   q'_i likewise              (1)
///
/// The mean of q given all samples is the spline of degree 2n - 1 that minimises
/// Σ (y_i - q(t_i))²/R_i + ∫ (q⁽ⁿ⁾)²/σ² dt.
struct NoiseModel {
  int n = 5;
  std::vector<double> log_intensity;  ///< ln σ² in each window of time; one: everywhere the same.
  double window = 0.0;                ///< s; not used with one.
  std::vector<double> variance;       ///< R_i of each row, rad² or m².
  double rate_variance = 0.0;         ///< Of rates; not used without them.

  std::size_t num_windows() const { return log_intensity.size(); }

  /// The window in which the step that ends at a time is.
  std::size_t window_at(double since_start) const {
    if (num_windows() == 1) return 0;
    const auto w = static_cast<std::size_t>(since_start / window);
    return w < num_windows() ? w : num_windows() - 1;
  }
};

}  // namespace appell::record
