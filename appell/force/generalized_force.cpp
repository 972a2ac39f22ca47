#include "appell/force/generalized_force.hpp"

#include "appell/base/check.hpp"
#include "appell/engine/inverse_dynamics.hpp"
#include "appell/force/engine.hpp"
#include "appell/force/joint_wrenches.hpp"
#include "appell/force/tree_sums.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "appell/taylor/factorial.hpp"

namespace appell::force {
namespace {

using kinematics::TreeMotion;
using taylor::Series;

/// Adds what the rotors take for the n-th derivative of q: I_r ratio² q⁽ⁿ⁾.
void add_rotors(const TreeMotion& motion, int n, Series<VecX>& out) {
  const model::Model& model = motion.model();
  for (const model::Body& body : model.bodies()) {
    const double rotor = model.reflected_inertia(body);
    if (rotor == 0.0) continue;
    const Series<double> q_n =
        taylor::time_derivative(kinematics::joint_coordinate(motion, body), n);
    for (int k = 0; k <= out.order(); ++k) out[k](body.coordinate) += body.ratio * rotor * q_n[k];
  }
}

/// Q_inertia, and Q_gravity if wanted, rotors included, by the engine. For a single sample it has a
/// kernel of plain derivatives, four times as fast as that of coefficients: x⁽ᵏ⁾ = k! x[k].
Series<VecX> engine_force(const TreeMotion& motion, bool with_gravity) {
  const model::Model& model = motion.model();
  const int K = motion.order() - 1;
  const int n = model.num_coordinates();
  MatX q(n, K + 2), tau(n, K);  // [order][coordinate]: columns lie behind each other.
  for (int k = 0; k < K + 2; ++k) q.col(k) = taylor::factorial(k) * motion.q()[k];
  engine::InverseDynamicsOptions options;
  if (!with_gravity) options.gravity = Vec3::Zero();
  engine::InverseDynamics(model, K, options).compute(q.data(), tau.data());
  Series<VecX> Q(K - 1, VecX::Zero(n));
  for (int k = 0; k < K; ++k) Q[k] = tau.col(k) / taylor::factorial(k);
  return Q;
}

/// What compute() of an engine gives for the derivatives of a motion.
/// @param num_columns  how many derivatives, q included, a value takes.
template <class Compute>
Series<VecX> by_engine(const char* function, const Engine& engine, const TreeMotion& motion,
                       int num_columns, const Compute& compute) {
  const int n = engine.model().num_coordinates(), N = engine.order(), count = N + num_columns;
  check(motion.model().is_same(engine.model()), function, ": the motion is of model '",
        motion.model().name(), "', the engine of another, '", engine.model().name(), "'.");
  check(motion.order() >= count - 1, function, ": the motion is of order ", motion.order(),
        "; the engine needs order ", count - 1, ".");
  MatX q(n, count), derivatives(n, N + 1);
  for (int k = 0; k < count; ++k) q.col(k) = taylor::factorial(k) * motion.q()[k];
  compute(q, derivatives);
  Series<VecX> Q(N, VecX::Zero(n));
  for (int k = 0; k <= N; ++k) Q[k] = derivatives.col(k) / taylor::factorial(k);
  return Q;
}

}  // namespace

Series<VecX> generalized_force(Engine& engine, const TreeMotion& motion,
                               const Surroundings& surroundings) {
  return by_engine("generalized_force", engine, motion, 3, [&](const MatX& q, MatX& out) {
    if (surroundings.is_empty()) return engine.inverse_dynamics(q, out);
    engine.inverse_dynamics(q, surroundings, out);
  });
}

Series<VecX> inertia_force(Engine& engine, const TreeMotion& motion) {
  return by_engine("inertia_force", engine, motion, 3,
                   [&](const MatX& q, MatX& out) { engine.inertia(q, out); });
}

Series<VecX> gravity_force(Engine& engine, const TreeMotion& motion) {
  return by_engine("gravity_force", engine, motion, 1,
                   [&](const MatX& q, MatX& out) { engine.gravity(q, out); });
}

Series<VecX> load_force(Engine& engine, const TreeMotion& motion,
                        const Surroundings& surroundings) {
  return by_engine("load_force", engine, motion, 1,
                   [&](const MatX& q, MatX& out) { engine.load(q, surroundings, out); });
}

Series<VecX> generalized_momentum(Engine& engine, const TreeMotion& motion) {
  return by_engine("generalized_momentum", engine, motion, 2,
                   [&](const MatX& q, MatX& out) { engine.momentum(q, out); });
}

Series<VecX> generalized_force(const TreeMotion& motion, const Surroundings& surroundings,
                               const Operators& operators, Route route) {
  if (route == Route::kEngine && operators.inertia && motion.order() >= 2 &&
      motion.order() - 1 <= engine::InverseDynamics::kMostOutputs) {
    Series<VecX> Q = engine_force(motion, operators.gravity);
    if (!surroundings.loads.empty() || !surroundings.external.empty()) {
      Operators rest = operators;
      rest.inertia = rest.gravity = false;
      Q += generalized_force(motion, surroundings, rest, Route::kReadable).truncated(Q.order());
    }
    return Q;
  }
  Series<VecX> Q =
      along_joints(motion, joint_wrenches(motion, surroundings, operators));  // Eq. (1)
  if (operators.inertia) add_rotors(motion, 2, Q);
  return Q;
}

Series<VecX> inertia_force(const TreeMotion& motion, Route route) {
  return generalized_force(motion, {}, {.gravity = false}, route);
}

Series<VecX> gravity_force(const TreeMotion& motion) {
  return generalized_force(motion, {}, {.inertia = false});
}

Series<VecX> load_force(const TreeMotion& motion, const Surroundings& surroundings) {
  return generalized_force(motion, surroundings, {.inertia = false, .gravity = false});
}

Series<VecX> generalized_momentum(const TreeMotion& motion) {
  const model::Model& model = motion.model();
  check(motion.order() >= 1, "generalized_momentum: needs a motion of order >= 1, got order ",
        motion.order(), "; propagate the state with q and q'.");
  const int N = motion.order() - 1;
  std::vector<WrenchSeries> momenta;
  for (const model::Body& body : model.bodies()) {
    const mass::RigidMass& mass = body.rigid_mass;
    const kinematics::BodyMotion& B = motion[body.index];
    const Series<Vec3> c = kinematics::point_position(B, mass.p_BBcm);
    const Series<Vec3> H = mass.mass * taylor::time_derivative(c);
    const Series<Vec3> arm = c.truncated(N) - B.p_WB.truncated(N);
    momenta.push_back({H, spin(mass, B, N) + taylor::cross(arm, H)});
  }
  sum_over_subtrees(motion, momenta);
  Series<VecX> P = momenta.empty() ? Series<VecX>(N, VecX::Zero(0)) : along_joints(motion, momenta);
  add_rotors(motion, 1, P);
  return P;
}

}  // namespace appell::force
