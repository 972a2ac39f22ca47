#pragma once

#include "appell/base/types.hpp"

namespace appell {

inline constexpr double kPi = 3.141592653589793238462643383279502884;

/// Gravitational acceleration of a model that does not give its own, in m/s², world axes, z up.
inline Vec3 default_gravity() { return {0.0, 0.0, -9.81}; }

}  // namespace appell
