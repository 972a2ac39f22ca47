// Explicit forms of the acceleration energies of one body, about its centre and any other point.
#include "appell/energy/acceleration_energy.hpp"
#include "papers/equations/printed_energies.hpp"
#include "papers/equations/rigid_body_energies.hpp"
#include "papers/equations/turning.hpp"
#include "papers/verify/energy_tools.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

using equations::BodyAboutPoint;
using equations::ListedTerms;

Comparison against_particles(const std::string& label, const Sample& sample, int body, int p,
                             const ListedTerms& sum, const std::vector<std::string>& labels) {
  Comparison comparison(label, particle_energy(sample, body, p).derivative(0));
  add_listed(comparison, sum, labels);
  return comparison.inner_scale(body_energy_scale(sample, body, p, 0));
}

using EnergyForm = ListedTerms (*)(const BodyAboutPoint&);

/// A form with the terms that it is printed with.
std::function<Comparisons(const Sample&)> explicit_form(int p, EnergyForm form,
                                                        const std::vector<std::string>& labels,
                                                        bool any_point) {
  return for_bodies(
      [=](const std::string& label, const Sample& sample, int body, Comparisons& found) {
        found.push_back(against_particles(
            label, sample, body, p,
            form(any_point ? about_point(sample, body) : about_centre(sample, body)), labels));
      });
}

/// Terms of the kinetic energy, of E_1 and of E_2; ρ_C is zero about the centre.
const std::vector<std::string>& labels_of_kinetic_energy() {
  static const std::vector<std::string> kLabels{"½ M v²", "M v · (ω × ρ_C)", "½ ωᵀ I' ω"};
  return kLabels;
}
const std::vector<std::string>& labels_of_e1() {
  static const std::vector<std::string> kLabels{
      "½ M a²",    "M a · (ε × ρ_C)", "M a · (ω × ω × ρ_C)",
      "½ εᵀ I' ε", "εᵀ (ω × I' ω)",   "½ ω² ωᵀ I' ω"};
  return kLabels;
}
const std::vector<std::string>& labels_of_e2() {
  static const std::vector<std::string> kLabels{
      "½ M r'''²",         "M r''' · B_3 ρ_C", "½ ω''ᵀ I ω''",   "2 ωᵀ (ω'' × I_p ω')",
      "ω'ᵀ (ω'' × I_p ω)", "-ω² ωᵀ I ω''",     "2 s ωᵀ I ω'",    "2 ω² ω'ᵀ I_p ω'",
      "-5 s ω'ᵀ I_p ω",    "5/2 s² tr I_p",    "½ ω'² ωᵀ I_p ω", "ω² ωᵀ (ω' × I_p ω)",
      "½ ω⁴ ωᵀ I ω"};
  return kLabels;
}

std::vector<std::string> labels_of_kinetic_derivative(int k) {
  std::vector<std::string> labels;
  for (int s = 0; s <= k; ++s) {
    labels.push_back(concat("½ M C(", k, ", ", s, ") v^(", k - s, ")·v^(", s, ")"));
  }
  for (int b = 0; b <= k; ++b) {
    for (int a = 0; a <= k - b; ++a) {
      const int c = k - b - a;
      labels.push_back(
          concat("½ ", k, "!/(", a, "! ", b, "! ", c, "!) ω^(", a, ")ᵀ I^(", b, ") ω^(", c, ")"));
    }
  }
  return labels;
}

/// Terms of E_p by g, S and ρ of B_{p+1}.
std::vector<std::string> labels_by_vectors(int p) {
  return {concat("½ M |r^(", p + 1, ")|²"),
          concat("M r^(", p + 1, ") · B ρ_C"),
          "½ gᵀ I g",
          "tr([g×] I_p Sᵀ)",
          "½ tr(S I_p Sᵀ)",
          "-ρ tr(S I_p)",
          "½ ρ² tr I_p"};
}

/// r_C⁽ᵐ⁾ and r_C⁽ᵐ⁺¹⁾ are linear in q⁽ᵐ⁾, m >= 2: the second partial derivatives that S1 (112)
/// prints are zero.
void add_second_differences(const Sample& sample, int m, Comparisons& found) {
  const int body = sample.main_body();
  if (body < 0) return;
  const Vec3 r_B = body_of(sample, body).rigid_mass.p_BBcm;
  const auto moved = [&](double change, int order) {
    model::StateSeries q = sample.state().truncated(m + 1);
    q[m] += VecX::Constant(q[m].size(), change / factorial(m));
    return moved_point(placements_along(sample.model(), q)[at(body)], r_B).derivative(order);
  };
  for (const int order : {m, m + 1}) {
    found.push_back(Comparison(concat("second difference of r_C^(", order, ") in q^(", m, ")"),
                               Vec3(moved(1.0, order) + moved(-1.0, order)))
                        .term("2 r_C", Vec3(2.0 * moved(0.0, order)))
                        .inner_scale(moved(1.0, order).norm() + moved(0.0, order).norm()));
  }
}

