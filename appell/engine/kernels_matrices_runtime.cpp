// The kernels of kernels_matrices.cpp whose order is a run-time value.

#ifndef APPELL_ENGINE_NO_UNROLL
#define APPELL_ENGINE_NO_UNROLL
#endif
#include "appell/engine/matrix_kernel.hpp"

namespace appell::engine {

template <>
const RuntimeMatrixKernels& runtime_matrix_kernels<InstructionSet::APPELL_ENGINE_SET>() {
  using Batch = Columns<Pack>;
  static constexpr RuntimeMatrixKernels kernels{
      .batch = {run_matrices<Batch, -1, MatrixContent::kMass>,
                run_matrices<Batch, -1, MatrixContent::kCoriolis>,
                run_matrices<Batch, -1, MatrixContent::kPartials>}};
  return kernels;
}

}  // namespace appell::engine
