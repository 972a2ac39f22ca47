#include <algorithm>

#include "appell/force/engine_workspace.hpp"
#include "appell/taylor/factorial.hpp"

/// The matrices of UncheckedEngine: their values by single kernels, derivatives by a batch of one.
namespace appell::force {

void UncheckedEngine::Workspace::add_load_partials(const double* given,
                                                   const Surroundings& surroundings, double* by_q) {
  if (surroundings.is_empty()) return;
  model::SeriesBlock& of_loads = result(static_cast<int>(n * n), 0);
  batch(0).load_partials(one_state(given, 1), surroundings, of_loads);
  square(by_q) += by_rows(of_loads.column(0, 0));
}

void UncheckedEngine::mass_matrix(const double* motion, int k, double* M_k) noexcept {
  Workspace& w = *workspace_;
  if (k == 0) return w.matrices->compute(motion, {.mass = M_k});
  model::SeriesBlock& M = w.result(static_cast<int>(w.n * w.n), w.N);
  // M⁽ᵏ⁾ knows nothing of higher derivatives of q.
  w.along->mass_matrix(w.one_state(motion, k + 1), M);
  w.square(M_k) = taylor::factorial(k) * w.by_rows(M.column(k, 0));
}

void UncheckedEngine::coriolis_matrix(const double* motion, int k, double* C_k) noexcept {
  Workspace& w = *workspace_;
  if (k == 0) return w.matrices->compute(motion, {.coriolis = C_k, .by_columns = true});
  model::SeriesBlock& C = w.result(static_cast<int>(w.n * w.n), w.N);
  w.along->coriolis_matrix(w.one_state(motion, k + 2), C);
  w.square(C_k) = taylor::factorial(k) * w.by_rows(C.column(k, 0));
}

void UncheckedEngine::force_partials(const double* motion, double* by_q, double* by_rate) noexcept {
  workspace_->matrices->compute(motion,
                                {.force_by_q = by_q, .force_by_rate = by_rate, .by_columns = true});
}

void UncheckedEngine::force_partials(const double* motion, const Surroundings& surroundings,
                                     double* by_q, double* by_rate) noexcept {
  force_partials(motion, by_q, by_rate);
  workspace_->add_load_partials(motion, surroundings, by_q);
}

void UncheckedEngine::force_derivative_partial(const double* motion,
                                               const Surroundings& surroundings, int k, int m,
                                               double* out) noexcept {
  Workspace& w = *workspace_;
  if (k > 0) {
    model::SeriesBlock& A = w.result(static_cast<int>(w.n * w.n), 0);
    w.along->force_derivative_partial(w.one_state(motion, k + 3), surroundings, k, m, A);
    w.square(out) = w.by_rows(A.column(0, 0));
    return;
  }
  if (m == 2) return mass_matrix(motion, 0, out);
  if (m > 2) return static_cast<void>(std::fill_n(out, w.n * w.n, 0.0));
  double* by_q = m == 0 ? out : w.unused.data();
  double* by_rate = m == 0 ? w.unused.data() : out;
  force_partials(motion, by_q, by_rate);
  if (m == 0) w.add_load_partials(motion, surroundings, out);
}

bool UncheckedEngine::factor_mass_matrix(const double* q) noexcept {
  Workspace& w = *workspace_;
  w.matrices->compute(q, {.mass = w.M.data()});
  return w.mass_factor->factor(w.M.data());
}

void UncheckedEngine::solve_mass_matrix(double* x) noexcept { workspace_->mass_factor->solve(x); }

}  // namespace appell::force