/// ½ M a_C² from the columns of the Jacobian at order m.
Comparisons translation_by_columns(const Sample& sample) {
  Comparisons found;
  const auto E = energy::energy_parts(sample.motion(), 1).translation;
  for (int m = 0; m <= 3; ++m) {
    double first = 0.0, second = 0.0, cross = 0.0;
    for (const int body : sample.heavy_bodies()) {
      const mass::RigidMass& B = body_of(sample, body).rigid_mass;
      Vec3 u = Vec3::Zero();
      Vec3 v = Vec3::Zero();
      for (int j = 0; j < sample.num_coordinates(); ++j) {
        const auto dr = moved_point(sample.variation(j, m)[at(body)], B.p_BBcm);
        u += dr.derivative(m) * sample.state().derivative(2)(j);
        v += dr.derivative(m + 1) / (m + 1) * sample.state().derivative(1)(j);
      }
      first += 0.5 * B.mass * u.squaredNorm();
      second += 0.5 * B.mass * v.squaredNorm();
      cross += B.mass * u.dot(v);
    }
    Comparison comparison(concat("m = ", m), E.derivative(0));
    comparison.term("q'' q'' terms", first)
        .term("1/(m+1)² q' q' terms", second)
        .term("2/(m+1) q'' q' terms", cross)
        .printed(
            equations::printed_first_energy_of_translation(sample.model(), sample.state(), m).value,
            "S3 (102)");
    if (m >= 2) {
      comparison.printed(
          equations::printed_first_energy_by_second_derivatives(sample.model(), sample.state(), m),
          "S1 (112)");
      add_second_differences(sample, m, found);
    }
    found.push_back(comparison);
  }
  return found;
}

/// The terms of E_3 with ω''': what E_3 changes by when ω''' is put to zero.
void third_energy_leading(const std::string& label, const Sample& sample, int index,
                          Comparisons& found) {
  const spatial::TransformSeries& T = sample.placements()[at(index)];
  const Vec3 w3 = omega_of(T).derivative(3);
  const mass::RigidMass& B = body_of(sample, index).rigid_mass;
  double change = 0.0;
  for (const Particle& point : particles(B)) {
    const Vec3 r = T.R.derivative(4) * (point.r_B - B.p_BBcm);
    const Vec3 y = w3.cross(T.R[0] * (point.r_B - B.p_BBcm));
    change += point.mass * (r.dot(y) - 0.5 * y.squaredNorm());
  }
  const BodyAboutPoint body = about_centre(sample, index);
  const ListedTerms sum = equations::third_energy_leading_terms(body);
  const double printed = equations::printed_third_energy_leading_terms(body).value;
  Comparison comparison(label, change);
  add_listed(
      comparison, sum,
      {"½ ω'''ᵀ I ω'''", "3 ωᵀ (ω''' × I_p ω'')", "3 ω'ᵀ (ω''' × I_p ω')", "ω''ᵀ (ω''' × I_p ω)",
       "2 (ω × ω''')ᵀ I_p (ω' × ω)", "-5 s ωᵀ I ω'''", "-ω² ω'ᵀ I ω'''", "ω² ωᵀ I_p (ω''' × ω)"});
  // In a plane the third bilinear term is zero, and its coefficient does not matter.
  if (std::abs(printed - sum.value) > 1e-6 * sum.scale) comparison.printed(printed);
  found.push_back(comparison);
}

Identity explicit_kinetic_energy() {
  return {.id = "explicit-kinetic-energy",
          .title = "kinetic energy of a body about any point",
          .equations = {"S3 (58)", "S1 (70)"},
          .formula = "E_C = ½ M v² + M v · (ω × ρ_C) + ½ ωᵀ I' ω",
          .left = kEnergyOfParticles,
          .right = "equations::kinetic_energy_about",
          .evaluate =
              explicit_form(0, equations::kinetic_energy_about, labels_of_kinetic_energy(), true)};
}

