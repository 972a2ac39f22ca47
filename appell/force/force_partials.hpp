#pragma once

#include "appell/force/wrench.hpp"
#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"
#include "appell/taylor/series.hpp"

namespace appell::force {

/// How the driving force τ(q, q', q'') of generalized_force() responds to the state, along the
/// motion: n x n matrices with one row per force and one column per coordinate, and their time
/// derivatives.
struct ForcePartials {
  taylor::Series<MatX> position;      ///< ∂τ/∂q; order N - 2, or N without inertia.
  taylor::Series<MatX> velocity;      ///< ∂τ/∂q' = 2 C; order N - 1.
  taylor::Series<MatX> acceleration;  ///< ∂τ/∂q'' = M; order N.
};

/// With a = r'' - g for every point, e_i = ∂r/∂q_i, and F, N the loads (external wrenches with the
/// opposite sign):
///
///   ∂τ_i/∂q''_j = ∫ e_i · e_j dm                                                            (1)
///   ∂τ_i/∂q'_j  = 2 ∫ e_i · De_j dm                                                         (2)
///   ∂τ_i/∂q_j   = ∫ e_i · D²e_j dm + ∫ ∂e_i/∂q_j · a dm + ∂(e_i · F + k_i · N)/∂q_j         (3)
///
/// exact, without differences. Wrenches with world components stay as they are when q changes,
/// those with components in their frame turn with it.
/// @throws InvalidArgument as joint_wrenches().
/// @note O(sum of the depths of the bodies · N²), and O(depth² · N²) per wrench.
ForcePartials force_partials(const kinematics::TreeMotion& motion,
                             const Surroundings& surroundings = {},
                             const Operators& operators = {});

/// Response of the k-th time derivative of τ to the m-th derivative of q, all other derivatives
/// kept:
///
///   ∂τ⁽ᵏ⁾/∂q⁽ᵐ⁾ = Σ_{i=0..2} C(k, m - i) D^(k-m+i) [∂τ/∂q⁽ⁱ⁾]                               (4)
///
/// Zero for m > k + 2.
/// @throws InvalidArgument if k or m is negative or a series has too low an order.
MatX force_derivative_partial(const ForcePartials& partials, int k, int m);

}  // namespace appell::force
