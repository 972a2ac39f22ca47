#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {
namespace {

/// The product of two series, Q q'.
void compute_power_of_block(Stages& at, const Columns& out) {
  const int n = at.model().num_coordinates();
  const model::SeriesBlock& Q = at.engine_drive();
  for (int k = 0; k <= at.order(2); ++k) {
    for (int j = 0; j < n; ++j) {
      double* to = out[k * n + j];
      std::fill_n(to, at.num_samples(), 0.0);
      for (int i = 0; i <= k; ++i) {
        const double* force = Q.column(i, j);
        for (int s = 0; s < at.num_samples(); ++s)
          to[s] += force[s] * at.states().rate(k - i, j, s);
      }
    }
  }
}

void compute_power(Stages& at, double* out) {
  const taylor::Series<VecX>& Q = at.drive_force();
  for (int k = 0; k <= at.order(2); ++k) {
    for (int j = 0; j < at.model().num_coordinates(); ++j, ++out) {
      *out = 0.0;
      for (int i = 0; i <= k; ++i) *out += Q[i](j) * at.rate(k - i, j);
    }
  }
}

}  // namespace

const Quantity kPower{.name = "power",
                      .title = "mechanical power of each joint before friction",
                      .formula = "Q_drive q'",
                      .description = "`Q_drive` times q', joint by joint: what each motor delivers",
                      .derivatives = "two less",
                      .axes = {Axis::kDerivative, Axis::kFreedom},
                      .least_order = takes_order<2>,
                      .arrays = array_of_coordinates<2>,
                      .unit = same_unit<"W">,
                      .compute_block = compute_power_of_block,
                      .block_has_loads = false,
                      .compute_sample = compute_power};

}  // namespace appell::analysis
