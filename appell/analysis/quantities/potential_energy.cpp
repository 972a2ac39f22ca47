#include "appell/energy/potential_energy.hpp"
#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {
namespace {

void compute_potential_energy(Stages& at, double* out) {
  const int N = at.order(0);
  put(energy::potential_energy(at.motion(N)), N, out);
}

void compute_potential_energy_of_block(Stages& at, const Columns& out) {
  for (int k = 0; k <= at.order(0); ++k) at.copy(at.engine_motion().potential_energy(k), out[k]);
}

void read_potential_energy(const Subject& subject, engine::MotionOrders& orders) {
  orders.potential_energy = num_derivatives(subject, 0) - 1;
}

}  // namespace

const Quantity kPotentialEnergy{
    .name = "potential_energy",
    .title = "potential energy in the model's gravity",
    .formula = "U = -Σ m g · r_C",
    .description = "−Σ m g · r of all that moves; zero at the height of the world's origin",
    .derivatives = "as many as q",
    .axes = {Axis::kDerivative},
    .least_order = takes_order<0>,
    .arrays = one_array<0>,
    .unit = same_unit<"J">,
    .compute_block = compute_potential_energy_of_block,
    .reads = read_potential_energy,
    .compute_sample = compute_potential_energy};

}  // namespace appell::analysis
