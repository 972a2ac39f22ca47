#include "appell/force/reactions.hpp"

#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {
namespace {

void compute_reaction_force(Stages& at, double* out) {
  for (const force::Reaction& reaction : at.reactions()) {
    out = put(reaction.force, at.order(2), out);
  }
}

void compute_reaction_moment(Stages& at, double* out) {
  for (const force::Reaction& reaction : at.reactions()) {
    out = put(reaction.moment, at.order(2), out);
  }
}

/// f_F = R_BFᵀ f_B
void compute_reaction_force_of_block(Stages& at, const Columns& out) {
  int entry = 0;
  for (const model::Frame* frame : at.frames_by_joint()) {
    for (int k = 0; k <= at.order(2); ++k, entry += 3) {
      const auto f = [&](int i) { return at.engine_motion().wrench(k, frame->body, i); };
      at.put_rotated(frame->X_BF.R.transpose(), f(0), f(1), f(2), out, entry);
    }
  }
}

/// n_F = R_BFᵀ (n_B - p_BF × f_B)
void compute_reaction_moment_of_block(Stages& at, const Columns& out) {
  int entry = 0;
  for (const model::Frame* frame : at.frames_by_joint()) {
    const Mat3 R = frame->X_BF.R.transpose();
    const Vec3& p = frame->X_BF.p;
    Mat3 arm;
    arm << 0.0, p.z(), -p.y(), -p.z(), 0.0, p.x(), p.y(), -p.x(), 0.0;  // -[p×]
    for (int k = 0; k <= at.order(2); ++k, entry += 3) {
      const auto w = [&](int i) { return at.engine_motion().wrench(k, frame->body, i); };
      at.put_rotated(R, w(3), w(4), w(5), out, entry);
      if (!p.isZero(0.0)) at.add_rotated(R * arm, w(0), w(1), w(2), out, entry);
    }
  }
}

void read_wrenches(const Subject& subject, engine::MotionOrders& orders) {
  orders.wrenches = num_derivatives(subject, 2) - 1;
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
                               .arrays = arrays_by_joint<2, 3>,
                               .unit = same_unit<"N">,
                               .compute_block = compute_reaction_force_of_block,
                               .reads = read_wrenches,
                               .block_has_loads = false,
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
    .arrays = arrays_by_joint<2, 3>,
    .unit = same_unit<"N m">,
    .compute_block = compute_reaction_moment_of_block,
    .reads = read_wrenches,
    .block_has_loads = false,
    .compute_sample = compute_reaction_moment};

}  // namespace appell::analysis
