#pragma once

#include "appell/force/wrench.hpp"
#include "appell/kinematics/tree_motion.hpp"

/// Not installed: a wrench on the bodies of a motion.
namespace appell::force {

/// Checks that a wrench acts on a body of the model of a motion and that its numbers are finite.
/// @throws InvalidArgument naming `function`.
void check_wrench(const char* function, const kinematics::TreeMotion& motion, const Wrench& wrench);

/// A wrench as series in world components, about the origin of its frame, of the order of `motion`.
WrenchSeries in_world(const kinematics::TreeMotion& motion, const Wrench& wrench);

}  // namespace appell::force
