#include "papers/equations/energies_by_partials.hpp"

#include <vector>

#include "appell/base/check.hpp"
#include "papers/equations/identities.hpp"
#include "papers/equations/perturbation.hpp"

namespace appell::equations {
namespace {

using taylor::Series;

std::size_t index(int body) { return static_cast<std::size_t>(body); }

void check_partial_order(const char* function, const model::Model& model,
                         const model::StateSeries& state, int order) {
  model::check_state(function, model, state);
  check(state.order() >= order, function, ": needs q with derivatives up to order ", order,
        ", got ", state.order(), ".");
}

/// I = R I* Rᵀ at the configuration.
Mat3 inertia_in_world(const model::Body& body, const MatrixMotion& motion) {
  const Mat3 R = motion.T[index(body.index)][0].topLeftCorner<3, 3>();
  return R * body.rigid_mass.inertia_com() * R.transpose();
}

void add_rotors(const model::Model& model, const model::StateSeries& state, int n, ListedTerms& E) {
  for (const model::Body& body : model.bodies()) {
    const double x_n = body.ratio * state.derivative(n)(body.coordinate);
    E.add(0.5 * model.reflected_inertia(body) * x_n * x_n);
  }
}

}  // namespace

ListedTerms first_energy_of_translation(const model::Model& model, const model::StateSeries& state,
                                        int m, double c) {
  check(m >= 0, "first_energy_of_translation: m must be >= 0, got ", m, ".");
  check_partial_order("first_energy_of_translation", model, state, 2);
  const MatrixMotion motion = matrix_motion(model, state, m + 1);
  std::vector<Vec3> x(index(model.num_bodies()), Vec3::Zero());  // Σ_j x_j q_j''
  std::vector<Vec3> y(index(model.num_bodies()), Vec3::Zero());  // Σ_j y_j q_j'
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const Perturbation change = perturbation(model, motion, j, m);
    for (const model::Body& body : model.bodies()) {
      const auto r_C = body.rigid_mass.p_BBcm.homogeneous();
      const Series<Mat4>& dT = change.dT[index(body.index)];
      x[index(body.index)] += (dT.derivative(m) * r_C).head<3>() * state.derivative(2)(j);
      y[index(body.index)] += (dT.derivative(m + 1) * r_C).head<3>() * state.derivative(1)(j);
    }
  }
  ListedTerms E;
  for (const model::Body& body : model.bodies()) {  // Eq. (1)
    const Vec3& x_b = x[index(body.index)];
    const Vec3 y_b = y[index(body.index)] / (m + 1);
    E.add(0.5 * body.rigid_mass.mass * x_b.squaredNorm());
    E.add(0.5 * body.rigid_mass.mass * y_b.squaredNorm());
    E.add(0.5 * body.rigid_mass.mass * c * x_b.dot(y_b));
  }
  return E;
}

ListedTerms kinetic_energy_by_partials(const model::Model& model, const model::StateSeries& state,
                                       int m) {
  check(m >= 0, "kinetic_energy_by_partials: m must be >= 0, got ", m, ".");
  check_partial_order("kinetic_energy_by_partials", model, state, 1);
  const MatrixMotion motion = matrix_motion(model, state, m);
  std::vector<Vec3> v(index(model.num_bodies()), Vec3::Zero());
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const Perturbation change = perturbation(model, motion, j, m);
    for (const model::Body& body : model.bodies()) {
      const Mat4 dT = change.dT[index(body.index)].derivative(m);
      v[index(body.index)] +=
          (dT * body.rigid_mass.p_BBcm.homogeneous()).head<3>() * state.derivative(1)(j);
    }
  }
  ListedTerms E;
  for (const model::Body& body : model.bodies()) {  // Eq. (2)
    const Vec3 omega = angular_derivative_by_partials(model, state, body.index, 0, m);
    E.add(0.5 * body.rigid_mass.mass * v[index(body.index)].squaredNorm());
    E.add(0.5 * omega.dot(inertia_in_world(body, motion) * omega));
  }
  add_rotors(model, state, 1, E);
  return E;
}

ListedTerms first_energy_by_partials(const model::Model& model, const model::StateSeries& state,
                                     int m) {
  ListedTerms E = first_energy_of_translation(model, state, m);
  const MatrixMotion motion = matrix_motion(model, state, 0);
  for (const model::Body& body : model.bodies()) {  // Eq. (3)
    const Mat3 I = inertia_in_world(body, motion);
    const Vec3 omega = angular_derivative_by_partials(model, state, body.index, 0, m);
    const Vec3 epsilon = angular_derivative_by_partials(model, state, body.index, 1, m);
    E.add(0.5 * epsilon.dot(I * epsilon));
    E.add(epsilon.dot(omega.cross(I * omega)));
    E.add(0.5 * omega.squaredNorm() * omega.dot(I * omega));
  }
  add_rotors(model, state, 2, E);
  return E;
}

}  // namespace appell::equations
