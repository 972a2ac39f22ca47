#pragma once

#include <cstddef>

#include "appell/engine/instruction_set.hpp"

namespace appell::engine {

/// Samples that are worked on side by side: so many partial results there are, on every processor.
inline constexpr int kColumnLanes = 16;

/// Partial results of a column of samples: lane i of those at i mod 16.
struct ColumnLanes {
  alignas(64) double smallest[kColumnLanes];
  alignas(64) double largest[kColumnLanes];
  alignas(64) double sum[kColumnLanes];
  alignas(64) double squares[kColumnLanes];  ///< Σ x²

  /// Of no samples.
  void clear();
};

/// What a column is reduced by. A sample that is not a number is lost to the ends, but not to the
/// sums.
struct ColumnSums {
  double smallest;
  double largest;
  double sum;
  double squares;
};

/// Lanes become one number in a fixed order: the upper half of them to the lower, four times.
ColumnSums joined(const ColumnLanes& lanes);

/// The kernel of an instruction set: adds `count` >= 1 samples to the lanes. A column may come in
/// several calls, of multiples of kColumnLanes samples but for the last: the results have the same
/// bits, on every processor.
using ColumnKernel = void (*)(const double* samples, std::size_t count, ColumnLanes& lanes);

template <InstructionSet>
ColumnKernel column_kernel_of();

/// @throws InvalidArgument if this machine cannot run it.
ColumnKernel column_kernel(InstructionSet set = best_instruction_set());

}  // namespace appell::engine
