// Single members and groups of the energies of S2 and S3, and the equations made of them: right
// ones and, beside them, what is printed.
#include "appell/energy/acceleration_energy.hpp"
#include "appell/force/generalized_force.hpp"
#include "papers/equations/energies_by_partials.hpp"
#include "papers/equations/energy_derivatives.hpp"
#include "papers/equations/equations_of_motion.hpp"
#include "papers/equations/newton_euler.hpp"
#include "papers/equations/printed_energies.hpp"
#include "papers/equations/printed_members.hpp"
#include "papers/verify/energy_tools.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

using taylor::Series;

/// Dᵏ ½ Σ M |Σ_j e_j q_j'|² by Leibniz' rule; as printed with De_j for e_j, the square supplied.
Comparisons translation_members(const Sample& sample) {
  const int highest = std::min(3, sample.max_k());
  std::vector<std::vector<double>> terms(at(highest + 1));
  std::vector<double> printed(at(highest + 1), 0.0);
  const auto q1 = taylor::time_derivative(sample.state());
  for (const int body : sample.heavy_bodies()) {
    const mass::RigidMass& B = body_of(sample, body).rigid_mass;
    Series<Vec3> v(highest, Vec3::Zero()), y = v;
    for (int j = 0; j < sample.num_coordinates(); ++j) {
      const auto e = moved_point(sample.variation(j, 0)[at(body)], B.p_BBcm);
      const auto rate = taylor::component(q1, j).truncated(highest);
      v += e.truncated(highest) * rate;
      y += taylor::time_derivative(e).truncated(highest) * rate;
    }
    for (int k = 0; k <= highest; ++k) {
      terms[at(k)].resize(at(k + 1), 0.0);
      for (int s = 0; s <= k; ++s) {
        const double count = 0.5 * B.mass * binomial(k, s);
        terms[at(k)][at(s)] += count * v.derivative(k - s).dot(v.derivative(s));
        printed[at(k)] += count * y.derivative(k - s).dot(y.derivative(s));
      }
    }
  }
  const auto E = energy::energy_parts(sample.motion(), 0).translation;
  Comparisons found;
  for (int k = 0; k <= highest; ++k) {
    Comparison comparison(concat("k = ", k), E.derivative(k));
    for (int s = 0; s <= k; ++s) {
      comparison.term(concat("½ Σ M C(", k, ", ", s, ") v^(", k - s, ")·v^(", s, ")"),
                      terms[at(k)][at(s)]);
    }
    found.push_back(comparison.inner_scale(energy_scale(sample, 0, k))
                        .printed(printed[at(k)], k == 0 ? "S3 (62)" : "S3 (64)"));
  }
  return found;
}

/// S3 (73), its second member: Leibniz in R and p, without the product of both.
Comparisons derivative_members(const Sample& sample) {
  Comparisons found;
  for (int p = 1; p <= 3; ++p) {
    for (int k = 1; k <= std::min(4, sample.max_k()); ++k) {
      const equations::ListedTerms sum = equations::energy_derivative(sample.motion(), p, k);
      Comparison comparison(concat("p = ", p, ", k = ", k),
                            total_energy(sample, p).derivative(k - 1));
      std::size_t i = 0;
      for (const char* label : {"½ tr D^(k-1){R (I_p* + M r_C r_Cᵀ) Rᵀ}", "½ M D^(k-1)(p·p)",
                                "M D^(k-1)(p·R r_C)", "rotors"}) {
        add_every(comparison, label, sum.terms, i++, sum.terms.size(), 4);
      }
      found.push_back(
          comparison.inner_scale(std::max(sum.scale, energy_scale(sample, p, k - 1)))
              .printed(equations::printed_energy_derivative_by_leibniz(sample.motion(), p, k)));
    }
  }
  return found;
}

/// S3 (65) with the sum over {u, v} in both orders for every term.
Comparisons leibniz_in_both_orders(const Sample& sample) {
  Random random = sample.random("leibniz-both-orders");
  std::vector<double> of_u, of_v;
  for (int k = 0; k <= 8; ++k) {
    of_u.push_back(random.number());
    of_v.push_back(random.number());
  }
  const auto u = Series<double>::from_derivatives(of_u);
  const auto v = Series<double>::from_derivatives(of_v);
  Comparisons found;
  for (const int k : {1, 2, 4, 6, 8}) {
    Comparison comparison(concat("k = ", k), (u * v).derivative(k));
    const auto coefficients = equations::printed_leibniz_coefficients_in_both_orders(k);
    double printed = 0.0;
    for (int s = 0; s <= k; ++s) {
      const double product = u.derivative(k - s) * v.derivative(s);
      comparison.term(concat("C(", k, ", ", s, ")"), binomial(k, s) * product);
      printed += coefficients[at(s)] * product;
    }
    found.push_back(comparison.printed(printed));
  }
  return found;
}

