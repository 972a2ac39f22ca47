#include "papers/equations/energy_derivatives.hpp"

#include <cmath>
#include <vector>

#include "appell/base/check.hpp"
#include "appell/mass/moments.hpp"

namespace appell::equations {

ListedTerms energy_derivative(const kinematics::TreeMotion& motion, int p, int k) {
  const model::Model& model = motion.model();
  check(p >= 0 && k >= 1, "energy_derivative: needs p >= 0 and k >= 1, got ", p, " and ", k, ".");
  check(motion.order() >= p + k, "energy_derivative: p = ", p, " and k = ", k,
        " need a motion of order >= ", p + k, ", got ", motion.order(), ".");
  ListedTerms E;
  for (const model::Body& body : model.bodies()) {
    const kinematics::BodyMotion& B = motion[body.index];
    const Mat3 planar = mass::planar_tensor(body.rigid_mass);  // I_p* + M r_C r_Cᵀ
    const Vec3 moment = mass::static_moment(body.rigid_mass);  // M r_C
    const auto x = kinematics::joint_coordinate(motion, body);
    for (int a = 0; a < k; ++a) {  // Eq. (1)
      const double count = taylor::binomial(k - 1, a);
      const int i = p + 1 + a;
      const int j = p + k - a;
      const Mat3 turning = (B.R_WB.derivative(i) * planar).cwiseProduct(B.R_WB.derivative(j));
      E.add(0.5 * count, {turning.sum(), turning.cwiseAbs().sum()});
      const Vec3 p_i = B.p_WB.derivative(i);
      E.add(0.5 * count * body.rigid_mass.mass * p_i.dot(B.p_WB.derivative(j)));
      E.add(count * p_i.dot(B.R_WB.derivative(j) * moment));
      E.add(0.5 * count * model.reflected_inertia(body) * x.derivative(i) * x.derivative(j));
    }
  }
  return E;
}

ListedTerms energy_about_fixed_axis(double J, const taylor::Series<double>& q, int p) {
  check(p >= 0 && p <= 3, "energy_about_fixed_axis: p must be in 0..3, got ", p, ".");
  check(q.order() >= p + 1, "energy_about_fixed_axis: p = ", p, " needs q to order ", p + 1,
        ", got ", q.order(), ".");
  std::vector<double> d;  // d[i] = q⁽ⁱ⁾
  for (int i = 0; i <= p + 1; ++i) d.push_back(q.derivative(i));
  const double w = d[1];
  ListedTerms E;
  const auto add = [&E, J](double term) { E.add(0.5 * J * term); };
  if (p == 0) {
    add(w * w);
  } else if (p == 1) {
    add(d[2] * d[2]);
    add(std::pow(w, 4));
  } else if (p == 2) {
    add(d[3] * d[3]);
    add(-2.0 * std::pow(w, 3) * d[3]);
    add(9.0 * w * w * d[2] * d[2]);
    add(std::pow(w, 6));
  } else {  // Eq. (2)
    add(d[4] * d[4]);
    add(-12.0 * w * w * d[2] * d[4]);
    add(30.0 * std::pow(w, 4) * d[2] * d[2]);
    add(9.0 * std::pow(d[2], 4));
    add(16.0 * w * w * d[3] * d[3]);
    add(24.0 * w * d[2] * d[2] * d[3]);
    add(-8.0 * std::pow(w, 5) * d[3]);
    add(std::pow(w, 8));
  }
  return E;
}

}  // namespace appell::equations
