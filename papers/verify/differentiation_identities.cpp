// Partial derivatives with respect to q_j⁽ᵐ⁾ and time derivatives.
#include "papers/verify/subjects.hpp"
#include "papers/verify/tools.hpp"

namespace appell::verify {
namespace {

constexpr const char* kCentreJacobian = "kinematics::jacobian of the centre of mass";

/// Coordinates that move a body: only they have anything to say.
std::vector<int> movers(const Sample& sample, int body) {
  std::vector<int> found;
  for (int b = body; b != model::kWorld; b = body_of(sample, b).parent) {
    found.push_back(body_of(sample, b).coordinate);
  }
  if (found.size() > 8) found.resize(8);
  return found;
}

/// Σ|terms| of derivative n of omega_variation().
double omega_variation_scale(const Sample& sample, int body, int j, int m, int n) {
  const taylor::Series<Mat3>& R = sample.placements()[at(body)].R;
  const taylor::Series<Mat3>& dR = sample.variation(j, m)[at(body)].R;
  return rate_scale(taylor::time_derivative(dR), R, n) +
         rate_scale(taylor::time_derivative(R), dR, n);
}

taylor::Series<Vec3> rows(const taylor::Series<MatX>& J, int first, int j) {
  taylor::Series<Vec3> out(J.order());
  for (int k = 0; k <= J.order(); ++k) out[k] = J[k].block<3, 1>(first, j);
  return out;
}

template <class Compare>
Comparisons for_columns(const Sample& sample, Compare compare) {
  Comparisons found;
  for (const int body : some_bodies(sample)) {
    for (const int j : movers(sample, body)) {
      compare(concat(body_label(sample, body), ", j = ", j + 1), body, j, found);
    }
  }
  return found;
}

/// D^(k-1) e_j = (k-1)! m!/(m+k-1)! ∂r_C⁽ᵐ⁺ᵏ⁻¹⁾/∂q_j⁽ᵐ⁾.
Comparisons linear_part(const Sample& sample, int first_k, int last_k) {
  return for_columns(sample, [&](const std::string& label, int body, int j, Comparisons& found) {
    const taylor::Series<Vec3> e = rows(sample.centre_jacobian(body), 0, j);
    const Vec3 r = body_of(sample, body).rigid_mass.p_BBcm;
    const double reach = sample.placements()[at(body)].p[0].norm();
    for (int m = 0; m <= 4; ++m) {
      const taylor::Series<Vec3> dr = moved_point(sample.variation(j, m)[at(body)], r);
      for (int k = first_k; k <= last_k; ++k) {
        // A column is the difference of two positions, turned: where it vanishes, they do not.
        const int n = m + k - 1;
        const double turned =
            sample.variation(j, m)[at(body)].R.derivative(n).cwiseAbs().maxCoeff();
        found.push_back(Comparison(concat(label, ", m = ", m, ", k = ", k), e.derivative(k - 1))
                            .term("∂r_C^(m+k-1)/∂q^(m)", Vec3(dr.derivative(n) / binomial(n, m)))
                            .inner_scale(turned * (r.norm() + reach) / binomial(n, m)));
      }
    }
  });
}

/// D^(k-1) Ω_j = (k-1)! m!/(m+k-1)! { ∂ω⁽ᵐ⁺ᵏ⁻²⁾/∂q_j⁽ᵐ⁾ - C(m+k-2, m) D^(k-2)(Ω_j × ω) }.
Comparisons angular_part(const Sample& sample, int first_m, int last_m, int first_k, int last_k) {
  return for_columns(sample, [&](const std::string& label, int body, int j, Comparisons& found) {
    const taylor::Series<Vec3> axis = rows(sample.centre_jacobian(body), 3, j);
    const taylor::Series<Vec3> omega = omega_of(sample.placements()[at(body)]);
    const taylor::Series<Vec3> own_axis =
        rate_vector(sample.variation(j, 0)[at(body)].R, sample.placements()[at(body)].R);
    const auto cross = taylor::cross(own_axis.truncated(omega.order()), omega);
    for (int m = first_m; m <= last_m; ++m) {
      const taylor::Series<Vec3> change = omega_variation(sample, body, j, m);
      for (int k = first_k; k <= last_k; ++k) {
        if (m + k < 2) continue;
        const double factor = 1.0 / binomial(m + k - 1, m);
        const Vec3 partial = factor * change.derivative(m + k - 2);
        Comparison comparison(concat(label, ", m = ", m, ", k = ", k), axis.derivative(k - 1));
        comparison.term("∂ω^(m+k-2)/∂q^(m)", partial)
            .inner_scale(factor * omega_variation_scale(sample, body, j, m, m + k - 2));
        if (k >= 2) {
          comparison.term("-C(m+k-2, m) D^(k-2)(Ω_j × ω)",
                          Vec3(-factor * binomial(m + k - 2, m) * cross.derivative(k - 2)));
          comparison.printed(partial);
        }
        found.push_back(comparison);
      }
    }
  });
}

/// ε⁽ᵏ⁻¹⁾ as a sum over j whose angular terms are each wrong, and whose sum is right.
Comparisons angular_sum(const Sample& sample) {
  Comparisons found;
  for (const int body : some_bodies(sample)) {
    const taylor::Series<Vec3> epsilon = taylor::time_derivative(sample.motion()[body].omega_WB);
    for (int m = 1; m <= 3; ++m) {
      Vec3 first = Vec3::Zero();
      Vec3 second = Vec3::Zero();
      double scale = 0.0;
      for (int j = 0; j < sample.num_coordinates(); ++j) {
        const taylor::Series<Vec3> change = omega_variation(sample, body, j, m);
        first += change.derivative(m - 1) * sample.state().derivative(2)(j);
        second += change.derivative(m) / (m + 1) * sample.state().derivative(1)(j);
        scale += omega_variation_scale(sample, body, j, m, m);
      }
      found.push_back(
          Comparison(concat(body_label(sample, body), ", m = ", m), epsilon.derivative(0))
              .term("∂ω^(m-1)/∂q^(m) q''", first)
              .term("1/(m+1) ∂ω^(m)/∂q^(m) q'", second)
              .inner_scale(scale));
    }
  }
  return found;
}

Identity partial_linear_same_order() {
  return {.id = "partial-linear-same-order",
          .title = "a column of the Jacobian can be read off at any order",
          .equations = {"S0 (135)", "S1 (50)", "S1 (82)", "S2 (63)", "S3 (72)"},
          .formula = "∂r_C/∂q_j = ∂r_C⁽ᵐ⁾/∂q_j⁽ᵐ⁾",
          .left = kCentreJacobian,
          .right = kVariations,
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return linear_part(s, 1, 1); }};
}

Identity partial_linear_next_order() {
  return {.id = "partial-linear-next-order",
          .title = "rate of a column of the Jacobian",
          .equations = {"S0 (136)", "S2 (64)"},
          .formula = "D(∂r_C/∂q_j) = 1/(m+1) ∂r_C⁽ᵐ⁺¹⁾/∂q_j⁽ᵐ⁾",
          .left = kCentreJacobian,
          .right = kVariations,
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return linear_part(s, 2, 2); }};
}

