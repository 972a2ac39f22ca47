// The kernels of one instruction set whose order is known at compile time. CMake compiles this file
// once per instruction set, with the flags of that set and its name in APPELL_ENGINE_SET.

#include "appell/engine/batch_kernel.hpp"
#include "appell/engine/kernels.hpp"
#include "appell/engine/orders_kernel.hpp"

namespace appell::engine {

template <>
const FixedKernels& fixed_kernels<InstructionSet::APPELL_ENGINE_SET>() {
  static constexpr FixedKernels kernels{
      .lanes = kLanes,
#if defined(__AVX__)
      // With two lanes only, a batch of two with one of them unused is the faster single sample.
      .single = {run_single<1>, run_single<2>, run_single<3>, run_single<4>, run_single<5>,
                 run_single<6>, run_single<7>, run_single<8>},
      .plain_single = {run_plain_single<1>, run_plain_single<2>, run_plain_single<3>,
                       run_plain_single<4>, run_plain_single<5>, run_plain_single<6>,
                       run_plain_single<7>, run_plain_single<8>},
      .single_of_three = run_orders,
#endif
      .batch = {run_batch<Pack, 1, Content::kForces>, run_batch<Pack, 2, Content::kForces>,
                run_batch<Pack, 3, Content::kForces>, run_batch<Pack, 4, Content::kForces>,
                run_batch<Pack, 5, Content::kForces>, run_batch<Pack, 6, Content::kForces>,
                run_batch<Pack, 7, Content::kForces>, run_batch<Pack, 8, Content::kForces>}};
  return kernels;
}

}  // namespace appell::engine
