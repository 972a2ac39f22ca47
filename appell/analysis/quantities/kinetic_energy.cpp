#include "appell/analysis/quantities/common.hpp"
#include "appell/energy/acceleration_energy.hpp"

namespace appell::analysis {
namespace {

std::vector<Array> kinetic_energy_arrays(const Subject& subject) {
  return {{"", {num_derivatives(subject, 1)}}};
}

Unit kinetic_energy_unit(const Subject&, const Entry& entry) { return {"J", entry.index[0]}; }

/// From two runs of the engine: T = ½ q'·M q' and, by the theorem of power,
///
///   T' = Q_inertia · q',   T[k] = 1/k Σ_i Q_inertia[i] · q'[k - 1 - i]                    (1)
void kinetic_energy_by_power(Stages& at, const Columns& out) {
  const force::ForceBatch& p = at.engine_momentum();
  const model::StateBlock& states = at.states();
  const int N = at.order(1);
  const int n = at.model().num_coordinates();
  for (int k = 0; k <= N; ++k) std::fill_n(out[k], at.num_samples(), 0.0);
  for (int j = 0; j < n; ++j) {
    for (int s = 0; s < at.num_samples(); ++s) {
      out[0][s] += 0.5 * p.force(0, j)[s] * states.rate(0, j, s);
    }
  }
  if (N == 0) return;
  const force::ForceBatch& Q = at.engine_inertia();
  for (int k = 1; k <= N; ++k) {
    for (int i = 0; i < k; ++i) {
      const double factor = 1.0 / (k * taylor::factorial(i));
      for (int j = 0; j < n; ++j) {
        for (int s = 0; s < at.num_samples(); ++s) {
          out[k][s] += factor * Q.force(i, j)[s] * states.rate(k - 1 - i, j, s);  // Eq. (1)
        }
      }
    }
  }
}

void compute_kinetic_energy(Stages& at, const Columns& out) {
  if (at.has_engine()) return kinetic_energy_by_power(at, out);
  for (int s = 0; s < at.num_samples(); ++s) {
    at.go_to(s);
    const int N = at.order(1);
    const taylor::Series<double> T = energy::kinetic_energy(at.motion(N + 1));
    for (int k = 0; k <= N; ++k) out[k][s] = T[k];
  }
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
    .source = Source::kEngine,
    .compute_block = compute_kinetic_energy};

}  // namespace appell::analysis