Identity partial_linear() {
  return {.id = "partial-linear",
          .title = "derivatives of a column of the Jacobian",
          .equations = {"S0 (137)", "S1 (52)", "S2 (66)", "S2 (68)"},
          .formula = "Dᵏ⁻¹(∂r_C/∂q_j) = (k-1)! m!/(m+k-1)! ∂r_C⁽ᵐ⁺ᵏ⁻¹⁾/∂q_j⁽ᵐ⁾",
          .reading = "True for all m >= 0, k >= 1; m >= k + 1 is not needed.",
          .left = kCentreJacobian,
          .right = kVariations,
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return linear_part(s, 3, s.max_k()); }};
}

Identity partial_angular_same_order() {
  return {.id = "partial-angular-same-order",
          .title = "an axis can be read off at any order",
          .equations = {"S0 (140)", "S1 (51)", "S2 (63)", "S3 (72)"},
          .formula = "Ω_j = ∂ω⁽ᵐ⁻¹⁾/∂q_j⁽ᵐ⁾, m >= 1",
          .reading = "∂ψ/∂q_j is a name for Ω_j, ψ⁽ᵐ⁾ for ω⁽ᵐ⁻¹⁾.",
          .left = kCentreJacobian,
          .right = kVariations,
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return angular_part(s, 1, 4, 1, 1); }};
}

Identity partial_angular_next_order() {
  return {.id = "partial-angular-next-order",
          .title = "rate of an axis",
          .equations = {"S0 (141)", "S2 (65)"},
          .misprinted = {"S0 (141)", "S2 (65)"},
          .formula = "D Ω_j = 1/(m+1) { ∂ω⁽ᵐ⁾/∂q_j⁽ᵐ⁾ - Ω_j × ω }",
          .reading = "The papers lack the last term.",
          .left = kCentreJacobian,
          .right = kVariations,
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return angular_part(s, 0, 4, 2, 2); }};
}

Identity partial_angular() {
  return {
      .id = "partial-angular",
      .title = "derivatives of an axis",
      .equations = {"S0 (142)", "S1 (53)", "S2 (67)", "S2 (69)"},
      .misprinted = {"S0 (142)", "S1 (53)", "S2 (67)", "S2 (69)"},
      .formula =
          "Dᵏ⁻¹ Ω_j = (k-1)! m!/(m+k-1)! { ∂ω⁽ᵐ⁺ᵏ⁻²⁾/∂q_j⁽ᵐ⁾ - C(m+k-2, m) "
          "Dᵏ⁻²(Ω_j × ω) }",
      .reading = "The papers lack the last term.",
      .left = kCentreJacobian,
      .right = kVariations,
      .most_coordinates = kMostVaried,
      .evaluate = [](const Sample& s) { return angular_part(s, 0, 4, 3, std::max(3, s.max_k())); }};
}

Identity angular_acceleration_by_partials() {
  return {.id = "angular-acceleration-by-partials",
          .title = "angular acceleration as a sum over the joints",
          .equations = {"S0 (144)", "S1 (58)", "S3 (50)", "S3 (103)", "S1 (113)"},
          .formula = "ε = Σ_j { ∂ψ⁽ᵐ⁾/∂q_j⁽ᵐ⁾ q_j'' + 1/(m+1) ∂ψ⁽ᵐ⁺¹⁾/∂q_j⁽ᵐ⁾ q_j' }",
          .reading = "Each second term is off by Ω_j × ω q_j'/(m+1); these add up to ω × ω = 0.",
          .left = "kinematics::propagate",
          .right = kVariations,
          .most_coordinates = kMostVaried,
          .evaluate = angular_sum};
}

}  // namespace

std::vector<Identity> differentiation_identities() {
  return {partial_linear_same_order(),       partial_linear_next_order(),  partial_linear(),
          partial_angular_same_order(),      partial_angular_next_order(), partial_angular(),
          angular_acceleration_by_partials()};
}

}  // namespace appell::verify
