// The identities between partial and time derivatives as the library offers them.
#include "appell/energy/acceleration_energy.hpp"
#include "papers/equations/energies_by_partials.hpp"
#include "papers/equations/identities.hpp"
#include "papers/equations/printed_energies.hpp"
#include "papers/verify/subjects.hpp"
#include "papers/verify/tools.hpp"

namespace appell::verify {
namespace {

/// Σ|terms| of Dᵏ⁻¹Ω_j as the product A_j(R) Rᵀ.
double scale(const Sample& sample, int body, int j, int k) {
  return rate_scale(sample.variation(j, 0)[at(body)].R, sample.placements()[at(body)].R, k - 1);
}

/// Σ|terms| of ω⁽ᵏ⁾ as the product R' Rᵀ.
double omega_scale(const Sample& sample, int body, int k) {
  const taylor::Series<Mat3>& R = sample.placements()[at(body)].R;
  return rate_scale(taylor::time_derivative(R), R, k);
}

/// Columns of the centre of the main body, linear or angular, against the function's.
Comparisons columns(const Sample& sample, bool angular) {
  Comparisons found;
  const int body = sample.main_body();
  if (body < 0) throw NotApplicable{"no body has mass"};
  const Vec3 r = body_of(sample, body).rigid_mass.p_BBcm;
  for (int b = body, count = 0; b != model::kWorld && count < 4;
       b = body_of(sample, b).parent, ++count) {
    const int j = body_of(sample, b).coordinate;
    for (int k = 1; k <= std::min(4, sample.max_k()); ++k) {
      for (int m = 0; m <= 3; ++m) {
        if (angular && m + k < 2) continue;
        const Vec3 column = angular ? equations::angular_column_by_partial(
                                          sample.model(), sample.state(), body, j, k, m)
                                    : equations::point_column_by_partial(
                                          sample.model(), sample.state(), body, r, j, k, m);
        const MatX J = sample.centre_jacobian(body).derivative(k - 1);
        found.push_back(
            Comparison(concat(body_label(sample, body), ", j = ", j + 1, ", k = ", k, ", m = ", m),
                       Vec3(J.col(j).segment<3>(angular ? 3 : 0)))
                .term("by partial derivatives", column)
                .inner_scale(angular ? scale(sample, body, j, k) : 0.0));
      }
    }
  }
  return found;
}

Comparisons placement(const Sample& sample) {
  Comparisons found;
  const int body = sample.model().num_bodies() - 1;
  const kinematics::BodyMotion& X = sample.motion()[body];
  for (int k = 1; k <= std::min(4, sample.max_k()); ++k) {
    for (int m = 0; m <= 2; ++m) {
      found.push_back(Comparison(concat(body_label(sample, body), ", k = ", k, ", m = ", m),
                                 spatial::TransformSeries{X.R_WB, X.p_WB}.matrix_derivative(k))
                          .term("T^(k)", equations::placement_derivative_by_partials(
                                             sample.model(), sample.state(), body, k, m)));
    }
  }
  return found;
}

Comparisons omega(const Sample& sample) {
  Comparisons found;
  const int body = sample.model().num_bodies() - 1;
  for (int k = 0; k <= std::min(4, sample.max_k()); ++k) {
    for (int m = 1; m <= 3; ++m) {
      found.push_back(Comparison(concat(body_label(sample, body), ", k = ", k, ", m = ", m),
                                 sample.motion()[body].omega_WB.derivative(k))
                          .term("ω^(k)", equations::angular_derivative_by_partials(
                                             sample.model(), sample.state(), body, k, m))
                          .inner_scale(omega_scale(sample, body, k)));
    }
  }
  return found;
}

Comparisons compare_omega_by_exponentials(const Sample& sample) {
  const model::Frame& frame = end_effector(sample);
  const auto chain = equations::exponential_chain(sample.model(), frame);
  const auto w = equations::angular_velocity_by_exponentials(chain, sample.state());
  Comparisons found;
  for (int k = 0; k <= sample.max_k(); ++k) {
    found.push_back(
        Comparison(concat("k = ", k), sample.motion()[frame.body].omega_WB.derivative(k))
            .term("ω^(k)", w.derivative(k))
            .inner_scale(omega_scale(sample, frame.body, k)));
  }
  return found;
}

Comparisons translation(const Sample& sample) {
  Comparisons found;
  const auto E = energy::energy_parts(sample.motion(), 1).translation;
  for (int m = 0; m <= 3; ++m) {
    const auto sum = equations::first_energy_of_translation(sample.model(), sample.state(), m);
    found.push_back(Comparison(concat("m = ", m), E.derivative(0))
                        .term("½ M a_C²", sum.value)
                        .inner_scale(sum.scale)
                        .printed(equations::printed_first_energy_of_translation(sample.model(),
                                                                                sample.state(), m)
                                     .value));
  }
  return found;
}

Identity columns_by_partials() {
  return {.id = "columns-by-partials",
          .title = "columns of the Jacobian by partial derivatives of any order",
          .equations = {"S0 (137)", "S1 (52)", "S2 (68)"},
          .formula = "Dᵏ⁻¹ e_j = (k-1)! m!/(m+k-1)! ∂r⁽ᵐ⁺ᵏ⁻¹⁾/∂q_j⁽ᵐ⁾",
          .left = kJacobian,
          .right = "equations::point_column_by_partial",
          .evaluate = [](const Sample& s) { return columns(s, false); }};
}

Identity axes_by_partials() {
  return {.id = "axes-by-partials",
          .title = "axes of the joints by partial derivatives of any order",
          .equations = {"S0 (142)", "S1 (53)", "S2 (69)"},
          .formula =
              "Dᵏ⁻¹ Ω_j = (k-1)! m!/(m+k-1)! { ∂ω⁽ᵐ⁺ᵏ⁻²⁾/∂q_j⁽ᵐ⁾ - C(m+k-2, m) "
              "Dᵏ⁻²(Ω_j × ω) }",
          .reading = "As partial-angular, which has the error of the printed form.",
          .left = kJacobian,
          .right = "equations::angular_column_by_partial",
          .evaluate = [](const Sample& s) { return columns(s, true); }};
}

Identity placement_by_partials() {
  return {.id = "placement-by-partials",
          .title = "derivatives of a placement by partial derivatives of any order",
          .equations = {"S1 (39)", "S1 (40)", "S1 (57)"},
          .formula = "T⁽ᵏ⁾ = Σ_j Σ_r C(k-1, r) [r! m!/(m+r)! ∂T⁽ᵐ⁺ʳ⁾/∂q_j⁽ᵐ⁾] q_j⁽ᵏ⁻ʳ⁾",
          .left = kPropagate,
          .right = "equations::placement_derivative_by_partials",
          .evaluate = placement};
}

Identity omega_by_partials() {
  return {.id = "omega-by-partials",
          .title = "derivatives of ω by partial derivatives of any order",
          .equations = {"S1 (56)", "S1 (58)"},
          .formula = "ω⁽ᵏ⁾ = Σ_j Dᵏ⁻¹[ Ω_j q_j'' + 1/(m+1) ∂ω⁽ᵐ⁾/∂q_j⁽ᵐ⁾ q_j' ]",
          .left = kPropagate,
          .right = "equations::angular_derivative_by_partials",
          .evaluate = omega};
}

Identity omega_by_exponentials() {
  return {.id = "omega-by-exponentials",
          .title = "angular velocity of the end effector by exponentials",
          .equations = {"S1 (41)", "S1 (42)"},
          .formula = "ω = Σ_l q_l' E_{1..l-1} k_l⁰",
          .reading = "With the initial axes k⁰.",
          .left = kPropagate,
          .right = "equations::angular_velocity_by_exponentials",
          .evaluate = compare_omega_by_exponentials};
}

Identity e1_translation_by_partials() {
  return {.id = "e1-translation-by-partials",
          .title = "translational part of the first energy by partial derivatives",
          .equations = {"S1 (112)", "S3 (102)"},
          .formula = "½ Σ M ΣΣ [ x_j·x_p q''q'' + 1/(m+1)² y_j·y_p q'q' + 2/(m+1) x_j·y_p q''q' ]",
          .reading = "The papers have 1 for 2 in the last term.",
          .left = "energy::energy_parts",
          .right = "equations::first_energy_of_translation",
          .evaluate = translation};
}

}  // namespace

std::vector<Identity> partial_identities() {
  return {columns_by_partials(), axes_by_partials(),      placement_by_partials(),
          omega_by_partials(),   omega_by_exponentials(), e1_translation_by_partials()};
}

}  // namespace appell::verify
