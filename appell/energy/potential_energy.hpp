#pragma once

#include "appell/kinematics/tree_motion.hpp"
#include "appell/model/model.hpp"
#include "appell/taylor/series.hpp"

namespace appell::energy {

/// Potential energy of the tree in the model's gravity g, in J, with its time derivatives:
///
///   U = -Σ_B m g · p_WBcm                                                                 (1)
///
/// zero where the centre of mass is level with the origin of the world. The fixed base does not
/// count.
///
/// @param motion  from kinematics::propagate(), of order N.
/// @return a series of order N.
/// @note O(number of bodies · N).
taylor::Series<double> potential_energy(const kinematics::TreeMotion& motion);

/// Potential energy of one body.
/// @throws InvalidArgument also if there is no body of that index.
taylor::Series<double> potential_energy(const kinematics::TreeMotion& motion, int body);

}  // namespace appell::energy
