#pragma once

#include "appell/engine/world_call.hpp"

namespace appell::engine {

/// Where a result goes and how far: columns of samples, `out_stride` apart. Order -1: not wanted.
struct MotionResult {
  int order = -1;
  double* first = nullptr;
};

/// What the kernel of motion_kernel.hpp computes of the motion of the bodies. Index of a column:
/// order k first, then the body b of B (where there are several), then the entry.
struct MotionCall {
  WorldCall world;
  std::ptrdiff_t sample;          ///< Where in its column the first result goes.
  int highest;                    ///< Order of q that everything takes.
  MotionResult placements;        ///< (k B + b) 12 + entry of [R | p], row by row, body axes.
  MotionResult centres;           ///< (k B + b) 3 + component; world axes, as the next.
  MotionResult omegas;            ///< Likewise.
  MotionResult omegas_in_body;    ///< Likewise; components in the body's axes.
  MotionResult jacobian;          ///< (k 6 + row) n + column.
  MotionResult momenta;           ///< 6 k + component: linear, then angular about the origin.
  MotionResult potential_energy;  ///< k
  MotionResult gravity_force;     ///< k n + coordinate.
  MotionResult wrenches;          ///< (k B + b) 6 + component: force, moment about the origin of b.
  int num_energies;               ///< p = 0 .. num_energies - 1
  const MotionResult* energies;   ///< 2 k + (0: translation, 1: rotation), of each p.
  int frame_body;                 ///< Of the Jacobian; -1 for the world.
  double frame_point[3];          ///< In engine axes of that body.
};

using MotionKernelFunction = void (*)(const MotionCall&);

struct MotionKernels {
  int lanes;
  MotionKernelFunction batch;
};
template <InstructionSet>
const MotionKernels& motion_kernels();

/// Vectors that a body needs in the workspace: placement, centre, R S, ω, force and moment.
constexpr int motion_block_size(int highest) { return 11 * (highest + 1); }

}  // namespace appell::engine
