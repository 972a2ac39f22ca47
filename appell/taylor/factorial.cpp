#include "appell/taylor/factorial.hpp"

#include <algorithm>

namespace appell::taylor {

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
