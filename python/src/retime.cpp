#include <filesystem>

#include <pybind11/stl.h>

#include "appell/base/check.hpp"
#include "appell/base/text.hpp"
#include "appell/io/path_file.hpp"
#include "appell/planning/retime.hpp"
#include "appell/report/retime_report.hpp"
#include "appell/trajectory/pauses.hpp"
#include "appell/trajectory/retimed_motion.hpp"
#include "python/src/bindings.hpp"
#include "python/src/interruptible.hpp"
#include "python/src/limits.hpp"
#include "python/src/motion.hpp"
#include "python/src/robot.hpp"
#include "python/src/surroundings.hpp"

namespace appell::python {
namespace {

/// The way of a motion; of a retimed one its path, as of a retimed file.
io::PathFile way_of(const Motion& motion) {
  if (motion.way) {
    io::PathFile way = *motion.way;
    way.start_velocity = way.end_velocity = {};  // The file of a retimed motion has none of these.
    way.zones = {};
    return way;
  }
  const trajectory::Trajectory& law = motion.motion.trajectory;
  if (std::optional<trajectory::Trajectory> path = trajectory::path_of(law)) {
    return {.path = std::move(*path), .kind = "motion"};
  }
  return {.path = trajectory::without_pauses(law), .kind = "motion"};
}

/// The way to take: of a motion, of a file, or through waypoints in the order of the robot's
/// joints.
io::PathFile path_from(const model::Model& model, const py::object& path, int degree,
                       const io::MotionOptions& reading) {
  const bool is_file = py::isinstance<py::str>(path);
  check(is_file || !reading.is_given(),
        "retime: how a recording is read is said beside the name of its file");
  if (py::isinstance<Motion>(path)) return way_of(path.cast<const Motion&>());
  if (is_file) {
    const std::string file = path.cast<std::string>();
    return interruptible([&] { return io::load_path(file, &model, reading); });
  }
  std::vector<std::string> joints;
  for (const model::Coordinate& coordinate : model.coordinates()) joints.push_back(coordinate.name);
  const auto waypoints = path.cast<std::vector<std::vector<double>>>();
  return {.path = trajectory::waypoint_path(degree, joints, waypoints),
          .kind = "path",
          .degree = degree,
          .waypoints = waypoints};
}

/// Limits on a part of the path: from, to, and the file or the text of the limits.
using GivenZone = std::tuple<double, double, std::string, std::string>;

std::vector<planning::PathLimit> path_limits(const model::Model& model, const io::PathFile& path,
                                             const std::vector<GivenZone>& zones) {
  std::vector<planning::PathLimit> limits;
  for (const io::PathFile::Zone& zone : path.zones) {
    for (const model::MotionLimit& limit : io::load_limits(zone, model)) {
      limits.push_back({limit, zone.from, zone.to});
    }
  }
  for (const auto& [from, to, file, text] : zones) {
    check(from >= 0.0 && to <= 1.0 && from < to, "retime: a zone is from ", from, " to ", to,
          "; an ascending part of 0 to 1 is needed");
    for (const model::MotionLimit& limit :
         file.empty() ? io::read_limits_toml("zone", text, model) : io::load_limits(file, model)) {
      limits.push_back({limit, from, to});
    }
  }
  return limits;
}

/// The text of the motion file; empty for the way of a motion that no file has.
std::string toml_of(const planning::Retiming& result, const io::PathFile& path) {
  if (path.kind == "motion") return "";
  return report::retimed_toml(result, path, "");
}

/// What `appell retime --json` prints, the motion, and its motion file.
using Retimed = std::tuple<std::string, Motion, std::string, std::string>;

Retimed retimed(const py::object& given, const py::object& path, int degree,
                const std::string& limits_path, const std::string& limits_text,
                const std::string& frame_name, std::optional<int> intervals, int order,
                const std::vector<GivenZone>& zones, const std::vector<double>& start_velocity,
                const std::vector<double>& end_velocity, const py::object& loads,
                const py::object& external, const py::dict& reading) {
  const model::Model model = robot_of("retime", given).model;
  check(order == 2 || order == 3, "retime: order = ", order, "; 2 or 3 is needed");
  io::PathFile file = path_from(model, path, degree, options_from(reading));
  const trajectory::Trajectory way = file.path.for_model(model);
  const model::Frame& frame = frame_of(model, frame_name);
  const analysis::SharedLoads acting = motion_loads(model, frame, loads, external, 0);
  return interruptible([&]() -> Retimed {
    std::vector<planning::PathLimit> limits = path_limits(model, file, zones);
    for (const model::MotionLimit& limit : limits_of(model, limits_path, limits_text)) {
      limits.push_back({limit});
    }
    check(!limits.empty(), "retime: model '", model.name(),
          "' has no limits; limits = ... gives some");
    planning::RetimeOptions options{
        .intervals = intervals ? *intervals : planning::usual_intervals(way), .loads = acting};
    if (order == 2) options.highest = planning::HighestLimits::kSecondOrder;
    const auto rate = [&](const std::vector<double>& own, const std::vector<double>& of_file,
                          planning::PathEnd end) {
      if (!own.empty()) return planning::rate_along(way, end, own);
      if (of_file.empty()) return 0.0;
      return planning::rate_along(way, end, io::in_order(file, of_file, way.joints()));
    };
    options.start_rate = rate(start_velocity, file.start_velocity, planning::PathEnd::kStart);
    options.end_rate = rate(end_velocity, file.end_velocity, planning::PathEnd::kEnd);
    const planning::Retiming result = [&] {
      try {
        return planning::retime(model, way, frame, limits, options);
      } catch (const planning::NoLegalTiming& error) {  // A ValueError.
        throw InvalidArgument(concat("retime: ", error.what()));
      }
    }();
    return {report::retime_json(model, frame.name, result),
            Motion{{.trajectory = result.motion, .kind = "retimed"},
                   "<retimed>",
                   std::make_shared<const io::PathFile>(file)},
            toml_of(result, file), file.summary};
  });
}

}  // namespace

void bind_retime(py::module_& module) { module.def("retime", retimed); }

}  // namespace appell::python
