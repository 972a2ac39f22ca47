#include "papers/equations/exponentials.hpp"

#include <algorithm>

#include "appell/base/check.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "appell/taylor/functions.hpp"

namespace appell::equations {
namespace {

using taylor::Series;

const ChainJoint& joint_at(const ExponentialChain& chain, int j) { return chain.joints[j]; }

void check_chain_state(const char* function, const ExponentialChain& chain,
                       const model::StateSeries& state) {
  check(state.order() >= 0, function, ": the state is empty; it needs at least q.");
  for (int k = 0; k <= state.order(); ++k) {
    check(state[k].size() == chain.num_coordinates, function, ": derivative ", k, " of q has ",
          state[k].size(), " entries but the chain's model has ", chain.num_coordinates,
          " coordinates.");
  }
}

/// Constant vector times a series of matrices.
Series<Vec3> times(const Series<Mat3>& A, const Vec3& v) {
  Series<Vec3> out(A.order());
  for (int k = 0; k <= A.order(); ++k) out[k] = A[k] * v;
  return out;
}

/// E_{first..last} p⁰ + Σ_{l=first..last} E_{first..l-1} b_l with last = n: the point p⁰, moved by
/// the joints first to n.
Series<Vec3> moved_point(const ExponentialChain& chain, const model::StateSeries& state,
                         int first) {
  const int n = chain.size() - 1;
  Series<Vec3> p = times(exponential_product(chain, state, first, n), chain.X_WF.p);
  Series<Mat3> E = Series<Mat3>::constant(Mat3::Identity(), state.order());
  for (int l = first; l <= n; ++l) {
    const ChainJoint& joint = joint_at(chain, l);
    const Series<double> q = joint_value(joint, state);
    p += E * screw_translation(joint.screw, q);
    E = E * spatial::rotation_about(joint.screw.angular, q);
  }
  return p;
}

/// A_nj(p) of Eq. (6).
Series<Vec3> position_derivative(const ExponentialChain& chain, const model::StateSeries& state,
                                 int j) {
  const spatial::Screw& screw = joint_at(chain, j).screw;
  const Mat3 K = spatial::cross_matrix(screw.angular);  // [k_j⁰×] Δ_j: k is zero if it translates.
  Series<Vec3> velocity = moved_point(chain, state, j);
  for (int k = 0; k <= velocity.order(); ++k) velocity[k] = K * velocity[k];
  velocity[0] += screw.linear;
  return exponential_product(chain, state, 0, j - 1) * velocity;  // Eq. (6)
}

}  // namespace

ExponentialChain exponential_chain(const model::Model& model, const model::Frame& frame) {
  std::vector<const model::Body*> path;
  for (int b = frame.body; b != model::kWorld; b = path.back()->parent) {
    path.push_back(&model.bodies()[b]);
  }
  std::reverse(path.begin(), path.end());
  ExponentialChain chain{.joints = {}, .X_WF = {}, .num_coordinates = model.num_coordinates()};
  for (const model::Body* body : path) {
    chain.X_WF = chain.X_WF * body->X_PJ;
    // The point p⁰ of [S0 eq. (91)] is the origin of the joint frame.
    chain.joints.push_back({.screw = spatial::transformed(chain.X_WF, body->screw),
                            .coordinate = body->coordinate,
                            .ratio = body->ratio,
                            .offset = body->offset});
  }
  chain.X_WF = chain.X_WF * frame.X_BF;
  return chain;
}

Series<double> joint_value(const ChainJoint& joint, const model::StateSeries& state) {
  Series<double> q(state.order());
  for (int k = 0; k <= q.order(); ++k) q[k] = joint.ratio * state[k](joint.coordinate);
  if (q.order() >= 0) q[0] += joint.offset;
  return q;
}

Series<Vec3> screw_translation(const spatial::Screw& screw, const Series<double>& q) {
  const Vec3& k = screw.angular;
  const Vec3& v = screw.linear;
  const double Delta = k.isZero(0.0) ? 0.0 : 1.0;
  const Vec3 axis = Delta == 0.0 ? v : k;  // k⁰ of a prismatic joint is its v⁰.
  const Mat3 K = spatial::cross_matrix(axis);
  const taylor::SinCos sc = taylor::sin_cos(Delta * q);
  Series<Vec3> b(q.order());
  for (int i = 0; i <= q.order(); ++i) {
    const double one = i == 0 ? 1.0 : 0.0;
    b[i] = sc.sin[i] * v + (one - sc.cos[i]) * (K * v) +
           (q[i] - sc.sin[i]) * axis * axis.dot(v);  // Eq. (2)
  }
  return b;
}

Series<Mat3> exponential_product(const ExponentialChain& chain, const model::StateSeries& state,
                                 int first, int last) {
  check_chain_state("exponential_product", chain, state);
  check(first >= 0 && last < chain.size(), "exponential_product: joints ", first, " to ", last,
        " are not in a chain of ", chain.size(), ".");
  Series<Mat3> E = Series<Mat3>::constant(Mat3::Identity(), state.order());
  for (int l = first; l <= last; ++l) {
    const ChainJoint& joint = joint_at(chain, l);
    E = E * spatial::rotation_about(joint.screw.angular, joint_value(joint, state));  // Eq. (1)
  }
  return E;
}

spatial::TransformSeries placement_by_exponentials(const ExponentialChain& chain,
                                                   const model::StateSeries& state) {
  check_chain_state("placement_by_exponentials", chain, state);
  Series<Mat3> R = exponential_product(chain, state, 0, chain.size() - 1);
  for (int k = 0; k <= R.order(); ++k) R[k] = R[k] * chain.X_WF.R;  // Eq. (3)
  return {R, moved_point(chain, state, 0)};                         // Eq. (4)
}

Mat4 DifferentialMatrix::matrix_derivative(int k) const {
  Mat4 A = Mat4::Zero();
  A.topLeftCorner<3, 3>() = R.derivative(k);
  A.topRightCorner<3, 1>() = p.derivative(k);
  return A;
}

DifferentialMatrix differential_matrix(const ExponentialChain& chain,
                                       const model::StateSeries& state, int j) {
  check_chain_state("differential_matrix", chain, state);
  check(j >= 0 && j < chain.size(), "differential_matrix: the chain has joints 0 to ",
        chain.size() - 1, ", got ", j, ".");
  const Mat3 K = spatial::cross_matrix(joint_at(chain, j).screw.angular);  // [k_j⁰×] Δ_j
  Series<Mat3> outer = exponential_product(chain, state, j, chain.size() - 1);
  for (int k = 0; k <= outer.order(); ++k) outer[k] = K * outer[k] * chain.X_WF.R;
  return {exponential_product(chain, state, 0, j - 1) * outer,  // Eq. (5)
          position_derivative(chain, state, j)};
}

Series<MatX> jacobian_by_exponentials(const ExponentialChain& chain,
                                      const model::StateSeries& state) {
  check_chain_state("jacobian_by_exponentials", chain, state);
  Series<MatX> J(state.order(), MatX::Zero(6, chain.num_coordinates));
  for (int i = 0; i < chain.size(); ++i) {
    const ChainJoint& joint = joint_at(chain, i);
    const Series<Vec3> V = position_derivative(chain, state, i);  // Eq. (7)
    const Series<Mat3> E = exponential_product(chain, state, 0, i - 1);
    for (int k = 0; k <= J.order(); ++k) {
      J[k].col(joint.coordinate).head<3>() += joint.ratio * V[k];
      J[k].col(joint.coordinate).tail<3>() += joint.ratio * E[k] * joint.screw.angular;  // Eq. (8)
    }
  }
  return J;
}

}  // namespace appell::equations
