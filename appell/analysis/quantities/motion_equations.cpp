#include "appell/force/force_partials.hpp"
#include "appell/force/motion_matrices.hpp"

#include "appell/analysis/quantities/common.hpp"

namespace appell::analysis {
namespace {

/// Of a force per velocity.
Unit coriolis_unit(const Subject& subject, const Entry& entry) {
  return {inertia_unit(subject.model, entry.index[0], entry.index[1]), 1};
}

/// Of all samples, row by row: the engine has matrices column by column.
void put_rows(const Stages& at, const model::SeriesBlock& matrix, const Columns& out, int first) {
  const int n = at.model().num_coordinates();
  for (int e = 0; e < n * n; ++e) at.copy(matrix.column(0, e % n * n + e / n), out[first + e]);
}

void compute_coriolis_of_block(Stages& at, const Columns& out) {
  const int n = at.model().num_coordinates();
  auto& [engine, C] = at.block_dynamics(Content::kMatrices, 0, n * n, 0);
  engine.coriolis_matrix(at.states(), C);
  put_rows(at, C, out, 0);
}

void compute_coriolis(Stages& at, double* out) {
  put(force::coriolis_matrix(at.motion(1))[0], out);
}

Unit generalized_momentum_unit(const Subject& subject, const Entry& entry) {
  return {turns(subject.model, entry.index[1]) ? "kg m^2" : "kg m", entry.index[0] + 1};
}

void compute_generalized_momentum_of_block(Stages& at, const Columns& out) {
  const int n = at.model().num_coordinates(), N = at.order(1);
  auto& [engine, P] = at.block_dynamics(Content::kForces | Content::kMatrices, N, n, N);
  engine.momentum(at.states(), P);
  for (int entry = 0; entry < (N + 1) * n; ++entry) {
    at.copy(P.column(entry / n, entry % n), out[entry]);
  }
}

void compute_generalized_momentum(Stages& at, double* out) {
  const int N = at.order(1);
  put(force::generalized_momentum(at.motion(N + 1)), N, out);
}

/// k = 0..N and m = 0..k + 2: further derivatives of q do not count.
std::vector<Array> partial_arrays(const Subject& subject) {
  const int n = subject.model.num_coordinates();
  std::vector<Array> arrays;
  for (int k = 0; k < num_derivatives(subject, 2); ++k) {
    for (int m = 0; m <= k + 2; ++m) arrays.push_back({concat(k, ",", m), {n, n}});
  }
  return arrays;
}

/// Array number i has k derivatives of the force and m of q.
Unit partial_unit(const Subject& subject, const Entry& entry) {
  int k = 0, m = entry.array;
  for (; m > k + 2; ++k) m -= k + 3;
  return {inertia_unit(subject.model, entry.index[0], entry.index[1]), 2 + k - m};
}

void compute_partials_of_block(Stages& at, const Columns& out) {
  const int n = at.model().num_coordinates(), N = at.order(2);
  auto& [engine, partial] = at.block_dynamics(Content::kPartials, N, n * n, 0);
  int first = 0;
  for (int k = 0; k <= N; ++k) {
    for (int m = 0; m <= k + 2; ++m, first += n * n) {
      engine.force_derivative_partial(at.states(), {}, k, m, partial);
      put_rows(at, partial, out, first);
    }
  }
}

void compute_partials(Stages& at, double* out) {
  const int N = at.order(2);
  const force::ForcePartials partials =
      force::force_partials(at.motion(N + 2), at.surroundings(), at.subject().operators);
  for (int k = 0; k <= N; ++k) {
    for (int m = 0; m <= k + 2; ++m) {
      out = put(force::force_derivative_partial(partials, k, m), out);
    }
  }
}

}  // namespace

const Quantity kCoriolisMatrix{.name = "coriolis",
                               .title = "Coriolis matrix",
                               .formula = "C, with C q' the bias and M' - 2 C skew",
                               .description =
                                   "n x n matrix C of the Christoffel symbols: C q' is "
                                   "`bias`, M' - 2 C is skew-symmetric",
                               .derivatives = "value only",
                               .axes = {Axis::kFreedom, Axis::kFreedom},
                               .least_order = takes_order<1>,
                               .arrays = square_array,
                               .unit = coriolis_unit,
                               .compute_block = compute_coriolis_of_block,
                               .compute_sample = compute_coriolis,
                               .full_order = always_order<1>,
                               .is_detail = true};

const Quantity kGeneralizedMomentum{.name = "generalized_momentum",
                                    .title = "generalized momentum",
                                    .formula = "M q'",
                                    .description = "M q', rotors included",
                                    .derivatives = "one less",
                                    .axes = {Axis::kDerivative, Axis::kFreedom},
                                    .least_order = takes_order<1>,
                                    .arrays = array_of_coordinates<1>,
                                    .unit = generalized_momentum_unit,
                                    .compute_block = compute_generalized_momentum_of_block,
                                    .compute_sample = compute_generalized_momentum,
                                    .is_detail = true};

const Quantity kForcePartials{
    .name = "force_partials",
    .title = "how the driving force responds to the state",
    .formula = "∂Q_drive⁽ᵏ⁾/∂q⁽ᵐ⁾",
    .description =
        "by `\"k,m\"`: n x n matrix of ∂Q_drive_i⁽ᵏ⁾/∂q_j⁽ᵐ⁾, m = 0..k+2, loads included",
    .derivatives = "k two less",
    .key = "k,m",
    .axes = {Axis::kFreedom, Axis::kFreedom},
    .least_order = takes_order<2>,
    .arrays = partial_arrays,
    .unit = partial_unit,
    .compute_block = compute_partials_of_block,
    .block_has_loads = false,
    .compute_sample = compute_partials,
    .is_detail = true};

}  // namespace appell::analysis
