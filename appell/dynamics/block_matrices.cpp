#include <algorithm>

#include "appell/dynamics/block_dynamics.hpp"

/// The matrices of BlockDynamics. What needs whole matrices to make something smaller of them works
/// in groups of as many samples as are computed at once.
namespace appell::dynamics {

using engine::MatrixContent;
using model::SeriesBlock;

void BlockDynamics::compute_matrices(const States& states, const engine::MotionMatricesOut& out,
                                     const Columns& layout) {
  if (is_single(states, layout)) return matrices_->compute(states.first, out);
  matrices_->compute_batch(states.first, static_cast<std::size_t>(states.num_samples),
                           states.stride, out, layout.stride);
}

void BlockDynamics::mass_matrix(const States& states, const Columns& M) noexcept {
  M.set_num_samples(states.num_samples);
  compute_matrices(states, {.mass = M.first}, M);
}

void BlockDynamics::coriolis_matrix(const States& states, const Columns& C) noexcept {
  C.set_num_samples(states.num_samples);
  compute_matrices(states, {.coriolis = C.first, .by_columns = true}, C);
}

void BlockDynamics::force_partials(const States& states, const Surroundings& around,
                                   const Columns& by_q, const Columns& by_rate) noexcept {
  by_q.set_num_samples(states.num_samples);
  by_rate.set_num_samples(states.num_samples);
  begin_load_partials(states, around);
  compute_matrices(
      states, {.force_by_q = by_q.first, .force_by_rate = by_rate.first, .by_columns = true}, by_q);
  add_load_partials(around, 0, states.num_samples, by_q);
}

void BlockDynamics::begin_load_partials(const States& states, const Surroundings& around) {
  if (!around.is_empty()) compute_motion(coefficients(states, N_), {.placements = N_});
}

void BlockDynamics::add_load_partials(const Surroundings& around, int first, int count,
                                      const Columns& by_q) {
  for (int s = 0; s < count && !around.is_empty(); ++s) {
    tree_->place(*block_, N_, first + s);
    tree_->add_force_partials(around, by_q, s);
  }
}

void BlockDynamics::compute_group(const States& states, int first, int count,
                                  MatrixContent needed) {
  engine::MotionMatricesOut out{.mass = group_M_.column(0, 0), .by_columns = true};
  if (needed == MatrixContent::kCoriolis) out.coriolis = group_C_.column(0, 0);
  if (needed == MatrixContent::kPartials) {
    out.force_by_rate = group_C_.column(0, 0);
    out.force_by_q = group_by_q_.column(0, 0);
  }
  States group = states;
  group.first += first;
  group.num_samples = count;
  compute_matrices(group, out, group_M_);
}

void BlockDynamics::matrix_times_rate(const States& states, MatrixContent needed,
                                      const SeriesBlock& of_group, const Columns& out) {
  for (int first = 0; first < states.num_samples; first += group_size()) {
    const int count = std::min(group_size(), states.num_samples - first);
    compute_group(states, first, count, needed);
    for (int k = 0; k <= N_; ++k) {
      for (int row = 0; row < n_; ++row) {
        double* sum = out.column(k, row) + first;
        std::fill_n(sum, count, 0.0);
        for (int j = 0; j <= k; ++j) {  // The rate has the coefficients (k - j + 1) q[k - j + 1].
          const double factor = is_plain() ? taylor::binomial(k, j) : k - j + 1.0;
          for (int column = 0; column < n_; ++column) {
            const double* a = of_group.column(j, column * n_ + row);
            const double* q = states.column(k - j + 1, column) + first;
            for (int s = 0; s < count; ++s) sum[s] += a[s] * (factor * q[s]);
          }
        }
      }
    }
  }
}

/// Eq. (4) of force_partials.hpp.
void BlockDynamics::force_derivative_partial(const States& states, const Surroundings& around,
                                             int k, int m, const Columns& out) noexcept {
  out.set_num_samples(states.num_samples);
  begin_load_partials(states, around);
  const SeriesBlock* const of_order[] = {&group_by_q_, &group_C_, &group_M_};
  for (int first = 0; first < states.num_samples; first += group_size()) {
    const int count = std::min(group_size(), states.num_samples - first);
    compute_group(states, first, count, MatrixContent::kPartials);
    add_load_partials(around, first, count, Columns(group_by_q_, form_));
    for (int entry = 0; entry < n_ * n_; ++entry) {
      double* sum = out.column(0, entry) + first;
      std::fill_n(sum, count, 0.0);
      for (int i = 0; i <= 2; ++i) {
        if (m - i < 0 || m - i > k) continue;
        const int order = k - m + i;
        const double factor =
            taylor::binomial(k, m - i) * (is_plain() ? 1.0 : taylor::factorial(order));
        const double* a = of_order[i]->column(order, entry);
        for (int s = 0; s < count; ++s) sum[s] += factor * a[s];
      }
    }
  }
}

int BlockDynamics::solve_mass_matrix(const States& states, const Columns& x) noexcept {
  x.set_num_samples(states.num_samples);
  for (int s = 0; s < states.num_samples; ++s) {
    const int in_group = s % group_size();
    if (in_group == 0) {
      compute_group(states, s, std::min(group_size(), states.num_samples - s),
                    MatrixContent::kMass);
    }
    for (int e = 0; e < n_ * n_ && group_size() > 1; ++e) {
      dense_M_[e] = group_M_.column(0, e)[in_group];
    }
    const double* M = group_size() > 1 ? dense_M_.data() : group_M_.column(0, 0);
    if (!mass_factor_->factor(M)) return s;
    for (int k = 0; k <= x.order; ++k) {
      for (int j = 0; j < n_; ++j) x_[j] = x.column(k, j)[s];
      mass_factor_->solve(x_.data());
      for (int j = 0; j < n_; ++j) x.column(k, j)[s] = x_[j];
    }
  }
  return -1;
}

}  // namespace appell::dynamics
