#include <pybind11/stl.h>

#include "appell/base/check.hpp"
#include "appell/base/text.hpp"
#include "appell/io/path_file.hpp"
#include "appell/planning/retime.hpp"
#include "appell/report/retime_report.hpp"
#include "appell/trajectory/retimed_motion.hpp"
#include "python/src/bindings.hpp"
#include "python/src/limits.hpp"
#include "python/src/motion.hpp"
#include "python/src/robot.hpp"

namespace appell::python {
namespace {

constexpr int kPathOrder = 4;  // Derivatives of samples whose way is taken, as of appell retime.

/// The way to take: of a motion, of a file, or through waypoints in the order of the robot's
/// joints.
trajectory::Trajectory path_from(const model::Model& model, const py::object& path, int degree) {
  if (py::isinstance<Motion>(path)) {
    return path.cast<const Motion&>().motion.trajectory.for_model(model);
  }
  if (py::isinstance<py::str>(path)) {
    const io::PathFile file = io::load_path(path.cast<std::string>(), kPathOrder, &model);
    check(file.zones.empty() && file.start_velocity.empty() && file.end_velocity.empty(),
          "retime: the path has zones or velocities at its ends, which only the program takes");
    return file.path.for_model(model);
  }
  std::vector<std::string> joints;
  for (const model::Coordinate& coordinate : model.coordinates()) joints.push_back(coordinate.name);
  return trajectory::waypoint_path(degree, joints, path.cast<std::vector<std::vector<double>>>());
}

/// What `appell retime --json` prints, the motion, and its motion file (empty unless the path is
/// one of waypoints).
std::tuple<std::string, Motion, std::string> retimed(
    const py::object& given, const py::object& path, int degree, const std::string& limits_path,
    const std::string& limits_text, const std::string& frame_name, int intervals, int order) {
  const model::Model model = robot_of("retime", given).model;
  check(order == 2 || order == 3, "retime: order = ", order, "; 2 or 3 is needed");
  const trajectory::Trajectory way = path_from(model, path, degree);
  std::vector<std::vector<double>> waypoints;
  if (!py::isinstance<Motion>(path) && !py::isinstance<py::str>(path)) {
    waypoints = path.cast<std::vector<std::vector<double>>>();
  }
  const py::gil_scoped_release released;
  const std::vector<model::MotionLimit> limits = limits_of(model, limits_path, limits_text);
  check(!limits.empty(), "retime: model '", model.name(),
        "' has no limits; limits = ... gives some");
  planning::RetimeOptions options{.intervals = intervals};
  if (order == 2) options.highest = planning::HighestLimits::kSecondOrder;
  const model::Frame& frame = frame_of(model, frame_name);
  const planning::Retiming result = [&] {
    try {
      return planning::retime(model, way, frame, limits, options);
    } catch (const planning::NoLegalTiming& error) {  // A ValueError.
      throw InvalidArgument(concat("retime: ", error.what()));
    }
  }();
  std::string text;
  if (!waypoints.empty()) {
    const io::PathFile file{
        .path = way, .kind = "path", .degree = degree, .waypoints = std::move(waypoints)};
    text = report::retimed_toml(result, file, "", kPathOrder);
  }
  return {report::retime_json(model, frame.name, result),
          Motion{{result.motion, "retimed", {}, {}, {}, nullptr}, "<retimed>"}, std::move(text)};
}

}  // namespace

void bind_retime(py::module_& module) { module.def("retime", retimed); }

}  // namespace appell::python
