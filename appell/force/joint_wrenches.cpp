#include "appell/force/joint_wrenches.hpp"

#include "appell/base/check.hpp"
#include "appell/force/applied_wrench.hpp"
#include "appell/force/tree_sums.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::force {
namespace {

using kinematics::BodyMotion;
using kinematics::TreeMotion;
using taylor::Series;

/// Of a body, about its centre of mass, to order N.
WrenchSeries inertia_wrench(const mass::RigidMass& mass, const BodyMotion& B, int N) {
  const Series<Vec3> c = kinematics::point_position(B, mass.p_BBcm).truncated(N + 2);
  return {mass.mass * taylor::time_derivative(c, 2),       // Eq. (1)
          taylor::time_derivative(spin(mass, B, N + 1))};  // Eq. (2)
}

void add_inertia(const model::Body& body, const BodyMotion& B, WrenchSeries& w) {
  const mass::RigidMass& mass = body.rigid_mass;
  const int N = w.force.order();
  const WrenchSeries own = inertia_wrench(mass, B, N);
  w.force += own.force;
  w.moment += own.moment;
  w.moment += taylor::cross(kinematics::vector_in_world(B, mass.p_BBcm, N), own.force);
}

void add_weight(const model::Body& body, const BodyMotion& B, const Vec3& gravity,
                WrenchSeries& w) {
  const mass::RigidMass& mass = body.rigid_mass;
  const Vec3 lift = -mass.mass * gravity;
  w.force[0] += lift;
  for (int k = 0; k <= w.moment.order(); ++k) {
    w.moment[k] += Vec3(B.R_WB[k] * mass.p_BBcm).cross(lift);
  }
}

/// Adds `sign` times a wrench that acts at a frame to what its body needs.
void add_applied(const TreeMotion& motion, const Wrench& wrench, double sign,
                 std::vector<WrenchSeries>& at_bodies) {
  check_wrench("joint_wrenches", motion, wrench);
  if (wrench.frame.body == model::kWorld) return;
  WrenchSeries& w = at_bodies[wrench.frame.body];
  const int N = w.force.order();
  const WrenchSeries applied = in_world(motion, wrench);
  const Series<Vec3> F = applied.force.truncated(N);
  w.force += sign * F;
  w.moment += sign * applied.moment.truncated(N);
  const Series<Vec3> arm =
      kinematics::vector_in_world(motion[wrench.frame.body], wrench.frame.X_BF.p, N);
  w.moment += sign * taylor::cross(arm, F);
}

}  // namespace

WrenchSeries inertia_wrench(const TreeMotion& motion, int body) {
  check(motion.order() >= 2, "inertia_wrench: needs a motion of order >= 2, got order ",
        motion.order(), ".");
  check(body >= 0 && body < motion.num_bodies(), "inertia_wrench: there is no body ", body,
        "; the model has ", motion.num_bodies(), ".");
  return inertia_wrench(motion.model().bodies()[body].rigid_mass, motion[body], motion.order() - 2);
}

std::vector<WrenchSeries> joint_wrenches(const TreeMotion& motion, const Surroundings& surroundings,
                                         const Operators& operators) {
  std::vector<WrenchSeries> wrenches;
  joint_wrenches(motion, surroundings, operators, wrenches);
  return wrenches;
}

void joint_wrenches(const TreeMotion& motion, const Surroundings& surroundings,
                    const Operators& operators, std::vector<WrenchSeries>& wrenches) {
  const model::Model& model = motion.model();
  check(!operators.inertia || motion.order() >= 2,
        "joint_wrenches: inertia forces need a motion of order >= 2, got order ", motion.order(),
        "; propagate the state with q, q' and q''.");
  const int N = operators.inertia ? motion.order() - 2 : motion.order();
  wrenches.assign(model.num_bodies(), WrenchSeries::zero(N));
  for (const model::Body& body : model.bodies()) {
    WrenchSeries& w = wrenches[body.index];
    if (operators.inertia) add_inertia(body, motion[body.index], w);
    if (operators.gravity) add_weight(body, motion[body.index], model.gravity(), w);
  }
  if (operators.loads) {
    for (const Wrench& load : surroundings.loads) add_applied(motion, load, 1.0, wrenches);
  }
  if (operators.external) {
    for (const Wrench& wrench : surroundings.external) {
      add_applied(motion, wrench, -1.0, wrenches);
    }
  }
  sum_over_subtrees(motion, wrenches);
}

Series<VecX> along_joints(const TreeMotion& motion, const std::vector<WrenchSeries>& wrenches) {
  const model::Model& model = motion.model();
  const int N = wrenches.empty() ? motion.order() : wrenches.front().force.order();
  Series<VecX> Q(N, VecX::Zero(model.num_coordinates()));
  along_joints(motion, wrenches, Q);
  return Q;
}

void along_joints(const TreeMotion& motion, const std::vector<WrenchSeries>& wrenches,
                  Series<VecX>& Q) {
  const model::Model& model = motion.model();
  const int N = Q.order();
  for (int k = 0; k <= N; ++k) Q[k].setZero();
  for (const model::Body& body : model.bodies()) {
    const WrenchSeries& w = wrenches[body.index];
    const Series<Mat3>& R_WB = motion[body.index].R_WB;
    for (int k = 0; k <= N; ++k) {
      double sum = 0.0;
      for (int j = 0; j <= k; ++j) {  // Eq. (5)
        sum += (R_WB[j] * body.screw.angular).dot(w.moment[k - j]);
        sum += (R_WB[j] * body.screw.linear).dot(w.force[k - j]);
      }
      Q[k](body.coordinate) += body.ratio * sum;
    }
  }
}

}  // namespace appell::force
