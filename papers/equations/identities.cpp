#include "papers/equations/identities.hpp"

#include <algorithm>

#include "appell/base/check.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::equations {
namespace {

using taylor::binomial;
using taylor::factorial;
using taylor::Series;
using taylor::time_derivative;

std::size_t body_index(int body) { return static_cast<std::size_t>(body); }

Series<Mat3> rotation(const Series<Mat4>& T) {
  Series<Mat3> R(T.order());
  for (int k = 0; k <= R.order(); ++k) R[k] = T[k].topLeftCorner<3, 3>();
  return R;
}

Series<Vec3> vector_of(const Series<Mat3>& cross_matrices) {
  Series<Vec3> v(cross_matrices.order());
  for (int k = 0; k <= v.order(); ++k) v[k] = spatial::vector_of_cross_matrix(cross_matrices[k]);
  return v;
}

void check_identity_body(const char* function, const MatrixMotion& motion, int body) {
  const int num_bodies = static_cast<int>(motion.T.size());
  check(body >= 0 && body < num_bodies, function, ": there is no body ", body, "; the motion has ",
        num_bodies, ".");
}

void check_state_order(const char* function, const model::Model& model,
                       const model::StateSeries& state, int body, int order) {
  model::check_state(function, model, state);
  check(body >= 0 && body < model.num_bodies(), function, ": there is no body ", body, "; model '",
        model.name(), "' has ", model.num_bodies(), ".");
  check(state.order() >= order, function, ": needs q with derivatives up to order ", order,
        ", got ", state.order(), ".");
}

void check_identity_orders(const char* function, int k, int least_k, int m) {
  check(k >= least_k, function, ": the order k must be >= ", least_k, ", got ", k, ".");
  check(m >= 0, function, ": m must be >= 0, got ", m, ".");
}

/// (k-1)! m!/(m+k-1)!
double inverse_binomial(int k, int m) {
  return factorial(k - 1) * factorial(m) / factorial(m + k - 1);
}

/// q_j as a series of a given order, derivatives that are not known zero.
Series<double> coordinate(const model::StateSeries& state, int j, int order) {
  Series<double> q = Series<double>::constant(0.0, order);
  for (int k = 0; k <= std::min(order, state.order()); ++k) q[k] = state[k](j);
  return q;
}

/// Dˢ of ∂ψ⁽ᵐ⁾/∂q_j⁽ᵐ⁾ = ∂ω⁽ᵐ⁻¹⁾/∂q_j⁽ᵐ⁾ (for m = 0 the name of Ω_j) and of ∂ψ⁽ᵐ⁺¹⁾/∂q_j⁽ᵐ⁾ =
/// ∂ω⁽ᵐ⁾/∂q_j⁽ᵐ⁾ along a motion, from perturbations of q_j⁽ᵐ⁾, q_j⁽ᵐ⁻¹⁾, ... at t = 0. D and
/// ∂/∂q⁽ᵐ⁾ commute but for ∂/∂q⁽ᵐ⁻¹⁾, hence
///
///   Dˢ ∂f⁽ⁿ⁾/∂q⁽ᵐ⁾ = Σ_i (-1)ⁱ C(s, i) ∂f⁽ⁿ⁺ˢ⁻ⁱ⁾/∂q⁽ᵐ⁻ⁱ⁾
class AngularPartials {
 public:
  AngularPartials(const model::Model& model, const MatrixMotion& motion, int body, int j, int m,
                  int highest)
      : m_(m) {
    for (int i = 0; i <= std::min(m, highest); ++i) {
      const Perturbation change = perturbation(model, motion, j, m - i);
      changes_.push_back(angular_velocity_change(motion, change, body));
      if (m == 0) axis_ = angular_column(motion, change, body);
    }
  }

  Vec3 of_psi(int s) const { return m_ == 0 ? axis_.derivative(s) : rate(m_ - 1, s); }
  Vec3 of_omega(int s) const { return rate(m_, s); }

 private:
  Vec3 rate(int n, int s) const {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i <= std::min(s, m_); ++i) {
      const double count = (i % 2 == 0 ? 1.0 : -1.0) * binomial(s, i);
      sum += count * changes_[i].derivative(n + s - i);
    }
    return sum;
  }

  int m_;
  std::vector<Series<Vec3>> changes_;  ///< δω for q_j⁽ᵐ⁾, q_j⁽ᵐ⁻¹⁾, ...
  Series<Vec3> axis_;                  ///< Ω_j, for m = 0.
};

}  // namespace

Series<Vec3> angular_velocity(const MatrixMotion& motion, int body) {
  check_identity_body("angular_velocity", motion, body);
  check(motion.order() >= 1, "angular_velocity: needs a motion of order >= 1, got ", motion.order(),
        ".");
  const Series<Mat3> R = rotation(motion.T[body_index(body)]);
  return vector_of(time_derivative(R) * taylor::transpose(R.truncated(R.order() - 1)));
}

Series<Vec3> angular_velocity_change(const MatrixMotion& motion, const Perturbation& change,
                                     int body) {
  check_identity_body("angular_velocity_change", motion, body);
  check(motion.order() >= 1, "angular_velocity_change: needs a motion of order >= 1, got ",
        motion.order(), ".");
  const int N = motion.order() - 1;
  const Series<Mat3> R = rotation(motion.T[body_index(body)]);
  const Series<Mat3> dR = rotation(change.dT[body_index(body)]);
  return vector_of(time_derivative(dR) * taylor::transpose(R.truncated(N)) +
                   time_derivative(R) * taylor::transpose(dR.truncated(N)));
}

