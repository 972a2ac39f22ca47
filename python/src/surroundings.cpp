#include "python/src/surroundings.hpp"

#include <memory>
#include <utility>

#include "appell/base/check.hpp"

namespace appell::python {

io::AppliedForces applied_along(const model::Model& model, const model::Frame& end_effector,
                                const py::object& loads, const py::object& external, int order) {
  if (py::isinstance<py::str>(loads)) {
    check(external.is_none(), "external: loads is a file, ", loads.cast<std::string>(),
          ", which has what acts on the robot, too; give one of them");
    return io::load_applied_forces(loads.cast<std::string>(), model, order);
  }
  force::Surroundings around = surroundings_of(model, end_effector, loads, external);
  io::AppliedForces applied;
  applied.loads = std::move(around.loads);
  applied.external = std::move(around.external);
  return applied;
}

analysis::SharedLoads motion_loads(const model::Model& model, const model::Frame& end_effector,
                                   const py::object& loads, const py::object& external, int order) {
  if (loads.is_none() && external.is_none()) return nullptr;
  io::AppliedForces applied = applied_along(model, end_effector, loads, external, order);
  return std::make_shared<analysis::MotionLoads>(analysis::MotionLoads{
      .constant = {std::move(applied.loads), std::move(applied.external)},
      .laws = std::move(applied.laws),
      .operators = applied.operators,
      .name = py::isinstance<py::str>(loads) ? loads.cast<std::string>() : "wrenches"});
}

}  // namespace appell::python
