#pragma once

#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "appell/force/wrench.hpp"
#include "appell/model/model.hpp"

namespace appell::python {

namespace py = pybind11;

/// What a Python `Wrench` holds: a wrench on a link of a model that is not known yet.
struct NamedWrench {
  std::string frame;  ///< Empty: the end effector.
  std::vector<Vec3> force;
  std::vector<Vec3> moment;
  model::Wrench::Axes axes = model::Wrench::Axes::kOfWorld;
};

/// What acts on a robot: sequences of Wrench, or None.
/// @throws InvalidArgument for a link that the model does not have.
force::Surroundings surroundings_of(const model::Model& model, const model::Frame& end_effector,
                                    py::handle loads, py::handle external);

}  // namespace appell::python
