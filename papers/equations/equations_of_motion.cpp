#include "papers/equations/equations_of_motion.hpp"

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

/// Evaluates sum(motion, A) for every coordinate, with A of m = 0 and a motion of at least `order`.
template <class Sum>
ForceTerms along_motion(const model::Model& model, const model::StateSeries& state, int order,
                        const Sum& sum) {
  const MatrixMotion motion = matrix_motion(model, state, order);
  ForceTerms Q(model.num_coordinates());
  for (int j = 0; j < model.num_coordinates(); ++j) {
    Q.set(j, sum(motion, perturbation(model, motion, j, 0)));
  }
  return Q;
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

ForceTerms dalembert_lagrange(const model::Model& model, const model::StateSeries& state, int k) {
  check_force("dalembert_lagrange", model, state, k);
  const auto motion = kinematics::propagate(model, state.truncated(k + 1));
  std::vector<SumOfTerms> Q(static_cast<std::size_t>(model.num_coordinates()));
  for (const model::Body& body : model.bodies()) {
    const model::Frame centre{
        .name = {}, .body = body.index, .X_BF = {Mat3::Identity(), body.rigid_mass.p_BBcm}};
    const Series<MatX> J = kinematics::jacobian(motion, centre);
    const Series<Vec3> F = inertia_force(motion, body.index);
    const Series<Vec3> N = inertia_moment(motion, body.index);
    for (std::size_t j = 0; j < Q.size(); ++j) {
      add_dot(F, rows(J, 0, static_cast<int>(j)), k - 1, Q[j]);  // Eq. (1)
      add_dot(N, rows(J, 3, static_cast<int>(j)), k - 1, Q[j]);
    }
    const Series<double> x = kinematics::joint_coordinate(motion, body);
    Q[static_cast<std::size_t>(body.coordinate)].add(body.ratio * model.reflected_inertia(body) *
                                                     x.derivative(k + 1));
  }
  ForceTerms out(model.num_coordinates());
  for (std::size_t j = 0; j < Q.size(); ++j) out.set(static_cast<int>(j), Q[j]);
  return out;
}

ForceTerms lagrange(const model::Model& model, const model::StateSeries& state, int k) {
  check_force("lagrange", model, state, k);
  return along_motion(model, state, k + 1, [&](const MatrixMotion& motion, const Perturbation& A) {
    SumOfTerms Q;  // Eq. (2)
    Q.add(1.0, energy_partial_along(model, motion, A, /*p=*/0, /*s=*/0, /*m=*/1, /*d=*/k));
    Q.add(-1.0, energy_partial_along(model, motion, A, 0, 0, 0, k - 1));
    return Q;
  });
}

ForceTerms tsenov_mangeron(const model::Model& model, const model::StateSeries& state, int k,
                           int m) {
  check_force("tsenov_mangeron", model, state, k);
  check(m >= 1, "tsenov_mangeron: m must be >= 1, got ", m, ".");
  return along_motion(model, state, m + k, [&](const MatrixMotion& motion, const Perturbation& A) {
    SumOfTerms Q;  // Eq. (3)
    Q.add(1.0 / m, energy_partial_along(model, motion, A, /*p=*/0, /*s=*/m, m, /*d=*/k - 1));
    Q.add(-(m + 1.0) / m, energy_partial_along(model, motion, A, 0, 0, 0, k - 1));
    return Q;
  });
}

ForceTerms gibbs_appell(const model::Model& model, const model::StateSeries& state, int k) {
  return generalized_gibbs_appell(model, state, k, 2);
}

ForceTerms generalized_gibbs_appell(const model::Model& model, const model::StateSeries& state,
                                    int k, int m) {
  check_force("generalized_gibbs_appell", model, state, k);
  check(m >= 2, "generalized_gibbs_appell: m must be >= 2, got ", m, ".");
  return along_motion(model, state, m + k - 1,
                      [&](const MatrixMotion& motion, const Perturbation& A) {
                        return energy_partial_along(model, motion, A, /*p=*/1, /*s=*/m - 2, m,
                                                    /*d=*/k - 1);  // Eq. (5)
                      });
}

double catalan_number(int p) {
  check(p >= 0 && p <= 30, "catalan_number: p must be in 0..30, got ", p, ".");
  return binomial(2 * p, p) / (p + 1);
}

ForceTerms order_k_equation(const model::Model& model, const model::StateSeries& state, int k,
                            int m) {
  std::vector<double> coefficients;
  for (int p = 1; p <= k; ++p) coefficients.push_back(catalan_number(p));
  return order_k_equation(model, state, k, m, coefficients);
}

ForceTerms order_k_equation(const model::Model& model, const model::StateSeries& state, int k,
                            int m, std::span<const double> coefficients) {
  check_force("order_k_equation", model, state, k);
  check(m >= k + 1, "order_k_equation: k = ", k, " needs m >= ", k + 1, ", got ", m, ".");
  check(coefficients.size() == static_cast<std::size_t>(k), "order_k_equation: k = ", k, " needs ",
        k, " coefficients, got ", coefficients.size(), ".");
  const MatrixMotion motion = matrix_motion(model, state, m + k - 1);
  const double factor = factorial(k - 1) * factorial(m) / factorial(m + k - 1);
  ForceTerms Q(model.num_coordinates());
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const Perturbation change = perturbation(model, motion, j, m);
    SumOfTerms sum;
    for (int p = 1; p <= k; ++p) {  // Eq. (6)
      const double C_p = coefficients[static_cast<std::size_t>(p - 1)];
      sum.add(factor * C_p, energy_partial(model, motion, change, p, m + k - 2 * p - 1));
    }
    Q.set(j, sum);
  }
  return Q;
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
      sum.add(coefficients[static_cast<std::size_t>(s)],
              energy_partial(model, motion, change, k - s, 0));
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
      const Mat4 dT = change.dT[static_cast<std::size_t>(body.index)].derivative(m + k - 1);
      const Vec3 dr_C = (dT * body.rigid_mass.p_BBcm.homogeneous()).head<3>();
      const Vec3 weight = -body.rigid_mass.mass * model.gravity();        // M ḡ
      for (int i = 0; i < 3; ++i) sum.add(factor * weight(i) * dr_C(i));  // Eq. (8)
    }
    Q.set(j, sum);
  }
  return Q;
}

}  // namespace appell::equations
