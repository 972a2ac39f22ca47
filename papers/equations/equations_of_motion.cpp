#include "papers/equations/equations_of_motion.hpp"

#include <cmath>
#include <vector>

#include "appell/base/check.hpp"
#include "appell/kinematics/jacobian.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "papers/equations/newton_euler.hpp"
#include "papers/equations/perturbation.hpp"

namespace appell::equations {
namespace {

using taylor::binomial;
using taylor::factorial;
using taylor::Series;

void check_force(const char* function, const model::Model& model, const model::StateSeries& state,
                 int k) {
  model::check_state(function, model, state);
  check(k >= 1, function, ": the order k must be >= 1, got ", k, ".");
  check(state.order() >= k + 1, function, ": k = ", k, " needs q with derivatives up to order ",
        k + 1, ", got ", state.order(), ".");
}

/// q, q', q'', q''', then q^(m); and in TeX.
std::string rate_label(int m) {
  return m <= 3 ? "q" + std::string(static_cast<std::size_t>(m), '\'') : concat("q^(", m, ")");
}
std::string rate_formula(int m) {
  static constexpr const char* kDots[] = {"q_j", "\\dot q_j", "\\ddot q_j", "\\dddot q_j"};
  return m <= 3 ? kDots[m] : concat("q_j^{(", m, ")}");
}

/// "", "D ", "D^3 "; and in TeX.
std::string derivative_label(int d) { return d == 0 ? "" : d == 1 ? "D " : concat("D^", d, " "); }
std::string derivative_formula(int d) {
  return d == 0 ? "" : d == 1 ? "\\frac{d}{dt}" : concat("\\frac{d^{", d, "}}{dt^{", d, "}}");
}

/// The term Dᵈ ∂(Dˢ E_p)/∂q⁽ᵐ⁾, without numbers yet.
EquationTerm named_term(const model::Model& model, double coefficient, int p, int s, int m, int d) {
  const std::string energy =
      s == 0 ? concat("E_", p) : concat("(", derivative_label(s), "E_", p, ")");
  const std::string energy_formula =
      s == 0 ? concat("E_{", p, "}") : concat("E_{", p, "}^{(", s, ")}");
  return {concat(derivative_label(d), "∂", energy, "/∂", rate_label(m)),
          concat(derivative_formula(d), "\\frac{\\partial ", energy_formula, "}{\\partial ",
                 rate_formula(m), "}"),
          coefficient, ForceTerms(model.num_coordinates())};
}

/// coefficient · Dᵈ ∂(Dˢ E_p)/∂q⁽ᵐ⁾
struct Partial {
  double coefficient;
  int p, s, m, d;
};

/// Terms from A of m = 0, along a motion of at least `order`.
std::vector<EquationTerm> along_motion(const model::Model& model, const model::StateSeries& state,
                                       int order, std::span<const Partial> partials) {
  const MatrixMotion motion = matrix_motion(model, state, order);
  std::vector<EquationTerm> terms;
  for (const auto& [coefficient, p, s, m, d] : partials) {
    terms.push_back(named_term(model, coefficient, p, s, m, d));
  }
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const Perturbation A = perturbation(model, motion, j, 0);
    for (std::size_t i = 0; i < partials.size(); ++i) {
      const auto& [coefficient, p, s, m, d] = partials[i];
      terms[i].value.set(j, energy_partial_along(model, motion, A, p, s, m, d));
    }
  }
  return terms;
}

/// Dᵈ(a · b) in derivative form, term by term.
void add_dot(const Series<Vec3>& a, const Series<Vec3>& b, int d, SumOfTerms& sum) {
  for (int i = 0; i <= d; ++i) {
    sum.add(binomial(d, i) * a.derivative(i).dot(b.derivative(d - i)));
  }
}

/// Three rows of one column of a series of matrices.
Series<Vec3> rows(const Series<MatX>& J, int first, int column) {
  Series<Vec3> out(J.order());
  for (int k = 0; k <= J.order(); ++k) out[k] = J[k].block<3, 1>(first, column);
  return out;
}

}  // namespace

ForceTerms sum_of(std::span<const EquationTerm> terms) {
  check(!terms.empty(), "sum_of: there is no term.");
  ForceTerms Q(static_cast<int>(terms.front().value.value.size()));
  for (const EquationTerm& term : terms) {
    Q.value += term.coefficient * term.value.value;
    Q.scale += std::abs(term.coefficient) * term.value.scale;
  }
  return Q;
}

