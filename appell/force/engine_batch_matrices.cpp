#include <algorithm>

#include "appell/force/engine_batch_workspace.hpp"
#include "appell/taylor/factorial.hpp"

/// The matrices of UncheckedEngineBatch. What needs whole matrices to make something smaller of
/// them works in groups of as many samples as are computed at once.
namespace appell::force {

using engine::MatrixContent;
using model::SeriesBlock;
using model::StateBlock;

void UncheckedEngineBatch::Workspace::compute_group(const StateBlock& states, int first, int count,
                                                    MatrixContent needed) {
  engine::MotionMatricesOut out{.mass = group_M.column(0, 0)};
  if (needed == MatrixContent::kCoriolis) out.coriolis = group_C.column(0, 0);
  if (needed == MatrixContent::kPartials) {
    out.force_by_rate = group_C.column(0, 0);
    out.force_by_q = group_by_q.column(0, 0);
  }
  matrices->compute_batch(states.q().column(0, 0) + first, static_cast<std::size_t>(count),
                          states.q().stride(), out, group_M.stride());
}

void UncheckedEngineBatch::Workspace::multiply_by_rate(const StateBlock& states, int first,
                                                       int count, const SeriesBlock& A,
                                                       SeriesBlock& out) const {
  for (int k = 0; k <= N; ++k) {
    for (int row = 0; row < n; ++row) {
      double* sum = out.column(k, row) + first;
      std::fill_n(sum, count, 0.0);
      for (int j = 0; j <= k; ++j) {
        for (int column = 0; column < n; ++column) {
          const double* a = A.column(j, row * n + column);
          const double* q = states.q().column(k - j + 1, column) + first;
          for (int s = 0; s < count; ++s) sum[s] += a[s] * ((k - j + 1) * q[s]);
        }
      }
    }
  }
}

void UncheckedEngineBatch::Workspace::begin_load_partials(const StateBlock& states,
                                                          const Surroundings& surroundings) {
  if (surroundings.is_empty()) return;
  compute_motion(states, {.placements = N});
}

void UncheckedEngineBatch::Workspace::add_load_partials(const Surroundings& surroundings, int first,
                                                        int count, SeriesBlock& by_q) {
  for (int s = 0; s < count && !surroundings.is_empty(); ++s) {
    tree->place(*block, N, first + s);
    tree->add_force_partials(surroundings, by_q, s);
  }
}

void UncheckedEngineBatch::Workspace::matrix_times_rate(const StateBlock& states,
                                                        MatrixContent needed,
                                                        const SeriesBlock& of_group,
                                                        SeriesBlock& out) {
  out.set_num_samples(states.num_samples());
  for (int first = 0; first < states.num_samples(); first += group_size()) {
    const int count = std::min(group_size(), states.num_samples() - first);
    compute_group(states, first, count, needed);
    multiply_by_rate(states, first, count, of_group, out);
  }
}

void UncheckedEngineBatch::bias(States states, Columns out) noexcept {
  Workspace& w = *workspace_;
  w.matrix_times_rate(states, MatrixContent::kCoriolis, w.group_C, out);
}

void UncheckedEngineBatch::momentum(States states, Columns out) noexcept {
  Workspace& w = *workspace_;
  w.matrix_times_rate(states, MatrixContent::kMass, w.group_M, out);
}

void UncheckedEngineBatch::mass_matrix(States states, Columns M) noexcept {
  Workspace& w = *workspace_;
  M.set_num_samples(states.num_samples());
  w.matrices->compute_batch(states.q().column(0, 0), static_cast<std::size_t>(states.num_samples()),
                            states.q().stride(), {.mass = M.column(0, 0)}, M.stride());
}

void UncheckedEngineBatch::coriolis_matrix(States states, Columns C) noexcept {
  Workspace& w = *workspace_;
  C.set_num_samples(states.num_samples());
  w.matrices->compute_batch(states.q().column(0, 0), static_cast<std::size_t>(states.num_samples()),
                            states.q().stride(), {.coriolis = C.column(0, 0)}, C.stride());
}

void UncheckedEngineBatch::force_partials(States states, const Surroundings& surroundings,
                                          Columns by_q, Columns by_rate) noexcept {
  Workspace& w = *workspace_;
  by_q.set_num_samples(states.num_samples());
  by_rate.set_num_samples(states.num_samples());
  w.begin_load_partials(states, surroundings);
  w.matrices->compute_batch(
      states.q().column(0, 0), static_cast<std::size_t>(states.num_samples()), states.q().stride(),
      {.force_by_q = by_q.column(0, 0), .force_by_rate = by_rate.column(0, 0)}, by_q.stride());
  w.add_load_partials(surroundings, 0, states.num_samples(), by_q);
}

void UncheckedEngineBatch::load_partials(States states, const Surroundings& surroundings,
                                         Columns out) noexcept {
  Workspace& w = *workspace_;
  out.set_num_samples(states.num_samples());
  clear_block(out);
  w.begin_load_partials(states, surroundings);
  w.add_load_partials(surroundings, 0, states.num_samples(), out);
}

/// Eq. (4) of force_partials.hpp.
void UncheckedEngineBatch::force_derivative_partial(States states, const Surroundings& surroundings,
                                                    int k, int m, Columns out) noexcept {
  Workspace& w = *workspace_;
  out.set_num_samples(states.num_samples());
  w.begin_load_partials(states, surroundings);
  const SeriesBlock* const of_order[] = {&w.group_by_q, &w.group_C, &w.group_M};
  for (int first = 0; first < states.num_samples(); first += w.group_size()) {
    const int count = std::min(w.group_size(), states.num_samples() - first);
    w.compute_group(states, first, count, MatrixContent::kPartials);
    w.add_load_partials(surroundings, first, count, w.group_by_q);
    for (int entry = 0; entry < w.n * w.n; ++entry) {
      double* sum = out.column(0, entry) + first;
      std::fill_n(sum, count, 0.0);
      for (int i = 0; i <= 2; ++i) {
        if (m - i < 0 || m - i > k) continue;
        const int order = k - m + i;
        const double factor = taylor::binomial(k, m - i) * taylor::factorial(order);
        const double* a = of_order[i]->column(order, entry);
        for (int s = 0; s < count; ++s) sum[s] += factor * a[s];
      }
    }
  }
}

int UncheckedEngineBatch::solve_mass_matrix(States states, Columns x) noexcept {
  Workspace& w = *workspace_;
  x.set_num_samples(states.num_samples());
  for (int s = 0; s < states.num_samples(); ++s) {
    if (s % w.group_size() == 0) {
      w.compute_group(states, s, std::min(w.group_size(), states.num_samples() - s),
                      MatrixContent::kMass);
    }
    const int in_group = s % w.group_size();
    for (int e = 0; e < w.n * w.n; ++e) {
      w.dense_M[static_cast<std::size_t>(e)] = w.group_M.column(0, e)[in_group];
    }
    if (!w.mass_factor->factor(w.dense_M.data())) return s;
    for (int j = 0; j < w.n; ++j) w.x[static_cast<std::size_t>(j)] = x.column(0, j)[s];
    w.mass_factor->solve(w.x.data());
    for (int j = 0; j < w.n; ++j) x.column(0, j)[s] = w.x[static_cast<std::size_t>(j)];
  }
  return -1;
}

}  // namespace appell::force
