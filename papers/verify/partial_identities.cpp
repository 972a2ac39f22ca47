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

/// Size of what Dᵏ⁻¹(∂r/∂q_j) is the difference of: an axis, turned, times positions. Where the
/// point is on the axis, these are not zero.
double point_scale(const Sample& sample, int body, const Vec3& r, int j, int k) {
  const Mat3 turned = sample.variation(j, 0)[at(body)].R.derivative(k - 1);
  return turned.cwiseAbs().maxCoeff() * (r.norm() + sample.placements()[at(body)].p[0].norm());
}

/// Σ|terms| of ω⁽ᵏ⁾ as the product R' Rᵀ.
double omega_scale(const Sample& sample, int body, int k) {
  const taylor::Series<Mat3>& R = sample.placements()[at(body)].R;
  return rate_scale(taylor::time_derivative(R), R, k);
}

/// The last term of S0 (142) as it must be, which the library has in its sum.
Vec3 turned_axis(const Sample& sample, int body, int j, int k, int m) {
  const taylor::Series<Vec3> omega = omega_of(sample.placements()[at(body)]);
  const taylor::Series<Vec3> axis =
      rate_vector(sample.variation(j, 0)[at(body)].R, sample.placements()[at(body)].R);
  const auto cross = taylor::cross(axis.truncated(omega.order()), omega);
  return -binomial(m + k - 2, m) / binomial(m + k - 1, m) * cross.derivative(k - 2);
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
        Comparison comparison(
            concat(body_label(sample, body), ", j = ", j + 1, ", k = ", k, ", m = ", m),
            Vec3(J.col(j).segment<3>(angular ? 3 : 0)));
        if (angular && k >= 2) {
          const Vec3 turned = turned_axis(sample, body, j, k, m);
          comparison.term("∂ω^(m+k-2)/∂q^(m)", Vec3(column - turned))
              .term("-C(m+k-2, m) D^(k-2)(Ω_j × ω)", turned);
        } else {
          comparison.term("by partial derivatives", column);
        }
        found.push_back(comparison.inner_scale(angular ? scale(sample, body, j, k)
                                                       : point_scale(sample, body, r, j, k)));
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
      Comparison comparison(concat(body_label(sample, body), ", k = ", k, ", m = ", m),
                            spatial::TransformSeries{X.R_WB, X.p_WB}.matrix_derivative(k));
      int r = 0;
      for (const Mat4& term :
           equations::placement_terms_by_partials(sample.model(), sample.state(), body, k, m)) {
        comparison.term(
            concat("C(", k - 1, ", ", r, ") [∂T^(", m + r, ")/∂q^(", m, ")] q^(", k - r, ")"),
            term);
        ++r;
      }
      found.push_back(comparison);
    }
  }
  return found;
}

Comparisons omega(const Sample& sample) {
  Comparisons found;
  const int body = sample.model().num_bodies() - 1;
  for (int k = 0; k <= std::min(4, sample.max_k()); ++k) {
    for (int m = 1; m <= 3; ++m) {
      const auto terms =
          equations::angular_terms_by_partials(sample.model(), sample.state(), body, k, m);
      Comparison comparison(concat(body_label(sample, body), ", k = ", k, ", m = ", m),
                            sample.motion()[body].omega_WB.derivative(k));
      if (k > 0) comparison.term("Σ_j D^(k-1)[Ω_j q_j'']", terms[0]);
      found.push_back(comparison
                          .term(k > 0 ? "Σ_j D^(k-1)[1/(m+1) ∂ω^(m)/∂q_j^(m) q_j']"
                                      : "Σ_j ∂ω^(m-1)/∂q_j^(m) q_j'",
                                terms[1])
                          .inner_scale(omega_scale(sample, body, k)));
    }
  }
  return found;
}

