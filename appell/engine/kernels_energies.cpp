// The kernels with acceleration energies, see kernels_fixed.cpp.

#include "appell/engine/batch_kernel.hpp"
#include "appell/engine/kernels.hpp"

namespace appell::engine {

template <>
const EnergyKernels& energy_kernels<InstructionSet::APPELL_ENGINE_SET>() {
  constexpr Content E = Content::kForcesAndEnergies;
  static constexpr EnergyKernels kernels{
      {run_batch<Pack, 1, E>, run_batch<Pack, 2, E>, run_batch<Pack, 3, E>, run_batch<Pack, 4, E>,
       run_batch<Pack, 5, E>, run_batch<Pack, 6, E>, run_batch<Pack, 7, E>, run_batch<Pack, 8, E>}};
  return kernels;
}

}  // namespace appell::engine
