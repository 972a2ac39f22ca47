#include "appell/record/exact_samples.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "appell/record/noise_estimate.hpp"

namespace appell::record {

bool are_exact(std::span<const double> times, std::span<const double> samples, double unit) {
  constexpr double kManyDigits = 1.01e-11;  // Of the largest number: twelve significant digits.
  constexpr double kStillFalling = 0.25;    // Share that two more neighbours leave; of noise, 0.9.
  double largest = 0.0;
  for (const double x : samples) largest = std::max(largest, std::abs(x));
  if (unit > kManyDigits * largest) return false;
  const std::vector<double> off = off_polynomials(times, samples);
  if (off.empty()) return true;  // Too few to tell: as they are.
  if (off.back() <= 3.0 * kManyDigits * largest) return true;
  return off.size() >= 2 && off.back() < kStillFalling * off[off.size() - 2];
}

bool are_rounded(std::span<const double> samples, double step) {
  constexpr std::array<double, 7> kSixth{1.0, -6.0, 15.0, -20.0, 15.0, -6.0, 1.0};
  constexpr double kOfRounding = 0.5;  // Of the step.
  std::vector<double> differences;
  for (std::size_t i = 0; i + kSixth.size() <= samples.size(); ++i) {
    const std::span<const double> about = samples.subspan(i, kSixth.size());
    if (std::all_of(about.begin(), about.end(), [&](double x) { return x == about[0]; })) continue;
    differences.push_back(
        std::abs(std::inner_product(about.begin(), about.end(), kSixth.begin(), 0.0)));
  }
  if (differences.empty()) return true;
  const auto middle = differences.begin() + static_cast<std::ptrdiff_t>(differences.size() / 2);
  std::nth_element(differences.begin(), middle, differences.end());
  return *middle > kOfRounding * step;
}

}  // namespace appell::record
