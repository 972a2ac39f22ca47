#pragma once

#include "appell/engine/world_call.hpp"

namespace appell::engine {

/// What the kernels of kinematics_kernel.hpp read and write: one sample, whose motion stays in the
/// workspace.
struct KinematicsCall {
  WorldCall world;
  int highest;  ///< Order of q, and of the placements.
  // For the Jacobian of a point that is fixed in a body:
  int point_body;   ///< -1 for the world.
  double point[3];  ///< In the engine's axes of that body.
  int jacobian_order;
  double* jacobian;  ///< Coefficients, (k 6 + row) n + column; or null.
};

using KinematicsKernelFunction = void (*)(const KinematicsCall&);

/// Orders up to here have kernels of their own.
inline constexpr int kFixedKinematics = 3;

/// Of one instruction set, at index `highest`; and for any order.
struct KinematicsKernels {
  KinematicsKernelFunction motion[kFixedKinematics + 1];
  KinematicsKernelFunction jacobian[kFixedKinematics + 1];
};
struct RuntimeKinematicsKernels {
  KinematicsKernelFunction motion;
  KinematicsKernelFunction jacobian;
};
template <InstructionSet>
const KinematicsKernels& kinematics_kernels();
template <InstructionSet>
const RuntimeKinematicsKernels& runtime_kinematics_kernels();

/// Vectors of four doubles that a body has in the workspace: x, y, z, p and ω to the highest order.
constexpr int kinematics_block_size(int highest) { return 5 * (highest + 1); }
/// Doubles in front of them.
constexpr std::ptrdiff_t kinematics_offset(int num_bodies, int highest) {
  return 3L * (highest + 1) * ((num_bodies + 3) / 4 * 4);
}

}  // namespace appell::engine
