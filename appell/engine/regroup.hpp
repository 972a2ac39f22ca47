#pragma once

#include <vector>

#include "appell/engine/regrouped_body.hpp"
#include "appell/engine/tree.hpp"

namespace appell::engine {

/// A turn about z.
struct TurnAboutZ {
  double cos = 1.0, sin = 0.0;
};

/// ∫ dm, ∫ r dm, ∫ r rᵀ dm.
struct BodyMoments {
  double mass;
  Vec3 first;
  Mat3 second;
};

/// The tree's frames, moved and turned along the axes.
struct SuitableFrames {
  std::vector<double> shift;     ///< Of the origin, along z.
  std::vector<double> rounding;  ///< Of the shift, at most, and of its arm.
  std::vector<TurnAboutZ> turn;
};

/// The bodies of a tree in frames that suit their neighbours, each without the masses that its
/// parent can carry for it. Generalized forces and the energies of the whole tree are the same;
/// those of single bodies, and the forces in the joints, are not.
struct Regrouping {
  std::vector<RegroupedBody> bodies;
  SuitableFrames frames;
  std::vector<BodyMoments> moments;  ///< Room for set_masses().
};
Regrouping regroup(const Tree& tree);

/// The masses of a tree that got others by set_masses(): bit for bit what regroup() would make of
/// it. Allocates nothing.
void set_masses(const Tree& tree, Regrouping& out) noexcept;

/// The same for single samples in body axes,
std::vector<RegroupedInLanes> in_lanes(const std::vector<RegroupedBody>& bodies);
/// and only their masses anew,
void set_masses(const std::vector<RegroupedBody>& bodies,
                std::vector<RegroupedInLanes>& out) noexcept;

/// and for the recursions in world axes that read no centres of mass. What a body's frame, axes and
/// angle are to the model's is in the tree.
Tree in_suitable_frames(const model::Model& model, const Vec3& gravity);

}  // namespace appell::engine
