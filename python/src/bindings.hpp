#pragma once

#include <pybind11/pybind11.h>

/// The Python module `appell._core`: takes arrays and names, calls the library, gives arrays back.
/// No mathematics. The package python/appell/ has the signatures and texts that users see.
namespace appell::python {

namespace py = pybind11;

/// Turns errors of the library into Python's: InvalidArgument and ModelError into ValueError,
/// NumericalError into RuntimeError, with the same text.
void register_errors(py::module_& module);

/// The same for the exception that is being handled.
void set_python_error();

// Each adds its part to the module.
void bind_model(py::module_& module);
void bind_dynamics(py::module_& module);
void bind_quantities(py::module_& module);
void bind_motions(py::module_& module);
void bind_motion_files(py::module_& module);
void bind_mass(py::module_& module);
void bind_jobs(py::module_& module);
void bind_sweeps(py::module_& module);

}  // namespace appell::python
