#include "appell/analysis/put.hpp"
#include "appell/analysis/quantities.hpp"
#include "appell/analysis/stages.hpp"
#include "appell/energy/potential_energy.hpp"

namespace appell::analysis {
namespace {

std::vector<Array> arrays(const Subject& subject) {
  return {{"", {num_derivatives(subject, 0)}}};
}

Unit unit(const Subject&, const Entry& entry) { return {"J", entry.index[0]}; }

void compute(Stages& at, double* out) {
  const int N = at.order(0);
  put(energy::potential_energy(at.model(), at.motion(N)), N, out);
}

}  // namespace

const Quantity kPotentialEnergy{.name = "potential_energy",
                                .title = "potential energy in the model's gravity",
                                .formula = "U = -Σ m g · r_C",
                                .axes = {Axis::kDerivative},
                                .least_order = takes_order<0>,
                                .arrays = arrays,
                                .unit = unit,
                                .compute_sample = compute};

}  // namespace appell::analysis
