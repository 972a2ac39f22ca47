#include "appell/spatial/rotation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/LU>

#include "appell/base/check.hpp"
#include "appell/base/constants.hpp"
#include "appell/taylor/functions.hpp"

namespace appell::spatial {

Mat3 cross_matrix(const Vec3& v) {
  Mat3 m;
  m << 0.0, -v.z(), v.y(),  //
      v.z(), 0.0, -v.x(),   //
      -v.y(), v.x(), 0.0;
  return m;
}

Vec3 vector_of_cross_matrix(const Mat3& m) {
  return 0.5 * Vec3(m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1));
}

Mat3 rotation_about(const Vec3& axis, double angle) {
  const Mat3 K = cross_matrix(axis);
  // 1 - cos q = 2 sin²(q/2) keeps all digits for small q.
  const double half_sine = std::sin(0.5 * angle);
  return Mat3::Identity() + std::sin(angle) * K + 2.0 * half_sine * half_sine * (K * K);  // Eq. (1)
}

void rotation_about(const Vec3& axis, const taylor::Series<double>& sin,
                    const taylor::Series<double>& cos, taylor::Series<Mat3>& out) {
  check(sin.order() >= out.order() && cos.order() >= out.order(),
        "rotation_about: a rotation of order ", out.order(),
        " needs sine and cosine of at least that order, got ", sin.order(), " and ", cos.order(),
        ".");
  const Mat3 K = cross_matrix(axis);
  const Mat3 K2 = K * K;
  for (int k = 0; k <= out.order(); ++k) out[k] = sin[k] * K - cos[k] * K2;  // Eq. (1)
  if (out.order() >= 0) out[0] += Mat3::Identity() + K2;
}

taylor::Series<Mat3> rotation_about(const Vec3& axis, const taylor::Series<double>& angle) {
  const taylor::SinCos sc = taylor::sin_cos(angle);
  taylor::Series<Mat3> R(angle.order());
  rotation_about(axis, sc.sin, sc.cos, R);
  return R;
}

Mat3 exp_rotation(const Vec3& phi) {
  const double angle = phi.stableNorm();  // The square of a small φ underflows.
  if (angle == 0.0) return Mat3::Identity();
  return rotation_about(phi / angle, angle);
}

Vec3 log_rotation(const Mat3& R) {
  // sin θ k from the skew part, cos θ from the trace; atan2 is accurate at both ends of [0, π].
  const Vec3 sine_axis = vector_of_cross_matrix(R);
  const double sine = sine_axis.norm();
  const double cosine = 0.5 * (R.trace() - 1.0);
  const double angle = std::atan2(sine, cosine);
  if (cosine > -0.5) {
    return sine == 0.0 ? Vec3(sine_axis) : Vec3((angle / sine) * sine_axis);
  }
  // Near π the skew part vanishes: the axis is the best column of the symmetric part,
  // ½(R + Rᵀ) - cos θ 1 = (1 - cos θ) k kᵀ, its sign that of the skew part.
  const Mat3 dyad = 0.5 * (R + R.transpose()) - cosine * Mat3::Identity();
  Eigen::Index largest = 0;
  dyad.diagonal().maxCoeff(&largest);
  Vec3 axis = dyad.col(largest).normalized();
  if (axis.dot(sine_axis) < 0.0) axis = -axis;
  return angle * axis;
}

Mat3 rotation_from_rpy(const Vec3& rpy) {
  return rotation_about(Vec3::UnitZ(), rpy.z()) * rotation_about(Vec3::UnitY(), rpy.y()) *
         rotation_about(Vec3::UnitX(), rpy.x());
}

double rotation_defect(const Mat3& R) {
  if (!(R.determinant() > 0.0)) return std::numeric_limits<double>::infinity();
  return (R.transpose() * R - Mat3::Identity()).cwiseAbs().maxCoeff();
}

}  // namespace appell::spatial