std::vector<EquationTerm> dalembert_lagrange_terms(const model::Model& model,
                                                   const model::StateSeries& state, int k) {
  check_force("dalembert_lagrange", model, state, k);
  const auto motion = kinematics::propagate(model, state.truncated(k + 1));
  const int n = model.num_coordinates();
  const std::string D = derivative_label(k - 1), D_formula = derivative_formula(k - 1);
  std::vector<EquationTerm> terms;
  EquationTerm rotors{concat(D, "I_r ", rate_label(2), ", rotors"),
                      concat(D_formula, "I_r\\,", rate_formula(2)), 1.0, ForceTerms(n)};
  for (const model::Body& body : model.bodies()) {
    const model::Frame centre{
        .name = {}, .body = body.index, .X_BF = {Mat3::Identity(), body.rigid_mass.p_BBcm}};
    const Series<MatX> J = kinematics::jacobian(motion, centre);
    const Series<Vec3> F = inertia_force(motion, body.index);
    const Series<Vec3> N = inertia_moment(motion, body.index);
    const std::string of_body = concat("\\right)_{\\text{", body.name, "}}");
    EquationTerm force{
        concat(D, "(M a_C · ∂r_C/∂q), ", body.name),
        concat(D_formula, "\\left(M\\,\\ddot r_C\\cdot\\frac{\\partial r_C}{\\partial q_j}",
               of_body),
        1.0, ForceTerms(n)};
    EquationTerm moment{concat(D, "((I ω' + ω × I ω) · ∂ω/∂q'), ", body.name),
                        concat(D_formula, "\\left((I\\dot\\omega+\\omega\\times I\\omega)\\cdot",
                               "\\frac{\\partial\\omega}{\\partial\\dot q_j}", of_body),
                        1.0, ForceTerms(n)};
    for (int j = 0; j < n; ++j) {
      SumOfTerms of_force, of_moment;
      add_dot(F, rows(J, 0, j), k - 1, of_force);  // Eq. (1)
      add_dot(N, rows(J, 3, j), k - 1, of_moment);
      force.value.set(j, of_force);
      moment.value.set(j, of_moment);
    }
    terms.push_back(std::move(force));
    terms.push_back(std::move(moment));
    const double rotor = body.ratio * model.reflected_inertia(body) *
                         kinematics::joint_coordinate(motion, body).derivative(k + 1);
    rotors.value.value(body.coordinate) += rotor;
    rotors.value.scale(body.coordinate) += std::abs(rotor);
  }
  terms.push_back(std::move(rotors));
  return terms;
}

ForceTerms dalembert_lagrange(const model::Model& model, const model::StateSeries& state, int k) {
  return sum_of(dalembert_lagrange_terms(model, state, k));
}

std::vector<EquationTerm> lagrange_terms(const model::Model& model, const model::StateSeries& state,
                                         int k) {
  check_force("lagrange", model, state, k);
  const Partial terms[] = {{1.0, /*p=*/0, /*s=*/0, /*m=*/1, /*d=*/k},  // Eq. (2)
                           {-1.0, 0, 0, 0, k - 1}};
  return along_motion(model, state, k + 1, terms);
}

ForceTerms lagrange(const model::Model& model, const model::StateSeries& state, int k) {
  return sum_of(lagrange_terms(model, state, k));
}

std::vector<EquationTerm> tsenov_mangeron_terms(const model::Model& model,
                                                const model::StateSeries& state, int k, int m) {
  check_force("tsenov_mangeron", model, state, k);
  check(m >= 1, "tsenov_mangeron: m must be >= 1, got ", m, ".");
  const Partial terms[] = {{1.0 / m, /*p=*/0, /*s=*/m, m, /*d=*/k - 1},  // Eq. (3)
                           {-(m + 1.0) / m, 0, 0, 0, k - 1}};
  return along_motion(model, state, m + k, terms);
}

ForceTerms tsenov_mangeron(const model::Model& model, const model::StateSeries& state, int k,
                           int m) {
  return sum_of(tsenov_mangeron_terms(model, state, k, m));
}

ForceTerms gibbs_appell(const model::Model& model, const model::StateSeries& state, int k) {
  return generalized_gibbs_appell(model, state, k, 2);
}

std::vector<EquationTerm> generalized_gibbs_appell_terms(const model::Model& model,
                                                         const model::StateSeries& state, int k,
                                                         int m) {
  check_force("generalized_gibbs_appell", model, state, k);
  check(m >= 2, "generalized_gibbs_appell: m must be >= 2, got ", m, ".");
  const Partial terms[] = {{1.0, /*p=*/1, /*s=*/m - 2, m, /*d=*/k - 1}};  // Eq. (5)
  return along_motion(model, state, m + k - 1, terms);
}

ForceTerms generalized_gibbs_appell(const model::Model& model, const model::StateSeries& state,
                                    int k, int m) {
  return sum_of(generalized_gibbs_appell_terms(model, state, k, m));
}

