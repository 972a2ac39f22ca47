#include "appell/force/engine_checks.hpp"
#include "appell/force/loaded_tree.hpp"

/// The checks, and the copies where an argument does not lie as UncheckedEngine needs it: all but
/// forces.
namespace appell::force {

// ---- Matrices.

void Engine::mass_matrix(Vector q, MatrixOut M) {
  Workspace& w = *workspace_;
  w.check_content("mass_matrix", EngineContent::kMatrices);
  w.check_matrix("mass_matrix", M);
  w.check_length("q", q.size());
  const double* at = w.apart(q.data(), w.n, M);
  w.fill(M, [&](double* to) { w.engine.mass_matrix(at, 0, to); });
}

void Engine::mass_matrix(Matrix motion, int k, MatrixOut M_k) {
  Workspace& w = *workspace_;
  w.check_content("mass_matrix", EngineContent::kMatrices);
  w.check_matrix("mass_matrix", M_k, k);
  const double* q = w.columns_of("mass_matrix", motion, k + 1, M_k);
  w.fill(M_k, [&](double* to) { w.engine.mass_matrix(q, k, to); });
}

void Engine::coriolis_matrix(Vector q, Vector rate, MatrixOut C) {
  Workspace& w = *workspace_;
  w.check_content("coriolis_matrix", EngineContent::kMatrices);
  w.check_matrix("coriolis_matrix", C);
  const double* motion = w.together(q, rate, nullptr, C);
  w.fill(C, [&](double* to) { w.engine.coriolis_matrix(motion, 0, to); });
}

void Engine::coriolis_matrix(Matrix motion, int k, MatrixOut C_k) {
  Workspace& w = *workspace_;
  w.check_content("coriolis_matrix", EngineContent::kMatrices);
  w.check_matrix("coriolis_matrix", C_k, k);
  const double* q = w.columns_of("coriolis_matrix", motion, k + 2, C_k);
  w.fill(C_k, [&](double* to) { w.engine.coriolis_matrix(q, k, to); });
}

void Engine::force_partials(Vector q, Vector rate, Vector acceleration, MatrixOut by_q,
                            MatrixOut by_rate) {
  workspace_->check_content("force_partials", EngineContent::kPartials);
  partials(q, rate, acceleration, {}, by_q, by_rate);
}

void Engine::force_partials(Vector q, Vector rate, Vector acceleration,
                            const Surroundings& surroundings, MatrixOut by_q, MatrixOut by_rate) {
  Workspace& w = *workspace_;
  w.check_content("force_partials", EngineContent::kLoads);
  w.check_content("force_partials", EngineContent::kPartials);
  check_surroundings("Engine::", "force_partials", model(), surroundings);
  partials(q, rate, acceleration, surroundings, by_q, by_rate);
}

void Engine::partials(Vector q, Vector rate, Vector acceleration, const Surroundings& surroundings,
                      MatrixOut& by_q, MatrixOut& by_rate) {
  Workspace& w = *workspace_;
  w.check_matrix("force_partials", by_q);
  w.check_matrix("force_partials", by_rate);
  check(w.n == 0 || by_q.data() != by_rate.data(),
        "Engine::force_partials: both results are one matrix; two are needed.");
  const double* motion = w.apart(w.together(q, rate, &acceleration, by_q), 3 * w.n, by_rate);
  w.fill(by_q, [&](double* to) {
    if (by_rate.outerStride() == w.n) {
      return w.engine.force_partials(motion, surroundings, to, by_rate.data());
    }
    w.engine.force_partials(motion, surroundings, to, w.second.data());
    by_rate = Eigen::Map<const MatX>(w.second.data(), w.n, w.n);
  });
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
    check_surroundings("Engine::", "force_derivative_partial", model(), surroundings);
  }
  w.check_matrix("force_derivative_partial", out, k);
  check(m >= 0, "Engine::force_derivative_partial: m must be >= 0, got ", m, ".");
  const double* q = w.columns_of("force_derivative_partial", motion, k + 3, out);
  w.fill(out, [&](double* to) { w.engine.force_derivative_partial(q, surroundings, k, m, to); });
}

void Engine::factor_mass_matrix(Vector q) {
  Workspace& w = *workspace_;
  w.check_content("factor_mass_matrix", EngineContent::kMatrices);
  w.check_length("q", q.size());
  w.has_factor = w.engine.factor_mass_matrix(q.data());
  if (!w.has_factor) {
    check(q.allFinite(), "Engine::factor_mass_matrix: a coordinate is not finite.");
    throw NumericalError(concat("Engine: the mass matrix of '", model().name(),
                                "' is not positive definite: a coordinate moves no mass."));
  }
}

void Engine::solve_mass_matrix(VectorOut x) {
  Workspace& w = *workspace_;
  w.check_length("x of solve_mass_matrix", x.size());
  check(w.has_factor, "Engine::solve_mass_matrix: factor_mass_matrix() comes first.");
  w.engine.solve_mass_matrix(x.data());
}

// ---- Energies.