Identity explicit_kinetic_energy_derivatives() {
  return {.id = "explicit-kinetic-energy-derivatives",
          .title = "derivatives of the kinetic energy of a body by Leibniz' rule",
          .equations = {"S3 (64)", "S1 (77)"},
          .formula = "Dᵏ E_C = ½ M Σ C(k, s) v⁽ᵏ⁻ˢ⁾·v⁽ˢ⁾ + ½ Σ k!/(a! b! c!) ω⁽ᵃ⁾ᵀ I⁽ᵇ⁾ ω⁽ᶜ⁾",
          .left = kEnergyOfParticles,
          .right = "equations::kinetic_energy_derivative",
          .evaluate = for_bodies(
              [](const std::string& label, const Sample& sample, int body, Comparisons& found) {
                const BodyAboutPoint about = about_centre(sample, body);
                const auto E = particle_energy(sample, body, 0);
                for (int k = 1; k <= sample.max_k(); ++k) {
                  Comparison comparison(concat(label, ", k = ", k), E.derivative(k));
                  add_listed(comparison, equations::kinetic_energy_derivative(about, k),
                             labels_of_kinetic_derivative(k));
                  found.push_back(comparison.inner_scale(body_energy_scale(sample, body, 0, k)));
                }
              })};
}

Identity explicit_e1_any_point() {
  return {.id = "explicit-e1-any-point",
          .title = "first acceleration energy of a body about any point",
          .equations = {"S1 (105)", "S3 (98)"},
          .formula =
              "E_1 = ½ M a² + M a·(ε×ρ_C) + M a·(ω×ω×ρ_C) + ½ εᵀI'ε + εᵀ(ω×I'ω) + ½ "
              "ω² ωᵀI'ω",
          .left = kEnergyOfParticles,
          .right = "equations::first_energy_about",
          .evaluate = explicit_form(1, equations::first_energy_about, labels_of_e1(), true)};
}

Identity explicit_e1_centre() {
  return {.id = "explicit-e1-centre",
          .title = "first acceleration energy of a body about its centre",
          .equations = {"S1 (106)", "S1 (110)", "S3 (99)", "S3 (100)", "S3 (101)", "S3 (104)",
                        "S2 (4)"},
          .formula = "E_1 = ½ M a_C² + ½ εᵀ I* ε + εᵀ (ω × I* ω) + ½ ω² ωᵀ I* ω",
          .reading = "Dots lost in our copies are restored: v' and ω' where E_1 needs them.",
          .left = kEnergyOfParticles,
          .right = "equations::first_energy_about",
          .evaluate = explicit_form(1, equations::first_energy_about, labels_of_e1(), false)};
}

Identity explicit_e1_columns() {
  return {.id = "explicit-e1-columns",
          .title = "translational part of the first energy by columns",
          .equations = {"S1 (112)", "S3 (102)"},
          .misprinted = {"S1 (112)", "S3 (102)"},
          .formula =
              "½ M a_C² = ½ M ΣΣ { e_j·e_p q''q'' + 2/(m+1) e_j·e_p' q''q' + "
              "1/(m+1)² e_j'·e_p' q'q' }, e' = ∂r_C⁽ᵐ⁺¹⁾/∂q⁽ᵐ⁾",
          .reading =
              "Products of first derivatives. S1 (112) prints second derivatives, which are zero "
              "for m >= 2, and 1 for 2 before the rest; S3 (102) is read with products.",
          .left = "energy::energy_parts",
          .right = kVariations,
          .most_coordinates = kMostVaried,
          .evaluate = translation_by_columns};
}

Identity explicit_e2_centre() {
  return {.id = "explicit-e2-centre",
          .title = "second acceleration energy of a body about its centre",
          .equations = {"S2 (21)", "S1 (117)", "S3 (106)", "S3 (107)", "S3 (108)"},
          .formula =
              "E_2 = ½ M r_C'''² + ½ ω''ᵀIω'' + 2ωᵀ(ω''×I_pω') + ω'ᵀ(ω''×I_pω) - "
              "ω²ωᵀIω'' + 2s ωᵀIω' + 2ω² ω'ᵀI_pω' - 5s ω'ᵀI_pω + 5/2 s² tr I_p + "
              "½ω'² ωᵀI_pω + ω² ωᵀ(ω'×I_pω) + ½ω⁴ ωᵀIω, s = ω·ω'",
          .reading =
              "The order of every ω is read from the derivation; glyphs as transcribed "
              "give 8 % error.",
          .left = kEnergyOfParticles,
          .right = "equations::second_energy_about",
          .evaluate = explicit_form(2, equations::second_energy_about, labels_of_e2(), false)};
}

Identity explicit_e2_any_point() {
  return {.id = "explicit-e2-any-point",
          .title = "second acceleration energy of a body about any point",
          .equations = {"S2 (21)", "S2 (20)"},
          .formula = "as explicit-e2-centre, with M r_O''' · B_3 ρ_C",
          .left = kEnergyOfParticles,
          .right = "equations::second_energy_about",
          .evaluate = explicit_form(2, equations::second_energy_about, labels_of_e2(), true)};
}

