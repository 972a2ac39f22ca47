#include "appell/analysis/quantities/common.hpp"
#include "appell/energy/acceleration_energy.hpp"

namespace appell::analysis {
namespace {

/// From two runs of the engine: T = ½ q'·M q' and, by the theorem of power,
///
///   T' = Q_inertia · q',   T[k] = 1/k Σ_i Q_inertia[i] · q'[k - 1 - i]                    (1)
void compute_kinetic_energy_of_block(Stages& at, const Columns& out) {
  const int n = at.model().num_coordinates();
  const int N = at.order(1);
  for (int k = 0; k <= N; ++k) std::fill_n(out[k], at.num_samples(), 0.0);
  const auto add = [&](double factor, const double* force, int i, int j, double* to) {
    const model::StateBlock& states = at.states();
    for (int s = 0; s < at.num_samples(); ++s) to[s] += factor * force[s] * states.rate(i, j, s);
  };
  for (int j = 0; j < n; ++j) add(0.5, at.engine_momentum().column(0, j), 0, j, out[0]);
  for (int k = 1; k <= N; ++k) {
    for (int i = 0; i < k; ++i) {
      for (int j = 0; j < n; ++j) {
        add(1.0 / k, at.engine_power_force().column(i, j), k - 1 - i, j, out[k]);  // Eq. (1)
      }
    }
  }
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
    .arrays = one_array<1>,
    .unit = same_unit<"J">,
    .compute_block = compute_kinetic_energy_of_block,
    .compute_sample = compute_kinetic_energy};

}  // namespace appell::analysis
