#pragma once

#include "appell/base/factorial.hpp"

namespace appell::taylor {

/// Orders up to this one are supported.
inline constexpr int kMaxOrder = kHighestFactorial;

/// k! as a double: exact for k <= 22, to one unit in the last place above.
/// @param k  0 <= k <= kMaxOrder (not checked: inner loops call it).
inline double factorial(int k) { return kFactorials[k]; }

/// Binomial coefficient C(n, k) as a double: exact below 2⁵³, to one unit in the last place above
/// (n <= 2 kMaxOrder); 0 if k < 0 or k > n.
double binomial(int n, int k);

}  // namespace appell::taylor
