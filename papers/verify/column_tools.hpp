#pragma once

#include "papers/equations/exponentials.hpp"
#include "papers/verify/tools.hpp"

/// Columns of the Jacobian, taken apart.
namespace appell::verify {

/// The three terms of V_i = ∂p/∂q_i by exponentials, the columns of all joints together.
struct ColumnParts {
  taylor::Series<MatX> velocity;  ///< E_{1..i-1} v_i
  taylor::Series<MatX> turned;    ///< E_{1..i-1} Δ_i [k_i×] E_{i..n} p⁰
  taylor::Series<MatX> moved;     ///< E_{1..i-1} Δ_i [k_i×] Σ_l E_{i..l-1} b_l
};

inline ColumnParts column_parts(const equations::ExponentialChain& chain,
                                const model::StateSeries& q) {
  const MatX zero = MatX::Zero(3, chain.num_coordinates);
  const int N = q.order();
  ColumnParts parts{taylor::Series<MatX>(N, zero), taylor::Series<MatX>(N, zero),
                    taylor::Series<MatX>(N, zero)};
  const int n = chain.size() - 1;
  const auto constant = [N](const Vec3& v) { return taylor::Series<Vec3>::constant(v, N); };
  for (int i = 0; i <= n; ++i) {
    const equations::ChainJoint& joint = chain.joints[at(i)];
    const auto E = equations::exponential_product(chain, q, 0, i - 1);
    const auto EK = E * constant_series(spatial::cross_matrix(joint.screw.angular), N);
    taylor::Series<Vec3> sum(N, Vec3::Zero());
    for (int l = i; l <= n; ++l) {
      const equations::ChainJoint& other = chain.joints[at(l)];
      sum += equations::exponential_product(chain, q, i, l - 1) *
             equations::screw_translation(other.screw, equations::joint_value(other, q));
    }
    const auto velocity = E * constant(joint.screw.linear);
    const auto turned =
        EK * (equations::exponential_product(chain, q, i, n) * constant(chain.X_WF.p));
    const auto moved = EK * sum;
    for (int k = 0; k <= N; ++k) {
      parts.velocity[k].col(joint.coordinate) += joint.ratio * velocity[k];
      parts.turned[k].col(joint.coordinate) += joint.ratio * turned[k];
      parts.moved[k].col(joint.coordinate) += joint.ratio * moved[k];
    }
  }
  return parts;
}

}  // namespace appell::verify
