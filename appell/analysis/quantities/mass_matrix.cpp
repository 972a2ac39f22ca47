#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {
namespace {

template <int per_second>
Unit mass_matrix_unit(const Subject& subject, const Entry& entry) {
  return {inertia_unit(subject.model, entry.index[0], entry.index[1]), per_second};
}

void compute_mass_matrix_of_block(Stages& at, const Columns& out) {
  const int n = at.model().num_coordinates();
  const Columns M = at.engine_mass_matrix(0);
  for (int entry = 0; entry < n * n; ++entry) at.copy(M[entry], out[entry]);
}

void compute_mass_matrix(Stages& at, double* out) { put(at.mass_matrix()[0], out); }

void compute_mass_matrix_rate_of_block(Stages& at, const Columns& out) {
  const int n = at.model().num_coordinates();
  const Columns M = at.engine_mass_matrix(1);
  for (int entry = 0; entry < n * n; ++entry) at.copy(M[n * n + entry], out[entry]);
}

void compute_mass_matrix_rate(Stages& at, double* out) { put(at.mass_matrix()[1], out); }

}  // namespace

const Quantity kMassMatrix{.name = "mass_matrix",
                           .title = "mass matrix",
                           .formula = "M",
                           .description = "M(q), reflected inertias of rotors included",
                           .derivatives = "value only",
                           .axes = {Axis::kFreedom, Axis::kFreedom},
                           .least_order = takes_order<0>,
                           .arrays = square_array,
                           .unit = mass_matrix_unit<0>,
                           .compute_block = compute_mass_matrix_of_block,
                           .compute_sample = compute_mass_matrix,
                           .full_order = always_order<0>};

const Quantity kMassMatrixRate{.name = "mass_matrix_dot",
                               .title = "time derivative of the mass matrix",
                               .formula = "M'",
                               .description = "dM/dt along the motion",
                               .derivatives = "value only",
                               .axes = {Axis::kFreedom, Axis::kFreedom},
                               .least_order = takes_order<1>,
                               .arrays = square_array,
                               .unit = mass_matrix_unit<1>,
                               .compute_block = compute_mass_matrix_rate_of_block,
                               .compute_sample = compute_mass_matrix_rate,
                               .full_order = always_order<1>};

}  // namespace appell::analysis
