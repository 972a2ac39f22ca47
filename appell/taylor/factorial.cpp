#include "appell/taylor/factorial.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace appell::taylor {
namespace {

constexpr std::array<double, kMaxOrder + 1> factorial_table() {
  std::array<double, kMaxOrder + 1> table{};
  long double product = 1.0L;  // Eleven spare bits: 170 roundings cost less than a double's.
  for (int k = 0; k <= kMaxOrder; ++k) {
    if (k > 0) product *= k;
    table[static_cast<std::size_t>(k)] = static_cast<double>(product);
  }
  return table;
}

constexpr std::array<double, kMaxOrder + 1> kFactorials = factorial_table();

}  // namespace

double factorial(int k) { return kFactorials[static_cast<std::size_t>(k)]; }

double binomial(int n, int k) {
  if (k < 0 || k > n) return 0.0;
  k = std::min(k, n - k);
  // Every intermediate value is itself a binomial coefficient. Below 2⁵³ the numerator, i times the
  // next one, fits into the 64 bits of a long double, because i <= 28 there: C(58, 29) > 2⁵³.
  long double value = 1.0L;
  for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return static_cast<double>(value);
}

}  // namespace appell::taylor
