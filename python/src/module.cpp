#include "python/src/bindings.hpp"

PYBIND11_MODULE(_core, module) {
  using namespace appell::python;
  module.doc() = "What the package appell is made of; use that.";
  register_errors(module);
  bind_model(module);
  bind_dynamics(module);
  bind_quantities(module);
  bind_motions(module);
  bind_motion_files(module);
  bind_mass(module);
  bind_sweeps(module);
  bind_jobs(module);
}
