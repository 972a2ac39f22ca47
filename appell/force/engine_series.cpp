#include <algorithm>

#include "appell/force/engine_workspace.hpp"
#include "appell/taylor/factorial.hpp"

/// What UncheckedEngine gives along a motion, with time derivatives and with loads.
namespace appell::force {

const model::StateBlock& UncheckedEngine::Workspace::one_state(const double* given, int count) {
  for (int k = 0; k <= N + 2; ++k) {
    for (int j = 0; j < n; ++j) {
      state.q().column(k, j)[0] = k < count ? given[k * n + j] / taylor::factorial(k) : 0.0;
    }
  }
  return state;
}

model::SeriesBlock& UncheckedEngine::Workspace::result(int columns, int order) {
  return *std::find_if(results.begin(), results.end(), [&](const model::SeriesBlock& block) {
    return block.num_coordinates() == columns && block.order() == order;
  });
}

void UncheckedEngine::Workspace::set_derivatives(const model::SeriesBlock& from, double* out) {
  std::fill_n(out, (from.order() + 1) * from.num_coordinates(), 0.0);
  add_derivatives(from, out);
}

void UncheckedEngine::Workspace::add_derivatives(const model::SeriesBlock& from, double* out) {
  for (int k = 0; k <= from.order(); ++k) {
    for (int e = 0; e < from.num_coordinates(); ++e) {
      out[k * from.num_coordinates() + e] += taylor::factorial(k) * from.column(k, e)[0];
    }
  }
}

// ---- Forces.

void UncheckedEngine::Workspace::compute_force(const double* given, int order,
                                               const Vec3& acceleration, double* out) {
  engine::InverseDynamics& dynamics = order == 0 ? *value : *higher;
  dynamics.set_gravity(acceleration);
  dynamics.compute(given, out);
}

void UncheckedEngine::inverse_dynamics(const double* motion, int order, double* tau) noexcept {
  workspace_->compute_force(motion, order, workspace_->model.gravity(), tau);
}

void UncheckedEngine::inertia(const double* motion, int order, double* out) noexcept {
  workspace_->compute_force(motion, order, Vec3::Zero(), out);
}

void UncheckedEngine::inverse_dynamics(const double* motion, const Surroundings& surroundings,
                                       int order, double* tau) noexcept {
  inverse_dynamics(motion, order, tau);
  workspace_->add_loads(motion, order, surroundings, tau);
}

/// Leibniz: (Jᵀ W)⁽ᵏ⁾.
void UncheckedEngine::Workspace::add_load(int order, const Wrench& wrench, double sign,
                                          Eigen::Map<MatX> out) {
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

void UncheckedEngine::Workspace::add_loads(const double* given, int order,
                                           const Surroundings& surroundings, double* out) {
  if (surroundings.is_empty()) return;
  const Eigen::Map<MatX> forces(out, n, order + 1);
  load_motion->compute(order == N ? given : padded(given, order + 1));
  for (const Wrench& load : surroundings.loads) add_load(order, load, 1.0, forces);
  for (const Wrench& wrench : surroundings.external) add_load(order, wrench, -1.0, forces);
}

void UncheckedEngine::load(const double* motion, const Surroundings& surroundings, int order,
                           double* out) noexcept {
  std::fill_n(out, (order + 1) * workspace_->n, 0.0);
  workspace_->add_loads(motion, order, surroundings, out);
}

void UncheckedEngine::Workspace::force_by_batch(const double* given, int count, int order,
                                                BatchForce compute, double* out) {
  model::SeriesBlock& Q = result(static_cast<int>(n), order);
  (batch(order).*compute)(one_state(given, count), Q);
  set_derivatives(Q, out);
}

void UncheckedEngine::gravity(const double* motion, int order, double* out) noexcept {
  Workspace& w = *workspace_;
  if (order == 0) return w.compute_force(w.padded(motion, 1), 0, w.model.gravity(), out);
  w.force_by_batch(motion, order + 1, order, &UncheckedEngineBatch::gravity, out);
}

void UncheckedEngine::bias(const double* motion, int order, double* out) noexcept {
  Workspace& w = *workspace_;
  if (order == 0) return w.compute_force(w.padded(motion, 2), 0, Vec3::Zero(), out);
  w.force_by_batch(motion, order + 2, order, &UncheckedEngineBatch::bias, out);
}

void UncheckedEngine::momentum(const double* motion, int order, double* out) noexcept {
  Workspace& w = *workspace_;
  if (order == 0) {  // Inverse dynamics at rest, with the rate for an acceleration.
    w.padded(motion, 1);
    std::copy_n(motion + w.n, w.n, w.motion.col(2).data());
    return w.compute_force(w.motion.data(), 0, Vec3::Zero(), out);
  }
  w.force_by_batch(motion, order + 2, order, &UncheckedEngineBatch::momentum, out);
}

int UncheckedEngine::friction(const double* motion, const Surroundings& surroundings, int order,
                              double* out) noexcept {
  Workspace& w = *workspace_;
  model::SeriesBlock& Q = w.result(static_cast<int>(w.n), order);
  const model::StateBlock& state = w.one_state(motion, order + w.friction_orders + 1);
  const int highest = w.batch(order).friction(state, surroundings, Q);
  w.set_derivatives(Q, out);
  return highest;
}

int UncheckedEngine::motor_force(const double* motion, const Surroundings& surroundings, int order,
                                 double* out) noexcept {
  Workspace& w = *workspace_;
  inverse_dynamics(motion, surroundings, order, out);
  model::SeriesBlock& Q = w.result(static_cast<int>(w.n), order);
  const int highest = w.batch(order).friction(w.one_state(motion, order + 3), surroundings, Q);
  w.add_derivatives(Q, out);
  return highest;
}

// ---- Energies.

double UncheckedEngine::kinetic_energy(const double* motion) noexcept {
  Workspace& w = *workspace_;
  momentum(motion, 0, w.force.data());
  return 0.5 * w.motion.col(2).dot(w.force);
}

void UncheckedEngine::potential_energy(const double* motion, int order, double* out) noexcept {
  Workspace& w = *workspace_;
  model::SeriesBlock& U = w.result(1, order);
  w.batch(order).potential_energy(w.one_state(motion, order + 1), U);
  w.set_derivatives(U, out);
}

void UncheckedEngine::acceleration_energy(const double* motion, int p, int order,
                                          double* out) noexcept {
  Workspace& w = *workspace_;
  model::SeriesBlock& E = w.result(1, order);
  w.batch(p > 1 ? w.N : order).acceleration_energy(w.one_state(motion, order + p + 2), p, E);
  w.set_derivatives(E, out);
}

void UncheckedEngine::body_energies(const double* motion, int p, int order, double* out) noexcept {
  Workspace& w = *workspace_;
  model::SeriesBlock& E = w.result(w.model.num_bodies(), order);
  w.batch(p > 1 ? w.N : order).body_energies(w.one_state(motion, order + p + 2), p, E);
  w.set_derivatives(E, out);
}

// ---- What the joints transmit.

void UncheckedEngine::joint_wrenches(const double* motion, const Surroundings& surroundings,
                                     int order, double* out) noexcept {
  Workspace& w = *workspace_;
  model::SeriesBlock& wrenches = w.result(6 * w.model.num_bodies(), order);
  w.batch(order).joint_wrenches(w.one_state(motion, order + 3), surroundings, wrenches);
  w.set_derivatives(wrenches, out);
}

void UncheckedEngine::reactions(const double* motion, const Surroundings& surroundings, int order,
                                double* out) noexcept {
  Workspace& w = *workspace_;
  model::SeriesBlock& wrenches = w.result(6 * num_reactions(), order);
  w.batch(order).reactions(w.one_state(motion, order + 3), surroundings, wrenches);
  w.set_derivatives(wrenches, out);
}

}  // namespace appell::force
