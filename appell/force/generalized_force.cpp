#include "appell/force/generalized_force.hpp"

#include "appell/base/check.hpp"
#include "appell/force/joint_wrenches.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::force {
namespace {

using kinematics::TreeMotion;
using taylor::Series;

/// Adds what the rotors take for the n-th derivative of q: I_r ratio² q⁽ⁿ⁾.
void add_rotors(const model::Model& model, const TreeMotion& motion, int n, Series<VecX>& out) {
  for (const model::Body& body : model.bodies()) {
    const double rotor = model.reflected_inertia(body);
    if (rotor == 0.0) continue;
    const Series<double> q_n =
        taylor::time_derivative(kinematics::joint_coordinate(motion, body), n);
    for (int k = 0; k <= out.order(); ++k) out[k](body.coordinate) += body.ratio * rotor * q_n[k];
  }
}

}  // namespace

Series<VecX> generalized_force(const model::Model& model, const TreeMotion& motion,
                               const Surroundings& surroundings, const Terms& terms) {
  Series<VecX> Q =
      along_joints(model, motion, joint_wrenches(model, motion, surroundings, terms));  // Eq. (1)
  if (terms.inertia) add_rotors(model, motion, 2, Q);
  return Q;
}

Series<VecX> inertia_force(const model::Model& model, const TreeMotion& motion) {
  return generalized_force(model, motion, {}, {.gravity = false});
}

Series<VecX> gravity_force(const model::Model& model, const TreeMotion& motion) {
  return generalized_force(model, motion, {}, {.inertia = false});
}

Series<VecX> load_force(const model::Model& model, const TreeMotion& motion,
                        const Surroundings& surroundings) {
  return generalized_force(model, motion, surroundings, {.inertia = false, .gravity = false});
}

Series<VecX> generalized_momentum(const model::Model& model, const TreeMotion& motion) {
  kinematics::check_motion("generalized_momentum", model, motion);
  check(motion.order() >= 1, "generalized_momentum: needs a motion of order >= 1, got order ",
        motion.order(), "; propagate the state with q and q'.");
  const int N = motion.order() - 1;
  std::vector<WrenchSeries> momenta;
  for (const model::Body& body : model.bodies()) {
    const mass::RigidMass& mass = body.rigid_mass;
    const kinematics::BodyMotion& B = motion[body.index];
    const Series<Vec3> c = kinematics::point_position(B, mass.p_BBcm);
    const Series<Vec3> H = mass.mass * taylor::time_derivative(c);
    Series<Vec3> I_omega_B = B.omega_WB_B;
    for (int k = 0; k <= N; ++k) I_omega_B[k] = mass.inertia_com() * I_omega_B[k];
    const Series<Vec3> arm = c.truncated(N) - B.p_WB.truncated(N);
    momenta.push_back({H, B.R_WB.truncated(N) * I_omega_B + taylor::cross(arm, H)});
  }
  sum_over_subtrees(model, motion, momenta);
  Series<VecX> P =
      momenta.empty() ? Series<VecX>(N, VecX::Zero(0)) : along_joints(model, motion, momenta);
  add_rotors(model, motion, 1, P);
  return P;
}

}  // namespace appell::force
