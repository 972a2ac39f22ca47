// The kernels for the matrices of the equations of motion, see kernels_fixed.cpp.

#include "appell/engine/matrix_kernel.hpp"

namespace appell::engine {

template <>
const MatrixKernels& matrix_kernels<InstructionSet::APPELL_ENGINE_SET>() {
  using Batch = Columns<Pack>;
  static constexpr MatrixKernels kernels{
      .lanes = kLanes,
      .single = {run_matrices<Lanes, 0, MatrixContent::kMass>,
                 run_matrices<Lanes, 0, MatrixContent::kCoriolis>,
                 run_matrices<Lanes, 0, MatrixContent::kPartials>},
      .batch = {run_matrices<Batch, 0, MatrixContent::kMass>,
                run_matrices<Batch, 0, MatrixContent::kCoriolis>,
                run_matrices<Batch, 0, MatrixContent::kPartials>}};
  return kernels;
}

}  // namespace appell::engine
