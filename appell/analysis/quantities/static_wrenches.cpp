#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {
namespace {

void compute_static_forces(Stages& at, double* out) {
  for (const force::Reaction& reaction : at.static_reactions()) {
    out = put(reaction.force, at.order(0), out);
  }
}

void compute_static_moments(Stages& at, double* out) {
  for (const force::Reaction& reaction : at.static_reactions()) {
    out = put(reaction.moment, at.order(0), out);
  }
}

}  // namespace

const Quantity kStaticForces{.name = "static_force",
                             .title = "force of weight and loads in every joint",
                             .formula = "Rᵀ (Σ m ḡ + F)",
                             .description =
                                 "by joint that moves: `reaction_force` without inertia, what it "
                                 "transmits of weight and loads, child link's axes",
                             .derivatives = "as many as q",
                             .key = "joint",
                             .axes = {Axis::kDerivative, Axis::kComponent},
                             .least_order = takes_order<0>,
                             .arrays = arrays_by_joint<0, 3>,
                             .unit = same_unit<"N">,
                             .compute_sample = compute_static_forces,
                             .is_detail = true};

const Quantity kStaticMoments{
    .name = "static_moment",
    .title = "moment of weight and loads in every joint",
    .formula = "Rᵀ (Σ (r_C - p) × m ḡ + N + ...)",
    .description = "likewise the moment, about the origin of the child link",
    .derivatives = "as many as q",
    .key = "joint",
    .axes = {Axis::kDerivative, Axis::kComponent},
    .least_order = takes_order<0>,
    .arrays = arrays_by_joint<0, 3>,
    .unit = same_unit<"N m">,
    .compute_sample = compute_static_moments,
    .is_detail = true};

}  // namespace appell::analysis