Identity explicit_e3_leading() {
  return {.id = "explicit-e3-leading",
          .title = "terms of the third energy with ω'''",
          .equations = {"S1 (119)", "S2 (37)", "S3 (109)"},
          .misprinted = {"S2 (37)", "S3 (109)"},
          .formula =
              "½ ω'''ᵀIω''' + 3ωᵀ(ω'''×I_pω'') + 3ω'ᵀ(ω'''×I_pω') + ω''ᵀ(ω'''×I_pω) + "
              "2(ω×ω''')ᵀI_p(ω'×ω) - 5s ωᵀIω''' - ω² ω'ᵀIω''' + ω² ωᵀI_p(ω'''×ω)",
          .reading = "The papers have 3 for 1 before ω''ᵀ(ω'''×I_pω).",
          .left = "particles with and without ω'''",
          .right = "equations::third_energy_leading_terms",
          .evaluate = for_bodies(third_energy_leading)};
}

Identity explicit_e3_complete() {
  return {.id = "explicit-e3-complete",
          .title = "third acceleration energy of a body, complete",
          .equations = {"S1 (119)", "S2 (37)", "S3 (109)"},
          .formula = "E_3 by g, S, ρ of B_4 in closed form",
          .reading = "The papers print the first terms and dots.",
          .left = kEnergyOfParticles,
          .right = "equations::energy_about, equations::turning_vectors_in_closed_form",
          .evaluate = for_bodies(
              [](const std::string& label, const Sample& sample, int body, Comparisons& found) {
                for (int p = 1; p <= 3; ++p) {
                  const BodyAboutPoint about = about_point(sample, body);
                  const auto B = equations::turning_vectors_in_closed_form(about.omega, p + 1);
                  found.push_back(against_particles(concat(label, ", p = ", p), sample, body, p,
                                                    equations::energy_about(about, p, B),
                                                    labels_by_vectors(p)));
                }
              })};
}

Identity koenig_any_order() {
  return {
      .id = "koenig-any-order",
      .title = "König's theorem for the acceleration energy of any order",
      .equations = {"S2 (1)", "S1 (122)"},
      .formula = "E_p = ½ M |r_C⁽ᵖ⁺¹⁾|² + ½ tr(B_{p+1} I_p* B_{p+1}ᵀ), B_{k+1} = B_k' + B_k [ω×]",
      .left = kEnergyOfParticles,
      .right = "equations::energy_about, equations::turning_matrix",
      .evaluate = for_bodies(
          [](const std::string& label, const Sample& sample, int body, Comparisons& found) {
            for (int p = 0; p <= sample.max_k(); ++p) {
              found.push_back(against_particles(
                  concat(label, ", p = ", p), sample, body, p,
                  equations::energy_about(about_centre(sample, body), p),
                  {concat("½ M |r_C^(", p + 1, ")|²"),
                   concat("M r_C^(", p + 1, ") · B ρ_C, ρ_C = 0"), "½ tr(B I_p* Bᵀ)"}));
            }
          })};
}

Identity koenig_vector_recursion() {
  return {.id = "koenig-vector-recursion",
          .title = "the same by a recursion on vectors",
          .equations = {"S2 (1)", "S1 (122)"},
          .formula =
              "g_{k+1} = g_k' - ρ_k ω, ρ_{k+1} = ρ_k' + g_k·ω, S_{k+1} = S_k' + S_k [ω×] + ω g_kᵀ",
          .left = kEnergyOfParticles,
          .right = "equations::energy_about, equations::turning_vectors",
          .evaluate = for_bodies(
              [](const std::string& label, const Sample& sample, int body, Comparisons& found) {
                for (int p = 0; p <= sample.max_k(); ++p) {
                  const BodyAboutPoint about = about_point(sample, body);
                  const auto B = equations::turning_vectors(about.omega, p + 1);
                  found.push_back(against_particles(concat(label, ", p = ", p), sample, body, p,
                                                    equations::energy_about(about, p, B),
                                                    labels_by_vectors(p)));
                }
              })};
}

}  // namespace

std::vector<Identity> explicit_energy_identities() {
  return {explicit_kinetic_energy(), explicit_kinetic_energy_derivatives(),
          explicit_e1_any_point(),   explicit_e1_centre(),
          explicit_e1_columns(),     explicit_e2_centre(),
          explicit_e2_any_point(),   explicit_e3_leading(),
          explicit_e3_complete(),    koenig_any_order(),
          koenig_vector_recursion()};
}

}  // namespace appell::verify