Series<Vec3> angular_column(const MatrixMotion& motion, const Perturbation& A, int body) {
  check_identity_body("angular_column", motion, body);
  check(A.order == 0, "angular_column: needs the perturbation with m = 0, got m = ", A.order, ".");
  return vector_of(rotation(A.dT[body_index(body)]) *
                   taylor::transpose(rotation(motion.T[body_index(body)])));
}

Vec3 point_column_by_partial(const model::Model& model, const model::StateSeries& state, int body,
                             const Vec3& r_B, int j, int k, int m) {
  check_identity_orders("point_column_by_partial", k, 1, m);
  check_state_order("point_column_by_partial", model, state, body, k - 1);
  const MatrixMotion motion = matrix_motion(model, state, m + k - 1);
  const Perturbation change = perturbation(model, motion, j, m);
  const Mat4 dT = change.dT[body_index(body)].derivative(m + k - 1);
  return inverse_binomial(k, m) * (dT * r_B.homogeneous()).head<3>();  // Eq. (1)
}

Vec3 angular_column_by_partial(const model::Model& model, const model::StateSeries& state, int body,
                               int j, int k, int m) {
  check_identity_orders("angular_column_by_partial", k, 1, m);
  check(m + k >= 2, "angular_column_by_partial: needs m + k >= 2, got ", m, " + ", k, ".");
  check_state_order("angular_column_by_partial", model, state, body, k - 1);
  const MatrixMotion motion = matrix_motion(model, state, m + k - 1);
  const Perturbation change = perturbation(model, motion, j, m);
  Vec3 sum = angular_velocity_change(motion, change, body).derivative(m + k - 2);
  if (k >= 2) {
    const int N = motion.order() - 1;
    const Series<Vec3> Omega = angular_column(motion, perturbation(model, motion, j, 0), body);
    const Series<Vec3> turned = taylor::cross(Omega.truncated(N), angular_velocity(motion, body));
    sum -= binomial(m + k - 2, m) * turned.derivative(k - 2);
  }
  return inverse_binomial(k, m) * sum;  // Eq. (2)
}

std::vector<Mat4> placement_terms_by_partials(const model::Model& model,
                                              const model::StateSeries& state, int body, int k,
                                              int m) {
  check_identity_orders("placement_derivative_by_partials", k, 1, m);
  check_state_order("placement_derivative_by_partials", model, state, body, k);
  const MatrixMotion motion = matrix_motion(model, state, m + k - 1);
  std::vector<Mat4> T_k(k, Mat4::Zero());
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const Perturbation change = perturbation(model, motion, j, m);
    for (int r = 0; r < k; ++r) {  // Eq. (3)
      const Mat4 D_r = inverse_binomial(r + 1, m) * change.dT[body_index(body)].derivative(m + r);
      T_k[r] += binomial(k - 1, r) * D_r * state.derivative(k - r)(j);
    }
  }
  return T_k;
}

Mat4 placement_derivative_by_partials(const model::Model& model, const model::StateSeries& state,
                                      int body, int k, int m) {
  Mat4 T_k = Mat4::Zero();
  for (const Mat4& term : placement_terms_by_partials(model, state, body, k, m)) T_k += term;
  return T_k;
}

std::array<Vec3, 2> angular_terms_by_partials(const model::Model& model,
                                              const model::StateSeries& state, int body, int k,
                                              int m) {
  check_identity_orders("angular_derivative_by_partials", k, 0, m);
  check_state_order("angular_derivative_by_partials", model, state, body, k + 1);
  const MatrixMotion motion = matrix_motion(model, state, m + k + 1);
  std::array<Vec3, 2> sums{Vec3::Zero(), Vec3::Zero()};
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const Series<double> q = coordinate(state, j, k + 1);
    const AngularPartials partials(model, motion, body, j, m, std::max(0, k - 1));
    if (k == 0) sums[1] += partials.of_psi(0) * q.derivative(1);
    for (int s = 0; s < k; ++s) {  // Eq. (4), each bracket by Leibniz' rule.
      const double count = binomial(k - 1, s);
      sums[0] += count * q.derivative(k + 1 - s) * partials.of_psi(s);
      sums[1] += count * q.derivative(k - s) / (m + 1) * partials.of_omega(s);
    }
  }
  return sums;
}

Vec3 angular_derivative_by_partials(const model::Model& model, const model::StateSeries& state,
                                    int body, int k, int m) {
  const std::array<Vec3, 2> terms = angular_terms_by_partials(model, state, body, k, m);
  return terms[0] + terms[1];
}

Series<Vec3> angular_velocity_by_exponentials(const ExponentialChain& chain,
                                              const model::StateSeries& state) {
  check(state.order() >= 1, "angular_velocity_by_exponentials: needs a state of order >= 1, got ",
        state.order(), ".");
  const int N = state.order() - 1;
  Series<Vec3> omega = Series<Vec3>::constant(Vec3::Zero(), N);
  for (int l = 0; l < chain.size(); ++l) {  // Eq. (5)
    const ChainJoint& joint = chain.joints[l];
    const Series<Mat3> E = exponential_product(chain, state, 0, l - 1).truncated(N);
    const Series<Vec3> k = Series<Vec3>::constant(joint.screw.angular, N);
    omega += time_derivative(joint_value(joint, state)) * (E * k);
  }
  return omega;
}

}  // namespace appell::equations
