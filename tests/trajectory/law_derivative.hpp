#pragma once

#include <array>

#include "appell/taylor/factorial.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::trajectory {

/// The k-th derivative of a law at an instant, k < 24.
inline double derivative(const Law& law, double t, int k) {
  std::array<double, 24> c{};
  law.expand(t, c);
  return c[k] * taylor::factorial(k);
}

}  // namespace appell::trajectory
