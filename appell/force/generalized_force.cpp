#include "appell/force/generalized_force.hpp"

#include "appell/base/check.hpp"
#include "appell/force/joint_wrenches.hpp"
#include "appell/force/tree_sums.hpp"
#include "appell/taylor/arithmetic.hpp"

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

}  // namespace

Series<VecX> generalized_force(const TreeMotion& motion, const Surroundings& surroundings,
                               const Operators& operators) {
  Series<VecX> Q =
      along_joints(motion, joint_wrenches(motion, surroundings, operators));  // Eq. (1)
  if (operators.inertia) add_rotors(motion, 2, Q);
  return Q;
}

Series<VecX> inertia_force(const TreeMotion& motion) {
  return generalized_force(motion, {}, {.gravity = false});
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