Comparisons compare_omega_by_exponentials(const Sample& sample) {
  const model::Frame& frame = end_effector(sample);
  const auto chain = equations::exponential_chain(sample.model(), frame);
  // A joint's term is what it adds to the sum of those before it.
  std::vector<taylor::Series<Vec3>> sums{taylor::Series<Vec3>(sample.max_k(), Vec3::Zero())};
  for (int l = 1; l <= chain.size(); ++l) {
    equations::ExponentialChain start = chain;
    start.joints.resize(at(l));
    sums.push_back(equations::angular_velocity_by_exponentials(
        start, sample.state().truncated(sample.max_k() + 1)));
  }
  Comparisons found;
  for (int k = 0; k <= sample.max_k(); ++k) {
    Comparison comparison(concat("k = ", k), sample.motion()[frame.body].omega_WB.derivative(k));
    for (int l = 1; l <= chain.size(); ++l) {
      comparison.term(concat("D^", k, "(q_", l, "' E_{1..", l - 1, "} k_", l, "⁰)"),
                      Vec3(sums[at(l)].derivative(k) - sums[at(l - 1)].derivative(k)));
    }
    found.push_back(comparison.inner_scale(omega_scale(sample, frame.body, k)));
  }
  return found;
}

Comparisons translation(const Sample& sample) {
  Comparisons found;
  const auto E = energy::energy_parts(sample.motion(), 1).translation;
  for (int m = 0; m <= 3; ++m) {
    const auto sum = equations::first_energy_of_translation(sample.model(), sample.state(), m);
    Comparison comparison(concat("m = ", m), E.derivative(0));
    std::size_t i = 0;
    for (const char* label : {"½ Σ M ΣΣ x_j·x_p q''q''", "½ Σ M ΣΣ 1/(m+1)² y_j·y_p q'q'",
                              "½ Σ M ΣΣ 2/(m+1) x_j·y_p q''q'"}) {
      add_every(comparison, label, sum.terms, i++, sum.terms.size(), 3);
    }
    found.push_back(comparison.printed(
        equations::printed_first_energy_of_translation(sample.model(), sample.state(), m).value));
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
          .most_coordinates = kMostVaried,
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
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return columns(s, true); }};
}

Identity placement_by_partials() {
  return {.id = "placement-by-partials",
          .title = "derivatives of a placement by partial derivatives of any order",
          .equations = {"S1 (39)", "S1 (40)"},
          .formula = "T⁽ᵏ⁾ = Σ_j Σ_r C(k-1, r) [r! m!/(m+r)! ∂T⁽ᵐ⁺ʳ⁾/∂q_j⁽ᵐ⁾] q_j⁽ᵏ⁻ʳ⁾",
          .left = kPropagate,
          .right = "equations::placement_derivative_by_partials",
          .most_coordinates = kMostVaried,
          .evaluate = placement};
}

Identity omega_by_partials() {
  return {.id = "omega-by-partials",
          .title = "derivatives of ω by partial derivatives of any order",
          .equations = {"S1 (56)", "S1 (58)"},
          .formula = "ω⁽ᵏ⁾ = Σ_j Dᵏ⁻¹[ Ω_j q_j'' + 1/(m+1) ∂ω⁽ᵐ⁾/∂q_j⁽ᵐ⁾ q_j' ]",
          .left = kPropagate,
          .right = "equations::angular_derivative_by_partials",
          .most_coordinates = kMostVaried,
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
          .most_coordinates = kMostVaried,
          .evaluate = compare_omega_by_exponentials};
}

Identity e1_translation_by_partials() {
  return {.id = "e1-translation-by-partials",
          .title = "translational part of the first energy by partial derivatives",
          .equations = {"S1 (112)", "S3 (102)"},
          .misprinted = {"S3 (102)"},
          .formula = "½ Σ M ΣΣ [ x_j·x_p q''q'' + 1/(m+1)² y_j·y_p q'q' + 2/(m+1) x_j·y_p q''q' ]",
          .reading = "The papers have 1 for 2 in the last term.",
          .left = "energy::energy_parts",
          .right = "equations::first_energy_of_translation",
          .most_coordinates = kMostVaried,
          .evaluate = translation};
}

}  // namespace

std::vector<Identity> partial_identities() {
  return {columns_by_partials(), axes_by_partials(),      placement_by_partials(),
          omega_by_partials(),   omega_by_exponentials(), e1_translation_by_partials()};
}

}  // namespace appell::verify
