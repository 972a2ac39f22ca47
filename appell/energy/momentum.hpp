#pragma once

#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"
#include "appell/taylor/series.hpp"

/// Momenta of the whole tree with their time derivatives, components in W. All take a motion of
/// order N, and throw InvalidArgument if N is too low.
/// The spin of rotors is not counted: the model knows their inertia about the joint only, not where
/// they are.
namespace appell::energy {

/// Centre of mass of all that moves, in m; order N.
/// @throws InvalidArgument also if nothing that moves has mass.
taylor::Series<Vec3> centre_of_mass(const kinematics::TreeMotion& motion);

/// Momentum, in kg m/s; order N - 1.
///
///   H = ∫ v dm = Σ_B m v_C                                            (1)  [S3 eqs. (7), (13)]
///
/// Its derivative is the sum of the external forces [S3 eq. (10)].
taylor::Series<Vec3> linear_momentum(const kinematics::TreeMotion& motion);

/// Angular momentum about the origin of W, in kg m²/s; order N - 1.
///
///   K_O = ∫ r × v dm = Σ_B r_C × m v_C + I ω                          (2)  [S3 eqs. (16), (44)]
///
/// (44) is printed as the angular momentum about the centre of mass, see docs/errata.md. Its
/// derivative is the moment of the external forces [S3 eq. (23)].
taylor::Series<Vec3> angular_momentum(const kinematics::TreeMotion& motion);

/// Angular momentum of the absolute velocities about a point A, fixed or moving:
///
///   K_A = ∫ (r - a) × v dm = K_O - a × H                                                  (3)
///
/// @param p_WA  the point, in m, components in W.
/// @return a series of the lower one of the orders N - 1 and that of the point.
taylor::Series<Vec3> angular_momentum_about(const kinematics::TreeMotion& motion,
                                            const taylor::Series<Vec3>& p_WA);

/// Angular momentum about the centre of mass, in kg m²/s; order N - 1. It is the sum of I ω and of
/// the bodies' motion relative to the centre of mass, and does not depend on where the world's
/// origin is:
///
///   K_C = Σ_B (r_B - r_C) × m v_B + I ω                                                   (4)
///
/// @throws InvalidArgument also if nothing that moves has mass.
taylor::Series<Vec3> angular_momentum_about_com(const kinematics::TreeMotion& motion);

/// Momentum m v_C of one body, in kg m/s; order N - 1.
/// @throws InvalidArgument also if there is no such body.
taylor::Series<Vec3> linear_momentum(const kinematics::TreeMotion& motion, int body);

/// Angular momentum of one body about its own centre of mass, I ω in world axes, in kg m²/s; order
/// N - 1.
/// @throws InvalidArgument also if there is no such body.
taylor::Series<Vec3> spin(const kinematics::TreeMotion& motion, int body);

}  // namespace appell::energy
