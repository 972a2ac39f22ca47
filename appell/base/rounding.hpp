#pragma once

#include <cmath>

namespace appell {

/// `value`, or 0 where it is what rounding leaves beside numbers of size `scale`: for messages and
/// tables.
inline double without_rounding(double value, double scale) {
  return std::abs(value) <= 1e-12 * scale ? 0.0 : value;
}

}  // namespace appell
