// Acceleration energies from their definition, about the origin of the body frames, and their time
// derivatives.
#include "appell/energy/acceleration_energy.hpp"

#include "appell/mass/moments.hpp"
#include "papers/equations/printed_energies.hpp"
#include "papers/equations/rigid_body_energies.hpp"
#include "papers/verify/energy_tools.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

constexpr const char* kAccelerationEnergy = "energy::acceleration_energy";

Comparisons definition(const Sample& sample, int first_p, int last_p) {
  Comparisons found;
  for (int p = first_p; p <= last_p; ++p) {
    const auto E = total_energy(sample, p);
    const auto F = energy::acceleration_energy(sample.motion(), p);
    const energy::EnergyParts parts = energy::energy_parts(sample.motion(), p);
    for (int k = 0; k <= std::min(sample.max_k(), E.order()); ++k) {
      const double scale = energy_scale(sample, p, k);
      found.push_back(Comparison(concat("p = ", p, ", k = ", k), E.derivative(k))
                          .term("E_p", F.derivative(k))
                          .inner_scale(scale));
      found.push_back(Comparison(concat("p = ", p, ", k = ", k, ", in parts"), E.derivative(k))
                          .term("translation", parts.translation.derivative(k))
                          .term("rotation", parts.rotation.derivative(k))
                          .inner_scale(scale));
    }
  }
  return found;
}

/// The three parts of E_p about the origins of the bodies.
Comparison about_origins(const Sample& sample, int p) {
  double turning = 0.0;
  double both = 0.0;
  double moving = 0.0;
  double scale = 0.0;
  for (const int body : sample.heavy_bodies()) {
    const mass::RigidMass& B = body_of(sample, body).rigid_mass;
    const spatial::TransformSeries& T = sample.placements()[at(body)];
    const Mat3 R = T.R.derivative(p + 1);
    const Vec3 a = T.p.derivative(p + 1);
    turning += 0.5 * (R * mass::planar_tensor(B)).cwiseProduct(R).sum();
    both += B.mass * a.dot(R * B.p_BBcm);
    moving += 0.5 * B.mass * a.squaredNorm();
    scale += std::abs(B.mass * a.dot(R * B.p_BBcm));
  }
  return Comparison(concat("p = ", p),
                    energy::acceleration_energy(sample.motion(), p).derivative(0))
      .term("½ tr(R^(p+1) (I_p* + M r_C r_Cᵀ) R^(p+1)ᵀ)", turning)
      .term("M p^(p+1) · R^(p+1) r_C", both)
      .term("½ M |p^(p+1)|²", moving)
      .term("rotors", rotor_energy(sample, p).derivative(0))
      .inner_scale(scale)
      .printed(equations::printed_energy(sample.motion(), p).value);
}

Comparisons about_origins(const Sample& sample, int first_p, int last_p) {
  Comparisons found;
  for (int p = first_p; p <= last_p; ++p) found.push_back(about_origins(sample, p));
  return found;
}

/// Dᵏ⁻¹ E_p by Leibniz' rule on T P Tᵀ.
Comparisons compare_acceleration_energy_derivatives(const Sample& sample) {
  Comparisons found;
  for (int p = 1; p <= 3; ++p) {
    const auto E = energy::acceleration_energy(sample.motion(), p);
    for (int k = 1; k <= std::min(4, sample.max_k()); ++k) {
      Comparison comparison(concat("p = ", p, ", k = ", k), E.derivative(k - 1));
      for (int a = 0; a < k; ++a) {
        double sum = 0.0;
        for (const int body : sample.heavy_bodies()) {
          const Mat4 P = mass::pseudo_inertia(body_of(sample, body).rigid_mass);
          const spatial::TransformSeries& T = sample.placements()[at(body)];
          const Mat4 left = T.matrix_derivative(p + 1 + a);
          const Mat4 right = T.matrix_derivative(p + k - a);
          sum += 0.5 * binomial(k - 1, a) * (left * P).cwiseProduct(right).sum();
        }
        comparison.term(
            concat("½ C(", k - 1, ", ", a, ") tr(T^(", p + 1 + a, ") P T^(", p + k - a, ")ᵀ)"),
            sum);
      }
      found.push_back(comparison.term("rotors", rotor_energy(sample, p).derivative(k - 1))
                          .inner_scale(energy_scale(sample, p, k - 1))
                          .printed(equations::printed_energy_derivative(sample.motion(), p, k)));
    }
  }
  return found;
}

/// Uniform spin about a fixed point: only the term with ω alone is left.
template <class Printed>
Comparisons spin(const Sample& sample, int first_p, int last_p, Printed printed) {
  Comparisons found;
  for (const int index : some_bodies(sample)) {
    const auto body = about_centre(sample, index);
    const Vec3 w = body.omega[0];
    if (w.norm() == 0.0) continue;
    for (int p = first_p; p <= last_p; ++p) {
      double sum = 0.0;
      for (const Particle& point : particles(body_of(sample, index).rigid_mass)) {
        Vec3 r = sample.placements()[at(index)].R[0] *
                 (point.r_B - body_of(sample, index).rigid_mass.p_BBcm);
        for (int i = 0; i <= p; ++i) r = w.cross(r).eval();
        sum += 0.5 * point.mass * r.squaredNorm();
      }
      found.push_back(Comparison(concat(body_label(sample, index), ", p = ", p), sum)
                          .term("½ (ω·ω)^p ωᵀ I ω", equations::spin_term(body, p))
                          .printed(printed(body, p)));
    }
  }
  return found;
}

