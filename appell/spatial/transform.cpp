#include "appell/spatial/transform.hpp"

#include <Eigen/LU>

#include "appell/base/check.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/taylor/arithmetic.hpp"

namespace appell::spatial {
namespace {

Mat4 homogeneous(const Mat3& R, const Vec3& p, double corner) {
  Mat4 m = Mat4::Zero();
  m.topLeftCorner<3, 3>() = R;
  m.topRightCorner<3, 1>() = p;
  m(3, 3) = corner;
  return m;
}

}  // namespace

Mat4 Transform::matrix() const { return homogeneous(R, p, 1.0); }

Transform transform_from_xyz_rpy(const Vec3& xyz, const Vec3& rpy) {
  return {rotation_from_rpy(rpy), xyz};
}

Transform transform_from_matrix(const Mat4& m) {
  constexpr double kLargestMatrixDefect =
      1e-9;  // Ten decimals of a printed rotation matrix suffice.
  check(m.row(3) == Eigen::RowVector4d(0.0, 0.0, 0.0, 1.0),
        "transform_from_matrix: the last row must be 0 0 0 1, got ", m(3, 0), " ", m(3, 1), " ",
        m(3, 2), " ", m(3, 3), ".");
  const Mat3 R = m.topLeftCorner<3, 3>();
  const double determinant = R.determinant();
  check(determinant > 0.0,
        "transform_from_matrix: the upper left 3x3 block is no rotation: ", "its determinant is ",
        determinant, ".");
  const double defect = rotation_defect(R);
  check(defect <= kLargestMatrixDefect,
        "transform_from_matrix: the upper left 3x3 block is no rotation: ",
        "RᵀR differs from 1 by ", defect, "; at most ", kLargestMatrixDefect, " is accepted.");
  const Vec3 p = m.topRightCorner<3, 1>();
  check(p.allFinite(), "transform_from_matrix: the position must be three finite numbers.");
  return {R, p};
}

Mat4 TransformSeries::matrix_derivative(int k) const {
  return homogeneous(R.derivative(k), p.derivative(k), k == 0 ? 1.0 : 0.0);
}

TransformSeries operator*(const TransformSeries& X_AB, const Transform& X_BC) {
  TransformSeries X_AC = X_AB;
  for (int k = 0; k <= X_AC.order(); ++k) {
    X_AC.R[k] = X_AB.R[k] * X_BC.R;
    X_AC.p[k] += X_AB.R[k] * X_BC.p;
  }
  return X_AC;
}

TransformSeries operator*(const TransformSeries& X_AB, const TransformSeries& X_BC) {
  return {X_AB.R * X_BC.R, X_AB.R * X_BC.p + X_AB.p};
}

}  // namespace appell::spatial
