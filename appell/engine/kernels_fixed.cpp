// The kernels of one instruction set whose order is known at compile time. CMake compiles this file
// once per instruction set, with the flags of that set and its name in APPELL_ENGINE_SET.

#include "appell/engine/batch_kernel.hpp"
#include "appell/engine/kernels.hpp"

namespace appell::engine {

template <>
const FixedKernels& fixed_kernels<InstructionSet::APPELL_ENGINE_SET>() {
  static constexpr FixedKernels kernels{
      .lanes = kLanes,
      .batch = {run_batch<Pack, 1, Content::kForces>, run_batch<Pack, 2, Content::kForces>,
                run_batch<Pack, 3, Content::kForces>, run_batch<Pack, 4, Content::kForces>,
                run_batch<Pack, 5, Content::kForces>, run_batch<Pack, 6, Content::kForces>,
                run_batch<Pack, 7, Content::kForces>, run_batch<Pack, 8, Content::kForces>,
#if defined(__AVX__)  // Elsewhere they are not worth the time to compile them.
                run_batch<Pack, 9, Content::kForces>, run_batch<Pack, 10, Content::kForces>,
                run_batch<Pack, 11, Content::kForces>, run_batch<Pack, 12, Content::kForces>
#endif
      }};
  return kernels;
}

}  // namespace appell::engine
