#include "appell/base/error.hpp"
#include "python/src/bindings.hpp"

namespace appell::python {
namespace {

/// An exception class of appell/_errors.py, which every extension of the package raises.
void raise_as(const char* name, const char* text) {
  const py::object type = py::module_::import("appell._errors").attr(name);
  PyErr_SetString(type.ptr(), text);
}

}  // namespace

void set_python_error() {
  try {
    throw;
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const ModelError& error) {
    raise_as("ModelError", error.what());
  } catch (const InvalidArgument& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const NumericalError& error) {
    raise_as("NumericalError", error.what());
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
}

void register_errors(py::module_&) {
  py::register_local_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error&) {
      set_python_error();
    }
  });
}

}  // namespace appell::python
