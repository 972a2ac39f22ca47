#include "appell/base/check.hpp"
#include "appell/force/engine_workspace.hpp"
#include "appell/taylor/factorial.hpp"

/// The matrices of Engine: their values by single kernels, derivatives by a batch of one.
namespace appell::force {

void Engine::Workspace::check_matrix(const char* function, const Eigen::Ref<MatX>& out,
                                     int k) const {
  check(k >= 0 && k <= N, "Engine::", function, ": derivative ", k,
        " is asked for; the engine was made for ", N, ".");
  check(out.rows() == n && out.cols() == n, "Engine::", function, ": the matrix is ", out.rows(),
        " x ", out.cols(), "; ", n, " x ", n, " is needed.");
}

void Engine::Workspace::compute_mass(MatrixOut out) {
  if (out.outerStride() == n) {  // Symmetric: by rows is by columns.
    matrices->compute(motion.data(), {.mass = out.data()});
    return;
  }
  matrices->compute(motion.data(), {.mass = M.data()});
  out = square(M.data());
}

void Engine::Workspace::add_load_partials(const Surroundings& surroundings, MatrixOut out) {
  if (surroundings.is_empty()) return;
  model::SeriesBlock& of_loads = result(static_cast<int>(n * n), 0);
  batch(0).load_partials(one_state(), surroundings, of_loads);
  out += square(of_loads.column(0, 0));
}

void Engine::mass_matrix(Vector q, MatrixOut M) {
  Workspace& w = *workspace_;
  w.check_content("mass_matrix", EngineContent::kMatrices);
  w.check_matrix("mass_matrix", M);
  w.motion_of(q);
  w.compute_mass(M);
}

void Engine::mass_matrix(Matrix motion, int k, MatrixOut M_k) {
  Workspace& w = *workspace_;
  w.check_content("mass_matrix", EngineContent::kMatrices);
  w.check_matrix("mass_matrix", M_k, k);
  w.columns_of("mass_matrix", motion, k + 1);  // M⁽ᵏ⁾ knows nothing of higher derivatives of q.
  if (k == 0) return w.compute_mass(M_k);
  model::SeriesBlock& M = w.result(static_cast<int>(w.n * w.n), w.N);
  w.along->mass_matrix(w.one_state(), M);
  M_k = taylor::factorial(k) * w.square(M.column(k, 0));
}

void Engine::coriolis_matrix(Vector q, Vector rate, MatrixOut C) {
  Workspace& w = *workspace_;
  w.check_content("coriolis_matrix", EngineContent::kMatrices);
  w.check_matrix("coriolis_matrix", C);
  w.matrices->compute(w.motion_of(q, rate), {.coriolis = w.C.data()});
  C = w.square(w.C.data());
}

void Engine::coriolis_matrix(Matrix motion, int k, MatrixOut C_k) {
  Workspace& w = *workspace_;
  w.check_content("coriolis_matrix", EngineContent::kMatrices);
  w.check_matrix("coriolis_matrix", C_k, k);
  w.columns_of("coriolis_matrix", motion, k + 2);
  if (k == 0) {
    w.matrices->compute(w.motion.data(), {.coriolis = w.C.data()});
    C_k = w.square(w.C.data());
    return;
  }
  model::SeriesBlock& C = w.result(static_cast<int>(w.n * w.n), w.N);
  w.along->coriolis_matrix(w.one_state(), C);
  C_k = taylor::factorial(k) * w.square(C.column(k, 0));
}

void Engine::force_partials(Vector q, Vector rate, Vector acceleration, MatrixOut by_q,
                            MatrixOut by_rate) {
  Workspace& w = *workspace_;
  w.check_content("force_partials", EngineContent::kPartials);
  w.check_matrix("force_partials", by_q);
  w.check_matrix("force_partials", by_rate);
  w.matrices->compute(w.motion_of(q, rate, acceleration),
                      {.force_by_q = w.by_q.data(), .force_by_rate = w.C.data()});
  by_q = w.square(w.by_q.data());
  by_rate = w.square(w.C.data());
}

void Engine::force_partials(Vector q, Vector rate, Vector acceleration,
                            const Surroundings& surroundings, MatrixOut by_q, MatrixOut by_rate) {
  workspace_->check_content("force_partials", EngineContent::kLoads);
  force_partials(q, rate, acceleration, by_q, by_rate);
  workspace_->add_load_partials(surroundings, by_q);
}

void Engine::force_derivative_partial(Matrix motion, int k, int m, MatrixOut out) {
  force_derivative_partial(motion, {}, k, m, out);
}

void Engine::force_derivative_partial(Matrix motion, const Surroundings& surroundings, int k, int m,
                                      MatrixOut out) {
  Workspace& w = *workspace_;
  w.check_content("force_derivative_partial", EngineContent::kPartials);
  if (!surroundings.is_empty()) {
    w.check_content("force_derivative_partial", EngineContent::kLoads);
  }
  w.check_matrix("force_derivative_partial", out, k);
  check(m >= 0, "Engine::force_derivative_partial: m must be >= 0, got ", m, ".");
  w.columns_of("force_derivative_partial", motion, k + 3);
  if (k > 0) {
    model::SeriesBlock& A = w.result(static_cast<int>(w.n * w.n), 0);
    w.along->force_derivative_partial(w.one_state(), surroundings, k, m, A);
    out = w.square(A.column(0, 0));
    return;
  }
  if (m == 2) return w.compute_mass(out);
  if (m > 2) return static_cast<void>(out.setZero());
  w.matrices->compute(w.motion.data(), {.force_by_q = w.by_q.data(), .force_by_rate = w.C.data()});
  out = w.square(m == 0 ? w.by_q.data() : w.C.data());
  if (m == 0) w.add_load_partials(surroundings, out);
}

void Engine::factor_mass_matrix(Vector q) {
  Workspace& w = *workspace_;
  w.check_content("factor_mass_matrix", EngineContent::kMatrices);
  w.matrices->compute(w.motion_of(q), {.mass = w.M.data()});
  w.has_factor = w.mass_factor->factor(w.M.data());
  if (!w.has_factor) {
    check(q.allFinite(), "Engine::factor_mass_matrix: a coordinate is not finite.");
    throw NumericalError(concat("Engine: the mass matrix of '", w.model.name(),
                                "' is not positive definite: a coordinate moves no mass."));
  }
}

void Engine::solve_mass_matrix(VectorOut x) {
  Workspace& w = *workspace_;
  check(x.size() == w.n, "Engine::solve_mass_matrix: x has ", x.size(), " entries; the model has ",
        w.n, " coordinates.");
  check(w.has_factor, "Engine::solve_mass_matrix: factor_mass_matrix() comes first.");
  w.mass_factor->solve(x.data());
}

}  // namespace appell::force
