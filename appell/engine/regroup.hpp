#pragma once

#include <vector>

#include "appell/engine/regrouped_body.hpp"

namespace appell::engine {

struct Tree;

/// The bodies of a tree in frames that suit their neighbours, each without the masses that its
/// parent can carry for it. Generalized forces and the energies of the whole tree are the same;
/// those of single bodies, and the forces in the joints, are not.
std::vector<RegroupedBody> regroup(const Tree& tree);

/// The same for single samples.
std::vector<RegroupedInLanes> in_lanes(const std::vector<RegroupedBody>& bodies);

}  // namespace appell::engine
