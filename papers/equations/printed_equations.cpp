#include "papers/equations/printed_equations.hpp"

#include <array>
#include <vector>

#include "appell/base/check.hpp"
#include "papers/equations/equations_of_motion.hpp"
#include "papers/equations/identities.hpp"
#include "papers/equations/perturbation.hpp"

namespace appell::equations {

double printed_coefficient(int p) {
  check(p >= 1, "printed_coefficient: p must be >= 1, got ", p, ".");
  return 0.5 * p * (p + 1) - (p > 1 ? 1.0 : 0.0);
}

ForceTerms printed_order_k_equation(const model::Model& model, const model::StateSeries& state,
                                    int k, int m) {
  std::vector<double> coefficients;
  for (int p = 1; p <= k; ++p) coefficients.push_back(printed_coefficient(p));
  return order_k_equation(model, state, k, m, coefficients);
}

ForceTerms printed_short_form(const model::Model& model, const model::StateSeries& state) {
  return short_form(model, state, 3, std::array{1.0, 1.0 / 3.0, 1.0});
}

VecX printed_gravity_rate(const model::Model& model, const model::StateSeries& state, int m) {
  check(m >= 1, "printed_gravity_rate: m must be >= 1, got ", m, ".");
  VecX Q = gravity_equation(model, state, 2, m).value;
  const MatrixMotion motion = matrix_motion(model, state, m + 1);
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const Perturbation A = perturbation(model, motion, j, 0);
    const Perturbation change = perturbation(model, motion, j, m);
    for (const model::Body& body : model.bodies()) {
      const auto& T = motion.T[static_cast<std::size_t>(body.index)];
      const auto r = body.rigid_mass.p_BBcm.homogeneous();
      const Vec3 r_C = (T[0] * r).head<3>();
      const Vec3 v_C = (T[1] * r).head<3>();
      const Vec3 weight = -body.rigid_mass.mass * model.gravity();
      const Vec3 Omega = angular_column(motion, A, body.index)[0];
      const Vec3 partial = angular_velocity_change(motion, change, body.index).derivative(m);
      Q(j) += v_C.cross(weight).dot(Omega) + r_C.cross(weight).dot(partial) / (m + 1);
    }
  }
  return Q;
}

}  // namespace appell::equations
