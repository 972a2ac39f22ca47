#include "appell/record/noise_estimate.hpp"

#include <algorithm>
#include <array>
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

namespace {

/// Some samples in ascending order, and the gaps between them that are more than the last bits.
std::vector<double> gaps_between(std::span<const double> samples, double last_bits) {
  constexpr std::size_t kMostRows = 20000;
  std::vector<double> sorted, gaps;
  const std::size_t stride = samples.size() / kMostRows + 1;
  for (std::size_t i = 0; i < samples.size(); i += stride) sorted.push_back(samples[i]);
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i] - sorted[i - 1] > last_bits) gaps.push_back(sorted[i] - sorted[i - 1]);
  }
  std::sort(gaps.begin(), gaps.end());
  return gaps;
}

/// Root mean square of third differences: how far samples are from going evenly.
double unevenness(std::span<const double> x) {
  double sum = 0.0;
  for (std::size_t i = 3; i < x.size(); ++i) {
    const double third = x[i] - 3.0 * x[i - 1] + 3.0 * x[i - 2] - x[i - 3];
    sum += third * third;
  }
  return std::sqrt(sum / static_cast<double>(x.size()));
}

}  // namespace

double digit_step(std::span<const double> samples) {
  constexpr std::size_t kFewest = 20;  // Gaps that are whole multiples: no chance.
  constexpr double kWhole = 0.02;      // To how much of a step.
  constexpr double kMost = 1e5;        // Steps that a gap may have to be counted.
  constexpr int kTries = 40;
  double largest = 0.0;
  for (const double x : samples) largest = std::max(largest, std::abs(x));
  const double last_bits = 4e-15 * largest;
  const std::vector<double> gaps = gaps_between(samples, last_bits);
  if (gaps.size() < kFewest) return 0.0;
  double step = gaps.front();
  for (int k = 0; k < kTries && step > 50.0 * last_bits; ++k) {  // Euclid's algorithm.
    double sum = 0.0, steps = 0.0, rest = 0.0;
    std::size_t count = 0;
    for (const double gap : gaps) {
      const double found = steps > 0.0 ? sum / steps : step;
      const double whole = std::round(gap / found);
      if (whole > kMost) break;
      rest = std::abs(gap - whole * found);
      if (rest > kWhole * found) break;
      rest = 0.0;
      sum += gap;
      steps += whole;
      ++count;
    }
    if (rest == 0.0) {
      if (count < kFewest || unevenness(samples) < 0.01 * sum / steps) return 0.0;
      return sum / steps;
    }
    step = rest;
  }
  return 0.0;
}

double least_noise(std::span<const double> samples, double unit) {
  const auto [low, high] = std::minmax_element(samples.begin(), samples.end());
  const double largest = std::max({std::abs(*low), std::abs(*high), 1e-3});
  constexpr std::size_t kFew = 20;  // Derivatives are then known by the prior alone.
  const double share = samples.size() < kFew ? 1e-9 : 1e-13;
  return std::max({unit / std::sqrt(12.0), share * (*high - *low), 1e-15 * largest});
}

namespace {

constexpr std::size_t kWindow = 51;  // Rows whose median says how far is usual.
constexpr double kFar = 8.0;

/// How far samples are from the cubic through their four neighbours. Next to the ends, where that
/// looks at the first two and the last two, it is not known.
std::vector<double> off_cubics(std::span<const double> x) {
  std::vector<double> off(x.size(), 0.0);
  for (std::size_t i = 4; i + 4 < x.size(); ++i) {
    off[i] = std::abs(x[i] - (4.0 * (x[i - 1] + x[i + 1]) - x[i - 2] - x[i + 2]) / 6.0);
  }
  return off;
}

/// Weights of the first two samples, by the cubic through the four after them.
/// @param x       samples from an end inwards
/// @param usual   deviation of samples
void weigh_end(const std::array<double, 6>& x, double usual, double& first, double& second) {
  const double of_second = std::abs(x[1] - (4.0 * x[2] - 6.0 * x[3] + 4.0 * x[4] - x[5]));
  const double of_first = std::abs(x[0] - (10.0 * x[2] - 20.0 * x[3] + 15.0 * x[4] - 4.0 * x[5]));
  const double deviations[] = {std::sqrt(742.0), std::sqrt(70.0)};
  if (of_first > kFar * usual * deviations[0]) first = std::pow(usual / of_first, 4);
  if (of_second > kFar * usual * deviations[1]) second = std::pow(usual / of_second, 4);
}

}  // namespace

std::vector<double> spike_weights(std::span<const double> samples, double noise) {
  std::vector<double> weights(samples.size(), 1.0);
  const std::size_t count = samples.size();
  if (count < kWindow + 8) return weights;
  const std::vector<double> off = off_cubics(samples);
  const double deviation_of_off = std::sqrt(1.0 + 34.0 / 36.0);
  const auto usual_about = [&](std::size_t i) {
    const std::size_t first =
        std::clamp(i > kWindow / 2 ? i - kWindow / 2 : 0, std::size_t{4}, count - 4 - kWindow);
    const auto begin = off.begin() + static_cast<std::ptrdiff_t>(first);
    return std::max(median_magnitude({begin, begin + kWindow}) / 0.6745, noise * deviation_of_off);
  };
  for (std::size_t i = 4; i + 4 < count; ++i) {
    const bool is_peak = off[i] >= off[i - 1] && off[i] >= off[i + 1] && off[i] >= off[i - 2] &&
                         off[i] >= off[i + 2];
    if (!is_peak || off[i] <= kFar * noise * deviation_of_off) continue;  // Most end here.
    const double usual = usual_about(i);
    if (off[i] > kFar * usual) weights[i] = std::pow(usual / off[i], 4);
  }
  for (const bool at_end : {false, true}) {
    const auto at = [&](std::size_t k) { return at_end ? count - 1 - k : k; };
    const double usual = usual_about(at(0)) / deviation_of_off;
    bool is_regular = true;  // Behind the two.
    for (std::size_t k = 4; k < 8; ++k) {
      is_regular = is_regular && off[at(k)] <= kFar * usual * deviation_of_off;
    }
    if (!is_regular) continue;
    std::array<double, 6> x;
    for (std::size_t k = 0; k < 6; ++k) x[k] = samples[at(k)];
    weigh_end(x, usual, weights[at(0)], weights[at(1)]);
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
