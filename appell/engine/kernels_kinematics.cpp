// The kernels for the motion of all bodies of one sample, see kernels_fixed.cpp.

#include "appell/engine/kinematics_kernel.hpp"

namespace appell::engine {

template <>
const KinematicsKernels& kinematics_kernels<InstructionSet::APPELL_ENGINE_SET>() {
  static constexpr KinematicsKernels kernels{
      .motion = {run_kinematics<0>, run_kinematics<1>, run_kinematics<2>, run_kinematics<3>},
      .jacobian = {run_jacobian<0>, run_jacobian<1>, run_jacobian<2>, run_jacobian<3>}};
  return kernels;
}

}  // namespace appell::engine
