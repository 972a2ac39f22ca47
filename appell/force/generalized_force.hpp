#pragma once

#include "appell/force/wrench.hpp"
#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"
#include "appell/taylor/series.hpp"

/// Generalized forces with their time derivatives: one entry per coordinate of the model, N m or N,
/// what the motors must supply. All throw InvalidArgument as joint_wrenches() does.
namespace appell::force {

class Engine;

/// Two ways to the same numbers that share no code: the fast recursion of engine/ (to order 31;
/// above it, and for everything that is not inertia, the other way is taken), and the readable one
/// of joint_wrenches(). Tests and `appell verify` hold them against each other.
///
/// A call that is given no engine makes one for its model, ten times the work of using it (panda,
/// τ: 1.6 of 1.9 µs; the readable way takes 1.4). Callers who ask often keep an Engine and pass it;
/// a loop calls the Engine itself (or a ForceBatch for many samples at once), which takes q and not
/// a TreeMotion, and allocates nothing.
enum class Route { kEngine, kReadable };

/// The driving force before friction, Q_drive, or the part of it that `operators` selects.
///
///   Q_m = Q_inertia + Q_gravity + Q_load                                  (1)  [S0 eq. (150)]
///
/// The rotor of a motor adds its reflected inertia times q''.
/// @param motion  of order N; >= 2 if inertia counts.
/// @return a series of order N - 2, or N without inertia.
/// @note O(number of bodies · N²), and an engine is made for the call, see Route.
taylor::Series<VecX> generalized_force(const kinematics::TreeMotion& motion,
                                       const Surroundings& surroundings = {},
                                       const Operators& operators = {},
                                       Route route = Route::kEngine);

/// The same by an engine that the caller keeps; the gravity that it was given counts.
/// @param engine  made with EngineContent::kForces, and kLoads if there are any; of the same model.
/// @param motion  of order >= that of the engine + 2.
/// @return a series of the engine's order.
/// @throws InvalidArgument if the engine has not the content, or the motion another model (not
///   only an equal one) or too low an order.
taylor::Series<VecX> generalized_force(Engine& engine, const kinematics::TreeMotion& motion,
                                       const Surroundings& surroundings = {});

/// Generalized inertia force M q'' + C q', rotors included [S0 eq. (152)]; order N - 2.
taylor::Series<VecX> inertia_force(const kinematics::TreeMotion& motion,
                                   Route route = Route::kEngine);
taylor::Series<VecX> inertia_force(Engine& engine, const kinematics::TreeMotion& motion);

/// Generalized gravity force ∂U/∂q, what holds the robot against its weight [S0 eq. (116)];
/// order N.
taylor::Series<VecX> gravity_force(const kinematics::TreeMotion& motion);
/// By an engine that the caller keeps, made with EngineContent::kForces and kGravity; of the
/// engine's order.
taylor::Series<VecX> gravity_force(Engine& engine, const kinematics::TreeMotion& motion);

/// Generalized force of loads and external wrenches, Jᵀ [F; N] [S0 eq. (128)]; order N.
taylor::Series<VecX> load_force(const kinematics::TreeMotion& motion,
                                const Surroundings& surroundings);
/// By an engine that the caller keeps, made with EngineContent::kLoads; of the engine's order.
taylor::Series<VecX> load_force(Engine& engine, const kinematics::TreeMotion& motion,
                                const Surroundings& surroundings);

/// Generalized momentum M q', with its time derivatives, in N m s or N s; order N - 1. What
/// momentum observers integrate: (M q')' = Q + Cᵀ q' - Q_gravity - Q_load.
/// @throws InvalidArgument if `motion` is of order 0.
taylor::Series<VecX> generalized_momentum(const kinematics::TreeMotion& motion);
/// By an engine that the caller keeps, made with EngineContent::kForces and kMatrices; of its
/// order.
taylor::Series<VecX> generalized_momentum(Engine& engine, const kinematics::TreeMotion& motion);

}  // namespace appell::force
