#pragma once

#include <cstddef>

namespace appell::taylor {

/// Moves the coefficients of a polynomial to a point that is h later, in place, by repeated
/// synthetic division:
///
///   Σ c[k] xᵏ = Σ c'[k] (x - h)ᵏ                                                          (1)
///
/// @param coefficients  an array, a vector or a span.
template <class Coefficients, class Real>
void shift_polynomial(Coefficients&& coefficients, Real h) {
  const std::size_t size = coefficients.size();
  for (std::size_t i = 0; i + 1 < size; ++i) {  // After round i, c[i] is that of (1).
    for (std::size_t k = size - 1; k-- > i;) coefficients[k] += h * coefficients[k + 1];
  }
}

}  // namespace appell::taylor
