#include "appell/kinematics/differential_matrices.hpp"

#include <vector>

#include "appell/base/check.hpp"
#include "appell/spatial/rotation.hpp"

namespace appell::kinematics {
namespace {

/// The screw of the joint of a body per unit of its coordinate, ratio included, in the world.
Mat4 screw_matrix(const TreeMotion& motion, const model::Body& body) {
  const BodyMotion& B = motion[body.index];
  const Vec3 k = B.R_WB[0] * body.screw.angular;
  Mat4 S = Mat4::Zero();
  S.topLeftCorner<3, 3>() = spatial::cross_matrix(k);
  S.topRightCorner<3, 1>() = B.R_WB[0] * body.screw.linear - k.cross(B.p_WB[0]);
  return body.ratio * S;
}

std::vector<int> path_to(const model::Model& model, int body) {
  std::vector<int> path;
  for (; body != model::kWorld; body = model.bodies()[body].parent) {
    path.insert(path.begin(), body);
  }
  return path;
}

}  // namespace

Mat4 differential_matrix(const TreeMotion& motion, const model::Frame& frame,
                         std::span<const int> coordinates) {
  const model::Model& model = motion.model();
  check_frame("differential_matrix", motion, frame);
  check(coordinates.size() <= kMostIndices, "differential_matrix: ", coordinates.size(),
        " indices; at most ", kMostIndices, " are possible.");
  unsigned all = 0;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    check(coordinates[i] >= 0 && coordinates[i] < model.num_coordinates(),
          "differential_matrix: there is no coordinate ", coordinates[i], "; the model has ",
          model.num_coordinates(), ".");
    all |= 1U << i;
  }
  // sums[m]: of all products (2) in which the joints seen so far have taken the indices m.
  std::vector<Mat4> sums(all + 1, Mat4::Zero());
  sums[0].setIdentity();
  for (const int index : path_to(model, frame.body)) {
    const model::Body& body = model.bodies()[index];
    unsigned moved = 0;
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
      if (coordinates[i] == body.coordinate) moved |= 1U << i;
    }
    if (moved == 0) continue;
    const Mat4 S = screw_matrix(motion, body);
    // The joint may take any of its indices that are still free. From all to none, so that what is
    // extended has not been yet.
    for (unsigned m = all; m > 0; --m) {
      for (unsigned taken = m & moved; taken != 0; taken = (taken - 1) & m & moved) {
        Mat4 product = sums[m & ~taken];
        for (unsigned left = taken; left != 0; left &= left - 1) product = product * S;
        sums[m] += product;
      }
    }
  }
  return sums[all] * frame_motion(motion, frame).matrix_derivative(0);
}

}  // namespace appell::kinematics
