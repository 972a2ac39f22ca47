#pragma once

#include "appell/trajectory/trajectory.hpp"

namespace appell::trajectory {

/// The way of a motion without its pauses, whose time is a parameter only. A pause is a stretch of
/// at least a hundredth of the time in which no joint moves faster than a millionth of the fastest
/// one. At the ends it is left out, as far as the ends stay where they are to 1e-9 of the way. In
/// between it is run through 50 times as fast: over its length L in time, ℓ = L/50 in the new
/// parameter w,
///
///   dt/dw = 1 + B 256 v⁴ (1 - v)⁴,   v = (w - w₀)/ℓ                                          (1)
///
/// so that every point of the way is kept, and so are four continuous derivatives.
/// @return the motion itself if it has no pause.
Trajectory without_pauses(const Trajectory& motion);

}  // namespace appell::trajectory
