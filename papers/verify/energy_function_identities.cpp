// Energies as the library offers them in the papers' forms: by partial derivatives, about origins,
// with operators.
#include "appell/energy/acceleration_energy.hpp"
#include "papers/equations/energies_by_partials.hpp"
#include "papers/equations/energy_derivatives.hpp"
#include "papers/equations/printed_energies.hpp"
#include "papers/equations/rigid_body_energies.hpp"
#include "papers/verify/energy_tools.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

using equations::ListedTerms;
using equations::SumOfTerms;

/// What is listed body by body for E_0 and E_1, in the order of energies_by_partials.cpp.
void add_terms_of_bodies(Comparison& comparison, const ListedTerms& sum, std::size_t num_bodies,
                         int p) {
  const auto add = [&](std::initializer_list<const char*> labels, std::size_t first) {
    std::size_t i = first;
    const std::size_t last = first + num_bodies * labels.size();
    for (const char* label : labels) {
      add_every(comparison, label, sum.terms, i++, last, labels.size());
    }
    return last;
  };
  std::size_t next = 0;
  if (p == 0) {
    next = add({"½ Σ M |Σ_j x_j q_j'|²", "½ Σ (Σ Ω_j q_j')ᵀ I (Σ Ω_p q_p')"}, next);
  } else {
    next = add({"½ Σ M |Σ_j x_j q_j''|²", "½ Σ M |1/(m+1) Σ_j y_j q_j'|²",
                "Σ M Σ_j x_j q_j'' · 1/(m+1) Σ_p y_p q_p'"},
               next);
    next = add({"½ Σ εᵀ I ε", "Σ εᵀ (ω × I ω)", "½ Σ ω² ωᵀ I ω"}, next);
  }
  add({"rotors"}, next);
}

Comparisons by_partials(const Sample& sample, int p) {
  Comparisons found;
  for (int m = 0; m <= 3; ++m) {
    const ListedTerms sum =
        p == 0 ? equations::kinetic_energy_by_partials(sample.model(), sample.state(), m)
               : equations::first_energy_by_partials(sample.model(), sample.state(), m);
    Comparison comparison(concat("m = ", m), total_energy(sample, p).derivative(0));
    add_terms_of_bodies(comparison, sum, at(sample.model().num_bodies()), p);
    found.push_back(comparison.inner_scale(energy_scale(sample, p, 0)));
  }
  return found;
}

Comparisons energy_function_derivatives(const Sample& sample) {
  Comparisons found;
  for (int p = 0; p <= 3; ++p) {
    for (int k = 1; k <= std::min(4, sample.max_k()); ++k) {
      const ListedTerms sum = equations::energy_derivative(sample.motion(), p, k);
      Comparison comparison(concat("p = ", p, ", k = ", k),
                            total_energy(sample, p).derivative(k - 1));
      for (int a = 0; a < k; ++a) {
        const std::string orders = concat("(", p + 1 + a, ", ", p + k - a, ")");
        std::size_t i = 4 * at(a);
        for (const char* label :
             {"½ tr(R (I_p* + M r_C r_Cᵀ) Rᵀ)", "½ M p·p", "M p·R r_C", "rotors"}) {
          add_every(comparison, concat(label, ", orders ", orders), sum.terms, i++,
                    sum.terms.size(), 4 * at(k));
        }
      }
      found.push_back(comparison.inner_scale(std::max(sum.scale, energy_scale(sample, p, k - 1)))
                          .printed(equations::printed_energy_derivative(sample.motion(), p, k)));
    }
  }
  return found;
}

