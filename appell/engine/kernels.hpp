#pragma once

#include <cstddef>

#include "appell/engine/instruction_set.hpp"

namespace appell::engine {

struct RegroupedBody;
struct RegroupedInLanes;

/// Numbers of outputs up to here have a kernel of their own, for batches, single samples, and with
/// energies; above it the run-time kernels work.
inline constexpr int kFixedOutputs = 12;
inline constexpr int kFixedSingles = 14;
inline constexpr int kFixedEnergies = 8;
/// So many energies are computed with the forces, more of them by a kernel of their own.
inline constexpr int kEnergiesWithForces = 4;
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
  const RegroupedBody* regrouped;
  const RegroupedInLanes* in_lanes;  ///< From here to in_order: for single samples.
  const int* angle_coordinates;      ///< See Tree.
  const double* angle_scales;
  const double* angle_offsets;
  const double* angle_phases;  ///< See RegroupedBody.
  bool in_order;
  int num_bodies;
  int num_coordinates;
  int num_outputs;    ///< K; read by run-time kernels only.
  double gravity[3];  ///< World axes.
  /// For batches; the kernels of single samples have plain derivatives.
  const KernelScales* scales;
  /// Likewise, by bodies, K + 2 each: what turns the k-th number of q into k θ[k] of the body's
  /// angle; and at 0 the (K + 1)-th into K (K + 1) θ[K + 1].
  const double* rate_scales;
  /// By bodies, K each: what turns the moment about the axis into the k-th number of τ.
  const double* moment_scales;
  bool columns_are_far;  ///< So far that the second-level cache does not hold those of a batch.
  const double* q;       ///< K + 2 blocks of columns.
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
/// K - 1. A batch is of `lanes` samples.
struct FixedKernels {
  int lanes;
  Kernel batch[kFixedOutputs];  ///< Null where the run-time kernel does it.
};
struct SingleKernels {
  Kernel fixed[kFixedSingles];  ///< Null where a batch with unused lanes is faster.
};
struct EnergyKernels {
  Kernel with_forces[kEnergiesWithForces];
  Kernel alone[kFixedEnergies];  ///< Null for those that come with the forces.
};
/// For any number of outputs up to kMaxOutputs.
struct RuntimeKernels {
  Kernel single;  ///< Or null.
  Kernel batch;
  Kernel energies;  ///< Alone.
};

template <InstructionSet>
const FixedKernels& fixed_kernels();
template <InstructionSet>
const SingleKernels& single_kernels();
template <InstructionSet>
const EnergyKernels& energy_kernels();
template <InstructionSet>
const RuntimeKernels& runtime_kernels();

/// Doubles of workspace that a kernel needs: O(n K).
inline std::size_t batch_workspace_size(std::size_t num_bodies, std::size_t num_outputs,
                                        std::size_t lanes, bool with_energies) {
  const std::size_t forces = 14 * num_outputs + 5;
  const std::size_t gravity = 3 * num_outputs, energies_alone = 12 * (num_outputs + 2);
  const std::size_t with = num_outputs <= kEnergiesWithForces ? forces + gravity
                           : forces > energies_alone          ? forces
                                                              : energies_alone;
  return num_bodies * (with_energies ? with : forces) * lanes;
}
inline std::size_t single_workspace_size(std::size_t num_bodies, std::size_t num_outputs) {
  return 4 * (num_bodies * (7 * num_outputs + 3) + (num_bodies + 3) / 4 * (3 * num_outputs + 5));
}

}  // namespace appell::engine
