// The kernels of acceleration energies, see kernels_fixed.cpp.

#include "appell/engine/batch_kernel.hpp"
#include "appell/engine/energy_kernel.hpp"
#include "appell/engine/kernels.hpp"

namespace appell::engine {

template <>
const EnergyKernels& energy_kernels<InstructionSet::APPELL_ENGINE_SET>() {
  constexpr Content E = Content::kForcesAndEnergies;
  static constexpr EnergyKernels kernels{
      .with_forces = {run_batch<Pack, 1, E>, run_batch<Pack, 2, E>, run_batch<Pack, 3, E>,
                      run_batch<Pack, 4, E>},
      .alone = {nullptr, nullptr, nullptr, nullptr, run_energies<Pack, 5>, run_energies<Pack, 6>,
                run_energies<Pack, 7>, run_energies<Pack, 8>}};
  return kernels;
}

}  // namespace appell::engine