/// Δ_M = -1 against particles, 0 and 1 against the parts of energy/.
Comparisons with_operator(const Sample& sample) {
  Comparisons found;
  for (const int index : some_bodies(sample)) {
    const auto body = about_centre(sample, index);
    for (int p = 0; p <= 3; ++p) {
      const std::string label = concat(body_label(sample, index), ", p = ", p);
      const energy::EnergyParts parts = energy::energy_parts(sample.motion(), p, index);
      const double rotor = [&] {
        const model::Body& B = body_of(sample, index);
        const double x = B.ratio * sample.state().derivative(p + 1)(B.coordinate);
        return 0.5 * sample.model().reflected_inertia(B) * x * x;
      }();
      const SumOfTerms all = equations::energy_with_operator(body, p, -1);
      const SumOfTerms moving = equations::energy_with_operator(body, p, 0);
      const SumOfTerms turning = equations::energy_with_operator(body, p, 1);
      found.push_back(
          Comparison(label + ", Δ_M = -1", particle_energy(sample, index, p).derivative(0))
              .term("E_p", all.value)
              .inner_scale(all.scale));
      found.push_back(Comparison(label + ", Δ_M = 0", parts.translation.derivative(0))
                          .term("E_p", moving.value)
                          .inner_scale(moving.scale));
      found.push_back(Comparison(label + ", Δ_M = 1", parts.rotation.derivative(0))
                          .term("E_p", turning.value)
                          .term("rotor", rotor)
                          .inner_scale(turning.scale));
    }
  }
  return found;
}

Identity kinetic_energy_by_partials() {
  return {.id = "kinetic-energy-by-partials",
          .title = "kinetic energy by partial derivatives of any order",
          .equations = {"S1 (75)", "S1 (76)", "S3 (62)", "S3 (63)"},
          .formula = "E_C = Σ ½ M |Σ_j ∂r_C⁽ᵐ⁾/∂q_j⁽ᵐ⁾ q_j'|² + ½ (Σ Ω_j q_j')ᵀ I (Σ Ω_p q_p')",
          .reading = "The papers print a vector for the first sum.",
          .left = kEnergyOfParticles,
          .right = "equations::kinetic_energy_by_partials",
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return by_partials(s, 0); }};
}

Identity e1_by_partials() {
  return {.id = "e1-by-partials",
          .title = "first acceleration energy by partial derivatives of any order",
          .equations = {"S1 (110)", "S3 (103)", "S3 (104)"},
          .formula = "E_1 = ½ Σ M a_C² + ½ εᵀ I ε + εᵀ (ω × I ω) + ½ ω² ωᵀ I ω",
          .reading = "Dots that our copies lost are restored.",
          .left = kEnergyOfParticles,
          .right = "equations::first_energy_by_partials",
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& s) { return by_partials(s, 1); }};
}

Identity energy_derivatives_by_origins() {
  return {.id = "energy-derivatives-by-origins",
          .title = "derivatives of the energies about the origins of the bodies",
          .equations = {"S1 (107)", "S3 (73)", "S3 (74)"},
          .misprinted = {"S1 (107)", "S3 (73)"},
          .formula = "Dᵏ⁻¹E_p by Leibniz' rule in R and p, with the product of both",
          .reading =
              "The papers have one product of two derivatives of order p + k of R, and "
              "no product of R with p.",
          .left = kEnergyOfParticles,
          .right = "equations::energy_derivative",
          .evaluate = energy_function_derivatives};
}

Identity energy_operator() {
  return {.id = "energy-operator",
          .title = "energies with the operator of the kind of motion",
          .equations = {"S1 (73)", "S1 (110)", "S3 (60)", "S3 (100)", "S2 (4)"},
          .formula = "E_p = (-1)^Δ (1-Δ)/(1+3Δ) ½ M |r_C⁽ᵖ⁺¹⁾|² + Δ² ½ tr(B I_p* Bᵀ)",
          .reading =
              "Δ_M = 1 leaves out the motion of the centre: right only if it does not "
              "move.",
          .left = "particles; energy::energy_parts",
          .right = "equations::energy_with_operator",
          .shared = "kinematics::propagate",
          .evaluate = with_operator};
}

}  // namespace

std::vector<Identity> energy_function_identities() {
  return {kinetic_energy_by_partials(), e1_by_partials(), energy_derivatives_by_origins(),
          energy_operator()};
}

}  // namespace appell::verify
