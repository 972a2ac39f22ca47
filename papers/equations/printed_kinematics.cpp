#include "papers/equations/printed_kinematics.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/spatial/rotation.hpp"
#include "papers/equations/identities.hpp"

namespace appell::equations {
namespace {

const ChainJoint& checked_joint(const ExponentialChain& chain, int j) {
  check(j >= 0 && j < chain.size(), "printed form: the chain has joints 0 to ", chain.size() - 1,
        ", got ", j, ".");
  return chain.joints[j];
}

double value_of(const ChainJoint& joint, const VecX& q) {
  return joint.ratio * q(joint.coordinate) + joint.offset;
}

Mat3 E(const ExponentialChain& chain, const VecX& q, int first, int last) {
  return exponential_product(chain, model::StateSeries::constant(q, 0), first, last)[0];
}

/// exp(Σ_{l=first..last} [k_l⁰×] q_l Δ_l), the unit matrix if first > last.
Mat3 exponential_of_sum(const ExponentialChain& chain, const VecX& q, int first, int last) {
  Vec3 sum = Vec3::Zero();
  for (int l = first; l <= last; ++l) {
    const ChainJoint& joint = checked_joint(chain, l);
    sum += joint.screw.angular * value_of(joint, q);
  }
  return spatial::exp_rotation(sum);
}

/// Σ_{l=j..n} E_{j..l-1} b_l, E a product of exponentials or the exponential of a sum.
template <class Exponential>
Vec3 sum_of_translations(const ExponentialChain& chain, const VecX& q, int j, Exponential e) {
  Vec3 sum = Vec3::Zero();
  for (int l = j; l < chain.size(); ++l) {
    const ChainJoint& joint = checked_joint(chain, l);
    const auto x = taylor::Series<double>::constant(value_of(joint, q), 0);
    sum += e(chain, q, j, l - 1) * screw_translation(joint.screw, x)[0];
  }
  return sum;
}

/// b of a screw, the first term with a factor of its own.
Vec3 translation(const spatial::Screw& screw, double q, double first) {
  const bool turns = !screw.angular.isZero(0.0);
  const Vec3 k = turns ? screw.angular : screw.linear;
  const double angle = turns ? q : 0.0;
  return first * screw.linear + (1.0 - std::cos(angle)) * k.cross(screw.linear) +
         (q - std::sin(angle)) * k.dot(screw.linear) * k;
}

}  // namespace

Mat3 printed_rotation(const ExponentialChain& chain, const VecX& q) {
  return exponential_of_sum(chain, q, 0, chain.size() - 1) * chain.X_WF.R;
}

Mat3 printed_rotation_derivative(const ExponentialChain& chain, const VecX& q,
                                 std::span<const int> joints, int first) {
  check(std::is_sorted(joints.begin(), joints.end()) && (joints.empty() || first <= joints[0]),
        "printed_rotation_derivative: joints must be sorted, none before joint ", first, ".");
  Mat3 product = Mat3::Identity();
  int next = first;
  for (const int j : joints) {
    product = product * exponential_of_sum(chain, q, next, j - 1) *
              spatial::cross_matrix(checked_joint(chain, j).screw.angular);
    next = j;
  }
  return product * exponential_of_sum(chain, q, next, chain.size() - 1) * chain.X_WF.R;
}

Vec3 printed_translation_with_sine(const spatial::Screw& screw, double q) {
  return translation(screw, q, std::sin(q));
}

Vec3 printed_translation_with_angle(const spatial::Screw& screw, double q) {
  return translation(screw, q, q);
}

Vec3 printed_position_derivative(const ExponentialChain& chain, const VecX& q, int j) {
  const spatial::Screw& screw = checked_joint(chain, j).screw;
  const double Delta = screw.angular.isZero(0.0) ? 0.0 : 1.0;
  const Mat3 before = exponential_of_sum(chain, q, 0, j - 1);
  return before * screw.linear + exponential_of_sum(chain, q, j, chain.size() - 1) * chain.X_WF.p +
         Delta * before * sum_of_translations(chain, q, j, exponential_of_sum);
}

Vec3 printed_linear_column(const ExponentialChain& chain, const VecX& q, int i) {
  const spatial::Screw& screw = checked_joint(chain, i).screw;
  const Mat3 before = E(chain, q, 0, i - 1);
  return before * screw.linear + E(chain, q, i, chain.size() - 1) * chain.X_WF.p +
         before * spatial::cross_matrix(screw.angular) * sum_of_translations(chain, q, i, E);
}

Vec3 printed_angular_column(const ExponentialChain& chain, const VecX& q, int i) {
  const spatial::Screw& screw = checked_joint(chain, i).screw;
  const Vec3 k = screw.angular.isZero(0.0) ? screw.linear : screw.angular;
  return E(chain, q, 0, i - 1) * k;
}

Vec6 printed_column_with_sum(const ExponentialChain& chain, const VecX& q, int i) {
  JacobianBlocks blocks = jacobian_blocks(chain, model::StateSeries::constant(q, 0), i);
  const Mat3 V1 = exponential_of_sum(chain, q, 0, i - 1);
  blocks.J1[0].block<3, 3>(0, 0) = V1;
  blocks.J1[0].block<3, 3>(3, 3) = V1;
  return column_of_blocks(blocks)[0];
}

Vec6 printed_column_derivative(const JacobianBlocks& blocks, int k) {
  check(k >= 0 && k <= blocks.J1.order(), "printed_column_derivative: order ", k,
        " is not known; the blocks have order ", blocks.J1.order(), ".");
  return blocks.J1.derivative(k) * blocks.J2 * blocks.J3[0] * blocks.M[0] +
         blocks.J1[0] * blocks.J2 * blocks.J3.derivative(k) * blocks.M[0] +
         blocks.J1[0] * blocks.J2 * blocks.J3[0] * blocks.M.derivative(k);
}

Vec3 printed_angular_column_by_partial(const model::Model& model, const model::StateSeries& state,
                                       int body, int j, int k, int m) {
  check(k >= 1 && m >= 0 && m + k >= 2,
        "printed_angular_column_by_partial: needs k >= 1, m >= 0 and m + k >= 2, got ", k, " and ",
        m, ".");
  const MatrixMotion motion = matrix_motion(model, state, m + k - 1);
  const Perturbation change = perturbation(model, motion, j, m);
  const double factor =
      taylor::factorial(k - 1) * taylor::factorial(m) / taylor::factorial(m + k - 1);
  return factor * angular_velocity_change(motion, change, body).derivative(m + k - 2);
}

}  // namespace appell::equations
