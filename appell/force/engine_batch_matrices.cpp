#include <algorithm>

#include "appell/base/check.hpp"
#include "appell/force/engine_batch_workspace.hpp"
#include "appell/taylor/factorial.hpp"

/// The matrices of EngineBatch. What needs whole matrices to make something smaller of them works
/// in groups of as many samples as are computed at once.
namespace appell::force {

using engine::MatrixContent;
using model::SeriesBlock;
using model::StateBlock;

void EngineBatch::Workspace::compute_group(const StateBlock& states, int first, int count,
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

void EngineBatch::Workspace::multiply_by_rate(const StateBlock& states, int first, int count,
                                              const SeriesBlock& A, SeriesBlock& out) const {
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

void EngineBatch::Workspace::begin_load_partials(const char* function, const StateBlock& states,
                                                 const Surroundings& surroundings) {
  if (surroundings.is_empty()) return;
  check_content(function, EngineContent::kLoads);
  check_surroundings(function, surroundings);
  compute_motion(states, {.placements = N});
}

void EngineBatch::Workspace::add_load_partials(const Surroundings& surroundings, int first,
                                               int count, SeriesBlock& by_q) {
  for (int s = 0; s < count && !surroundings.is_empty(); ++s) {
    tree->place(*block, N, first + s);
    tree->add_force_partials(surroundings, by_q, s);
  }
}

void EngineBatch::Workspace::matrix_times_rate(const char* function, const StateBlock& states,
                                               MatrixContent needed, const SeriesBlock& of_group,
                                               SeriesBlock& out) {
  check_content(function, EngineContent::kMatrices);
  check_states(function, states, N + 1);
  check_out(function, states, out, n, N);
  for (int first = 0; first < states.num_samples(); first += group_size()) {
    const int count = std::min(group_size(), states.num_samples() - first);
    compute_group(states, first, count, needed);
    multiply_by_rate(states, first, count, of_group, out);
  }
}

void EngineBatch::bias(States states, Columns out) {
  Workspace& w = *workspace_;
  w.matrix_times_rate("bias", states, MatrixContent::kCoriolis, w.group_C, out);
}

void EngineBatch::momentum(States states, Columns out) {
  Workspace& w = *workspace_;
  w.matrix_times_rate("momentum", states, MatrixContent::kMass, w.group_M, out);
}

void EngineBatch::mass_matrix(States states, Columns M) {
  Workspace& w = *workspace_;
  w.check_content("mass_matrix", EngineContent::kMatrices);
  w.check_states("mass_matrix", states, w.N);
  w.check_out("mass_matrix", states, M, w.n * w.n, w.N);
  w.matrices->compute_batch(states.q().column(0, 0), static_cast<std::size_t>(states.num_samples()),
                            states.q().stride(), {.mass = M.column(0, 0)}, M.stride());
}

void EngineBatch::coriolis_matrix(States states, Columns C) {
  Workspace& w = *workspace_;
  w.check_content("coriolis_matrix", EngineContent::kMatrices);
  w.check_states("coriolis_matrix", states, w.N + 1);
  w.check_out("coriolis_matrix", states, C, w.n * w.n, w.N);
  w.matrices->compute_batch(states.q().column(0, 0), static_cast<std::size_t>(states.num_samples()),
                            states.q().stride(), {.coriolis = C.column(0, 0)}, C.stride());
}

void EngineBatch::force_partials(States states, const Surroundings& surroundings, Columns by_q,
                                 Columns by_rate) {
  Workspace& w = *workspace_;
  w.check_content("force_partials", EngineContent::kPartials);
  w.check_states("force_partials", states, w.N + 2);
  w.check_out("force_partials", states, by_q, w.n * w.n, w.N);
  w.check_out("force_partials", states, by_rate, w.n * w.n, w.N);
  check(by_q.capacity() == by_rate.capacity(), "EngineBatch::force_partials: the results have ",
        "room for ", by_q.capacity(), " and ", by_rate.capacity(), " samples; it must be equal.");
  w.begin_load_partials("force_partials", states, surroundings);
  w.matrices->compute_batch(
      states.q().column(0, 0), static_cast<std::size_t>(states.num_samples()), states.q().stride(),
      {.force_by_q = by_q.column(0, 0), .force_by_rate = by_rate.column(0, 0)}, by_q.stride());
  w.add_load_partials(surroundings, 0, states.num_samples(), by_q);
}

void EngineBatch::load_partials(States states, const Surroundings& surroundings, Columns out) {
  Workspace& w = *workspace_;
  w.check_content("load_partials", EngineContent::kLoads);
  w.check_states("load_partials", states, w.N);
  w.check_out("load_partials", states, out, w.n * w.n, w.N);
  clear_block(out);
  w.begin_load_partials("load_partials", states, surroundings);
  w.add_load_partials(surroundings, 0, states.num_samples(), out);
}

/// Eq. (4) of force_partials.hpp.
void EngineBatch::force_derivative_partial(States states, const Surroundings& surroundings, int k,
                                           int m, Columns out) {
  Workspace& w = *workspace_;
  w.check_content("force_derivative_partial", EngineContent::kPartials);
  check(k >= 0 && k <= w.N, "EngineBatch::force_derivative_partial: derivative ", k,
        " of the force is asked for; the engine was made for ", w.N, ".");
  check(m >= 0, "EngineBatch::force_derivative_partial: m must be >= 0, got ", m, ".");
  w.check_states("force_derivative_partial", states, w.N + 2);
  w.check_out("force_derivative_partial", states, out, w.n * w.n, 0);
  w.begin_load_partials("force_derivative_partial", states, surroundings);
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

void EngineBatch::solve_mass_matrix(States states, Columns x) {
  Workspace& w = *workspace_;
  w.check_content("solve_mass_matrix", EngineContent::kMatrices);
  w.check_states("solve_mass_matrix", states, w.N);
  w.check_out("solve_mass_matrix", states, x, w.n, 0);
  for (int s = 0; s < states.num_samples(); ++s) {
    if (s % w.group_size() == 0) {
      w.compute_group(states, s, std::min(w.group_size(), states.num_samples() - s),
                      MatrixContent::kMass);
    }
    const int in_group = s % w.group_size();
    for (int e = 0; e < w.n * w.n; ++e) {
      w.dense_M[static_cast<std::size_t>(e)] = w.group_M.column(0, e)[in_group];
    }
    if (!w.mass_factor->factor(w.dense_M.data())) {
      throw NumericalError(concat("EngineBatch: the mass matrix of '", w.model.name(),
                                  "' is not positive definite in sample ", s,
                                  ": a coordinate moves no mass, or is not finite."));
    }
    for (int j = 0; j < w.n; ++j) w.x[static_cast<std::size_t>(j)] = x.column(0, j)[s];
    w.mass_factor->solve(w.x.data());
    for (int j = 0; j < w.n; ++j) x.column(0, j)[s] = w.x[static_cast<std::size_t>(j)];
  }
}

}  // namespace appell::force