Comparisons translation_of_e1_literally(const Sample& sample) {
  Comparisons found;
  const auto E = energy::energy_parts(sample.motion(), 1).translation;
  for (int m = 2; m <= 4; ++m) {
    const auto sum = equations::first_energy_of_translation(sample.model(), sample.state(), m);
    Comparison comparison(concat("m = ", m), E.derivative(0));
    std::size_t i = 0;
    for (const char* label : {"½ Σ M ΣΣ x_j·x_p q''q''", "½ Σ M ΣΣ 1/(m+1)² y_j·y_p q'q'",
                              "½ Σ M ΣΣ 2/(m+1) x_j·y_p q''q'"}) {
      add_every(comparison, label, sum.terms, i++, sum.terms.size(), 3);
    }
    found.push_back(comparison.printed(equations::printed_first_energy_of_translation_literally(
        sample.model(), sample.state(), m)));
  }
  return found;
}

/// ½ Σ m |B_3 s|² of a body with these ω, ω', ω'', s from the centre.
double second_energy_of(const Sample& sample, int body, const Vec3& w, const Vec3& w1,
                        const Vec3& w2) {
  using spatial::cross_matrix;
  const Mat3 W = cross_matrix(w), W1 = cross_matrix(w1);
  const Mat3 B = cross_matrix(w2) + 2.0 * W1 * W + W * W1 + W * W * W;
  const mass::RigidMass& mass = body_of(sample, body).rigid_mass;
  double sum = 0.0;
  for (const Particle& point : particles(mass)) {
    const Vec3 s = sample.placements()[at(body)].R[0] * (point.r_B - mass.p_BBcm);
    sum += 0.5 * point.mass * (B * s).squaredNorm();
  }
  return sum;
}

/// The groups of S3 (106) to (108): what is with ω'', of the rest what is quadratic in ω', and what
/// is left.
void groups_of_second_energy(const std::string& label, const Sample& sample, int body,
                             Comparisons& found) {
  const auto omega = omega_of(sample.placements()[at(body)]);
  const Vec3 w = omega[0], w1 = omega.derivative(1), w2 = omega.derivative(2);
  const Vec3 none = Vec3::Zero();
  const double all = second_energy_of(sample, body, w, w1, w2);
  const double forth = second_energy_of(sample, body, w, w1, none);
  const double back = second_energy_of(sample, body, w, -w1, none);
  const double still = second_energy_of(sample, body, w, none, none);
  const double scale = all + forth + back + still;
  const auto about = about_centre(sample, body);
  const std::vector<double> terms = equations::second_energy_about(about).terms;
  const auto printed = equations::printed_second_energy_groups(about);
  const auto add = [&](const char* equation, double lhs, std::size_t first,
                       const std::vector<const char*>& labels, double as_printed) {
    Comparison comparison(concat(label, ", ", equation), lhs);
    for (std::size_t i = 0; i < labels.size(); ++i) comparison.term(labels[i], terms[first + i]);
    comparison.inner_scale(scale);
    // Of a group that is zero (in a plane, or where nothing turns) no error is relative to it.
    if (std::abs(lhs) > 1e-6 * scale) comparison.printed(as_printed, equation);
    found.push_back(comparison);
  };
  add("S3 (106)", all - forth, 2,
      {"½ ω''ᵀ I ω''", "2 ωᵀ (ω'' × I_p ω')", "ω'ᵀ (ω'' × I_p ω)", "-ω² ωᵀ I ω''"},
      printed.with_second);
  add("S3 (107)", 0.5 * (forth + back) - still, 6,
      {"2 s ωᵀ I ω'", "2 ω² ω'ᵀ I_p ω'", "-5 s ω'ᵀ I_p ω", "5/2 s² tr I_p", "½ ω'² ωᵀ I_p ω"},
      printed.with_first);
  add("S3 (108)", 0.5 * (forth - back) + still, 11, {"ω² ωᵀ (ω' × I_p ω)", "½ ω⁴ ωᵀ I ω"},
      printed.with_velocity);
}

