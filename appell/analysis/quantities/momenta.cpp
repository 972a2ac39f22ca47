#include "appell/analysis/quantities/common.hpp"
#include "appell/energy/momentum.hpp"

namespace appell::analysis {
namespace {

void compute_linear_momentum(Stages& at, double* out) {
  const int N = at.order(1);
  put(energy::linear_momentum(at.motion(N + 1)), N, out);
}

void compute_angular_momentum(Stages& at, double* out) {
  const int N = at.order(1);
  put(energy::angular_momentum(at.motion(N + 1)), N, out);
}

/// Three components from the first on.
void put_momentum(Stages& at, int first, const Columns& out) {
  for (int k = 0; k <= at.order(1); ++k) {
    for (int i = 0; i < 3; ++i) at.copy(at.engine_motion().momentum(k, first + i), out[3 * k + i]);
  }
}

void compute_linear_momentum_of_block(Stages& at, const Columns& out) { put_momentum(at, 0, out); }
void compute_angular_momentum_of_block(Stages& at, const Columns& out) { put_momentum(at, 3, out); }

void read_momenta(const Subject& subject, engine::MotionOrders& orders) {
  orders.momenta = num_derivatives(subject, 1) - 1;
}

}  // namespace

const Quantity kLinearMomentum{.name = "linear_momentum",
                               .title = "momentum",
                               .formula = "H = Σ m v_C",
                               .description = "Σ m v, world components; rotors do not count",
                               .derivatives = "one less",
                               .axes = {Axis::kDerivative, Axis::kComponent},
                               .least_order = takes_order<1>,
                               .arrays = one_array<1, 3>,
                               .unit = same_unit<"kg m", 1>,
                               .compute_block = compute_linear_momentum_of_block,
                               .reads = read_momenta,
                               .compute_sample = compute_linear_momentum};

const Quantity kAngularMomentum{
    .name = "angular_momentum",
    .title = "angular momentum about the origin of the world",
    .formula = "K_O = Σ r_C × m v_C + I ω",
    .description = "Σ ∫ r × v dm about the world's origin, world components; rotors do not count",
    .derivatives = "one less",
    .axes = {Axis::kDerivative, Axis::kComponent},
    .least_order = takes_order<1>,
    .arrays = one_array<1, 3>,
    .unit = same_unit<"kg m^2", 1>,
    .compute_block = compute_angular_momentum_of_block,
    .reads = read_momenta,
    .compute_sample = compute_angular_momentum};

}  // namespace appell::analysis
