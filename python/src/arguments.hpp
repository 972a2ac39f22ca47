#pragma once

#include <optional>
#include <string>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

namespace appell::python {

namespace py = pybind11;

/// Numbers of any kind as doubles one after the other; copied only if they are not yet.
using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

inline std::span<const double> span_of(const Doubles& numbers) {
  return {numbers.data(), static_cast<std::size_t>(numbers.size())};
}

/// A new array of a shape.
inline py::array_t<double> new_array(std::vector<py::ssize_t> shape) {
  return py::array_t<double>(std::move(shape));
}

}  // namespace appell::python