double catalan_number(int p) {
  check(p >= 0 && p <= 30, "catalan_number: p must be in 0..30, got ", p, ".");
  return binomial(2 * p, p) / (p + 1);
}

namespace {

std::vector<EquationTerm> order_k_terms(const model::Model& model, const model::StateSeries& state,
                                        int k, int m, std::span<const double> coefficients) {
  check_force("order_k_equation", model, state, k);
  check(m >= k + 1, "order_k_equation: k = ", k, " needs m >= ", k + 1, ", got ", m, ".");
  check(coefficients.size() == static_cast<std::size_t>(k), "order_k_equation: k = ", k, " needs ",
        k, " coefficients, got ", coefficients.size(), ".");
  const MatrixMotion motion = matrix_motion(model, state, m + k - 1);
  const double factor = factorial(k - 1) * factorial(m) / factorial(m + k - 1);
  std::vector<EquationTerm> terms;
  for (int p = 1; p <= k; ++p) {  // Eq. (6)
    const double C_p = coefficients[p - 1];
    terms.push_back(named_term(model, factor * C_p, p, m + k - 2 * p - 1, m, 0));
  }
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const Perturbation change = perturbation(model, motion, j, m);
    for (int p = 1; p <= k; ++p) {
      terms[p - 1].value.set(j, energy_partial(model, motion, change, p, m + k - 2 * p - 1));
    }
  }
  return terms;
}

}  // namespace

std::vector<EquationTerm> order_k_terms(const model::Model& model, const model::StateSeries& state,
                                        int k, int m) {
  std::vector<double> coefficients;
  for (int p = 1; p <= k; ++p) coefficients.push_back(catalan_number(p));
  return order_k_terms(model, state, k, m, coefficients);
}

ForceTerms order_k_equation(const model::Model& model, const model::StateSeries& state, int k,
                            int m) {
  return sum_of(order_k_terms(model, state, k, m));
}

ForceTerms order_k_equation(const model::Model& model, const model::StateSeries& state, int k,
                            int m, std::span<const double> coefficients) {
  return sum_of(order_k_terms(model, state, k, m, coefficients));
}

ForceTerms short_form(const model::Model& model, const model::StateSeries& state, int k) {
  std::vector<double> coefficients;
  for (int s = 0; s < k; ++s) coefficients.push_back(binomial(k - 1, s) / binomial(k + 1 - s, s));
  return short_form(model, state, k, coefficients);
}

ForceTerms short_form(const model::Model& model, const model::StateSeries& state, int k,
                      std::span<const double> coefficients) {
  check_force("short_form", model, state, k);
  check(k <= 3, "short_form: there is no short form beyond k = 3, got ", k,
        "; use order_k_equation().");
  check(coefficients.size() == static_cast<std::size_t>(k), "short_form: k = ", k, " needs ", k,
        " coefficients, got ", coefficients.size(), ".");
  const MatrixMotion motion = matrix_motion(model, state.truncated(k + 1));
  ForceTerms Q(model.num_coordinates());
  for (int j = 0; j < model.num_coordinates(); ++j) {
    SumOfTerms sum;
    for (int s = 0; s < k; ++s) {  // Eq. (7)
      const Perturbation change = perturbation(model, motion, j, k + 1 - 2 * s);
      sum.add(coefficients[s], energy_partial(model, motion, change, k - s, 0));
    }
    Q.set(j, sum);
  }
  return Q;
}

ForceTerms gravity_equation(const model::Model& model, const model::StateSeries& state, int k,
                            int m) {
  model::check_state("gravity_equation", model, state);
  check(k >= 1 && m >= 0, "gravity_equation: needs k >= 1 and m >= 0, got ", k, " and ", m, ".");
  check(state.order() >= k - 1, "gravity_equation: k = ", k,
        " needs q with derivatives up to order ", k - 1, ", got ", state.order(), ".");
  const MatrixMotion motion = matrix_motion(model, state, m + k - 1);
  const double factor = factorial(k - 1) * factorial(m) / factorial(m + k - 1);
  ForceTerms Q(model.num_coordinates());
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const Perturbation change = perturbation(model, motion, j, m);
    SumOfTerms sum;
    for (const model::Body& body : model.bodies()) {
      const Mat4 dT = change.dT[body.index].derivative(m + k - 1);
      const Vec3 dr_C = (dT * body.rigid_mass.p_BBcm.homogeneous()).head<3>();
      const Vec3 weight = -body.rigid_mass.mass * model.gravity();        // M ḡ
      for (int i = 0; i < 3; ++i) sum.add(factor * weight(i) * dr_C(i));  // Eq. (8)
    }
    Q.set(j, sum);
  }
  return Q;
}

}  // namespace appell::equations
