// Explicit forms of the acceleration energies of one body, about its centre and any other point.
#include "appell/energy/acceleration_energy.hpp"
#include "papers/equations/rigid_body_energies.hpp"
#include "papers/equations/turning.hpp"
#include "papers/verify/energy_tools.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

using equations::BodyAboutPoint;
using equations::SumOfTerms;

template <class Compare>
std::function<Comparisons(const Sample&)> for_bodies(Compare compare) {
  return [compare](const Sample& sample) {
    Comparisons found;
    for (const int body : some_bodies(sample)) {
      compare(concat("body '", body_of(sample, body).name, "'"), sample, body, found);
    }
    return found;
  };
}

BodyAboutPoint about_centre(const Sample& sample, int body) {
  return equations::body_about_point(sample.motion(), body,
                                     body_of(sample, body).rigid_mass.p_BBcm);
}

/// The same body about a random point.
BodyAboutPoint about_point(const Sample& sample, int body) {
  Random random = sample.random(concat("point ", body));
  return equations::body_about_point(sample.motion(), body, random.vector());
}

Comparison against_particles(const std::string& label, const Sample& sample, int body, int p,
                             const SumOfTerms& sum) {
  return Comparison(label, particle_energy(sample, body, p).derivative(0))
      .term(concat("E_", p), sum.value)
      .inner_scale(sum.scale);
}

using EnergyForm = SumOfTerms (*)(const BodyAboutPoint&);

std::function<Comparisons(const Sample&)> explicit_form(int p, EnergyForm form, bool any_point) {
  return for_bodies(
      [=](const std::string& label, const Sample& sample, int body, Comparisons& found) {
        found.push_back(against_particles(
            label, sample, body, p,
            form(any_point ? about_point(sample, body) : about_centre(sample, body))));
      });
}

/// Integrals over the mass, each against its closed form; ρ from a random point O of the body.
void first_energy_integrals(const std::string& label, const Sample& sample, int index,
                            Comparisons& found) {
  Random random = sample.random(concat("point ", index));
  const Vec3 p_BO = random.vector();
  const BodyAboutPoint body = about_point(sample, index);
  const Mat3& R = sample.placements()[at(index)].R[0];
  const Vec3 a = body.r_O.derivative(2);
  const Vec3 w = body.omega.derivative(0);
  const Vec3 e = body.omega.derivative(1);
  double first = 0.0, second = 0.0, third = 0.0, fourth = 0.0, fifth = 0.0;
  for (const Particle& point : particles(body_of(sample, index).rigid_mass)) {
    const Vec3 rho = R * (point.r_B - p_BO);
    const Vec3 turning = e.cross(rho);
    const Vec3 centripetal = w.cross(w.cross(rho));
    first += point.mass * a.dot(turning);
    second += point.mass * a.dot(centripetal);
    third += 0.5 * point.mass * turning.squaredNorm();
    fourth += point.mass * turning.dot(centripetal);
    fifth += 0.5 * point.mass * centripetal.squaredNorm();
  }
  const Mat3 I = body.inertia();
  const double scale = body.mass * a.norm() * (e.norm() + w.squaredNorm()) * body.rho_C.norm();
  found.push_back(Comparison(label + ", a·(ε×ρ)", first)
                      .term("M a · (ε × ρ_C)", body.mass * a.dot(e.cross(body.rho_C)))
                      .inner_scale(scale));
  found.push_back(Comparison(label + ", a·(ω×ω×ρ)", second)
                      .term("M a · (ω × ω × ρ_C)", body.mass * a.dot(w.cross(w.cross(body.rho_C))))
                      .inner_scale(scale));
  found.push_back(Comparison(label + ", (ε×ρ)²", third).term("½ εᵀ I' ε", 0.5 * e.dot(I * e)));
  found.push_back(Comparison(label + ", (ε×ρ)·(ω×ω×ρ)", fourth)
                      .term("εᵀ (ω × I' ω)", e.dot(w.cross(I * w)))
                      .inner_scale(e.norm() * w.squaredNorm() * I.norm()));
  found.push_back(Comparison(label + ", (ω×ω×ρ)²", fifth)
                      .term("½ ω² ωᵀ I' ω", 0.5 * w.squaredNorm() * w.dot(I * w)));
}

