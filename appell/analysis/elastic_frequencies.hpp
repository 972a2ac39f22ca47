#pragma once

#include <vector>

#include "appell/base/types.hpp"

/// Eigenfrequencies of a robot with elastic joints at a pose: undamped, of small vibrations about
/// rest. Joints whose stiffness is 0 are rigid.
///
/// Each frequency is √(ω²)/2π in Hz. Where ω² < 0 there is no vibration: what hangs on the springs
/// tips over, they are too soft for its weight. It is then -√(-ω²)/2π, a number below zero.
namespace appell::analysis {

/// With all motors locked, ascending:
///
///   det(K + G - ω² M) = 0                                                                 (1)
///
/// of the rows and columns of the elastic joints: a rigid joint whose motor is locked does not
/// move. A controller sees them as anti-resonances from motor torque to motor speed.
/// @param M  n x n mass matrix of the links, without the rotors of elastic joints.
/// @param stiffness  K of each joint, N m/rad or N/m: the slope of its spring; 0: rigid.
/// @param position_stiffness  G = ∂Q/∂q of what depends on q beside the springs, mostly gravity; n
/// x
///   n, symmetric; empty: none.
/// @return as many as there are elastic joints.
/// @throws InvalidArgument if sizes do not fit, a stiffness is negative or a number is not finite;
///   NumericalError if M is not positive definite.
/// @note O(n³), allocates.
std::vector<double> locked_frequencies(const MatX& M, const VecX& stiffness,
                                       const MatX& position_stiffness = MatX(0, 0));

/// With all motors free, under constant torques, ascending: of links and rotors together,
///
///   det([K + G, -K; -K, K] - ω² [M, 0; 0, B]) = 0                                         (2)
///
/// in q and, of the elastic joints, θ. Of its n + m solutions (m elastic joints with a rotor) the n
/// lowest are motions in which links and rotors go together, ω = 0 where G = 0; they are left out.
/// A rotor without inertia does not hold its spring, which then is left out too.
/// @param rotor_inertia  B of each joint on the link side, kg m² or kg, >= 0; of rigid joints it is
///   part of M and not looked at.
/// @return m frequencies: resonances from motor torque to motor speed.
/// @throws as locked_frequencies().
std::vector<double> free_frequencies(const MatX& M, const VecX& stiffness,
                                     const VecX& rotor_inertia,
                                     const MatX& position_stiffness = MatX(0, 0));

}  // namespace appell::analysis
