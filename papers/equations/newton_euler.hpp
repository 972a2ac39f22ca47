#pragma once

#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"
#include "appell/taylor/series.hpp"

/// What one body takes to be moved as it is, with all time derivatives; components in W, order N -
/// 2 for a motion of order N >= 2. Rotors are not part of it.
namespace appell::equations {

/// Theorem of the motion of the centre of mass: F* = M r_C''                     [S0 eq. (143)]
/// @throws InvalidArgument if the motion is of an order below 2.
taylor::Series<Vec3> inertia_force(const kinematics::TreeMotion& motion, int body);

/// Theorem of the angular momentum about the centre of mass, with I = R I* Rᵀ in world axes:
///
///   N* = I ω' + ω × I ω                                                                     (1)
///
/// the first member of [S0 eq. (144)]. In terms of Ω_j = ∂ω/∂q'_j the second term of (1) is
/// Σ_jp Ω_j × I Ω_p q'_j q'_p: as printed there and in [S1 eq. (115)], without I, it is zero, see
/// docs/errata.md.
/// @throws InvalidArgument as inertia_force().
taylor::Series<Vec3> inertia_moment(const kinematics::TreeMotion& motion, int body);

}  // namespace appell::equations
