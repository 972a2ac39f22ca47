#pragma once

#include "appell/base/types.hpp"
#include "appell/taylor/series.hpp"

namespace appell::spatial {

/// Placement X_AB of frame B in frame A: r_A = R r_B + p, p in metres.
struct Transform {
  Mat3 R = Mat3::Identity();
  Vec3 p = Vec3::Zero();

  /// The homogeneous 4x4 matrix [R p; 0 1].
  Mat4 matrix() const;

  /// X_BA.
  Transform inverse() const { return {R.transpose(), -(R.transpose() * p)}; }
};

/// X_AC = X_AB X_BC.
inline Transform operator*(const Transform& X_AB, const Transform& X_BC) {
  return {X_AB.R * X_BC.R, X_AB.R * X_BC.p + X_AB.p};
}

/// r_A of the point r_B.
inline Vec3 operator*(const Transform& X_AB, const Vec3& r_B) { return X_AB.R * r_B + X_AB.p; }

/// Placement by URDF's `xyz` (m) and `rpy` (rad).
Transform transform_from_xyz_rpy(const Vec3& xyz, const Vec3& rpy);

/// Placement from a homogeneous 4x4 matrix.
/// @throws InvalidArgument if the last row is not 0 0 0 1, the rotation is off by more than 1e-9,
/// or
///   a number is not finite.
Transform transform_from_matrix(const Mat4& m);

/// A placement that moves: the series of R(t) and p(t), of equal order.
struct TransformSeries {
  taylor::Series<Mat3> R;
  taylor::Series<Vec3> p;

  int order() const { return p.order(); }

  /// k-th derivative of the homogeneous matrix: last row 0 0 0 1 for k = 0, zeros after.
  Mat4 matrix_derivative(int k) const;
};

/// X_AC(t) = X_AB(t) X_BC, X_BC constant.
TransformSeries operator*(const TransformSeries& X_AB, const Transform& X_BC);

/// X_AC(t) = X_AB(t) X_BC(t), equal orders.
TransformSeries operator*(const TransformSeries& X_AB, const TransformSeries& X_BC);

}  // namespace appell::spatial