Identity definition_of(int p, std::vector<std::string> equations) {
  return {.id = concat("acceleration-energy-", p),
          .title = concat("acceleration energy of order ", p, ", with derivatives"),
          .equations = std::move(equations),
          .formula = concat("E_", p, " = ½ ∫ |r^(", p + 1, ")|² dm"),
          .left = kEnergyOfParticles,
          .right = kAccelerationEnergy,
          .evaluate = [p](const Sample& sample) { return definition(sample, p, p); }};
}

Identity acceleration_energy_any_order() {
  return {.id = "acceleration-energy-any-order",
          .title = "acceleration energies of higher order, with derivatives",
          .equations = {"S2 (1)"},
          .formula = "E_p = ½ ∫ |r⁽ᵖ⁺¹⁾|² dm",
          .left = kEnergyOfParticles,
          .right = kAccelerationEnergy,
          .evaluate = [](const Sample& sample) {
            return definition(sample, 5, std::max(5, sample.max_k()));
          }};
}

Identity about_origins_identity(const std::string& id, const std::string& title,
                                std::vector<std::string> equations,
                                std::vector<std::string> misprinted, int first_p, int last_p) {
  return {.id = id,
          .title = concat(title, " about the origins of the bodies"),
          .equations = std::move(equations),
          .misprinted = std::move(misprinted),
          .formula =
              "E_p = Σ { ½ tr(R⁽ᵖ⁺¹⁾ (I_p* + M r_C r_Cᵀ) R⁽ᵖ⁺¹⁾ᵀ) + M p⁽ᵖ⁺¹⁾ · R⁽ᵖ⁺¹⁾ r_C + ½ M "
              "|p⁽ᵖ⁺¹⁾|² }",
          .reading = "The papers lack the product of the two motions.",
          .left = kAccelerationEnergy,
          .right = kPlacements,
          .evaluate = [=](const Sample& sample) { return about_origins(sample, first_p, last_p); }};
}

Identity acceleration_energy_derivatives() {
  return {.id = "acceleration-energy-derivatives",
          .title = "derivatives of the acceleration energies by Leibniz' rule",
          .equations = {"S1 (107)", "S3 (73)", "S3 (74)"},
          .misprinted = {"S1 (107)", "S3 (73)"},
          .formula = "Dᵏ⁻¹ E_p = ½ Σ_a C(k-1, a) tr(T⁽ᵖ⁺¹⁺ᵃ⁾ P T⁽ᵖ⁺ᵏ⁻ᵃ⁾ᵀ)",
          .reading =
              "The papers have one product of two derivatives of order p + k of R, and "
              "no product of R with p.",
          .left = kAccelerationEnergy,
          .right = kPlacements,
          .evaluate = compare_acceleration_energy_derivatives};
}

Identity spin_term_4() {
  return {.id = "spin-term-4",
          .title = "term of the fourth energy with ω alone",
          .equations = {"S1 (121)"},
          .misprinted = {"S1 (121)"},
          .formula = "½ (ω·ω)⁴ ωᵀ I ω",
          .reading = "S1 (121) has one product with ω too few.",
          .left = "particles that spin uniformly",
          .right = "equations::spin_term",
          .shared = "kinematics::propagate, for ω and its derivatives at the instant",
          .evaluate = [](const Sample& s) {
            return spin(s, 4, 4, [](const equations::BodyAboutPoint& body, int) {
              return equations::printed_spin_term_of_the_fourth(body);
            });
          }};
}

Identity spin_term() {
  return {.id = "spin-term",
          .title = "term of any energy with ω alone",
          .equations = {"S1 (122)", "S1 (111)", "S1 (117)", "S1 (119)", "S3 (101)"},
          .misprinted = {"S1 (122)"},
          .formula = "½ (ω·ω)ᵖ ωᵀ I ω",
          .reading = "S1 (122) lacks ½; (117) and (119) have it.",
          .left = "particles that spin uniformly",
          .right = "equations::spin_term",
          .shared = "kinematics::propagate, for ω and its derivatives at the instant",
          .evaluate = [](const Sample& s) { return spin(s, 1, 6, equations::printed_spin_term); }};
}

}  // namespace

std::vector<Identity> acceleration_energy_identities() {
  return {definition_of(1, {"S1 (83)", "S3 (75)", "S2 (3)"}),
          definition_of(2, {"S1 (116)", "S2 (20)"}),
          definition_of(3, {"S1 (118)"}),
          definition_of(4, {"S1 (120)"}),
          acceleration_energy_any_order(),
          about_origins_identity("acceleration-energy-origin", "acceleration energies",
                                 {"S0 (92)", "S1 (107)", "S2 (2)", "S3 (73)"},
                                 {"S0 (92)", "S2 (2)"}, 1, 2),
          about_origins_identity("acceleration-energy-origin-3", "third acceleration energy",
                                 {"S2 (36)"}, {"S2 (36)"}, 3, 3),
          about_origins_identity("acceleration-energy-origin-4", "fourth acceleration energy",
                                 {"S2 (45)"}, {"S2 (45)"}, 4, 4),
          acceleration_energy_derivatives(),
          spin_term_4(),
          spin_term()};
}

}  // namespace appell::verify
