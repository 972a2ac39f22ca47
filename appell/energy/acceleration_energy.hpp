#pragma once

#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"
#include "appell/taylor/series.hpp"

namespace appell::energy {

/// Acceleration energy of order p of the whole tree, in J/s²ᵖ, with its time derivatives.
///
///   E_p = ½ ∫ |r⁽ⁿ⁾|² dm,   n = p + 1                          [S3 eqs. (53), (75)]
///
/// p = 0 is the kinetic energy, p = 1 the Gibbs–Appell function. A point of rigid body B moves as
/// r = c + R s, with c = p_WBcm, R = R_WB and s fixed in B. Since ∫ s dm = 0, the cross term
/// vanishes for every n and the integral is a sum over bodies:
///
///   E_p = Σ_B ½ m |c⁽ⁿ⁾|² + ½ tr(R⁽ⁿ⁾ J R⁽ⁿ⁾ᵀ),   J = ∫ s sᵀ dm                          (1)
///
/// This is [S0 eq. (92)] about the centre of mass, where the cross term that is missing there is
/// zero, see docs/errata.md. The rotor of a motor counts as the inertia I_r that it adds to its
/// joint: ½ I_r (q⁽ⁿ⁾)².
///
/// @param motion  from kinematics::propagate(), of order N >= p + 1.
/// @return a series of order N - p - 1.
/// @throws InvalidArgument if p < 0, or if `motion` is of too low an order.
/// @note O(number of bodies · N²).
taylor::Series<double> acceleration_energy(const kinematics::TreeMotion& motion, int p);

/// Kinetic energy, in J: ½ Σ (m |v_C|² + ωᵀ I ω) [S3 eq. (59)]; the acceleration energy of order 0.
taylor::Series<double> kinetic_energy(const kinematics::TreeMotion& motion);

/// The two parts of an energy by König's theorem: as if all mass were in the centres of mass of the
/// bodies, and what the turning about them adds.
struct EnergyParts {
  taylor::Series<double> translation;
  taylor::Series<double> rotation;

  taylor::Series<double> total() const;
};

/// The parts of (1), summed over the bodies. Rotors belong to the rotation.
/// @throws InvalidArgument as acceleration_energy().
EnergyParts energy_parts(const kinematics::TreeMotion& motion, int p);

/// The parts of (1) of one body.
/// @throws InvalidArgument also if there is no body of that index.
EnergyParts energy_parts(const kinematics::TreeMotion& motion, int p, int body);

}  // namespace appell::energy