/// The vector algebra on the way to the closed forms, with random vectors.
Comparisons first_energy_steps(const Sample& sample) {
  Random random = sample.random("first-energy-steps");
  const Vec3 e = random.vector();
  const Vec3 w = random.vector();
  const Vec3 rho = random.vector();
  const Mat3 K = spatial::cross_matrix(rho);
  const Mat3 W = spatial::cross_matrix(w);
  const Vec3 u = w.cross(rho);
  const Mat3 U = spatial::cross_matrix(u);
  const double w2 = w.squaredNorm();
  const double size = e.norm() * w2 * rho.squaredNorm();
  return {
      Comparison("(ε×ρ)ᵀ", e.cross(rho)).term("εᵀ [ρ×]", Vec3(K.transpose() * e)),
      Comparison("ω×(ω×ρ)", Vec3(w.cross(u)))
          .term("(ω·ρ) ω", Vec3(w.dot(rho) * w))
          .term("-ω² ρ", Vec3(-w2 * rho)),
      Comparison("(ε×ρ)·(ω×ω×ρ)", e.cross(rho).dot(w.cross(u)))
          .term("εᵀ [ρ×] (ω·ρ) ω", e.dot(K * w) * w.dot(rho))
          .term("-εᵀ [ρ×] ω² ρ", -w2 * e.dot(K * rho))
          .inner_scale(size),
      Comparison("εᵀ [ρ×] ω² ρ", w2 * e.dot(K * rho)).term("zero", 0.0).inner_scale(size),
      Comparison("εᵀ [ρ×] (ω·ρ) ω", e.dot(K * w) * w.dot(rho))
          .term("εᵀ [ω×]ᵀ ρ ρᵀ ω", e.dot(W.transpose() * rho * rho.dot(w)))
          .inner_scale(size),
      Comparison("ρ ρᵀ", Mat3(rho * rho.transpose()))
          .term("ρ² 1", Mat3(rho.squaredNorm() * Mat3::Identity()))
          .term("-[ρ×][ρ×]ᵀ", Mat3(-K * K.transpose())),
      Comparison("εᵀ [ω×]ᵀ ρ² ω", rho.squaredNorm() * e.dot(W.transpose() * w))
          .term("zero", 0.0)
          .inner_scale(size),
      Comparison("-εᵀ [ω×]ᵀ [ρ×][ρ×]ᵀ ω", -e.dot(W.transpose() * K * K.transpose() * w))
          .term("εᵀ [ω×] [ρ×][ρ×]ᵀ ω", e.dot(W * K * K.transpose() * w)),
      Comparison("ω×(ω×ρ), again", Vec3(w.cross(u))).term("[(ω×ρ)×]ᵀ ω", Vec3(U.transpose() * w)),
      Comparison("its transpose", Vec3((w.transpose() * U).transpose()))
          .term("[(ω×ρ)×]ᵀ ω", Vec3(U.transpose() * w)),
      Comparison("-ωᵀ [u×][u×] ω, u = ω×ρ", -w.dot(U * U * w))
          .term("-(u·ω)²", -std::pow(u.dot(w), 2))
          .term("u² ω²", u.squaredNorm() * w2),
      Comparison("ω·(ω×ρ)", w.dot(u)).term("zero", 0.0).inner_scale(w2 * rho.norm()),
      Comparison("u² ω²", u.squaredNorm() * w2)
          .term("ωᵀ [ωᵀ [ρ×][ρ×]ᵀ ω] ω", w.dot(K * K.transpose() * w) * w2)};
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
    found.push_back(Comparison(concat("m = ", m), E.derivative(0))
                        .term("q'' q'' terms", first)
                        .term("1/(m+1)² q' q' terms", second)
                        .term("2/(m+1) q'' q' terms", cross)
                        .printed(first + second + 0.5 * cross));
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
  const SumOfTerms sum = equations::third_energy_leading_terms(body);
  const Vec3 w2 = body.omega.derivative(2);
  const double third = w2.dot(w3.cross(body.planar * body.omega[0]));
  Comparison comparison(label, change);
  comparison.term("terms with ω'''", sum.value).inner_scale(sum.scale);
  // In a plane the third bilinear term is zero, and its coefficient does not matter.
  if (std::abs(third) > 1e-6 * sum.scale) comparison.printed(sum.value + 2.0 * third);
  found.push_back(comparison);
}

}  // namespace

