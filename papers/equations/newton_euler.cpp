#include "papers/equations/newton_euler.hpp"

#include "appell/base/check.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::equations {
namespace {

using taylor::Series;

const model::Body& checked_body(const char* function, const kinematics::TreeMotion& motion,
                                int body) {
  const model::Model& model = motion.model();
  check(motion.order() >= 2, function, ": needs a motion of order >= 2, got ", motion.order(), ".");
  check(body >= 0 && body < model.num_bodies(), function, ": there is no body ", body, "; model '",
        model.name(), "' has ", model.num_bodies(), ".");
  return model.bodies()[body];
}

}  // namespace

Series<Vec3> inertia_force(const kinematics::TreeMotion& motion, int body) {
  const mass::RigidMass& B = checked_body("inertia_force", motion, body).rigid_mass;
  const Series<Vec3> r_C = kinematics::point_position(motion[body], B.p_BBcm);
  return B.mass * taylor::time_derivative(r_C, 2);
}

Series<Vec3> inertia_moment(const kinematics::TreeMotion& motion, int body) {
  const mass::RigidMass& B = checked_body("inertia_moment", motion, body).rigid_mass;
  const int N = motion.order() - 2;
  const Series<Mat3> R = motion[body].R_WB.truncated(N);
  const Series<Mat3> I = R * (Series<Mat3>::constant(B.inertia_com(), N) * taylor::transpose(R));
  const Series<Vec3> omega = motion[body].omega_WB.truncated(N);
  const Series<Vec3> epsilon = taylor::time_derivative(motion[body].omega_WB);
  return I * epsilon + taylor::cross(omega, I * omega);  // Eq. (1)
}

}  // namespace appell::equations
