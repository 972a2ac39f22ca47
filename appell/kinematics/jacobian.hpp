#pragma once

#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"
#include "appell/taylor/series.hpp"

namespace appell::kinematics {

/// Geometric Jacobian of a frame F with all its time derivatives along the motion: a series of
/// 6 x n matrices of the order of `motion`, whose derivative(k) is J⁽ᵏ⁾.
///
/// Rows 0-2 give the velocity of the origin of F, rows 3-5 the angular velocity of F, both in world
/// components. The column of a joint with unit screw (k, l) in the world, origin of its body at
/// p_B:
///
///   J_j = [ k × (p_F - p_B) + l ;  k ]                                (1)  [S0 eqs. (117), (119)]
///
/// and zero if the joint is not on the path from the world to F. A coordinate that moves several
/// bodies (mimic joints) has the sum of their columns, each times its ratio.
/// @throws InvalidArgument if `frame` is not of the model of the motion.
/// @note O(depth of F · N²).
taylor::Series<MatX> jacobian(const TreeMotion& motion, const model::Frame& frame);

/// The same into out[0..out.order()]; allocates nothing.
/// @throws InvalidArgument also if `out` has a higher order than `motion` or the wrong size.
void jacobian(const TreeMotion& motion, const model::Frame& frame, taylor::Series<MatX>& out);

/// Operational velocity of a frame and its derivatives, [velocity of the origin; angular velocity]
/// in world components, order N - 1: derivative(m - 1) is X⁽ᵐ⁾, the operational velocity (m = 1),
/// acceleration (m = 2), jerk (m = 3), ... The angular half of X⁽ᵐ⁾ is ω⁽ᵐ⁻¹⁾. It equals
///
///   X⁽ᵐ⁾ = Σ_{k=1..m} C(m-1, k-1) J⁽ᵏ⁻¹⁾ q⁽ᵐ⁻ᵏ⁺¹⁾                               (2)  [S1 eq. (59)]
///
/// but is read off the propagated motion directly, which needs no Jacobian.
taylor::Series<Vec6> operational_motion(const TreeMotion& motion, const model::Frame& frame);

}  // namespace appell::kinematics
