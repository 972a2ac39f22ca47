#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {
namespace {

/// Values only.
template <int order>
int always_order(int) {
  return order;
}

std::vector<Array> mass_matrix_arrays(const Subject& subject) {
  const int n = subject.model.num_coordinates();
  return {{"", {n, n}}};
}

/// kg m² between turning coordinates, kg between sliding ones, kg m between one and the other.
Unit mass_matrix_unit(const Subject& subject, const Entry& entry) {
  const int num_turning =
      turns(subject.model, entry.index[0]) + turns(subject.model, entry.index[1]);
  return {num_turning == 2 ? "kg m^2" : num_turning == 1 ? "kg m" : "kg", 0};
}

Unit mass_matrix_rate_unit(const Subject& subject, const Entry& entry) {
  return {mass_matrix_unit(subject, entry).base, 1};
}

void compute_mass_matrix_of_block(Stages& at, const Columns& out) {
  const int n = at.model().num_coordinates();
  const Columns M = at.engine_mass_matrix(0);
  for (int entry = 0; entry < n * n; ++entry) at.copy(M[entry], out[entry]);
}

/// The coefficient k of M, row by row.
void put_mass_matrix(Stages& at, int k, double* out) {
  const MatX& M = at.mass_matrix()[k];
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    for (Eigen::Index j = 0; j < M.cols(); ++j) *out++ = M(i, j);
  }
}

void compute_mass_matrix(Stages& at, double* out) { put_mass_matrix(at, 0, out); }

void compute_mass_matrix_rate_of_block(Stages& at, const Columns& out) {
  const int n = at.model().num_coordinates();
  const Columns M = at.engine_mass_matrix(1);
  for (int entry = 0; entry < n * n; ++entry) at.copy(M[n * n + entry], out[entry]);
}

void compute_mass_matrix_rate(Stages& at, double* out) { put_mass_matrix(at, 1, out); }

}  // namespace

const Quantity kMassMatrix{.name = "mass_matrix",
                           .title = "mass matrix",
                           .formula = "M",
                           .description = "M(q), reflected inertias of rotors included",
                           .derivatives = "value only",
                           .axes = {Axis::kFreedom, Axis::kFreedom},
                           .least_order = takes_order<0>,
                           .arrays = mass_matrix_arrays,
                           .unit = mass_matrix_unit,
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
                               .arrays = mass_matrix_arrays,
                               .unit = mass_matrix_rate_unit,
                               .compute_block = compute_mass_matrix_rate_of_block,
                               .compute_sample = compute_mass_matrix_rate,
                               .full_order = always_order<1>};

}  // namespace appell::analysis
