#pragma once

#include <variant>

#include "appell/spatial/transform.hpp"

namespace appell::spatial {

/// A placement as people write it: a position and one of three forms of a rotation. It keeps the
/// numbers as given, so that a file can be written again without loss; transform() is what to
/// compute with.
struct Placement {
  /// Fixed-axis angles (rad): Rz(yaw) Ry(pitch) Rx(roll).
  struct Rpy {
    Vec3 angles = Vec3::Zero();
  };
  /// Quaternion x, y, z, w; normalised when it is used.
  struct Quaternion {
    Eigen::Vector4d xyzw = Eigen::Vector4d(0.0, 0.0, 0.0, 1.0);
  };
  /// A rotation matrix.
  struct Matrix {
    Mat3 R = Mat3::Identity();
  };

  Placement() = default;
  Placement(const Vec3& position, std::variant<Rpy, Quaternion, Matrix> orientation)
      : xyz(position), rotation(orientation) {}
  /// Implicit: a Transform is a placement whose rotation is given as a matrix.
  Placement(const Transform& X) : xyz(X.p), rotation(Matrix{X.R}) {}  // NOLINT

  Transform transform() const;

  Vec3 xyz = Vec3::Zero();  ///< m
  std::variant<Rpy, Quaternion, Matrix> rotation = Rpy{};
};

/// Angles with rotation_from_rpy(rpy) = R up to rounding; pitch in [-π/2, π/2]. At pitch = ±π/2,
/// where only yaw ∓ roll is determined, roll is zero.
Vec3 rpy_from_rotation(const Mat3& R);

}  // namespace appell::spatial
