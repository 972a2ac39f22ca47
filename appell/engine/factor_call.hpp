#pragma once

#include "appell/engine/instruction_set.hpp"

namespace appell::engine {

/// What the kernels of MassFactor work on. Row i of L has its entries in the order of the way from
/// the root to i: those of all trees lie side by side, and an ancestor's row is as long as what it
/// takes from the row of a descendant. Rows are filled up to a multiple of four.
struct FactorCall {
  int num_rows;
  const int* order;    ///< Coordinates, parents before children.
  const int* parents;  ///< By position in that order; -1 at a root.
  const int* depths;   ///< How many ancestors there are.
  const int* starts;   ///< Where row i begins, in `numbers` and in `ways`.
  const int* ways;     ///< Positions from the root to i.
  const int* columns;  ///< Coordinates of those.
  bool is_chain;       ///< Way i is 0, 1, ..., i.
  bool in_order;       ///< order[i] is i.
  double* numbers;     ///< Rows of L; aligned to 32 bytes.
  double* inverse;     ///< Of D; aligned.
  double* x;           ///< By position; aligned.
};

struct FactorKernels {
  bool (*factor)(const FactorCall& call, const double* M);
  void (*solve)(const FactorCall& call, double* x);
};
/// Chains of so many joints in order have kernels of their own, which use numbers and inverse only.
inline constexpr int kMostShortRows = 8;
struct AllFactorKernels {
  FactorKernels any;
  FactorKernels short_chains[kMostShortRows];  ///< At index n - 1.
};
template <InstructionSet>
const AllFactorKernels& factor_kernels();

}  // namespace appell::engine
