#include "appell/record/noise_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace appell::record {

double quick_noise(std::span<const double> samples, double unit) {
  const double rounding = unit / std::sqrt(12.0);
  if (samples.size() < 5) return rounding;
  std::vector<double> bends;
  bends.reserve(samples.size());
  for (std::size_t i = 3; i < samples.size(); ++i) {
    bends.push_back(
        std::abs(samples[i] - samples[i - 3] + 3.0 * (samples[i - 2] - samples[i - 1])));
  }
  const auto middle = bends.begin() + static_cast<std::ptrdiff_t>(bends.size() / 2);
  std::nth_element(bends.begin(), middle, bends.end());
  constexpr double kMedianOfNormal = 0.6745;  // Of |x|, x ~ N(0, 1).
  constexpr double kSumOfSquares = 20.0;      // 1 + 9 + 9 + 1
  return std::max(*middle / (kMedianOfNormal * std::sqrt(kSumOfSquares)), rounding);
}

}  // namespace appell::record
