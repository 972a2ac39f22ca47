#include "appell/spatial/placement.hpp"

#include "appell/spatial/orientation.hpp"
#include "appell/spatial/rotation.hpp"

namespace appell::spatial {
namespace {

Mat3 matrix_of(const Placement::Rpy& rpy) { return rotation_from_rpy(rpy.angles); }
Mat3 matrix_of(const Placement::Quaternion& q) {
  return Eigen::Quaterniond(q.xyzw.normalized()).toRotationMatrix();
}
Mat3 matrix_of(const Placement::Matrix& m) { return m.R; }

}  // namespace

Transform Placement::transform() const {
  return {std::visit([](const auto& form) { return matrix_of(form); }, rotation), xyz};
}

Vec3 rpy_from_rotation(const Mat3& R) {
  return angles_from_rotation(AngleSet::kZYX, R).angles.reverse();
}

}  // namespace appell::spatial
