#include <algorithm>

#include "appell/base/check.hpp"
#include "appell/force/engine_workspace.hpp"
#include "appell/force/loaded_tree.hpp"
#include "appell/taylor/factorial.hpp"

/// What Engine gives along a motion, with time derivatives and with loads.
namespace appell::force {

int Engine::Workspace::order_of(const char* function, const Eigen::Ref<MatX>& out,
                                Eigen::Index rows, Eigen::Index columns) const {
  const bool is_value = out.cols() == columns;
  check(out.rows() == rows && (is_value || out.cols() == columns * (N + 1)), "Engine::", function,
        ": the result is ", out.rows(), " x ", out.cols(), "; ", rows, " x ", columns, " or ", rows,
        " x ", columns * (N + 1), " is needed.");
  return is_value ? 0 : N;
}

const double* Engine::Workspace::columns_of(const char* function, Matrix given, int count) {
  check(given.rows() == n && given.cols() >= count, "Engine::", function, ": the motion is ",
        given.rows(), " x ", given.cols(), "; ", n, " x ", count, " is needed, q and ", count - 1,
        " derivatives.");
  motion.leftCols(count) = given.leftCols(count);
  motion.rightCols(N + 3 - count).setZero();
  return motion.data();
}

const model::StateBlock& Engine::Workspace::one_state() {
  for (int k = 0; k <= N + 2; ++k) {
    for (int j = 0; j < n; ++j) state.q().column(k, j)[0] = motion(j, k) / taylor::factorial(k);
  }
  return state;
}

model::SeriesBlock& Engine::Workspace::result(int columns, int order) {
  return *std::find_if(results.begin(), results.end(), [&](const model::SeriesBlock& block) {
    return block.num_coordinates() == columns && block.order() == order;
  });
}

void Engine::Workspace::set_derivatives(const model::SeriesBlock& from, MatrixOut out) {
  out.setZero();
  add_derivatives(from, out);
}

void Engine::Workspace::add_derivatives(const model::SeriesBlock& from, MatrixOut out) {
  const int rows = static_cast<int>(out.rows());
  const int columns = rows == 0 ? 0 : from.num_coordinates() / rows;
  for (int k = 0; k <= from.order(); ++k) {
    for (int e = 0; e < rows * columns; ++e) {
      out(e % rows, k * columns + e / rows) += taylor::factorial(k) * from.column(k, e)[0];
    }
  }
}

void Engine::Workspace::compute_force(int order, const Vec3& acceleration, MatrixOut out) {
  engine::InverseDynamics& dynamics = order == 0 ? *value : *higher;
  dynamics.set_gravity(acceleration);
  if (order == 0 || out.outerStride() == n) {
    dynamics.compute(motion.data(), out.data());
    return;
  }
  double* columns = result(static_cast<int>(n), order).column(0, 0);
  dynamics.compute(motion.data(), columns);
  out = Eigen::Map<const MatX>(columns, n, order + 1);
}

void Engine::inverse_dynamics(Matrix motion, MatrixOut tau) {
  Workspace& w = *workspace_;
  w.check_content("inverse_dynamics", EngineContent::kForces);
  const int order = w.order_of("inverse_dynamics", tau, w.n, 1);
  w.columns_of("inverse_dynamics", motion, order + 3);
  w.compute_force(order, w.model.gravity(), tau);
}

void Engine::inertia(Matrix motion, MatrixOut out) {
  Workspace& w = *workspace_;
  w.check_content("inertia", EngineContent::kForces);
  const int order = w.order_of("inertia", out, w.n, 1);
  w.columns_of("inertia", motion, order + 3);
  w.compute_force(order, Vec3::Zero(), out);
}

void Engine::inverse_dynamics(Matrix motion, const Surroundings& surroundings, MatrixOut tau) {
  Workspace& w = *workspace_;
  w.check_content("inverse_dynamics", EngineContent::kLoads);
  check_surroundings("Engine::", "inverse_dynamics", w.model, surroundings);
  inverse_dynamics(motion, tau);
  w.add_loads(w.order_of("inverse_dynamics", tau, w.n, 1), surroundings, tau);
}

/// Leibniz: (Jᵀ W)⁽ᵏ⁾.
void Engine::Workspace::add_load(int order, const Wrench& wrench, double sign, MatrixOut out) {
  load_motion->jacobian(wrench.frame, order, J.data());
  const auto given = [](const std::vector<Vec3>& derivatives, int i) {
    const auto at = static_cast<std::size_t>(i);
    return at < derivatives.size() ? derivatives[at] : Vec3(Vec3::Zero());
  };
  for (int j = 0; j <= order; ++j) {
    Vec6 W = Vec6::Zero();  // W⁽ʲ⁾, world axes
    if (wrench.axes == Wrench::Axes::kOfWorld) {
      W << given(wrench.force_derivatives, j), given(wrench.moment_derivatives, j);
    } else {
      for (int i = 0; i <= j; ++i) {
        const Mat3 R = taylor::binomial(j, i) * load_motion->rotation(wrench.frame, j - i);
        W.head<3>() += R * given(wrench.force_derivatives, i);
        W.tail<3>() += R * given(wrench.moment_derivatives, i);
      }
    }
    for (int k = j; k <= order; ++k) {
      const Vec6 part = sign * taylor::binomial(k, j) * W;
      const double* J_k = J.data() + 6 * n * (k - j);
      out.col(k).noalias() += Eigen::Map<const RowMajor>(J_k, 6, n).transpose() * part;
    }
  }
}

void Engine::Workspace::add_loads(int order, const Surroundings& surroundings, MatrixOut out) {
  if (surroundings.is_empty()) return;
  load_motion->compute(motion.data());
  for (const Wrench& load : surroundings.loads) add_load(order, load, 1.0, out);
  for (const Wrench& wrench : surroundings.external) add_load(order, wrench, -1.0, out);
}

void Engine::load(Matrix motion, const Surroundings& surroundings, MatrixOut out) {
  Workspace& w = *workspace_;
  w.check_content("load", EngineContent::kLoads);
  const int order = w.order_of("load", out, w.n, 1);
  check_surroundings("Engine::", "load", w.model, surroundings);
  w.columns_of("load", motion, order + 1);
  out.setZero();
  w.add_loads(order, surroundings, out);
}

int Engine::Workspace::begin_force(const char* function, Matrix given, int num_columns,
                                   EngineContent of_derivatives, const MatrixOut& out) {
  const int order = order_of(function, out, n, 1);
  check_content(function, order == 0 ? EngineContent::kForces : of_derivatives);
  columns_of(function, given, order + num_columns);
  return order;
}

void Engine::Workspace::force_by_batch(int order, BatchForce compute, MatrixOut out) {
  model::SeriesBlock& Q = result(static_cast<int>(n), order);
  (batch(order).*compute)(one_state(), Q);
  set_derivatives(Q, out);
}

void Engine::gravity(Matrix motion, MatrixOut out) {
  Workspace& w = *workspace_;
  const int order = w.begin_force("gravity", motion, 1, EngineContent::kGravity, out);
  if (order == 0) return w.compute_force(0, w.model.gravity(), out);
  w.force_by_batch(order, &EngineBatch::gravity, out);
}

void Engine::bias(Matrix motion, MatrixOut out) {
  Workspace& w = *workspace_;
  const int order = w.begin_force("bias", motion, 2, EngineContent::kMatrices, out);
  if (order == 0) return w.compute_force(0, Vec3::Zero(), out);
  w.force_by_batch(order, &EngineBatch::bias, out);
}

void Engine::momentum(Matrix motion, MatrixOut out) {
  Workspace& w = *workspace_;
  const int order = w.begin_force("momentum", motion, 2, EngineContent::kMatrices, out);
  if (order == 0) {  // Inverse dynamics at rest, with the rate for an acceleration.
    w.motion.col(2).swap(w.motion.col(1));
    return w.compute_force(0, Vec3::Zero(), out);
  }
  w.force_by_batch(order, &EngineBatch::momentum, out);
}

void Engine::friction(Vector q, Vector rate, Vector acceleration, VectorOut out) {
  Workspace& w = *workspace_;
  w.check_content("friction", EngineContent::kLoads);
  check(out.size() == w.n, "Engine::friction: the result has ", out.size(), " entries; ", w.n,
        " are needed.");
  w.motion_of(q, rate, acceleration);
  model::SeriesBlock& Q = w.result(static_cast<int>(w.n), 0);
  w.batch(0).friction(w.one_state(), {}, Q);
  w.set_derivatives(Q, out);
}

int Engine::friction(Matrix motion, const Surroundings& surroundings, MatrixOut out) {
  Workspace& w = *workspace_;
  w.check_content("friction", EngineContent::kLoads);
  const int order = w.order_of("friction", out, w.n, 1);
  w.columns_of("friction", motion, order + w.friction_orders + 1);
  model::SeriesBlock& Q = w.result(static_cast<int>(w.n), order);
  const int highest = w.batch(order).friction(w.one_state(), surroundings, Q);
  w.set_derivatives(Q, out);
  return highest;
}

int Engine::motor_force(Matrix motion, const Surroundings& surroundings, MatrixOut out) {
  Workspace& w = *workspace_;
  inverse_dynamics(motion, surroundings, out);
  const int order = w.order_of("motor_force", out, w.n, 1);
  model::SeriesBlock& Q = w.result(static_cast<int>(w.n), order);
  const int highest = w.batch(order).friction(w.one_state(), surroundings, Q);
  w.add_derivatives(Q, out);
  return highest;
}

double Engine::potential_energy(Vector q) {
  Workspace& w = *workspace_;
  w.check_content("potential_energy", EngineContent::kGravity);
  w.motion_of(q);
  w.batch(0).potential_energy(w.one_state(), w.result(1, 0));
  return *w.result(1, 0).column(0, 0);
}

void Engine::potential_energy(Matrix motion, VectorOut out) {
  Workspace& w = *workspace_;
  w.check_content("potential_energy", EngineContent::kGravity);
  const int order = static_cast<int>(out.size()) - 1;
  check(order >= 0 && order <= w.N, "Engine::potential_energy: the result has ", out.size(),
        " entries; 1 to ", w.N + 1, " are needed.");
  w.columns_of("potential_energy", motion, order + 1);
  model::SeriesBlock& U = w.result(1, order);
  w.batch(order).potential_energy(w.one_state(), U);
  for (int k = 0; k <= order; ++k) out(k) = taylor::factorial(k) * *U.column(k, 0);
}

int Engine::Workspace::order_of_energy(const char* function, int p, Eigen::Index count) const {
  check(p >= 0 && p <= N + 1, "Engine::", function, ": p = ", p,
        " is asked for; the engine was made for at most ", N + 1, ".");
  const int most = std::min(N, N + 1 - p) + 1;
  check(count >= 1 && count <= most, "Engine::", function, ": the result has ", count,
        " derivatives, itself included; 1 to ", most, " are needed for p = ", p, ".");
  return static_cast<int>(count) - 1;
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
  w.columns_of("acceleration_energy", motion, order + p + 2);
  model::SeriesBlock& E = w.result(1, order);
  w.batch(p > 1 ? w.N : order).acceleration_energy(w.one_state(), p, E);
  for (int k = 0; k <= order; ++k) out(k) = taylor::factorial(k) * *E.column(k, 0);
}

void Engine::body_energies(Matrix motion, int p, MatrixOut out) {
  Workspace& w = *workspace_;
  const int B = w.model.num_bodies();
  w.check_content("body_energies", EngineContent::kEnergies);
  check(out.rows() == B, "Engine::body_energies: the result has ", out.rows(), " rows; ", B,
        " are needed.");
  const int order = w.order_of_energy("body_energies", p, out.cols());
  w.columns_of("body_energies", motion, order + p + 2);
  model::SeriesBlock& E = w.result(B, order);
  w.batch(p > 1 ? w.N : order).body_energies(w.one_state(), p, E);
  w.set_derivatives(E, out);
}

void Engine::joint_wrenches(Vector q, Vector rate, Vector acceleration, MatrixOut out) {
  Workspace& w = *workspace_;
  const int B = w.model.num_bodies();
  w.check_content("joint_wrenches", EngineContent::kLoads);
  check(out.rows() == 6 && out.cols() == B, "Engine::joint_wrenches: got ", out.rows(), " x ",
        out.cols(), "; 6 x ", B, " is needed.");
  w.motion_of(q, rate, acceleration);
  w.batch(0).joint_wrenches(w.one_state(), {}, w.result(6 * B, 0));
  w.set_derivatives(w.result(6 * B, 0), out);
}

void Engine::joint_wrenches(Matrix motion, const Surroundings& surroundings, MatrixOut out) {
  Workspace& w = *workspace_;
  const int B = w.model.num_bodies();
  w.check_content("joint_wrenches", EngineContent::kLoads);
  const int order = w.order_of("joint_wrenches", out, 6, B);
  w.columns_of("joint_wrenches", motion, order + 3);
  model::SeriesBlock& wrenches = w.result(6 * B, order);
  w.batch(order).joint_wrenches(w.one_state(), surroundings, wrenches);
  w.set_derivatives(wrenches, out);
}

void Engine::reactions(Matrix motion, const Surroundings& surroundings, MatrixOut out) {
  Workspace& w = *workspace_;
  w.check_content("reactions", EngineContent::kLoads);
  const int order = w.order_of("reactions", out, 6, num_reactions());
  w.columns_of("reactions", motion, order + 3);
  model::SeriesBlock& wrenches = w.result(6 * num_reactions(), order);
  w.batch(order).reactions(w.one_state(), surroundings, wrenches);
  w.set_derivatives(wrenches, out);
}

}  // namespace appell::force
