#include "papers/equations/printed_members.hpp"

#include <cmath>

#include "appell/base/check.hpp"
#include "papers/equations/brackets.hpp"
#include "papers/equations/energies_by_partials.hpp"
#include "papers/equations/energy_derivatives.hpp"
#include "papers/equations/perturbation.hpp"
#include "papers/equations/printed_energies.hpp"

namespace appell::equations {
namespace {

/// M and Σ_j 1/(m+1) ∂r_C⁽ᵐ⁺¹⁾/∂q_j⁽ᵐ⁾ q_j' of every body.
struct ColumnRates {
  double mass;
  Vec3 sum;
};

std::vector<ColumnRates> column_rates(const model::Model& model, const model::StateSeries& state,
                                      int m) {
  model::check_state("printed_translation_vector", model, state);
  check(m >= 0 && state.order() >= 1,
        "printed_translation_vector: needs m >= 0 and q', got m = ", m, " and q to order ",
        state.order(), ".");
  const MatrixMotion motion = matrix_motion(model, state, m + 1);
  std::vector<ColumnRates> rates;
  for (const model::Body& body : model.bodies()) {
    rates.push_back({body.rigid_mass.mass, Vec3::Zero()});
  }
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const Perturbation change = perturbation(model, motion, j, m);
    for (const model::Body& body : model.bodies()) {
      const auto b = static_cast<std::size_t>(body.index);
      const Mat4 dT = change.dT[b].derivative(m + 1);
      rates[b].sum +=
          (dT * body.rigid_mass.p_BBcm.homogeneous()).head<3>() / (m + 1) * state.derivative(1)(j);
    }
  }
  return rates;
}

}  // namespace

double printed_K_with_repeated_index(const model::Model& model, const VecX& q, const VecX& u,
                                     const VecX& w) {
  double sum = 0.0;
  for (int i = 0; i < u.size(); ++i) {
    const std::vector<VecX> right{VecX::Unit(u.size(), i), u, w, w, w};
    sum += u(i) * contracted_bracket(model, q, {right.data(), 1}, right).value;
  }
  return sum;
}

SecondEnergyGroups printed_second_energy_groups(const BodyAboutPoint& body) {
  const Mat3 I = body.inertia();
  const Mat3& Ip = body.planar;
  const Vec3 w = body.omega[0], w1 = body.omega.derivative(1), w2 = body.omega.derivative(2);
  const double s = w1.dot(w);
  return {.with_second = 0.5 * w2.dot(I * w2) + 2.0 * w2.dot(w2.cross(Ip * w1)) +
                         w1.dot(w2.cross(Ip * w)) - w2.dot(w) * w1.dot(I * w),
          .with_first = 2.0 * s * w1.dot(I * w1) + 2.0 * s * w1.dot(Ip * w1) -
                        5.0 * s * w1.dot(Ip * w) + 2.5 * s * s * Ip.trace() +
                        0.5 * s * w1.dot(Ip * w),
          .with_velocity =
              w.dot(w) * w.dot(w1.cross(Ip * w)) + 0.5 * w.dot(w) * w.dot(w) * w1.dot(I * w)};
}

SecondEnergyGroups second_energy_groups(const BodyAboutPoint& body) {
  const std::vector<double> terms = second_energy_about(body).terms;  // Two of the centre first.
  const auto sum = [&](std::size_t first, std::size_t last) {
    double total = 0.0;
    for (std::size_t i = first; i < last; ++i) total += terms[i];
    return total;
  };
  return {.with_second = sum(2, 6), .with_first = sum(6, 11), .with_velocity = sum(11, 13)};
}

double printed_third_energy_of_one_joint(double J, const taylor::Series<double>& q) {
  check(q.order() >= 4, "printed_third_energy_of_one_joint: needs q to order 4, got ", q.order(),
        ".");
  const double a = q.derivative(1), b = q.derivative(2), c = q.derivative(3), d = q.derivative(4);
  const double twice = 30.0 * std::pow(a, 4) * b * b - 12.0 * a * a * b * d;
  return 0.5 * J *
         (std::pow(a, 8) - 8.0 * std::pow(a, 5) * c + twice + twice + 16.0 * a * a * c * c +
          24.0 * a * b * b * c + 9.0 * std::pow(a, 4) * b * b);
}

Vec3 printed_translation_vector(const model::Model& model, const model::StateSeries& state, int m) {
  Vec3 E = Vec3::Zero();
  for (const ColumnRates& body : column_rates(model, state, m)) E += 0.5 * body.mass * body.sum;
  return E;
}

double printed_translation_squared(const model::Model& model, const model::StateSeries& state,
                                   int m) {
  double E = 0.0;
  for (const ColumnRates& body : column_rates(model, state, m)) {
    E += 0.5 * body.mass * body.sum.squaredNorm();
  }
  return E;
}

double printed_energy_derivative_by_leibniz(const kinematics::TreeMotion& motion, int p, int k) {
  const ListedTerms sum = energy_derivative(motion, p, k);
  double E = 0.0;
  for (std::size_t i = 0; i < sum.terms.size(); ++i) {
    if (i % 4 != 2) E += sum.terms[i];  // Of four terms the third is the product of R and p.
  }
  return E;
}

std::vector<double> printed_leibniz_coefficients_in_both_orders(int k) {
  std::vector<double> c = printed_leibniz_coefficients(k);
  if (k % 2 == 0) c[k / 2] *= 2.0;
  return c;
}

double printed_first_energy_of_translation_literally(const model::Model& model,
                                                     const model::StateSeries& state, int m) {
  check(m >= 2, "printed_first_energy_of_translation_literally: m must be >= 2, got ", m, ".");
  const ListedTerms sum = first_energy_of_translation(model, state, m, /*c=*/1.0);
  double E = 0.0;
  for (std::size_t i = 2; i < sum.terms.size(); i += 3) E += sum.terms[i];
  return E;
}

Vec6 printed_column_of_blocks(const JacobianBlocks& blocks) {
  MatX J3 = blocks.J3[0];
  const Eigen::Index width = J3.cols();
  const Mat3 last = J3.block<3, 3>(3, width - 6);   // V33
  const MatX inner = J3.block(3, 3, 3, width - 9);  // V32 of k = i..n
  J3.block<3, 3>(3, 3) = last;
  J3.block(3, 6, 3, width - 9) = inner;
  return blocks.J1[0] * blocks.J2 * J3 * blocks.M[0];
}

}  // namespace appell::equations
