#include "appell/analysis/quantities/common.hpp"
#include "appell/energy/acceleration_energy.hpp"
#include "appell/energy/momentum.hpp"
#include "appell/force/joint_wrenches.hpp"

namespace appell::analysis {
namespace {

int highest_p_of_links(const Subject& subject) {
  return std::min(subject.order, subject.given - 1);
}

/// Derivatives 0..N of E_p, p <= N, take q to N + p + 1.
int order_of_link_energies(int order) { return 2 * order + 1; }

/// Link after link, p = 0, 1, ... of each.
std::vector<Array> link_energy_arrays(const Subject& subject) {
  std::vector<Array> arrays;
  for (const model::Frame* frame : driven_frames(subject.model)) {
    for (int p = 0; p <= highest_p_of_links(subject); ++p) {
      arrays.push_back({concat(frame->name, ",", p), {num_derivatives(subject, p + 1), 2}});
    }
  }
  return arrays;
}

Unit link_energy_unit(const Subject& subject, const Entry& entry) {
  const int p = entry.array % (highest_p_of_links(subject) + 1);
  return {"J", 2 * p + entry.index[0]};
}

void compute_link_energies(Stages& at, double* out) {
  for (const model::Frame* frame : driven_frames(at.model())) {
    for (int p = 0; p <= highest_p_of_links(at.subject()); ++p) {
      const int N = at.order(p + 1);
      const energy::EnergyParts E = energy::energy_parts(at.motion(N + p + 1), p, frame->body);
      for (int k = 0; k <= N; ++k) {
        *out++ = E.translation[k];
        *out++ = E.rotation[k];
      }
    }
  }
}

void compute_link_momenta(Stages& at, double* out) {
  const int N = at.order(1);
  for (const model::Frame* frame : driven_frames(at.model())) {
    out = put(energy::linear_momentum(at.motion(N + 1), frame->body), N, out);
  }
}

void compute_link_spins(Stages& at, double* out) {
  const int N = at.order(1);
  for (const model::Frame* frame : driven_frames(at.model())) {
    out = put(energy::spin(at.motion(N + 1), frame->body), N, out);
  }
}

void compute_inertia_forces(Stages& at, double* out) {
  const int N = at.order(2);
  for (const model::Frame* frame : driven_frames(at.model())) {
    out = put(force::inertia_wrench(at.motion(N + 2), frame->body).force, N, out);
  }
}

void compute_inertia_moments(Stages& at, double* out) {
  const int N = at.order(2);
  for (const model::Frame* frame : driven_frames(at.model())) {
    out = put(force::inertia_wrench(at.motion(N + 2), frame->body).moment, N, out);
  }
}

}  // namespace

const Quantity kLinkEnergies{
    .name = "link_energy",
    .title = "energies of every link by König's theorem",
    .formula = "½ m |c⁽ᵖ⁺¹⁾|², ½ tr(R⁽ᵖ⁺¹⁾ J R⁽ᵖ⁺¹⁾ᵀ)",
    .description =
        "by `\"link,p\"`, p = 0, ..., N: `[translation, rotation]` of the acceleration "
        "energy of order p of one link with all that is fixed to it (p = 0: kinetic "
        "energy); the rotor of its joint counts as rotation",
    .derivatives = "p + 1 less",
    .key = "link,p",
    .axes = {Axis::kDerivative, Axis::kTerm},
    .terms = {"translation", "rotation"},
    .least_order = takes_order<1>,
    .arrays = link_energy_arrays,
    .unit = link_energy_unit,
    .compute_sample = compute_link_energies,
    .full_order = order_of_link_energies,
    .is_detail = true};

const Quantity kLinkMomenta{.name = "link_linear_momentum",
                            .title = "momentum of every link",
                            .formula = "m v_C",
                            .description = "by link that a joint moves: m v_C, world axes",
                            .derivatives = "one less",
                            .key = "link",
                            .axes = {Axis::kDerivative, Axis::kComponent},
                            .least_order = takes_order<1>,
                            .arrays = arrays_by_link<1, 3>,
                            .unit = same_unit<"kg m", 1>,
                            .compute_sample = compute_link_momenta,
                            .is_detail = true};

const Quantity kLinkSpins{
    .name = "link_angular_momentum",
    .title = "angular momentum of every link about its centre of mass",
    .formula = "I ω",
    .description = "by link that a joint moves: I ω about its own centre of mass, world axes",
    .derivatives = "one less",
    .key = "link",
    .axes = {Axis::kDerivative, Axis::kComponent},
    .least_order = takes_order<1>,
    .arrays = arrays_by_link<1, 3>,
    .unit = same_unit<"kg m^2", 1>,
    .compute_sample = compute_link_spins,
    .is_detail = true};

const Quantity kLinkInertiaForces{.name = "link_inertia_force",
                                  .title = "force that accelerates every link",
                                  .formula = "F* = m r_C''",
                                  .description = "by link that a joint moves: m r_C'', world axes",
                                  .derivatives = "two less",
                                  .key = "link",
                                  .axes = {Axis::kDerivative, Axis::kComponent},
                                  .least_order = takes_order<2>,
                                  .arrays = arrays_by_link<2, 3>,
                                  .unit = same_unit<"N">,
                                  .compute_sample = compute_inertia_forces,
                                  .is_detail = true};

const Quantity kLinkInertiaMoments{
    .name = "link_inertia_moment",
    .title = "moment that turns every link, about its centre of mass",
    .formula = "N* = I ω' + ω × I ω",
    .description = "likewise the moment about the link's own centre of mass, I ω' + ω × I ω",
    .derivatives = "two less",
    .key = "link",
    .axes = {Axis::kDerivative, Axis::kComponent},
    .least_order = takes_order<2>,
    .arrays = arrays_by_link<2, 3>,
    .unit = same_unit<"N m">,
    .compute_sample = compute_inertia_moments,
    .is_detail = true};

}  // namespace appell::analysis
