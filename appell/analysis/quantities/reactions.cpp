#include "appell/force/reactions.hpp"

#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {
namespace {

/// The joints that move, in the order of the description: that of force::reactions().
std::vector<Array> reaction_arrays(const Subject& subject) {
  std::vector<int> joints;
  for (const model::Frame* frame : driven_frames(subject.model)) {
    joints.push_back(subject.model.bodies()[static_cast<std::size_t>(frame->body)].joint);
  }
  std::sort(joints.begin(), joints.end());
  std::vector<Array> arrays;
  for (const int joint : joints) {
    arrays.push_back({subject.model.description().joints[static_cast<std::size_t>(joint)].name,
                      {num_derivatives(subject, 2), 3}});
  }
  return arrays;
}

Unit reaction_force_unit(const Subject&, const Entry& entry) { return {"N", entry.index[0]}; }

void compute_reaction_force(Stages& at, double* out) {
  for (const force::Reaction& reaction : at.reactions()) {
    out = put(reaction.force, at.order(2), out);
  }
}

Unit reaction_moment_unit(const Subject&, const Entry& entry) { return {"N m", entry.index[0]}; }

void compute_reaction_moment(Stages& at, double* out) {
  for (const force::Reaction& reaction : at.reactions()) {
    out = put(reaction.moment, at.order(2), out);
  }
}

}  // namespace

const Quantity kReactionForces{.name = "reaction_force",
                               .title = "force that every joint transmits, axes of the child link",
                               .formula = "Rᵀ f",
                               .description =
                                   "by joint that moves: the force that it transmits from parent "
                                   "to child link (friction apart), components in the child link's "
                                   "axes; a joint of several coordinates has one reaction",
                               .derivatives = "two less",
                               .key = "joint",
                               .axes = {Axis::kDerivative, Axis::kComponent},
                               .least_order = takes_order<2>,
                               .arrays = reaction_arrays,
                               .unit = reaction_force_unit,
                               .compute_sample = compute_reaction_force};

const Quantity kReactionMoments{
    .name = "reaction_moment",
    .title = "moment that every joint transmits, about its child link",
    .formula = "Rᵀ (n - p × f)",
    .description = "likewise the moment, about the origin of the child link",
    .derivatives = "two less",
    .key = "joint",
    .axes = {Axis::kDerivative, Axis::kComponent},
    .least_order = takes_order<2>,
    .arrays = reaction_arrays,
    .unit = reaction_moment_unit,
    .compute_sample = compute_reaction_moment};

}  // namespace appell::analysis
