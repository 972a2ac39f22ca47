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

VecX printed_gravity_equation(const model::Model& model, const model::StateSeries& state, int k,
                              int m) {
  check(m >= 1, "printed_gravity_equation: m must be >= 1, got ", m, ".");
  VecX Q = gravity_equation(model, state, k, m).value;
  const MatrixMotion motion = matrix_motion(model, state, m + k - 1);
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const Perturbation change = perturbation(model, motion, j, m);
    for (const model::Body& body : model.bodies()) {
      const auto& T = motion.T[body.index];
      const Vec3 weight = -body.rigid_mass.mass * model.gravity();
      const auto partial = angular_velocity_change(motion, change, body.index);
      const auto moment = [&](int a, int s) {  // (r_C⁽ᵃ⁾ × Mḡ) · Ψ_s
        const Vec3 r = (T.derivative(a) * body.rigid_mass.p_BBcm.homogeneous()).head<3>();
        return r.cross(weight).dot(partial.derivative(m + s - 1)) / taylor::binomial(m + s, m);
      };
      Q(j) += moment(0, k - 1) + moment(k - 1, 0);
      if (k > 2) Q(j) += (k - 1) * moment(k - 2, k - 2);
    }
  }
  return Q;
}

}  // namespace appell::equations
