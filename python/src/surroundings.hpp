#pragma once

#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "appell/analysis/motion_loads.hpp"
#include "appell/force/wrench.hpp"
#include "appell/io/applied_forces.hpp"
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

/// What acts on the robot along a motion: Wrenches, or the name of a file as `loads`.
/// @param order  highest time derivative that is wanted of a table.
/// @throws InvalidArgument as surroundings_of(), and for `external` beside a file, which has its
/// own.
io::AppliedForces applied_along(const model::Model& model, const model::Frame& end_effector,
                                const py::object& loads, const py::object& external, int order);

/// The same where motions are checked against limits; null if nothing acts.
analysis::SharedLoads motion_loads(const model::Model& model, const model::Frame& end_effector,
                                   const py::object& loads, const py::object& external, int order);

}  // namespace appell::python
