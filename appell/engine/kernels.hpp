#pragma once

#include <cstddef>

#include "appell/engine/instruction_set.hpp"

namespace appell::engine {

struct TreeBody;
struct TreeBodyInLanes;

/// Orders up to here have a kernel of their own; above it the run-time kernel works.
inline constexpr int kFixedOutputs = 8;
/// The most outputs τ, τ', ..., that any kernel gives.
inline constexpr int kMaxOutputs = 32;

/// What turns the k-th number of q and of τ, in the form in which the caller has them, into what
/// the recursions work with: x⁽ᵏ⁾ or x⁽ᵏ⁾/k!.
struct KernelScales {
  double position[kMaxOutputs + 2];  ///< q[k] = scale times the k-th number
  double rate[kMaxOutputs + 2];      ///< k q[k], likewise
  double force[kMaxOutputs];         ///< The k-th number of τ = scale τ[k]
  double rotor[kMaxOutputs];         ///< What rotors add: scale times the (k + 2)-th number of q.
};

/// What a kernel reads and writes. A column is one joint coordinate's k-th derivative, number
/// k · num_coordinates + j; its samples lie side by side, columns `…_stride` apart.
struct KernelCall {
  const TreeBody* bodies;
  const TreeBodyInLanes* in_lanes;
  const int* angle_coordinates;  ///< See Tree.
  const double* angle_scales;
  const double* angle_offsets;
  const double* rotations_of_four;
  bool in_order;
  int num_bodies;
  int num_coordinates;
  int num_outputs;    ///< K; read by run-time kernels only.
  double gravity[3];  ///< World axes.
  /// For batches; the kernels of single samples have plain derivatives.
  const KernelScales* scales;
  const double* q;  ///< K + 2 blocks of columns.
  std::ptrdiff_t q_stride;
  double* tau;  ///< K blocks of columns.
  std::ptrdiff_t tau_stride;
  double* energies;  ///< E_1 .. E_K, a column each; or null.
  std::ptrdiff_t energies_stride;
  double* workspace;         ///< batch_workspace_size() doubles, aligned to 64 bytes.
  double* single_workspace;  ///< single_workspace_size() doubles, aligned.
};

using Kernel = void (*)(const KernelCall&);

/// The kernels of one instruction set whose number of outputs K is known at compile time, at index
/// K - 1. `single` computes one sample, `batch` `lanes` samples.
struct FixedKernels {
  int lanes;
  Kernel single[kFixedOutputs];
  Kernel plain_single[kFixedOutputs];  ///< For Tree::is_plain.
  Kernel single_of_three;              ///< For K = 3 where no joint slides.
  Kernel batch[kFixedOutputs];
};
struct EnergyKernels {
  Kernel batch[kFixedOutputs];
};
/// For any number of outputs up to kMaxOutputs.
struct RuntimeKernels {
  Kernel batch;
  Kernel batch_with_energies;
};

template <InstructionSet>
const FixedKernels& fixed_kernels();
template <InstructionSet>
const EnergyKernels& energy_kernels();
template <InstructionSet>
const RuntimeKernels& runtime_kernels();

/// Doubles of workspace that a kernel needs: O(n K).
inline std::size_t batch_workspace_size(std::size_t num_bodies, std::size_t num_outputs,
                                        std::size_t lanes) {
  return num_bodies * (20 * num_outputs + 9) * lanes;
}
inline std::size_t single_workspace_size(std::size_t num_bodies, std::size_t num_outputs) {
  return num_bodies * (9 * num_outputs + 3) * 4 + 18 * (num_bodies + 3);
}

}  // namespace appell::engine
