#pragma once

#include <vector>

#include "appell/force/wrench.hpp"
#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"

namespace appell::force {

/// What one body takes to be moved as it is, about its centre of mass c, components in W; order
/// N - 2 for a motion of order N >= 2. Rotors are not part of it.
///
///   F* = m c'',   N* = (I ω)'                                    [S0 eqs. (143), (144)]
///
/// @throws InvalidArgument if the motion is of an order below 2, or there is no such body.
WrenchSeries inertia_wrench(const kinematics::TreeMotion& motion, int body);

/// What every joint carries: the wrench that its body B receives from its parent, about the origin
/// of B, components in W, with time derivatives. One pass from the leaves to the root, the
/// recursive Newton–Euler equations read in truncated Taylor arithmetic, for all derivatives at
/// once:
///
///   F_B = m c''                                             theorem of motion, [S3 eq. (14)]   (1)
///   N_B = (I ω)' + (c - p_B) × F_B       theorem of angular momentum, [S3 eqs. (42), (47)]     (2)
///   f_B = F_B - m g ± F + Σ_children f                                   (3)  [S0 eq. (133)]
///   n_B = N_B - (c - p_B) × m g ± (N + (p_F - p_B) × F)
///         + Σ_children (n + (p_child - p_B) × f)                         (4)  [S0 eq. (134)]
///
/// with c = p_WBcm, and F, N every load (plus) and external wrench (minus) at a frame F of the
/// body. (134) lacks the moment N_B, and its factor fails for load and gravity together, see
/// docs/errata.md. Friction and the reflected inertia of rotors act along the joint only and are
/// not in it.
///
/// @param motion  of order N; >= 2 if inertia counts.
/// @return one wrench per body, of order N - 2, or N without inertia.
/// @throws InvalidArgument if `motion` is of too low an order, or a wrench acts
///   on no body of the model or is not finite.
/// @note O(number of bodies · N²).
std::vector<WrenchSeries> joint_wrenches(const kinematics::TreeMotion& motion,
                                         const Surroundings& surroundings = {},
                                         const Operators& operators = {});

/// The same into `out`, which keeps its memory.
void joint_wrenches(const kinematics::TreeMotion& motion, const Surroundings& surroundings,
                    const Operators& operators, std::vector<WrenchSeries>& out);

/// The generalized force of a wrench per body, one entry per coordinate:
///
///   Q = Σ_B ratio (k · n_B + l · f_B)                                    (5)  [S0 eq. (115)]
///
/// with k and l the angular and linear part of the unit screw of the joint, in W; the sum is over
/// the bodies that the coordinate moves, one but for mimic joints.
taylor::Series<VecX> along_joints(const kinematics::TreeMotion& motion,
                                  const std::vector<WrenchSeries>& wrenches);

/// The same into out[0..out.order()], each of which has the size of q; allocates nothing.
void along_joints(const kinematics::TreeMotion& motion, const std::vector<WrenchSeries>& wrenches,
                  taylor::Series<VecX>& out);

}  // namespace appell::force
