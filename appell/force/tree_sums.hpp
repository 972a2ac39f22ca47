#pragma once

#include <vector>

#include "appell/kinematics/tree_motion.hpp"
#include "appell/mass/rigid_mass.hpp"
#include "appell/spatial/wrench_series.hpp"

/// Not installed: what passes from the leaves to the root have in common.
namespace appell::force {

/// I ω of a body: its angular momentum about its centre of mass, components in W.
/// @param order  at most that of ω.
taylor::Series<Vec3> spin(const mass::RigidMass& mass, const kinematics::BodyMotion& B, int order);

/// Sums wrenches that act on the bodies, each about the origin of its body, over everything that a
/// body carries: the sums over children of equations (3) and (4) of joint_wrenches.hpp. In place.
void sum_over_subtrees(const kinematics::TreeMotion& motion,
                       std::vector<spatial::WrenchSeries>& wrenches);

}  // namespace appell::force
