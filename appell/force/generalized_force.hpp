#pragma once

#include "appell/force/wrench.hpp"
#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"
#include "appell/taylor/series.hpp"

/// Generalized forces with their time derivatives: one entry per coordinate of the model, N m or N,
/// what the motors must supply. All throw InvalidArgument as joint_wrenches() does.
namespace appell::force {

/// Two ways to the same numbers that share no code: the fast recursions of engine/, which Dynamics
/// has, and the reference implementation, which is here. Tests and `appell verify` compare them.
enum class Route { kEngine, kReadable };

/// The driving force before friction, Q_drive, or the part of it that `operators` selects.
///
///   Q_m = Q_inertia + Q_gravity + Q_load                                  (1)  [S0 eq. (150)]
///
/// The rotor of a motor adds its reflected inertia times q''.
/// @param motion  of order N; >= 2 if inertia counts.
/// @return a series of order N - 2, or N without inertia.
/// @note O(number of bodies · N²); allocates. A loop keeps a Dynamics instead.
taylor::Series<VecX> generalized_force(const kinematics::TreeMotion& motion,
                                       const Surroundings& surroundings = {},
                                       const Operators& operators = {});

/// Generalized inertia force M q'' + C q', rotors included [S0 eq. (152)]; order N - 2.
taylor::Series<VecX> inertia_force(const kinematics::TreeMotion& motion);

/// Generalized gravity force ∂U/∂q, what holds the robot against its weight [S0 eq. (116)];
/// order N.
taylor::Series<VecX> gravity_force(const kinematics::TreeMotion& motion);

/// Generalized force of loads and external wrenches, Jᵀ [F; N] [S0 eq. (128)]; order N.
taylor::Series<VecX> load_force(const kinematics::TreeMotion& motion,
                                const Surroundings& surroundings);

/// Generalized momentum M q', with its time derivatives, in N m s or N s; order N - 1. What
/// momentum observers integrate: (M q')' = Q + Cᵀ q' - Q_gravity - Q_load.
/// @throws InvalidArgument if `motion` is of order 0.
taylor::Series<VecX> generalized_momentum(const kinematics::TreeMotion& motion);

}  // namespace appell::force
