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

/// By the engine: a column is the forces of a unit acceleration. Both triangles are computed; their
/// mean is symmetric to the last bit.
void compute_mass_matrix(Stages& at, const Columns& out) {
  const int n = at.model().num_coordinates();
  if (!at.has_engine()) {
    for (int s = 0; s < at.num_samples(); ++s) {
      at.go_to(s);
      const MatX& M = at.mass_matrix()[0];
      for (int entry = 0; entry < n * n; ++entry) out[entry][s] = M(entry / n, entry % n);
    }
    return;
  }
  for (int j = 0; j < n; ++j) {
    const force::ForceBatch& column = at.engine_mass_column(j);
    for (int i = 0; i < n; ++i) {
      const double* from = column.force(0, i);
      double* to = out[i * n + j];
      double* mirrored = out[j * n + i];
      if (i >= j) {
        std::copy_n(from, at.num_samples(), to);
        continue;
      }
      for (int s = 0; s < at.num_samples(); ++s) {
        to[s] = mirrored[s] = 0.5 * (from[s] + mirrored[s]);
      }
    }
  }
}

void compute_mass_matrix_rate(Stages& at, double* out) {
  const MatX& M_1 = at.mass_matrix()[1];
  for (Eigen::Index i = 0; i < M_1.rows(); ++i) {
    for (Eigen::Index j = 0; j < M_1.cols(); ++j) *out++ = M_1(i, j);
  }
}

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
                           .source = Source::kEngine,
                           .compute_block = compute_mass_matrix,
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
                               .compute_sample = compute_mass_matrix_rate,
                               .full_order = always_order<1>};

}  // namespace appell::analysis
