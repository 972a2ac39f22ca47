#include "appell/energy/momentum.hpp"

#include <algorithm>

#include "appell/base/check.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::energy {
namespace {

using kinematics::TreeMotion;
using taylor::Series;

void check_velocities(const char* function, const TreeMotion& motion) {
  check(motion.order() >= 1, function, ": needs a motion of order >= 1, got order ", motion.order(),
        "; propagate the state with q and q'.");
}

Series<Vec3> zero(int order) { return Series<Vec3>::constant(Vec3::Zero(), order); }

/// I ω = R I_B ω_B of a body.
Series<Vec3> spin(const TreeMotion& motion, const model::Body& body, int order) {
  Series<Vec3> I_omega_B = motion[body.index].omega_WB_B.truncated(order);
  for (int k = 0; k <= order; ++k) I_omega_B[k] = body.rigid_mass.inertia_com() * I_omega_B[k];
  return motion[body.index].R_WB.truncated(order) * I_omega_B;
}

Series<Vec3> momentum(const TreeMotion& motion, const model::Body& body) {
  const mass::RigidMass& B = body.rigid_mass;
  return B.mass * taylor::time_derivative(
                      kinematics::point_position(motion[body.index], B.p_BBcm));  // Eq. (1)
}

const model::Body& checked_body(const char* function, const TreeMotion& motion, int body) {
  check_velocities(function, motion);
  check(body >= 0 && body < motion.num_bodies(), function, ": there is no body ", body,
        "; the model has ", motion.num_bodies(), ".");
  return motion.model().bodies()[body];
}

/// K of Σ_B (r_B - a) × m v_B + I ω, of the order of `a`.
Series<Vec3> moment_of_momentum(const TreeMotion& motion, const Series<Vec3>& a) {
  const model::Model& model = motion.model();
  const int N = a.order();
  Series<Vec3> K = zero(N);
  for (const model::Body& body : model.bodies()) {
    const mass::RigidMass& B = body.rigid_mass;
    const Series<Vec3> c = kinematics::point_position(motion[body.index], B.p_BBcm);
    const Series<Vec3> v = taylor::time_derivative(c).truncated(N);
    K += B.mass * taylor::cross(c.truncated(N) - a, v);

    K += spin(motion, body, N);
  }
  return K;
}

/// Mass of all that moves, in kg.
double moving_mass(const model::Model& model) {
  double mass = 0.0;
  for (const model::Body& body : model.bodies()) mass += body.rigid_mass.mass;
  return mass;
}

}  // namespace

Series<Vec3> centre_of_mass(const TreeMotion& motion) {
  const model::Model& model = motion.model();
  const double mass = moving_mass(model);
  check(mass > 0.0, "centre_of_mass: nothing that moves in model '", model.name(), "' has mass.");
  Series<Vec3> sum = zero(motion.order());
  for (const model::Body& body : model.bodies()) {
    const mass::RigidMass& B = body.rigid_mass;
    sum += B.mass * kinematics::point_position(motion[body.index], B.p_BBcm);
  }
  return 1.0 / mass * sum;
}

Series<Vec3> linear_momentum(const TreeMotion& motion) {
  const model::Model& model = motion.model();
  check_velocities("linear_momentum", motion);
  Series<Vec3> H = zero(motion.order() - 1);
  for (const model::Body& body : model.bodies()) H += momentum(motion, body);
  return H;
}

Series<Vec3> angular_momentum(const TreeMotion& motion) {
  check_velocities("angular_momentum", motion);
  return moment_of_momentum(motion, zero(motion.order() - 1));  // Eq. (2)
}

Series<Vec3> angular_momentum_about(const TreeMotion& motion, const Series<Vec3>& p_WA) {
  check_velocities("angular_momentum_about", motion);
  check(p_WA.order() >= 0, "angular_momentum_about: the point is an empty series.");
  for (int k = 0; k <= p_WA.order(); ++k) {
    check(p_WA[k].allFinite(), "angular_momentum_about: coefficient ", k,
          " of the point is not finite.");
  }
  const int N = std::min(motion.order() - 1, p_WA.order());
  return moment_of_momentum(motion, p_WA.truncated(N));  // Eq. (3)
}

Series<Vec3> angular_momentum_about_com(const TreeMotion& motion) {
  check_velocities("angular_momentum_about_com", motion);
  const Series<Vec3> com = centre_of_mass(motion).truncated(motion.order() - 1);
  return moment_of_momentum(motion, com);  // Eq. (4)
}

Series<Vec3> linear_momentum(const TreeMotion& motion, int body) {
  return momentum(motion, checked_body("linear_momentum", motion, body));
}

Series<Vec3> spin(const TreeMotion& motion, int body) {
  return spin(motion, checked_body("spin", motion, body), motion.order() - 1);
}

}  // namespace appell::energy
