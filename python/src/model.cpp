#include <pybind11/eigen.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "appell/analysis/quantities/common.hpp"
#include "appell/base/check.hpp"
#include "appell/force/friction.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/write_model.hpp"
#include "appell/jobs/sources.hpp"
#include "appell/mass/moments.hpp"
#include "python/src/bindings.hpp"
#include "python/src/interruptible.hpp"
#include "python/src/python_context.hpp"
#include "python/src/robot.hpp"
#include "python/src/surroundings.hpp"

namespace appell::python {
namespace {

Robot load_robot(const jobs::ModelSource& source) {
  return interruptible([&] {
    PythonContext context;
    Robot robot(jobs::load(source, context));
    robot.warnings = context.warnings();
    robot.inertia_accepted = source.accept_inertia;
    return robot;
  });
}

Robot with_gravity(const Robot& robot, const Vec3& gravity) {
  check(gravity.allFinite(), "with_gravity: gravity is not finite");
  Robot changed(robot.model.with_gravity(gravity));
  changed.warnings = robot.warnings;
  changed.inertia_accepted = robot.inertia_accepted;
  return changed;
}

/// The text of its model file, which says it bit for bit, and what that has no place for.
py::tuple state_of(const Robot& robot) {
  return py::make_tuple(io::model_toml(robot.model.description()), robot.warnings,
                        robot.inertia_accepted);
}

Robot robot_from(const py::tuple& state) {
  const auto accepted = state[2].cast<bool>();
  Robot robot(
      io::read_model_toml("pickled model", state[0].cast<std::string>(),
                          {.physics = jobs::ModelSource{.accept_inertia = accepted}.physics()})
          .model);
  robot.warnings = state[1].cast<std::vector<std::string>>();
  robot.inertia_accepted = accepted;
  return robot;
}

/// Name, whether it turns, and limits of every coordinate.
py::list coordinates_of(const Robot& robot) {
  py::list all;
  int index = 0;
  for (const model::Coordinate& coordinate : robot.model.coordinates()) {
    const model::Limits& l = coordinate.limits;
    all.append(py::make_tuple(coordinate.name, analysis::turns(robot.model, index++), l.lower,
                              l.upper, l.velocity, l.effort, l.acceleration, l.jerk));
  }
  return all;
}

py::list frames_of(const Robot& robot) {
  py::list all;
  for (const model::Frame& frame : robot.model.frames()) {
    all.append(py::make_tuple(frame.name, frame.body, frame.X_BF.matrix()));
  }
  return all;
}

py::list bodies_of(const Robot& robot) {
  py::list all;
  for (const model::Body& body : robot.model.bodies()) {
    const mass::RigidMass& B = body.rigid_mass;
    all.append(py::make_tuple(body.name, body.parent, body.coordinate, body.X_PJ.matrix(),
                              Vec3(body.screw.linear), Vec3(body.screw.angular), B.mass, B.p_BBcm,
                              B.inertia_com(), robot.model.reflected_inertia(body)));
  }
  return all;
}

int frame_index(const Robot& robot, const std::string& name) {
  const model::Frame& frame = frame_of(robot.model, name);
  return static_cast<int>(&frame - robot.model.frames().data());
}

std::vector<Vec3> wrench_rows(
    const char* what, const py::array_t<double, py::array::c_style | py::array::forcecast>& rows) {
  const bool is_one = rows.ndim() == 1 && rows.size() == 3;
  check(is_one || (rows.ndim() == 2 && rows.shape(1) == 3) || rows.size() == 0, "Wrench: ", what,
        " must have shape (3,), or (orders, 3) with its time derivatives");
  std::vector<Vec3> found;
  for (py::ssize_t i = 0; i < rows.size() / 3; ++i) {
    found.emplace_back(rows.data()[3 * i], rows.data()[3 * i + 1], rows.data()[3 * i + 2]);
    check(found.back().allFinite(), "Wrench: ", what, " is not finite");
  }
  return found;
}

NamedWrench make_wrench(
    const py::array_t<double, py::array::c_style | py::array::forcecast>& force,
    const py::array_t<double, py::array::c_style | py::array::forcecast>& moment,
    const std::string& frame, const std::string& axes) {
  check(axes == "world" || axes == "frame", "Wrench: axes = '", axes,
        "'; 'world' or 'frame' is needed");
  return {.frame = frame,
          .force = wrench_rows("force", force),
          .moment = wrench_rows("moment", moment),
          .axes = axes == "world" ? model::Wrench::Axes::kOfWorld : model::Wrench::Axes::kOfFrame};
}

std::vector<model::Wrench> wrenches_of(const model::Model& model, const model::Frame& end_effector,
                                       py::handle given) {
  std::vector<model::Wrench> found;
  if (!given || given.is_none()) return found;
  const auto add = [&](const NamedWrench& wrench) {
    found.push_back({.frame = wrench.frame.empty() ? end_effector : model.frame(wrench.frame),
                     .force_derivatives = wrench.force,
                     .moment_derivatives = wrench.moment,
                     .axes = wrench.axes});
  };
  if (py::isinstance<NamedWrench>(given)) {
    add(given.cast<const NamedWrench&>());
    return found;
  }
  for (const py::handle item : given) {
    check(py::isinstance<NamedWrench>(item),
          "loads and external: a Wrench or a list of them is needed");
    add(item.cast<const NamedWrench&>());
  }
  return found;
}

}  // namespace

const Robot& robot_of(const char* function, py::handle model) {
  static PyObject* const kAttribute = PyUnicode_InternFromString("_core");
  const auto core = py::reinterpret_steal<py::object>(PyObject_GetAttr(model.ptr(), kAttribute));
  if (!core) PyErr_Clear();
  py::detail::make_caster<Robot> robot;
  if (!core || !robot.load(core, false)) {
    throw py::type_error(
        concat(function, ": the first argument is no Model; appell.load() gives one"));
  }
  return py::detail::cast_op<Robot&>(robot);  // The Model keeps it alive, and the caller the Model.
}

force::Surroundings surroundings_of(const model::Model& model, const model::Frame& end_effector,
                                    py::handle loads, py::handle external) {
  return {wrenches_of(model, end_effector, loads), wrenches_of(model, end_effector, external)};
}

void bind_model(py::module_& module) {
  module.def("load",
             [](const std::string& path, const std::vector<std::string>& packages,
                bool accept_inertia, bool strict, bool open_loops, const std::string& open_meshes,
                const std::string& friction, const std::vector<std::string>& passive) {
               return load_robot({.path = path,
                                  .held = {},
                                  .gravity = {},
                                  .packages = packages,
                                  .accept_inertia = accept_inertia,
                                  .strict = strict,
                                  .open_loops = open_loops,
                                  .open_meshes = open_meshes,
                                  .friction = friction,
                                  .passive = passive});
             });
  py::class_<Robot>(module, "Model")
      .def_property_readonly("name", [](const Robot& r) { return r.model.name(); })
      .def_property_readonly("num_coordinates",
                             [](const Robot& r) { return r.model.num_coordinates(); })
      .def_property_readonly("gravity_vector",
                             [](const Robot& r) { return Vec3(r.model.gravity()); })
      .def_property_readonly("coordinates", coordinates_of)
      .def_property_readonly("frame_list", frames_of)
      .def_property_readonly("body_list", bodies_of)
      .def_property_readonly("default_frame",
                             [](const Robot& r) { return r.model.default_frame().name; })
      .def_property_readonly("warnings", [](const Robot& r) { return r.warnings; })
      .def_property_readonly("inertia_accepted", [](const Robot& r) { return r.inertia_accepted; })
      .def_property_readonly("has_friction",
                             [](const Robot& r) { return force::has_friction(r.model); })
      .def(py::pickle(&state_of, &robot_from))
      .def("frame_index", frame_index)
      .def("with_gravity", with_gravity)
      .def("toml", [](const Robot& r) { return io::model_toml(r.model.description()); })
      .def("urdf", [](const Robot& r) { return io::model_urdf(r.model.description()).text; });
  py::class_<NamedWrench>(module, "Wrench",
                          "Force (N) and moment (N m) about the origin of a link (frame=\"\": the "
                          "end effector), (3,) or with time "
                          "derivatives (orders, 3), in axes=\"world\" or \"frame\".")
      .def(py::init(&make_wrench), py::arg("force") = py::array_t<double>(0),
           py::arg("moment") = py::array_t<double>(0), py::arg("frame") = "",
           py::arg("axes") = "world")
      .def(py::pickle(
          [](const NamedWrench& w) {
            return py::make_tuple(w.force, w.moment, w.frame, static_cast<int>(w.axes));
          },
          [](const py::tuple& state) {
            return NamedWrench{.frame = state[2].cast<std::string>(),
                               .force = state[0].cast<std::vector<Vec3>>(),
                               .moment = state[1].cast<std::vector<Vec3>>(),
                               .axes = static_cast<model::Wrench::Axes>(state[3].cast<int>())};
          }))
      .def_readonly("frame", &NamedWrench::frame);
}

}  // namespace appell::python