/// S3 (50): I* Σ_j [...] + ΣΣ Ω_j × (I* Ω_p) q_j' q_p' = N*.
Comparisons moment_by_partials(const Sample& sample) {
  Comparisons found;
  for (const int body : some_bodies(sample)) {
    const mass::RigidMass& B = body_of(sample, body).rigid_mass;
    const Mat3& R = sample.placements()[at(body)].R[0];
    const Mat3 I = R * B.inertia_com() * R.transpose();
    const Vec3 N = equations::inertia_moment(sample.motion(), body)[0];
    for (int m = 1; m <= 3; ++m) {
      Vec3 second = Vec3::Zero(), first = Vec3::Zero(), sum = Vec3::Zero();
      double size = 0.0;
      for (int j = 0; j < sample.num_coordinates(); ++j) {
        const auto change = omega_variation(sample, body, j, m);
        const double q1 = sample.state().derivative(1)(j), q2 = sample.state().derivative(2)(j);
        second += change.derivative(m - 1) * q2;
        first += change.derivative(m) / (m + 1) * q1;
        sum += change.derivative(m - 1) * q1;
        size += (change.derivative(m - 1) * q2).norm() + (change.derivative(m) * q1).norm() +
                change.derivative(m - 1).norm() * std::abs(q1);
      }
      found.push_back(Comparison(concat(body_label(sample, body), ", m = ", m), N)
                          .term("I* Σ ∂ψ^(m)/∂q_j^(m) q_j''", Vec3(I * second))
                          .term("I* Σ 1/(m+1) ∂ψ^(m+1)/∂q_j^(m) q_j'", Vec3(I * first))
                          .term("ΣΣ Ω_j × (I* Ω_p) q_j' q_p'", Vec3(sum.cross(I * sum)))
                          .inner_scale(I.norm() * size * (1.0 + size)));
    }
  }
  return found;
}

/// S2 (80): Dᵏ⁻¹ of inertia by the equation of order k, of gravity by partial derivatives.
Comparisons driving_force_of_energies(const Sample& sample) {
  const auto Q = force::generalized_force(sample.motion());
  Comparisons found;
  for (int k = 1; k <= std::min(7, sample.max_k()); ++k) {
    const int m = k + 1;
    const auto inertia = equations::order_k_equation(sample.model(), sample.state(), k, m);
    const auto gravity = equations::gravity_equation(sample.model(), sample.state(), k, m);
    found.push_back(Comparison(concat("k = ", k, ", m = ", m), Q.derivative(k - 1))
                        .term("Q_i, S2 (78)", inertia.value)
                        .term("Q_g, S2 (79)", gravity.value)
                        .inner_scale(inertia.scale.maxCoeff() + gravity.scale.maxCoeff()));
  }
  return found;
}

Identity kinetic_energy_translation_members() {
  return {.id = "kinetic-energy-translation-members",
          .title = "translational part of the kinetic energy and its derivatives by columns",
          .equations = {"S3 (62)", "S3 (64)"},
          .misprinted = {"S3 (62)", "S3 (64)"},
          .formula = "Dᵏ ½ Σ M |v|² = ½ Σ M Σ_s C(k, s) v⁽ᵏ⁻ˢ⁾·v⁽ˢ⁾, v = Σ_j ∂r_C/∂q_j q_j'",
          .reading =
              "S3 (62), (64) print a vector, and 1/(m+1) ∂r_C⁽ᵐ⁺¹⁾/∂q_j⁽ᵐ⁾, which is the rate of "
              "the column, for the column. The error is that of the latter, with the square.",
          .left = "energy::energy_parts",
          .right = kVariations,
          .most_coordinates = kMostVaried,
          .evaluate = translation_members};
}

Identity energy_derivatives_second_member() {
  return {.id = "energy-derivatives-second-member",
          .title = "derivatives of the energies about the origins, second member of S3 (73)",
          .equations = {"S3 (73)"},
          .misprinted = {"S3 (73)"},
          .formula =
              "Dᵏ⁻¹E_p = Σ ½ tr Dᵏ⁻¹{R⁽ᵖ⁺¹⁾ (I_p* + M r_C r_Cᵀ) R⁽ᵖ⁺¹⁾ᵀ} + ½ M Dᵏ⁻¹|p⁽ᵖ⁺¹⁾|² + M "
              "Dᵏ⁻¹(p⁽ᵖ⁺¹⁾ · R⁽ᵖ⁺¹⁾ r_C)",
          .reading = "The second member of S3 (73) lacks the last term, which the error is for.",
          .left = kEnergyOfParticles,
          .right = "equations::energy_derivative",
          .evaluate = derivative_members};
}

