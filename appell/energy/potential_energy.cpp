#include "appell/energy/potential_energy.hpp"

#include "appell/base/check.hpp"

namespace appell::energy {
namespace {

using taylor::Series;

void add_energy(const kinematics::TreeMotion& motion, const model::Body& body, Series<double>& U) {
  const model::Model& model = motion.model();
  const mass::RigidMass& B = body.rigid_mass;
  const Series<Vec3> c = kinematics::point_position(motion[body.index], B.p_BBcm);
  for (int k = 0; k <= U.order(); ++k) U[k] -= B.mass * model.gravity().dot(c[k]);  // Eq. (1)
}

}  // namespace

Series<double> potential_energy(const kinematics::TreeMotion& motion) {
  const model::Model& model = motion.model();
  Series<double> U = Series<double>::constant(0.0, motion.order());
  for (const model::Body& body : model.bodies()) add_energy(motion, body, U);
  return U;
}

Series<double> potential_energy(const kinematics::TreeMotion& motion, int body) {
  const model::Model& model = motion.model();
  check(body >= 0 && body < model.num_bodies(), "potential_energy: there is no body ", body,
        "; model '", model.name(), "' has ", model.num_bodies(), ".");
  Series<double> U = Series<double>::constant(0.0, motion.order());
  add_energy(motion, model.bodies()[body], U);
  return U;
}

}  // namespace appell::energy
