#pragma once

#include <cstddef>

#include "appell/engine/instruction_set.hpp"
#include "appell/engine/limits.hpp"

namespace appell::engine {

struct TreeBody;

/// Orders of q(t) that the kernels in world axes take, at most.
inline constexpr int kMaxWorldOrder = kHighestMotionOrder;

/// What the kernels in world axes read and write, see world_kernel.hpp. A column is one number of
/// all samples, side by side; columns of q are `q_stride` apart, those of results `out_stride`.
struct WorldCall {
  const TreeBody* bodies;
  const int* angle_coordinates;  ///< See Tree.
  const double* angle_scales;
  const double* angle_offsets;
  const double* angle_phases;  ///< Or null: all zero.
  int num_bodies;
  int num_coordinates;
  bool is_full;           ///< A chain, every coordinate moves one body: no entry stays zero.
  bool is_once;           ///< Every coordinate moves one body: no entry is written twice.
  bool in_order;          ///< Body i is moved by coordinate i; read for single samples only.
  int order;              ///< N of the results; read by run-time kernels only.
  double gravity[3];      ///< World axes.
  const double* q_scale;  ///< What turns the k-th number of q into q⁽ᵏ⁾/k!.
  const double* q;        ///< Column k · num_coordinates + j.
  std::ptrdiff_t q_stride;
  std::ptrdiff_t out_stride;
  std::ptrdiff_t row_step;     ///< From an entry to that of the next row, in columns: n, or 1 where
  std::ptrdiff_t column_step;  ///< results are wanted by columns; and to the next column: 1, or n.
  double* M;  ///< Column k n² + row · row_step + column · column_step; or null. So the next two.
  double* C;  ///< Times C_factor.
  double* dtau_dq;
  double C_factor;
  double* workspace;  ///< Aligned to 64 bytes.
};

using WorldKernelFunction = void (*)(const WorldCall&);

/// The kernels of one instruction set at index static_cast<int>(MatrixContent): for order 0, one
/// sample or `lanes`; and for any order.
struct MatrixKernels {
  int lanes;
  WorldKernelFunction single[3];
  WorldKernelFunction batch[3];
};
struct RuntimeMatrixKernels {
  WorldKernelFunction batch[3];
};
template <InstructionSet>
const MatrixKernels& matrix_kernels();
template <InstructionSet>
const RuntimeMatrixKernels& runtime_matrix_kernels();

/// Vectors that a body needs in the workspace, each of three times `lanes` doubles (or four where
/// the components are in lanes).
constexpr int placement_block_size(int order) { return 4 * (order + 1); }
constexpr int matrix_block_size(int order, int need) {
  const int highest = order + need;
  const int of_inertia = order + 1 + (need > 0 ? 1 : 0);
  int size = placement_block_size(highest) + (highest + 1) + 2 * of_inertia;
  if (need > 0) size += 2 * (order + 2);  // ω, and the angular momentum
  if (need > 1) size += 2 * (order + 1);  // moment, z × a
  return size;
}

/// Of the columns that results of order 0 need besides the blocks, see ancestor_columns.hpp: their
/// length for single samples, and how many there are.
constexpr int ancestor_column_length(int num_bodies) { return (num_bodies + 3) / 4 * 4 + 4; }
constexpr int num_ancestor_vectors(int need) { return 3 + 2 * need; }
constexpr int num_ancestor_columns(int need) { return 3 * num_ancestor_vectors(need); }

}  // namespace appell::engine
