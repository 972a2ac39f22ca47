#include "appell/record/noise_estimate.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/trajectory/samples.hpp"

namespace appell::record {
namespace {

double median_magnitude(std::vector<double> x) {
  for (double& value : x) value = std::abs(value);
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2);
  std::nth_element(x.begin(), middle, x.end());
  return *middle;
}

/// Distance of a sample to the polynomial through its neighbours (Lagrange's weights), in units of
/// the deviation that noise of variance 1 makes of it.
double off_neighbours(std::span<const double> times, std::span<const double> samples, std::size_t i,
                      std::size_t reach) {
  double off = samples[i];
  double square = 1.0;
  for (std::size_t a = i - reach; a <= i + reach; ++a) {
    if (a == i) continue;
    double weight = 1.0;
    for (std::size_t b = i - reach; b <= i + reach; ++b) {
      if (b != i && b != a) weight *= (times[i] - times[b]) / (times[a] - times[b]);
    }
    off -= weight * samples[a];
    square += weight * weight;
  }
  return off / std::sqrt(square);
}

}  // namespace

std::vector<double> off_polynomials(std::span<const double> times,
                                    std::span<const double> samples) {
  constexpr std::size_t kMostRows = 4000;     // Enough for a median to 2 %.
  constexpr std::size_t kFewest = 8;          // For a median that says something.
  constexpr double kMedianOfNormal = 0.6745;  // Of |x|, x ~ N(0, 1).
  std::vector<double> result;
  for (std::size_t reach = 2; reach <= 5 && samples.size() >= 2 * reach + kFewest; ++reach) {
    std::vector<double> off;
    const std::size_t stride = samples.size() / kMostRows + 1;
    for (std::size_t i = reach; i + reach < samples.size(); i += stride) {
      off.push_back(off_neighbours(times, samples, i, reach));
    }
    result.push_back(median_magnitude(std::move(off)) / kMedianOfNormal);
  }
  return result;
}

double quick_noise(std::span<const double> times, std::span<const double> samples, double unit) {
  double largest = 0.0;
  for (const double x : samples) largest = std::max(largest, std::abs(x));
  const double least = std::max(unit / std::sqrt(12.0), 1e-16 * largest);
  const std::vector<double> off = off_polynomials(times, samples);
  const auto noise = std::min_element(off.begin(), off.end());
  return noise == off.end() ? least : std::max(*noise, least);
}

std::vector<double> spike_weights(std::span<const double> samples, double noise) {
  std::vector<double> weights(samples.size(), 1.0);
  constexpr std::size_t kWindow = 51;  // Rows whose median says how far is usual.
  if (samples.size() < kWindow + 4) return weights;
  std::vector<double> off(samples.size(), 0.0);  // From the cubic through four neighbours.
  for (std::size_t i = 2; i + 2 < samples.size(); ++i) {
    off[i] =
        std::abs(samples[i] -
                 (4.0 * (samples[i - 1] + samples[i + 1]) - samples[i - 2] - samples[i + 2]) / 6.0);
  }
  constexpr double kFar = 8.0;
  const double deviation_of_off = std::sqrt(1.0 + 34.0 / 36.0);
  std::vector<double> window;
  for (std::size_t i = 2; i + 2 < samples.size(); ++i) {
    const bool is_peak = off[i] >= off[i - 1] && off[i] >= off[i + 1] && off[i] >= off[i - 2] &&
                         off[i] >= off[i + 2];
    if (!is_peak || off[i] <= kFar * noise * deviation_of_off) continue;  // Most end here.
    const std::size_t first =
        std::min(i > kWindow / 2 ? i - kWindow / 2 : 0, samples.size() - kWindow);
    window.assign(off.begin() + static_cast<std::ptrdiff_t>(first),
                  off.begin() + static_cast<std::ptrdiff_t>(first + kWindow));
    const double usual = std::max(median_magnitude(window) / 0.6745, noise * deviation_of_off);
    if (off[i] > kFar * usual) weights[i] = std::pow(usual / off[i], 4);
  }
  return weights;
}

std::vector<double> interpolation_covariance(int m, double step, int size) {
  check(step > 0.0 && size >= 1 && size <= m + 2, "interpolation_covariance: step ", step,
        ", size ", size, " for order ", m, ".");
  // The spline through 1 at one sample and 0 at all others; its reach is short of the ends.
  constexpr int kReach = 60;
  constexpr int kInstants = 8;  // Within a step.
  std::vector<double> times, values;
  for (int i = -kReach; i <= kReach; ++i) {
    times.push_back(i);
    values.push_back(i == 0 ? 1.0 : 0.0);
  }
  const trajectory::FittedLaw impulse = trajectory::interpolate_samples(m, times, {values});
  const auto width = static_cast<std::size_t>(size);
  std::vector<double> result(width * width, 0.0), at(width);
  for (int i = -kReach / 2; i < kReach / 2; ++i) {
    for (int k = 0; k < kInstants; ++k) {
      impulse.law.expand(i + (k + 0.5) / kInstants, at);
      double scale = 1.0;
      for (std::size_t a = 0; a < width; ++a) {
        if (a > 0) scale *= static_cast<double>(a) / step;
        at[a] *= scale;
      }
      for (std::size_t a = 0; a < width; ++a) {
        for (std::size_t b = 0; b < width; ++b) result[a * width + b] += at[a] * at[b] / kInstants;
      }
    }
  }
  return result;
}

}  // namespace appell::record
