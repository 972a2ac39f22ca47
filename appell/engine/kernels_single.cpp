// The kernels of single samples, see kernels_fixed.cpp.

#include "appell/engine/kernels.hpp"
#include "appell/engine/single_kernel.hpp"

namespace appell::engine {

template <>
const SingleKernels& single_kernels<InstructionSet::APPELL_ENGINE_SET>() {
  static constexpr SingleKernels kernels{
#if defined(__AVX__)
      // With two lanes only, a batch of two with one of them unused is the faster single sample.
      .fixed = {run_single<1>, run_single<2>, run_single<3>, run_single<4>, run_single<5>,
                run_single<6>, run_single<7>, run_single<8>, run_single<9>, run_single<10>,
                run_single<11>, run_single<12>, run_single<13>, run_single<14>}
#endif
  };
  return kernels;
}

}  // namespace appell::engine
