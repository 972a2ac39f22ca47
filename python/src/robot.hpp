#pragma once

#include <memory>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "appell/model/model.hpp"
#include "python/src/dynamics_pool.hpp"

namespace appell::python {

namespace py = pybind11;

/// What a Python `Model` holds: the model, and what computes its dynamics.
struct Robot {
  explicit Robot(model::Model given)
      : model(std::move(given)), dynamics(std::make_shared<DynamicsPool>(model)) {}

  model::Model model;
  std::shared_ptr<DynamicsPool> dynamics;
  std::vector<std::string> warnings = {};  ///< Of its file.
  bool inertia_accepted = false;           ///< Whether the user vouched for an impossible inertia.
};

/// What the attribute `_core` of a Python `Model` holds.
/// @throws py::type_error if it is none.
const Robot& robot_of(const char* function, py::handle model);

/// The frame of a link; the end effector if the name is empty.
/// @throws InvalidArgument if there is none of that name.
inline const model::Frame& frame_of(const model::Model& model, const std::string& name) {
  return name.empty() ? model.default_frame() : model.frame(name);
}

}  // namespace appell::python
