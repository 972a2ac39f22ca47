#include "papers/equations/printed_energies.hpp"

#include <cmath>

#include "appell/base/check.hpp"
#include "appell/mass/moments.hpp"
#include "papers/equations/energies_by_partials.hpp"

namespace appell::equations {
namespace {

/// Σ_i u_i ⟨i|i w ... w⟩, w `count` times.
double with_repeated_index(const model::Model& model, const VecX& q, const VecX& u, const VecX& w,
                           int count) {
  double sum = 0.0;
  for (int i = 0; i < u.size(); ++i) {
    std::vector<VecX> right(static_cast<std::size_t>(count) + 1, w);
    right[0] = VecX::Unit(u.size(), i);
    sum += u(i) * contracted_bracket(model, q, {right.data(), 1}, right).value;
  }
  return sum;
}

}  // namespace

SumOfTerms printed_energy(const kinematics::TreeMotion& motion, int p) {
  const model::Model& model = motion.model();
  check(p >= 0 && motion.order() >= p + 1, "printed_energy: p = ", p,
        " needs a motion of order >= ", p + 1, ", got ", motion.order(), ".");
  SumOfTerms E;
  for (const model::Body& body : model.bodies()) {
    const Mat3 R_n = motion[body.index].R_WB.derivative(p + 1);
    const Mat3 terms = 0.5 * (R_n * mass::planar_tensor(body.rigid_mass)).cwiseProduct(R_n);
    E.add(1.0, {terms.sum(), terms.cwiseAbs().sum()});
    E.add(0.5 * body.rigid_mass.mass * motion[body.index].p_WB.derivative(p + 1).squaredNorm());
    const double x_n = kinematics::joint_coordinate(motion, body).derivative(p + 1);
    E.add(0.5 * model.reflected_inertia(body) * x_n * x_n);
  }
  return E;
}

double printed_energy_derivative(const kinematics::TreeMotion& motion, int p, int k) {
  const model::Model& model = motion.model();
  check(p >= 0 && k >= 1 && motion.order() >= p + k, "printed_energy_derivative: p = ", p,
        " and k = ", k, " need a motion of order >= ", p + k, ", got ", motion.order(), ".");
  double E = 0.0;
  for (const model::Body& body : model.bodies()) {
    const Mat3 R = motion[body.index].R_WB.derivative(p + k);
    E += 0.5 * (R * mass::planar_tensor(body.rigid_mass)).cwiseProduct(R).sum();
    const auto x = kinematics::joint_coordinate(motion, body);
    for (int a = 0; a < k; ++a) {
      const double count = 0.5 * taylor::binomial(k - 1, a);
      const taylor::Series<Vec3>& p_WB = motion[body.index].p_WB;
      E +=
          count * body.rigid_mass.mass * p_WB.derivative(p + 1 + a).dot(p_WB.derivative(p + k - a));
      E +=
          count * model.reflected_inertia(body) * x.derivative(p + 1 + a) * x.derivative(p + k - a);
    }
  }
  return E;
}

std::vector<MatrixTerm> printed_matrix_form_1() {
  std::vector<MatrixTerm> terms = matrix_form(1);
  terms[1].coefficient = 0.5;  // V
  return terms;
}

std::vector<MatrixTerm> printed_matrix_form_2() {
  std::vector<MatrixTerm> terms = matrix_form(2);
  terms[4] = {3.0, {2}, {1, 1, 1, 1}};  // K
  return terms;
}

SumOfTerms printed_last_term(const model::Model& model, const model::StateSeries& state, int n) {
  check(n >= 0, "printed_last_term: n must be >= 0, got ", n, ".");
  const std::vector<MatrixTerm> terms{{0.5, {1, 1}, {1, 1}}};
  SumOfTerms term;
  term.add(std::pow(state.derivative(1).squaredNorm(), n), evaluate(model, state, terms));
  return term;
}

SumOfTerms printed_last_term_of_the_third(const model::Model& model,
                                          const model::StateSeries& state) {
  SumOfTerms term;
  term.add(state.derivative(2).dot(state.derivative(1)), printed_last_term(model, state, 0));
  return term;
}

double printed_energy_of_order(const model::Model& model, const model::StateSeries& state, int p) {
  check(p >= 1 && p <= 11, "printed_energy_of_order: p must be in 1..11, got ", p, ".");
  const auto first = [&](int order) {
    return evaluate(model, state, std::vector<MatrixTerm>{{0.5, {order}, {order}}}).value;
  };
  return matrix_energy(model, state, p).value - first(p + 1) + first(p) -
         last_term(model, state, p).value + printed_last_term(model, state, p).value;
}

SumOfTerms last_term(const model::Model& model, const model::StateSeries& state, int p) {
  check(p >= 0 && p <= 11, "last_term: p must be in 0..11, got ", p, ".");
  const std::vector<int> ones(p + 1, 1);
  SumOfTerms term = evaluate(model, state, std::vector<MatrixTerm>{{0.5, ones, ones}});
  return term;
}

double printed_H(const model::Model& model, const VecX& q, const VecX& u, const VecX& w) {
  return with_repeated_index(model, q, u, w, 3);
}

double printed_H_with_lost_index(const model::Model& model, const VecX& q, const VecX& u,
                                 const VecX& w) {
  return with_repeated_index(model, q, u, w, 2) * w.sum();  // Every m has the same entry.
}

double printed_K(const model::Model& model, const VecX& q, const VecX& u, const VecX& w) {
  const std::vector<VecX> right{u, w, w, w};
  return contracted_bracket(model, q, {right.data(), 1}, right).value;
}

SumOfTerms printed_third_energy_leading_terms(const BodyAboutPoint& body) {
  SumOfTerms E = third_energy_leading_terms(body);
  const Vec3 w2 = body.omega.derivative(2);
  const Vec3 w3 = body.omega.derivative(3);
  E.add(2.0 * w2.dot(w3.cross(body.planar * body.omega[0])));
  return E;
}

double printed_spin_term_of_the_fourth(const BodyAboutPoint& body) { return spin_term(body, 3); }

double printed_spin_term(const BodyAboutPoint& body, int p) { return 2.0 * spin_term(body, p); }

std::vector<double> printed_leibniz_coefficients(int k) {
  check(k >= 1 && k <= 8, "printed_leibniz_coefficients: k must be in 1..8, got ", k, ".");
  std::vector<double> c(static_cast<std::size_t>(k) + 1, 0.0);
  const auto add = [&](int s, double count) {  // To the orders (k-s, s) and (s, k-s).
    if (s > k || count == 0.0) return;
    c[s] += count;
    if (k - s != s) c[k - s] += count;
  };
  const int j = k / 2;
  const int Delta_k = k % 2 == 0 ? 1 : 0;
  const int delta_k = k > 4 ? 1 : 0;
  const int delta_kk = k > 6 ? 1 : 0;
  add(0, 1.0);
  add(1, k);
  add(2, (k - Delta_k) * (k - (j + 1 - Delta_k)) * delta_k);
  add(3, k * (k - (2 - Delta_k)) * delta_kk);
  add(j, (k - 1) * (k - 2 * (1 - delta_kk)) * Delta_k);
  return c;
}

SumOfTerms printed_first_energy_of_translation(const model::Model& model,
                                               const model::StateSeries& state, int m) {
  return first_energy_of_translation(model, state, m, /*c=*/1.0);
}

double printed_first_energy_by_second_derivatives(const model::Model& model,
                                                  const model::StateSeries& state, int m) {
  check(m >= 2, "printed_first_energy_by_second_derivatives: m must be >= 2, got ", m, ".");
  const ListedTerms E = first_energy_of_translation(model, state, m, /*c=*/1.0);
  double sum = 0.0;
  for (std::size_t i = 2; i < E.terms.size(); i += 3) sum += E.terms[i];  // The cross terms.
  return sum;
}

}  // namespace appell::equations
