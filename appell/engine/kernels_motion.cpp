// The kernel for what follows from the motion of the bodies, see kernels_fixed.cpp. Its orders are
// run-time values.

#ifndef APPELL_ENGINE_NO_UNROLL
#define APPELL_ENGINE_NO_UNROLL
#endif
#include "appell/engine/motion_kernel.hpp"

namespace appell::engine {

template <>
const MotionKernels& motion_kernels<InstructionSet::APPELL_ENGINE_SET>() {
  static constexpr MotionKernels kernels{.lanes = kLanes, .batch = run_motion<Columns<Pack>>};
  return kernels;
}

}  // namespace appell::engine
