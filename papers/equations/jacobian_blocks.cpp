#include "papers/equations/jacobian_blocks.hpp"

#include "appell/base/check.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::equations {
namespace {

using taylor::Series;

/// Copies a series of small blocks into a series of matrices.
template <class C>
void place(const Series<C>& block, int row, int col, Series<MatX>& out) {
  for (int k = 0; k <= out.order(); ++k) {
    out[k].block(row, col, block[k].rows(), block[k].cols()) = block[k];
  }
}

Series<MatX> zeros(int rows, int cols, int order) {
  return Series<MatX>(order, MatX::Zero(rows, cols));
}

}  // namespace

JacobianBlocks jacobian_blocks(const ExponentialChain& chain, const model::StateSeries& state,
                               int i) {
  const int n = chain.size() - 1;
  check(i >= 0 && i <= n, "jacobian_blocks: the chain has joints 0 to ", n, ", got ", i, ".");
  const int N = state.order();
  const int width = 12 + 3 * (n - i);
  const spatial::Screw& screw = chain.joints[i].screw;
  JacobianBlocks blocks{.J1 = zeros(6, 6, N),
                        .J2 = MatX::Zero(6, 9),
                        .J3 = zeros(9, width, N),
                        .M = zeros(width, 1, N)};

  const Series<Mat3> V1 = exponential_product(chain, state, 0, i - 1);
  place(V1, 0, 0, blocks.J1);  // Eq. (1)
  place(V1, 3, 3, blocks.J1);

  blocks.J2.block<3, 3>(0, 0).setIdentity();  // Eq. (2)
  blocks.J2.block<3, 3>(0, 3) = spatial::cross_matrix(screw.angular);
  blocks.J2.block<3, 3>(3, 6).setIdentity();

  blocks.J3[0].block<3, 3>(0, 0).setIdentity();  // Eq. (3)
  blocks.J3[0].block<3, 3>(6, width - 3).setIdentity();
  blocks.M[0].block<3, 1>(0, 0) = screw.linear;  // Eq. (4)
  for (int k = i; k <= n; ++k) {
    const ChainJoint& joint = chain.joints[k];
    const int at = 3 * (k - i + 1);
    place(exponential_product(chain, state, i, k - 1), 3, at, blocks.J3);
    place(screw_translation(joint.screw, joint_value(joint, state)), at, 0, blocks.M);
  }
  place(exponential_product(chain, state, i, n), 3, width - 6, blocks.J3);
  blocks.M[0].block<3, 1>(width - 6, 0) = chain.X_WF.p;
  blocks.M[0].block<3, 1>(width - 3, 0) = screw.angular;
  return blocks;
}

Series<Vec6> column_of_blocks(const JacobianBlocks& blocks) {
  const Series<MatX> J2 = Series<MatX>::constant(blocks.J2, blocks.J1.order());
  const Series<MatX> product = blocks.J1 * (J2 * (blocks.J3 * blocks.M));
  Series<Vec6> column(product.order());
  for (int k = 0; k <= column.order(); ++k) column[k] = product[k];
  return column;
}

Vec6 column_derivative(const JacobianBlocks& blocks, int k) {
  check(k >= 0 && k <= blocks.J1.order(), "column_derivative: order ", k,
        " is not known; the blocks have order ", blocks.J1.order(), ".");
  Vec6 sum = Vec6::Zero();
  for (int a = 0; a <= k; ++a) {
    for (int b = 0; a + b <= k; ++b) {
      const int c = k - a - b;
      const double count = taylor::binomial(k, a) * taylor::binomial(k - a, b);
      sum += count * (blocks.J1.derivative(a) * blocks.J2 * blocks.J3.derivative(b) *
                      blocks.M.derivative(c));  // Eq. (5)
    }
  }
  return sum;
}

Series<MatX> jacobian_by_blocks(const ExponentialChain& chain, const model::StateSeries& state) {
  Series<MatX> J(state.order(), MatX::Zero(6, chain.num_coordinates));
  for (int i = 0; i < chain.size(); ++i) {
    const ChainJoint& joint = chain.joints[i];
    const Series<Vec6> column = column_of_blocks(jacobian_blocks(chain, state, i));
    for (int k = 0; k <= J.order(); ++k) J[k].col(joint.coordinate) += joint.ratio * column[k];
  }
  return J;
}

}  // namespace appell::equations
