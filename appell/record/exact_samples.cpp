#include "appell/record/exact_samples.hpp"

#include <algorithm>
#include <cmath>

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

}  // namespace appell::record
