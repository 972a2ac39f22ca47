#pragma once

#include <vector>

#include "appell/engine/regrouped_body.hpp"
#include "appell/engine/tree.hpp"

namespace appell::engine {

/// The bodies of a tree in frames that suit their neighbours, each without the masses that its
/// parent can carry for it. Generalized forces and the energies of the whole tree are the same;
/// those of single bodies, and the forces in the joints, are not.
std::vector<RegroupedBody> regroup(const Tree& tree);

/// The same for single samples in body axes,
std::vector<RegroupedInLanes> in_lanes(const std::vector<RegroupedBody>& bodies);

/// and for the recursions in world axes that read no centres of mass. What a body's frame, axes and
/// angle are to the model's is in the tree.
Tree in_suitable_frames(const model::Model& model, const Vec3& gravity);

}  // namespace appell::engine