Identity leibniz_both_orders() {
  return {
      .id = "leibniz-both-orders",
      .title = "k-th derivative of a product by S3 (65), both orders of every term",
      .equations = {"S3 (65)"},
      .misprinted = {"S3 (65)"},
      .formula = "Dᵏ(u v) = Σ_s C(k, s) u⁽ᵏ⁻ˢ⁾ v⁽ˢ⁾",
      .reading =
          "The sum over {u, v} taken in both orders throughout, as for k = 1, where it "
          "doubles: then the middle term of k = 2, 4, 6 is doubled too, and the error is of "
          "that. leibniz-two-factors counts it once. δ is printed as 0 and as 1 at k = 4 and 6; "
          "both readings take 0.",
      .left = "taylor::product",
      .right = "the sum",
      .evaluate = leibniz_in_both_orders};
}

Identity e1_translation_literally() {
  return {.id = "e1-translation-literally",
          .title = "translational part of the first energy with second derivatives as printed",
          .equations = {"S3 (102)"},
          .misprinted = {"S3 (102)"},
          .formula = "½ Σ M ΣΣ [ x_j·x_p q''q'' + 1/(m+1)² y_j·y_p q'q' + 2/(m+1) x_j·y_p q''q' ]",
          .reading =
              "S3 (102) adds second derivatives, which are vectors, to a number. For m >= 2 they "
              "are zero, and the error is of the number that is left.",
          .left = "energy::energy_parts",
          .right = "equations::first_energy_of_translation",
          .most_coordinates = kMostVaried,
          .evaluate = translation_of_e1_literally};
}

Identity explicit_e2_groups() {
  return {
      .id = "explicit-e2-groups",
      .title = "second acceleration energy of a body in the groups of S3 (106) to (108)",
      .equations = {"S3 (106)", "S3 (107)", "S3 (108)"},
      .misprinted = {"S3 (106)", "S3 (107)", "S3 (108)"},
      .formula =
          "(106) ½ω''ᵀIω'' + 2ωᵀ(ω''×I_pω') + ω'ᵀ(ω''×I_pω) - ω²ωᵀIω''; (107) 2s ωᵀIω' + 2ω² "
          "ω'ᵀI_pω' - 5s ω'ᵀI_pω + 5/2 s² tr I_p + ½ω'² ωᵀI_pω; (108) ω² ωᵀ(ω'×I_pω) + ½ω⁴ "
          "ωᵀIω",
      .reading = "Our copy has other dots in six of the eleven terms, which the errors are for.",
      .left = "½ Σ m |B_3 s|² over particles with and without ω'', with ±ω'",
      .right = "equations::second_energy_about",
      .evaluate = for_bodies(groups_of_second_energy)};
}

Identity euler_by_partials() {
  return {.id = "euler-by-partials",
          .title = "theorem of angular momentum of a body by partial derivatives",
          .equations = {"S3 (50)"},
          .formula =
              "N* = I* Σ_j { ∂ψ⁽ᵐ⁾/∂q_j⁽ᵐ⁾ q_j'' + 1/(m+1) ∂ψ⁽ᵐ⁺¹⁾/∂q_j⁽ᵐ⁾ q_j' } + Σ_j Σ_p Ω_j × "
              "(I* Ω_p) q_j' q_p'",
          .reading =
              "ψ⁽ᵐ⁾ stands for ω⁽ᵐ⁻¹⁾. Each second term is off by Ω_j × ω q_j'/(m+1); these add up "
              "to ω × ω = 0.",
          .left = "equations::inertia_moment",
          .right = kVariations,
          .most_coordinates = kMostVaried,
          .evaluate = moment_by_partials};
}

Identity driving_force_by_energies() {
  return {.id = "driving-force-by-energies",
          .title = "driving force from energies and weights, with derivatives",
          .equations = {"S2 (80)"},
          .formula = "Dᵏ⁻¹Q_m = Dᵏ⁻¹Q_i + Dᵏ⁻¹Q_g, the first by S2 (78), the second by S2 (79)",
          .reading = "Both in their corrected forms.",
          .left = "force::generalized_force (recursive Newton-Euler)",
          .right = "equations::order_k_equation, equations::gravity_equation",
          .most_coordinates = kMostVaried,
          .evaluate = driving_force_of_energies};
}

}  // namespace

std::vector<Identity> energy_member_identities() {
  return {kinetic_energy_translation_members(),
          energy_derivatives_second_member(),
          leibniz_both_orders(),
          e1_translation_literally(),
          explicit_e2_groups(),
          euler_by_partials(),
          driving_force_by_energies()};
}

}  // namespace appell::verify
