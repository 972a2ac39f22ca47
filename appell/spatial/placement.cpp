#include "appell/spatial/placement.hpp"

#include <cmath>

#include "appell/spatial/rotation.hpp"

namespace appell::spatial {
namespace {

Mat3 matrix_of(const Placement::Rpy& rpy) { return rotation_from_rpy(rpy.angles); }
Mat3 matrix_of(const Placement::Quaternion& q) { return rotation_from_quaternion(q.xyzw); }
Mat3 matrix_of(const Placement::Matrix& m) { return m.R; }

}  // namespace

Transform Placement::transform() const {
  return {std::visit([](const auto& form) { return matrix_of(form); }, rotation), xyz};
}

Mat3 rotation_from_quaternion(const Eigen::Vector4d& xyzw) {
  return Eigen::Quaterniond(xyzw.normalized()).toRotationMatrix();
}

Vec3 rpy_from_rotation(const Mat3& R) {
  const double cos_pitch = std::hypot(R(2, 1), R(2, 2));
  const double pitch = std::atan2(-R(2, 0), cos_pitch);
  if (cos_pitch == 0.0) return {0.0, pitch, std::atan2(-R(0, 1), R(1, 1))};
  const double roll = std::atan2(R(2, 1), R(2, 2));
  // Yaw from the two rows that are left after the roll is undone: accurate near pitch = ±π/2 too.
  const double s = std::sin(roll);
  const double c = std::cos(roll);
  return {roll, pitch, std::atan2(s * R(0, 2) - c * R(0, 1), c * R(1, 1) - s * R(1, 2))};
}

}  // namespace appell::spatial
