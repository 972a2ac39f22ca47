#pragma once

#include <cstddef>
#include <memory>

#include "appell/base/types.hpp"
#include "appell/engine/instruction_set.hpp"
#include "appell/engine/limits.hpp"

namespace appell::model {
class Model;
struct Frame;
}  // namespace appell::model

namespace appell::engine {

struct KinematicsOptions {
  InstructionSet instruction_set = best_instruction_set();
};

/// The motion of all bodies at one instant to order N, fast: pose, velocity, acceleration, jerk,
/// ... of any frame, and its Jacobian with time derivatives. For a control loop; for many samples
/// there is MotionBlock.
///
/// Owns its workspace: make one per thread. After construction it allocates nothing, takes no lock
/// and throws nothing; sizes and orders are the caller's duty. Frames are those of the model.
class Kinematics {
 public:
  static constexpr int kHighestOrder = kHighestMotionOrder;

  /// @param order  N: 2 for accelerations.
  /// @throws InvalidArgument if it is out of range, or the machine lacks the instruction set.
  Kinematics(const model::Model& model, int order, const KinematicsOptions& options = {});
  ~Kinematics();
  Kinematics(Kinematics&&) noexcept;
  Kinematics& operator=(Kinematics&&) noexcept;

  int num_coordinates() const;
  int order() const;

  /// Computes the motion that the functions below are asked about.
  /// @param q  (N + 1) · n numbers: q, q', ..., q⁽ᴺ⁾.
  void compute(const double* q) noexcept;

  /// R_WF⁽ᵏ⁾, k <= N.
  Mat3 rotation(const model::Frame& frame, int k = 0) const noexcept;
  /// p_WF⁽ᵏ⁾, m, world axes: position, velocity, acceleration, ... of the frame's origin; k <= N.
  Vec3 position(const model::Frame& frame, int k = 0) const noexcept;
  /// ω⁽ᵏ⁾ of the frame, rad/s, world axes: angular velocity, angular acceleration, ...; k < N.
  Vec3 angular_velocity(const model::Frame& frame, int k = 0) const noexcept;

  /// J, J', ..., J⁽ᵏ⁾ of a frame's origin: the matrix J has the rows linear x y z and angular x y
  /// z.
  /// @param highest  k <= N.
  /// @param J  (k + 1) matrices of 6 x n, row by row, one after the other; overwritten.
  void jacobian(const model::Frame& frame, int highest, double* J) noexcept;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace appell::engine
