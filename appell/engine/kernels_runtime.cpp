// The kernels whose order is a run-time value, see kernels_fixed.cpp.

#ifndef APPELL_ENGINE_NO_UNROLL
#define APPELL_ENGINE_NO_UNROLL
#endif
#include "appell/engine/batch_kernel.hpp"
#include "appell/engine/energy_kernel.hpp"
#include "appell/engine/kernels.hpp"
#include "appell/engine/single_kernel.hpp"

namespace appell::engine {

template <>
const RuntimeKernels& runtime_kernels<InstructionSet::APPELL_ENGINE_SET>() {
  static constexpr RuntimeKernels kernels{
#if defined(__AVX__)
      .single = run_single<0>,
#endif
      .batch = run_batch<Pack, 0, Content::kForces>,
      .energies = run_energies<Pack, 0>};
  return kernels;
}

}  // namespace appell::engine
