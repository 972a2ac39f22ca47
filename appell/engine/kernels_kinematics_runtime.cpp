// The kernels of kernels_kinematics.cpp whose order is a run-time value.

#ifndef APPELL_ENGINE_NO_UNROLL
#define APPELL_ENGINE_NO_UNROLL
#endif
#include "appell/engine/kinematics_kernel.hpp"

namespace appell::engine {

template <>
const RuntimeKinematicsKernels& runtime_kinematics_kernels<InstructionSet::APPELL_ENGINE_SET>() {
  static constexpr RuntimeKinematicsKernels kernels{.motion = run_kinematics<-1>,
                                                    .jacobian = run_jacobian<-1>};
  return kernels;
}

}  // namespace appell::engine
