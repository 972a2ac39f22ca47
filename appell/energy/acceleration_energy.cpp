#include "appell/energy/acceleration_energy.hpp"

#include "appell/base/check.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::energy {
namespace {

using kinematics::BodyMotion;
using kinematics::TreeMotion;
using taylor::Series;

void check_order(const TreeMotion& motion, int p) {
  check(p >= 0, "acceleration_energy: order p must be >= 0, got ", p, ".");
  check(motion.order() >= p + 1, "acceleration_energy: p = ", p,
        " needs a motion of order >= ", p + 1, ", got order ", motion.order(),
        "; propagate the state with more coefficients.");
}

/// Adds the parts of one body.
void add_parts(const TreeMotion& motion, int p, const model::Body& body, EnergyParts& E) {
  const model::Model& model = motion.model();
  const int n = p + 1;  // The order of the point derivative that is squared.
  const mass::RigidMass& B = body.rigid_mass;
  const BodyMotion& X = motion[body.index];

  // Eq. (1), first term.
  const Series<Vec3> c_n = taylor::time_derivative(kinematics::point_position(X, B.p_BBcm), n);
  E.translation += 0.5 * B.mass * taylor::dot(c_n, c_n);

  // Eq. (1), second term, with tr(A Bᵀ) = Σ_ij A_ij B_ij.
  const Series<Mat3> R_n = taylor::time_derivative(X.R_WB, n);
  Series<double> rotation(R_n.order());
  taylor::convolve("acceleration_energy", R_n, R_n, rotation,
                   [&B](double& sum, const Mat3& x, const Mat3& y) {
                     sum += (x * B.second_moment).cwiseProduct(y).sum();
                   });
  E.rotation += 0.5 * rotation;

  const double rotor = model.reflected_inertia(body);
  if (rotor == 0.0) return;
  const Series<double> q_n = taylor::time_derivative(kinematics::joint_coordinate(motion, body), n);
  E.rotation += 0.5 * rotor * (q_n * q_n);
}

EnergyParts nothing(int order) {
  return {Series<double>::constant(0.0, order), Series<double>::constant(0.0, order)};
}

}  // namespace

Series<double> EnergyParts::total() const { return translation + rotation; }

EnergyParts energy_parts(const TreeMotion& motion, int p) {
  const model::Model& model = motion.model();
  check_order(motion, p);
  EnergyParts E = nothing(motion.order() - p - 1);
  for (const model::Body& body : model.bodies()) add_parts(motion, p, body, E);
  return E;
}

EnergyParts energy_parts(const TreeMotion& motion, int p, int body) {
  const model::Model& model = motion.model();
  check_order(motion, p);
  check(body >= 0 && body < model.num_bodies(), "energy_parts: there is no body ", body,
        "; model '", model.name(), "' has ", model.num_bodies(), ".");
  EnergyParts E = nothing(motion.order() - p - 1);
  add_parts(motion, p, model.bodies()[body], E);
  return E;
}

Series<double> acceleration_energy(const TreeMotion& motion, int p) {
  return energy_parts(motion, p).total();
}

Series<double> kinetic_energy(const TreeMotion& motion) { return acceleration_energy(motion, 0); }

}  // namespace appell::energy
