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
  double value = 1.0;
  for (int i = 1; i <= k; ++i) {
    value = value * (n - k + i) / i;  // Every intermediate value is itself a binomial coefficient.
  }
  return value;
}

}  // namespace appell::taylor
