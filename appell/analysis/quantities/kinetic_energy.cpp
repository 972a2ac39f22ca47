#include "appell/analysis/quantities/common.hpp"
#include "appell/energy/acceleration_energy.hpp"

namespace appell::analysis {
namespace {

std::vector<Array> kinetic_energy_arrays(const Subject& subject) {
  return {{"", {num_derivatives(subject, 1)}}};
}

Unit kinetic_energy_unit(const Subject&, const Entry& entry) { return {"J", entry.index[0]}; }

void compute_kinetic_energy_of_block(Stages& at, const Columns& out) {
  using engine::MotionBlock;
  for (int k = 0; k <= at.order(1); ++k) {
    const double* translation = at.engine_motion().energy(0, k, MotionBlock::kTranslation);
    const double* rotation = at.engine_motion().energy(0, k, MotionBlock::kRotation);
    for (int s = 0; s < at.num_samples(); ++s) out[k][s] = translation[s] + rotation[s];
  }
}

void read_kinetic_energy(const Subject& subject, engine::MotionOrders& orders) {
  orders.energies = {num_derivatives(subject, 1) - 1};
}

void compute_kinetic_energy(Stages& at, double* out) {
  const int N = at.order(1);
  put(energy::kinetic_energy(at.motion(N + 1)), N, out);
}

}  // namespace

const Quantity kKineticEnergy{
    .name = "kinetic_energy",
    .title = "kinetic energy",
    .formula = "T = ½ ∫ |r'|² dm",
    .description = "of all that moves; rotors of motors count by their reflected inertia",
    .derivatives = "one less",
    .axes = {Axis::kDerivative},
    .least_order = takes_order<1>,
    .arrays = kinetic_energy_arrays,
    .unit = kinetic_energy_unit,
    .compute_block = compute_kinetic_energy_of_block,
    .reads = read_kinetic_energy,
    .compute_sample = compute_kinetic_energy};

}  // namespace appell::analysis
