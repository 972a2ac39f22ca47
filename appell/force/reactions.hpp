#pragma once

#include <vector>

#include "appell/force/wrench.hpp"
#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"

namespace appell::force {

/// What a joint transmits from its parent to its child link, about the origin of the link's frame,
/// components in the link's axes; the time derivatives are those of the components.
struct Reaction {
  int joint = 0;                ///< Index in description().joints.
  taylor::Series<Vec3> force;   ///< N
  taylor::Series<Vec3> moment;  ///< N m
};

/// Reactions of all joints that move, in the order of the description. Friction is internal to a
/// joint and is not in them. A joint of several coordinates has one reaction: at its child link.
/// For a joint of one coordinate without a rotor, that follows no other, axis · moment (or axis ·
/// force if it slides) is its driving force:
///
///   f = R_WFᵀ f_B,   n = R_WFᵀ (n_B - (p_F - p_B) × f_B)                  (1)  [S0 eq. (159)]
///
/// with f_B, n_B of joint_wrenches() and F the frame of the child link.
/// @throws InvalidArgument as joint_wrenches(), which says of which order the result is.
std::vector<Reaction> reactions(const kinematics::TreeMotion& motion,
                                const Surroundings& surroundings = {},
                                const Operators& operators = {});

/// The same from the wrenches of joint_wrenches(), into `out`.
void reactions(const kinematics::TreeMotion& motion, const std::vector<WrenchSeries>& wrenches,
               std::vector<Reaction>& out);

}  // namespace appell::force
