#pragma once

#include <pybind11/stl.h>

#include "appell/report/sample_times.hpp"

namespace appell::python {

namespace py = pybind11;

/// The times that `every`, `rate` and `samples` mean; 1001 samples if none is given.
/// @throws InvalidArgument if several are given.
report::SampleTimes times_of(const char* function, const py::dict& wanted,
                             trajectory::TimeRange range);

}  // namespace appell::python
