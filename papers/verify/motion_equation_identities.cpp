// The equations of motion of every order: the recursive Newton-Euler equations against the
// energies.
#include "papers/equations/equations_of_motion.hpp"

#include "appell/force/generalized_force.hpp"
#include "papers/equations/perturbation.hpp"
#include "papers/equations/printed_equations.hpp"
#include "papers/verify/energy_tools.hpp"
#include "papers/verify/subjects.hpp"

namespace appell::verify {
namespace {

using equations::EquationTerm;
using equations::ForceTerms;

constexpr const char* kInertiaForce = "force::inertia_force (recursive Newton-Euler)";

Comparison against_newton_euler(const std::string& label, const Sample& sample, int k,
                                const ForceTerms& Q) {
  return Comparison(label, force::inertia_force(sample.motion()).derivative(k - 1))
      .term(concat("D^", k - 1, " Q"), Q.value)
      .inner_scale(Q.scale.maxCoeff());
}

/// The same, a term each: coefficient times partial derivatives. What is listed body by body
/// becomes one term for all bodies where there are many.
Comparison term_by_term(const std::string& label, const Sample& sample, int k,
                        const std::vector<EquationTerm>& terms) {
  constexpr std::size_t kMostTerms = 24;
  Comparison comparison(label, force::inertia_force(sample.motion()).derivative(k - 1));
  if (terms.size() > kMostTerms) {
    const EquationTerm& rotors = terms.back();
    VecX force = VecX::Zero(sample.num_coordinates()), moment = force;
    for (std::size_t i = 0; i + 1 < terms.size(); ++i) {
      (i % 2 == 0 ? force : moment) += terms[i].coefficient * terms[i].value.value;
    }
    comparison.term("forces of all bodies", force)
        .term("moments of all bodies", moment)
        .term(rotors.label, rotors.value.value);
  } else {
    for (const EquationTerm& term : terms) {
      comparison.term(concat(term.coefficient, " ", term.label),
                      VecX(term.coefficient * term.value.value));
    }
  }
  return comparison.inner_scale(equations::sum_of(terms).scale.maxCoeff());
}

/// Dᵏ⁻¹Q by an equation of motion that has no other order than k, for every k.
using Equation = std::vector<EquationTerm> (*)(const model::Model&, const model::StateSeries&,
                                               int k);

std::function<Comparisons(const Sample&)> for_every_k(Equation equation) {
  return [equation](const Sample& sample) {
    Comparisons found;
    for (int k = 1; k <= sample.max_k(); ++k) {
      found.push_back(
          term_by_term(concat("k = ", k), sample, k, equation(sample.model(), sample.state(), k)));
    }
    return found;
  };
}

/// How many values of m are tried: fewer where there are many coordinates.
int num_m(const Sample& sample) { return sample.num_coordinates() > 12 ? 1 : 3; }

/// The same by an equation whose energies carry m derivatives more, for some of them.
using EquationOfAnyM = std::vector<EquationTerm> (*)(const model::Model&, const model::StateSeries&,
                                                     int k, int m);

std::function<Comparisons(const Sample&)> for_some_m(int first_m, EquationOfAnyM equation) {
  return [first_m, equation](const Sample& sample) {
    Comparisons found;
    for (int k = 1; k <= std::min(3, sample.max_k()); ++k) {
      for (int m = first_m; m <= first_m + num_m(sample); ++m) {
        found.push_back(term_by_term(concat("k = ", k, ", m = ", m), sample, k,
                                     equation(sample.model(), sample.state(), k, m)));
      }
    }
    return found;
  };
}

/// The equation of order k >= 4 as the papers print it: with p(p+1)/2 - δ_p for the coefficients;
/// S0 (164) for k = 4 without the sign of the factorial below; S0 (165) and S1 (134) literally,
/// with the sum of the coefficients as one number before E^(k).
void add_printed_equations(const Sample& sample, int k, int m, Comparison& comparison) {
  const VecX printed =
      equations::printed_order_k_equation(sample.model(), sample.state(), k, m).value;
  if (k == 4) {
    comparison.printed(printed, "S1 (132)").printed(printed, "S2 (74)");
    comparison.printed(VecX(factorial(m + k - 1) / (m + k - 1) * printed), "S0 (164)");
    return;
  }
  std::vector<double> one_number(at(k), 0.0);
  for (int p = 1; p <= k; ++p) one_number.back() += equations::printed_coefficient(p);
  const VecX literal =
      equations::order_k_equation(sample.model(), sample.state(), k, m, one_number).value;
  comparison.printed(printed, "S0 (164)").printed(printed, "S2 (78)");
  comparison.printed(literal, "S0 (165)").printed(literal, "S1 (134)");
}

Comparisons equation_of_order(const Sample& sample, int k) {
  if (k > sample.max_k()) {
    throw NotApplicable{
        concat("k = ", k, " is above the order asked for; order ", k - 1, " has it")};
  }
  Comparisons found;
  for (int m = k + 1; m <= k + num_m(sample); ++m) {
    const std::string label = concat("k = ", k, ", m = ", m);
    if (m == k + 1) {
      const ForceTerms Q = equations::order_k_equation(sample.model(), sample.state(), k, m);
      found.push_back(against_newton_euler(label + ", the sum", sample, k, Q));
    }
    Comparison comparison = term_by_term(
        label, sample, k, equations::order_k_terms(sample.model(), sample.state(), k, m));
    if (k >= 4) add_printed_equations(sample, k, m, comparison);
    found.push_back(comparison);
    if (k == 4) {  // S1 (133)
      found.push_back(
          Comparison(concat(label, ", δ"), 6.0 / ((m + 1.0) * (m + 2.0) * (m + 3.0)))
              .term("(k-1)! m!/(m+k-1)!", factorial(k - 1) * factorial(m) / factorial(m + k - 1)));
    }
  }
  return found;
}

/// With the library's coefficients, and term by term with those of the formula.
Comparisons short_form(const Sample& sample, int k, const std::vector<double>& coefficients,
                       const std::vector<std::string>& labels) {
  if (k > sample.max_k()) throw NotApplicable{concat("k = ", k, " is above the order asked for")};
  const ForceTerms Q = equations::short_form(sample.model(), sample.state(), k);
  Comparison terms(concat("k = ", k, ", term by term"),
                   force::inertia_force(sample.motion()).derivative(k - 1));
  for (std::size_t s = 0; s < coefficients.size(); ++s) {
    std::vector<double> only(coefficients.size(), 0.0);
    only[s] = coefficients[s];
    terms.term(labels[s], equations::short_form(sample.model(), sample.state(), k, only).value);
  }
  terms.inner_scale(Q.scale.maxCoeff());
  if (k == 3) terms.printed(equations::printed_short_form(sample.model(), sample.state()).value);
  return {against_newton_euler(concat("k = ", k), sample, k, Q), terms};
}

/// ∂(Dˢ E_p)/∂q_j⁽ᵐ⁾ from moving particles and rotors, by δq_j = tᵐ/m!.
double partial_of_particles(const Sample& sample, int j, int m, int p, int s) {
  double sum = 0.0;
  for (const int body : sample.heavy_bodies()) {
    for (const Particle& point : particles(body_of(sample, body).rigid_mass)) {
      const auto r =
          taylor::time_derivative(moved_point(sample.placements()[at(body)], point.r_B), p + 1);
      const auto d =
          taylor::time_derivative(moved_point(sample.variation(j, m)[at(body)], point.r_B), p + 1);
      sum += point.mass * taylor::dot(r, d).derivative(s);
    }
  }
  for (const model::Body& body : sample.model().bodies()) {
    const double I = sample.model().reflected_inertia(body) * body.ratio * body.ratio;
    if (I == 0.0 || body.coordinate != j) continue;
    taylor::Series<double> delta(sample.series_order(), 0.0);
    delta[m] = 1.0 / factorial(m);
    const auto x = taylor::time_derivative(taylor::component(sample.state(), j), p + 1);
    sum += I * (x * taylor::time_derivative(delta, p + 1)).derivative(s);
  }
  return sum;
}

Comparisons compare_energy_partials(const Sample& sample) {
  constexpr int s = 2;
  Comparisons found;
  const auto motion = equations::matrix_motion(sample.model(), sample.state());
  const int last = sample.num_coordinates() - 1;
  for (const int j : {0, last / 2, last}) {
    for (int p = 0; p <= 3; ++p) {
      for (int m = 0; m <= p + 3; ++m) {
        const auto change = equations::perturbation(sample.model(), motion, j, m);
        const auto sum = equations::energy_partial(sample.model(), motion, change, p, s);
        found.push_back(Comparison(concat("j = ", j + 1, ", p = ", p, ", m = ", m),
                                   partial_of_particles(sample, j, m, p, s))
                            .term("∂(D² E_p)/∂q_j^(m)", sum.value)
                            .inner_scale(sum.scale));
      }
    }
  }
  return found;
}

/// The coefficients follow one by one from Σ c_p zᵖ = x, z = x/(1+x)².
Comparisons compare_catalan_coefficients(const Sample&) {
  constexpr int kHighest = 10;
  taylor::Series<double> rest(kHighest, 0.0);
  rest[1] = 1.0;  // x
  taylor::Series<double> z(kHighest, 0.0);
  for (int n = 1; n <= kHighest; ++n) z[n] = (n % 2 == 1 ? 1.0 : -1.0) * n;  // x/(1+x)²
  taylor::Series<double> power = taylor::Series<double>::constant(1.0, kHighest);
  Comparisons found;
  for (int p = 1; p <= kHighest; ++p) {
    power = power * z;
    const double c = rest[p];
    rest -= c * power;
    found.push_back(Comparison(concat("p = ", p), c)
                        .term("C_p", equations::catalan_number(p))
                        .printed(equations::printed_coefficient(p)));
  }
  return found;
}

Identity dalembert_lagrange() {
  return {
      .id = "dalembert-lagrange",
      .title = "d'Alembert-Lagrange principle, with derivatives",
      .equations = {"S1 (81)", "S1 (124)", "S2 (59)", "S2 (60)", "S2 (61)", "S2 (62)", "S3 (71)"},
      .formula = "Q_j = Σ_i M a_C · e_j + (I ε + ω × I ω) · Ω_j",
      .left = kInertiaForce,
      .right = "equations::dalembert_lagrange",
      .shared = "kinematics::propagate",
      .most_coordinates = kMostVaried,
      .evaluate = for_every_k(equations::dalembert_lagrange_terms)};
}

Identity lagrange() {
  return {.id = "lagrange",
          .title = "Lagrange's equations of the second kind, with derivatives",
          .equations = {"S1 (126)", "S2 (70)"},
          .formula = "Q_j = D ∂E_C/∂q_j' - ∂E_C/∂q_j",
          .left = kInertiaForce,
          .right = "equations::lagrange",
          .most_coordinates = kMostVaried,
          .evaluate = for_every_k(equations::lagrange_terms)};
}

Identity tsenov_mangeron() {
  return {.id = "tsenov-mangeron",
          .title = "equations of Tsenov and Mangeron, with derivatives",
          .equations = {"S0 (164)", "S1 (127)", "S1 (134)", "S2 (70)"},
          .formula = "Q_j = 1/m [ ∂(Dᵐ E_C)/∂q_j⁽ᵐ⁾ - (m+1) ∂E_C/∂q_j ]",
          .reading = "The first energy carries m derivatives, and so does its q_j.",
          .left = kInertiaForce,
          .right = "equations::tsenov_mangeron",
          .most_coordinates = kMostVaried,
          .evaluate = for_some_m(1, equations::tsenov_mangeron_terms)};
}

Identity gibbs_appell() {
  return {.id = "gibbs-appell",
          .title = "equations of Gibbs and Appell, with derivatives",
          .equations = {"S2 (71)", "S0 (164)"},
          .formula = "Q_j = ∂E_1/∂q_j''",
          .left = kInertiaForce,
          .right = "equations::generalized_gibbs_appell, m = 2",
          .most_coordinates = kMostVaried,
          .evaluate =
              for_every_k([](const model::Model& model, const model::StateSeries& state, int k) {
                return equations::generalized_gibbs_appell_terms(model, state, k, 2);
              })};
}

Identity generalized_gibbs_appell() {
  return {.id = "generalized-gibbs-appell",
          .title = "generalized equations of Gibbs and Appell, with derivatives",
          .equations = {"S1 (128)", "S2 (71)"},
          .formula = "Q_j = ∂(Dᵐ⁻² E_1)/∂q_j⁽ᵐ⁾, m >= 2",
          .left = kInertiaForce,
          .right = "equations::generalized_gibbs_appell",
          .most_coordinates = kMostVaried,
          .evaluate = for_some_m(2, equations::generalized_gibbs_appell_terms)};
}

Identity energy_partials() {
  return {.id = "energy-partials",
          .title = "exact partial derivatives of the energies",
          .equations = {"S1 (126)", "S1 (128)", "S2 (78)"},
          .formula = "∂(Dˢ E_p)/∂q_j⁽ᵐ⁾ = Dˢ ∫ r⁽ᵖ⁺¹⁾ · δr⁽ᵖ⁺¹⁾ dm, δq_j = tᵐ/m!",
          .left = kVariations,
          .right = "equations::energy_partial",
          .most_coordinates = kMostVaried,
          .evaluate = compare_energy_partials};
}

Identity order_k_identity(int k, std::vector<std::string> equations,
                          std::vector<std::string> misprinted = {}) {
  return {
      .id = concat("catalan-k", k),
      .title = concat("equation of motion of order ", k),
      .equations = std::move(equations),
      .misprinted = std::move(misprinted),
      .formula = "Dᵏ⁻¹Q_j = (k-1)! m!/(m+k-1)! ∂/∂q_j⁽ᵐ⁾ Σ_{p=1..k} C_p Dᵐ⁺ᵏ⁻²ᵖ⁻¹ E_p, m >= k + 1",
      .reading = k < 4 ? "C_p are the Catalan numbers 1, 2, 5; the papers print the same."
                       : "C_p are the Catalan numbers 1, 2, 5, 14, 42, ...; the papers print 1, 2, "
                         "5, 9, 14, ...",
      .left = kInertiaForce,
      .right = "equations::order_k_equation",
      .most_coordinates = kMostVaried,
      .evaluate = [k](const Sample& sample) { return equation_of_order(sample, k); }};
}

Identity catalan_coefficients() {
  return {.id = "catalan-coefficients",
          .title = "the coefficients are the Catalan numbers, and no others",
          .equations = {"S0 (165)", "S1 (134)", "S2 (78)"},
          .misprinted = {"S0 (165)", "S1 (134)", "S2 (78)"},
          .formula = "Σ_p C_p zᵖ = x, z = x/(1+x)²",
          .reading = "The papers print p(p+1)/2 - δ_p: 1, 2, 5, 9, 14, 20, 27.",
          .left = "solved order by order (verify/motion_equation_identities.cpp)",
          .right = "equations::catalan_number",
          .evaluate = compare_catalan_coefficients};
}

Identity short_form_k2() {
  return {.id = "short-form-k2",
          .title = "rate of the force without derivatives of the energies",
          .equations = {"S1 (130)"},
          .formula = "Q_j' = ∂E_2/∂q_j''' + ½ ∂E_1/∂q_j'",
          .left = kInertiaForce,
          .right = "equations::short_form",
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& sample) {
            return short_form(sample, 2, {1.0, 0.5}, {"∂E_2/∂q'''", "½ ∂E_1/∂q'"});
          }};
}

Identity short_form_k3() {
  return {.id = "short-form-k3",
          .title = "second rate of the force without derivatives of the energies",
          .equations = {"S1 (131)"},
          .misprinted = {"S1 (131)"},
          .formula = "Q_j'' = ∂E_3/∂q_j⁗ + ⅔ ∂E_2/∂q_j'' + ∂E_1/∂q_j",
          .reading = "S1 (131) prints ⅓ for ⅔.",
          .left = kInertiaForce,
          .right = "equations::short_form",
          .most_coordinates = kMostVaried,
          .evaluate = [](const Sample& sample) {
            return short_form(sample, 3, {1.0, 2.0 / 3.0, 1.0},
                              {"∂E_3/∂q⁗", "⅔ ∂E_2/∂q''", "∂E_1/∂q"});
          }};
}

}  // namespace

std::vector<Identity> motion_equation_identities() {
  std::vector<Identity> list{dalembert_lagrange(),
                             lagrange(),
                             tsenov_mangeron(),
                             gibbs_appell(),
                             generalized_gibbs_appell(),
                             energy_partials(),
                             order_k_identity(1, {"S1 (128)", "S2 (71)"}),
                             order_k_identity(2, {"S1 (130)", "S2 (72)"}),
                             order_k_identity(3, {"S1 (131)", "S2 (73)"}),
                             order_k_identity(4, {"S0 (164)", "S1 (132)", "S1 (133)", "S2 (74)"},
                                              {"S0 (164)", "S1 (132)", "S2 (74)"})};
  for (int k = 5; k <= 7; ++k) {
    list.push_back(order_k_identity(k, {"S0 (164)", "S0 (165)", "S1 (134)", "S2 (78)"},
                                    {"S0 (164)", "S0 (165)", "S1 (134)", "S2 (78)"}));
  }
  list.push_back(catalan_coefficients());
  list.push_back(short_form_k2());
  list.push_back(short_form_k3());
  return list;
}

}  // namespace appell::verify
