#pragma once

#include "appell/trajectory/trajectory.hpp"

namespace appell::trajectory {

/// without_pauses() of a motion that is known to within covariances only: what stands still there
/// wavers by its noise. A pause is a stretch of at least a hundredth of the time in which no joint
/// is faster than four of its standard deviations, taken as 0.1 % to 1 % of its highest speed. At
/// the ends it is left out; in between a polynomial of a fiftieth of its length leads from its
/// beginning to its end, with four continuous derivatives.
/// @return the motion itself if it has no pause.
Trajectory without_noisy_pauses(const Trajectory& motion);

}  // namespace appell::trajectory
