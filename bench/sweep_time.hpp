#pragma once

namespace appell::bench {

/// A study of draws of Panda's inertias along 2 s, 1001 samples, τ and τ', largest and mean square:
/// nanoseconds per sample of an item.
struct SweepTime {
  int n = 0;
  int num_outputs = 0;
  double item_ns = 0.0;     ///< Draw, forces and reductions, one thread.
  double kernel_ns = 0.0;   ///< The batch kernel alone on the same states.
  double analyze_ns = 0.0;  ///< A model built anew and `analyze` for every item, one thread.
  double one_ns = 0.0;      ///< All of a sweep but its summary: parts on the disk too; one thread,
  double two_ns = 0.0;      ///< two threads,
  double rank_ns = 0.0;     ///< one rank of MPI; 0 without MPI,
  double ranks_ns = 0.0;    ///< and two.
};

/// @throws NumericalError if the sweep and the loop by `analyze` differ by more than 1e-10.
SweepTime sweep_time(int repeats);

}  // namespace appell::bench