double Engine::kinetic_energy(Vector q, Vector rate) {
  Workspace& w = *workspace_;
  w.check_content("kinetic_energy", EngineContent::kForces);
  return w.engine.kinetic_energy(w.together(q, rate, nullptr, nullptr, nullptr));
}

double Engine::potential_energy(Vector q) {
  Workspace& w = *workspace_;
  w.check_content("potential_energy", EngineContent::kGravity);
  w.check_length("q", q.size());
  double U;
  w.engine.potential_energy(q.data(), 0, &U);
  return U;
}

void Engine::potential_energy(Matrix motion, VectorOut out) {
  Workspace& w = *workspace_;
  w.check_content("potential_energy", EngineContent::kGravity);
  const int order = static_cast<int>(out.size()) - 1;
  check(order >= 0 && order <= w.N, "Engine::potential_energy: the result has ", out.size(),
        " entries; 1 to ", w.N + 1, " are needed.");
  const double* q = w.columns_of("potential_energy", motion, order + 1, out);
  w.engine.potential_energy(q, order, out.data());
}

double Engine::acceleration_energy(Matrix motion, int p) {
  Eigen::Matrix<double, 1, 1> E;
  acceleration_energy(motion, p, E);
  return E(0);
}

void Engine::acceleration_energy(Matrix motion, int p, VectorOut out) {
  Workspace& w = *workspace_;
  w.check_content("acceleration_energy", EngineContent::kEnergies);
  const int order = w.order_of_energy("acceleration_energy", p, out.size());
  const double* q = w.columns_of("acceleration_energy", motion, order + p + 2, out);
  w.engine.acceleration_energy(q, p, order, out.data());
}

void Engine::body_energies(Matrix motion, int p, MatrixOut out) {
  Workspace& w = *workspace_;
  const int B = model().num_bodies();
  w.check_content("body_energies", EngineContent::kEnergies);
  check(out.rows() == B, "Engine::body_energies: the result has ", out.rows(), " rows; ", B,
        " are needed.");
  const int order = w.order_of_energy("body_energies", p, out.cols());
  const double* q = w.columns_of("body_energies", motion, order + p + 2, out);
  w.fill(out, [&](double* to) { w.engine.body_energies(q, p, order, to); });
}

// ---- Motion of frames, and what the joints transmit.

engine::Kinematics& Engine::kinematics(Matrix motion) {
  Workspace& w = *workspace_;
  w.check_content("kinematics", EngineContent::kMotion);
  return w.engine.kinematics(w.columns_of("kinematics", motion, w.N + 3));
}

void Engine::jacobian(Matrix motion, const model::Frame& frame, int k, MatrixOut J) {
  Workspace& w = *workspace_;
  w.check_content("jacobian", EngineContent::kMotion);
  check(k >= 0 && k <= w.N + 2, "Engine::jacobian: derivative ", k,
        " is asked for; the engine was made for ", w.N + 2, ".");
  check_frame("Engine::", "jacobian", model(), frame);
  check(J.rows() == 6 && J.cols() == w.n, "Engine::jacobian: J is ", J.rows(), " x ", J.cols(),
        "; 6 x ", w.n, " is needed.");
  const double* q = w.columns_of("jacobian", motion, k + 1);
  w.fill(J, [&](double* to) { w.engine.jacobian(q, frame, k, to); });
}

void Engine::joint_wrenches(Vector q, Vector rate, Vector acceleration, MatrixOut out) {
  Workspace& w = *workspace_;
  const int B = model().num_bodies();
  w.check_content("joint_wrenches", EngineContent::kLoads);
  check(out.rows() == 6 && out.cols() == B, "Engine::joint_wrenches: got ", out.rows(), " x ",
        out.cols(), "; 6 x ", B, " is needed.");
  const double* motion = w.together(q, rate, &acceleration, out);
  w.fill(out, [&](double* to) { w.engine.joint_wrenches(motion, {}, 0, to); });
}

void Engine::joint_wrenches(Matrix motion, const Surroundings& surroundings, MatrixOut out) {
  Workspace& w = *workspace_;
  w.check_content("joint_wrenches", EngineContent::kLoads);
  const int order = w.order_of("joint_wrenches", out, 6, model().num_bodies());
  check_surroundings("Engine::", "joint_wrenches", model(), surroundings);
  const double* q = w.columns_of("joint_wrenches", motion, order + 3, out);
  w.fill(out, [&](double* to) { w.engine.joint_wrenches(q, surroundings, order, to); });
}

void Engine::reactions(Matrix motion, const Surroundings& surroundings, MatrixOut out) {
  Workspace& w = *workspace_;
  w.check_content("reactions", EngineContent::kLoads);
  const int order = w.order_of("reactions", out, 6, num_reactions());
  check_surroundings("Engine::", "reactions", model(), surroundings);
  const double* q = w.columns_of("reactions", motion, order + 3, out);
  w.fill(out, [&](double* to) { w.engine.reactions(q, surroundings, order, to); });
}

}  // namespace appell::force
