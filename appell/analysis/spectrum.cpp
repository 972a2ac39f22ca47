#include "appell/analysis/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

#include <unsupported/Eigen/FFT>

#include "appell/base/check.hpp"
#include "appell/base/constants.hpp"

namespace appell::analysis {
namespace {

constexpr long long kLargestFactor = 1000;

std::vector<double> weights(Window window, std::size_t count) {
  std::vector<double> w(count, 1.0);
  if (window == Window::kRectangular) return w;
  for (std::size_t i = 0; i < count; ++i) {
    // sin² of half the angle: exact near the ends too.
    const double s = std::sin(kPi * static_cast<double>(i) / static_cast<double>(count));
    w[i] = s * s;
  }
  return w;
}

}  // namespace

std::string window_name(Window window) { return window == Window::kHann ? "hann" : "rectangular"; }

bool has_fast_transform(long long count) {
  for (long long factor = 2; factor <= kLargestFactor && factor <= count; ++factor) {
    while (count % factor == 0) count /= factor;
  }
  return count == 1;
}

double Spectrum::mean_square() const {
  double sum = 0.0;
  for (const double x : power) sum += x;
  return sum;
}

double Spectrum::dominant_frequency() const {
  const auto largest = std::max_element(amplitude.begin(), amplitude.end());
  return frequency(static_cast<std::size_t>(largest - amplitude.begin()));
}

double Spectrum::share(double low, double high) const {
  const double all = mean_square();
  if (!(all > 0.0) || !(high > low)) return 0.0;
  double part = 0.0;
  for (std::size_t k = 0; k < power.size(); ++k) {
    // The first and the last line have half the width: there is nothing beyond them.
    const double from = k == 0 ? 0.0 : frequency(k) - 0.5 * line_width;
    const double to = k + 1 == power.size() ? frequency(k) : frequency(k) + 0.5 * line_width;
    if (to <= from) continue;
    const double inside = std::min(high, to) - std::max(low, from);
    if (inside > 0.0) part += power[k] * std::min(1.0, inside / (to - from));
  }
  return std::min(1.0, part / all);
}

Spectrum spectrum_of(std::span<const double> samples, double dt, Window window) {
  const std::size_t count = samples.size();
  const auto N = static_cast<double>(count);
  check(static_cast<long long>(count) >= kLeastSpectrum, "spectrum_of: there are ", count,
        " samples; at least ", kLeastSpectrum, " are needed.");
  check(has_fast_transform(static_cast<long long>(count)), "spectrum_of: ", count,
        " samples have a prime factor above ", kLargestFactor, "; leave some out.");
  check(std::isfinite(dt) && dt > 0.0, "spectrum_of: the time step is ", dt,
        " s; it must be positive and finite.");
  const std::vector<double> w = weights(window, count);
  double sum_w = 0.0, sum_w2 = 0.0, sum_wx = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    check(std::isfinite(samples[i]), "spectrum_of: sample ", i, " is not finite.");
    sum_w += w[i];
    sum_w2 += w[i] * w[i];
    sum_wx += w[i] * samples[i];
  }
  std::vector<double> x(count);
  for (std::size_t i = 0; i < count; ++i) x[i] = w[i] * (samples[i] - sum_wx / sum_w);  // Eq. (1)
  Eigen::FFT<double> transform;
  transform.SetFlag(Eigen::FFT<double>::HalfSpectrum);
  std::vector<std::complex<double>> X;
  transform.fwd(X, x);
  const std::size_t num_lines = count / 2 + 1;
  Spectrum result{.line_width = 1.0 / (N * dt),
                  .amplitude = std::vector<double>(num_lines),
                  .power = std::vector<double>(num_lines)};
  for (std::size_t k = 0; k < num_lines; ++k) {  // Eq. (2)
    const double c = k == 0 || 2 * k == count ? 1.0 : 2.0;
    result.amplitude[k] = c * std::abs(X[k]) / sum_w;
    result.power[k] = c * std::norm(X[k]) / (N * sum_w2);
  }
  return result;
}

}  // namespace appell::analysis