std::vector<Identity> explicit_energy_identities() {
  std::vector<Identity> list;
  list.push_back({.id = "explicit-kinetic-energy",
                  .title = "kinetic energy of a body about any point",
                  .equations = {"S3 (58)", "S1 (70)"},
                  .formula = "E_C = ½ M v² + M v · (ω × ρ_C) + ½ ωᵀ I' ω",
                  .left = kEnergyOfParticles,
                  .right = "equations::kinetic_energy_about",
                  .evaluate = explicit_form(0, equations::kinetic_energy_about, true)});
  list.push_back(
      {.id = "explicit-kinetic-energy-derivatives",
       .title = "derivatives of the kinetic energy of a body by Leibniz' rule",
       .equations = {"S3 (64)", "S3 (65)", "S3 (66)", "S1 (77)"},
       .formula = "Dᵏ E_C = ½ M Σ C(k, s) v⁽ᵏ⁻ˢ⁾·v⁽ˢ⁾ + ½ Σ k!/(a! b! c!) ω⁽ᵃ⁾ᵀ I⁽ᵇ⁾ ω⁽ᶜ⁾",
       .left = kEnergyOfParticles,
       .right = "equations::kinetic_energy_derivative",
       .evaluate = for_bodies(
           [](const std::string& label, const Sample& sample, int body, Comparisons& found) {
             const BodyAboutPoint about = about_centre(sample, body);
             const auto E = particle_energy(sample, body, 0);
             for (int k = 1; k <= sample.max_k(); ++k) {
               const SumOfTerms sum = equations::kinetic_energy_derivative(about, k);
               found.push_back(Comparison(concat(label, ", k = ", k), E.derivative(k))
                                   .term("D^k E_C", sum.value)
                                   .inner_scale(sum.scale));
             }
           })});
  list.push_back(
      {.id = "explicit-e1-integrals",
       .title = "integrals over the mass in the first acceleration energy",
       .equations = {"S1 (84)", "S1 (85)", "S1 (86)", "S1 (87)", "S1 (88)", "S1 (89)", "S1 (96)",
                     "S1 (97)", "S1 (103)", "S1 (104)", "S3 (76)", "S3 (77)", "S3 (78)", "S3 (79)",
                     "S3 (80)", "S3 (89)", "S3 (90)", "S3 (96)", "S3 (97)"},
       .formula = "∫ (ε×ρ)·(ω×(ω×ρ)) dm = εᵀ (ω × I' ω), ∫ |ω×(ω×ρ)|² dm = ω² ωᵀ I' ω, ...",
       .left = "sums over particles",
       .right = "closed forms (verify/explicit_energy_identities.cpp)",
       .shared = "kinematics::propagate, for ω and its derivatives at the instant",
       .evaluate = for_bodies(first_energy_integrals)});
  list.push_back({.id = "explicit-e1-steps",
                  .title = "vector algebra on the way to the first acceleration energy",
                  .equations = {"S1 (89)", "S1 (90)", "S1 (91)", "S1 (92)",  "S1 (93)",  "S1 (94)",
                                "S1 (95)", "S1 (98)", "S1 (99)", "S1 (100)", "S1 (101)", "S1 (102)",
                                "S3 (81)", "S3 (82)", "S3 (84)", "S3 (85)",  "S3 (86)",  "S3 (87)",
                                "S3 (88)", "S3 (91)", "S3 (92)", "S3 (93)",  "S3 (94)",  "S3 (95)"},
                  .formula = "ω×(ω×ρ) = (ω·ρ) ω - ω² ρ, ρ ρᵀ = ρ² 1 - [ρ×][ρ×]ᵀ, ...",
                  .reading = "S1 (99) and S3 (92) equate a column with a row.",
                  .left = "verify/explicit_energy_identities.cpp",
                  .right = "verify/explicit_energy_identities.cpp",
                  .shared = "nothing but algebra: both sides are written out here",
                  .evaluate = first_energy_steps});
  list.push_back({.id = "explicit-e1-any-point",
                  .title = "first acceleration energy of a body about any point",
                  .equations = {"S1 (105)", "S3 (98)"},
                  .formula = "E_1 = ½ M a² + M a·(ε×ρ_C) + M a·(ω×ω×ρ_C) + ½ εᵀI'ε + εᵀ(ω×I'ω) + ½ "
                             "ω² ωᵀI'ω",
                  .left = kEnergyOfParticles,
                  .right = "equations::first_energy_about",
                  .evaluate = explicit_form(1, equations::first_energy_about, true)});
  list.push_back(
      {.id = "explicit-e1-centre",
       .title = "first acceleration energy of a body about its centre",
       .equations = {"S1 (106)", "S1 (110)", "S1 (111)", "S1 (114)", "S3 (99)", "S3 (100)",
                     "S3 (101)", "S3 (104)", "S2 (4)"},
       .formula = "E_1 = ½ M a_C² + ½ εᵀ I* ε + εᵀ (ω × I* ω) + ½ ω² ωᵀ I* ω",
       .reading = "Dots lost in our copies are restored: v' and ω' where E_1 needs them.",
       .left = kEnergyOfParticles,
       .right = "equations::first_energy_about",
       .evaluate = explicit_form(1, equations::first_energy_about, false)});
  list.push_back({.id = "explicit-e1-columns",
                  .title = "translational part of the first energy by columns",
                  .equations = {"S1 (112)", "S3 (102)"},
                  .formula = "½ M a_C² = ½ M ΣΣ { e_j·e_p q''q'' + 2/(m+1) e_j·e_p' q''q' + "
                             "1/(m+1)² e_j'·e_p' q'q' }, e' = ∂r_C⁽ᵐ⁺¹⁾/∂q⁽ᵐ⁾",
                  .reading =
                      "Products of first derivatives, not second derivatives; the papers have 1 "
                      "for 2 in the middle term, which the error is for.",
                  .left = "energy::energy_parts",
                  .right = kVariations,
                  .evaluate = translation_by_columns});
  list.push_back({.id = "explicit-e2-centre",
                  .title = "second acceleration energy of a body about its centre",
                  .equations = {"S2 (21)", "S1 (117)", "S3 (106)", "S3 (107)", "S3 (108)"},
                  .formula = "E_2 = ½ M r_C'''² + ½ ω''ᵀIω'' + 2ωᵀ(ω''×I_pω') + ω'ᵀ(ω''×I_pω) - "
                             "ω²ωᵀIω'' + 2s ωᵀIω' + 2ω² ω'ᵀI_pω' - 5s ω'ᵀI_pω + 5/2 s² tr I_p + "
                             "½ω'² ωᵀI_pω + ω² ωᵀ(ω'×I_pω) + ½ω⁴ ωᵀIω, s = ω·ω'",
                  .reading =
                      "The order of every ω is read from the derivation; glyphs as transcribed "
                      "give 8 % error.",
                  .left = kEnergyOfParticles,
                  .right = "equations::second_energy_about",
                  .evaluate = explicit_form(2, equations::second_energy_about, false)});
  list.push_back({.id = "explicit-e2-any-point",
                  .title = "second acceleration energy of a body about any point",
                  .equations = {"S2 (21)", "S2 (20)"},
                  .formula = "as explicit-e2-centre, with M r_O''' · B_3 ρ_C",
                  .left = kEnergyOfParticles,
                  .right = "equations::second_energy_about",
                  .evaluate = explicit_form(2, equations::second_energy_about, true)});
  list.push_back({.id = "explicit-e3-leading",
                  .title = "terms of the third energy with ω'''",
                  .equations = {"S2 (37)", "S3 (109)"},
                  .formula =
                      "½ ω'''ᵀIω''' + 3ωᵀ(ω'''×I_pω'') + 3ω'ᵀ(ω'''×I_pω') + ω''ᵀ(ω'''×I_pω) + "
                      "2(ω×ω''')ᵀI_p(ω'×ω) - 5s ωᵀIω''' - ω² ω'ᵀIω''' + ω² ωᵀI_p(ω'''×ω)",
                  .reading = "The papers have 3 for 1 before ω''ᵀ(ω'''×I_pω).",
                  .left = "particles with and without ω'''",
                  .right = "equations::third_energy_leading_terms",
                  .evaluate = for_bodies(third_energy_leading)});
  list.push_back({.id = "explicit-e3-complete",
                  .title = "third acceleration energy of a body, complete",
                  .equations = {"S1 (119)", "S2 (37)", "S3 (109)"},
                  .formula = "E_3 by g, S, ρ of B_4 in closed form",
                  .reading = "The papers print the first terms and dots.",
                  .left = kEnergyOfParticles,
                  .right = "equations::energy_about, equations::turning_vectors_in_closed_form",
                  .evaluate = for_bodies([](const std::string& label, const Sample& sample,
                                            int body, Comparisons& found) {
                    for (int p = 1; p <= 3; ++p) {
                      const BodyAboutPoint about = about_point(sample, body);
                      const auto B = equations::turning_vectors_in_closed_form(about.omega, p + 1);
                      found.push_back(against_particles(concat(label, ", p = ", p), sample, body, p,
                                                        equations::energy_about(about, p, B)));
                    }
                  })});
  list.push_back(
      {.id = "koenig-any-order",
       .title = "König's theorem for the acceleration energy of any order",
       .equations = {"S2 (1)", "S1 (122)"},
       .formula = "E_p = ½ M |r_C⁽ᵖ⁺¹⁾|² + ½ tr(B_{p+1} I_p* B_{p+1}ᵀ), B_{k+1} = B_k' + B_k [ω×]",
       .left = kEnergyOfParticles,
       .right = "equations::energy_about, equations::turning_matrix",
       .evaluate = for_bodies(
           [](const std::string& label, const Sample& sample, int body, Comparisons& found) {
             for (int p = 0; p <= sample.max_k(); ++p) {
               found.push_back(
                   against_particles(concat(label, ", p = ", p), sample, body, p,
                                     equations::energy_about(about_centre(sample, body), p)));
             }
           })});
  list.push_back(
      {.id = "koenig-vector-recursion",
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
                                                 equations::energy_about(about, p, B)));
             }
           })});
  return list;
}

}  // namespace appell::verify
