#include <pybind11/stl.h>

#include "appell/analysis/legal_speeds.hpp"
#include "appell/analysis/limit_deviations.hpp"
#include "appell/analysis/lint.hpp"
#include "appell/base/check.hpp"
#include "appell/io/link_meshes.hpp"
#include "appell/io/load_model.hpp"
#include "appell/report/check_page.hpp"
#include "appell/report/check_report.hpp"
#include "appell/report/lint_report.hpp"
#include "python/src/bindings.hpp"
#include "python/src/interruptible.hpp"
#include "python/src/limits.hpp"
#include "python/src/motion.hpp"
#include "python/src/robot.hpp"
#include "python/src/surroundings.hpp"

namespace appell::python {
namespace {

/// The limits to check, of which there must be some.
std::vector<model::MotionLimit> checked_limits(const model::Model& model, const std::string& path,
                                               const std::string& text) {
  std::vector<model::MotionLimit> limits = limits_of(model, path, text);
  check(!limits.empty(), "check: model '", model.name(),
        "' has no limits; limits = ... gives some");
  return limits;
}

/// Derivative of q that limits take; of samples at least four.
int limit_order(const py::object& model, const std::string& path, const std::string& text) {
  int order = 4;
  for (const model::MotionLimit& limit :
       checked_limits(robot_of("check", model).model, path, text)) {
    order = std::max(order, limit.state_order());
  }
  return order;
}

/// A motion that was checked against limits.
struct Checked {
  trajectory::Trajectory law;
  analysis::MotionCheck check;
  analysis::LegalSpeeds speeds;
};

Checked checked(const model::Model& model, const Motion& motion, const std::string& path,
                const std::string& text, const model::Frame& frame,
                const analysis::SharedLoads& loads, double most_speed) {
  Checked result{motion.motion.trajectory.for_model(model), {}, {}};
  result.check =
      analysis::check_motion(model, result.law, frame, checked_limits(model, path, text),
                             {.energy = analysis::CheckRequest::Energy::kFigures, .loads = loads});
  if (result.law.is_uncertain()) {
    analysis::set_deviations(model, result.law, frame, result.check);
  } else if (motion.motion.recording != nullptr) {
    analysis::set_noise(model, result.law, frame, *motion.motion.recording, result.check);
  }
  result.speeds = analysis::legal_speeds(model, result.law, frame, result.check, most_speed);
  return result;
}

/// What `appell check --json` prints.
std::string check_as_json(const py::object& given, const Motion& motion, const std::string& path,
                          const std::string& text, const std::string& frame_name,
                          const py::object& loads, const py::object& external, double most_speed) {
  const model::Model model = robot_of("check", given).model;
  const model::Frame& frame = frame_of(model, frame_name);
  const analysis::SharedLoads acting =
      motion_loads(model, frame, loads, external, limit_order(given, path, text) - 2);
  return interruptible([&] {
    const Checked found = checked(model, motion, path, text, frame, acting, most_speed);
    return report::check_json(model, frame.name, found.check, found.speeds);
  });
}

/// Writes the page of a check.
void check_report(const py::object& given, const Motion& motion, const std::string& path,
                  const std::string& text, const std::string& frame_name, const py::object& loads,
                  const py::object& external, double most_speed, const std::string& file) {
  const model::Model model = robot_of("report", given).model;
  const int order = limit_order(given, path, text);
  const model::Frame& frame = frame_of(model, frame_name);
  const analysis::SharedLoads acting = motion_loads(model, frame, loads, external, order - 2);
  interruptible([&] {
    const Checked found = checked(model, motion, path, text, frame, acting, most_speed);
    report::write_page(
        report::check_page(model, found.law, frame, found.check, found.speeds, order,
                           {.command = "check",
                            .motion_name = motion.source,
                            .used = {{"Limits", path}, {"Loads", acting ? acting->name : ""}}}),
        file);
  });
}

/// What `appell lint --json` prints; a robot is written to `fix` unless it is empty.
std::string lint_as_json(const std::string& name_or_path, const io::Packages& packages, bool strict,
                         bool open_loops, const std::string& open_meshes, const std::string& fix,
                         const std::optional<double>& density) {
  return interruptible([&] {
    const io::LoadResult loaded = io::load_model(
        name_or_path, {.physics = mass::Physics::kNotChecked,
                       .packages = packages,
                       .strictness = strict ? io::Strictness::kStrict : io::Strictness::kTolerant,
                       .open_loops = open_loops,
                       .open_meshes = mass::open_meshes_named(open_meshes)});
    std::vector<std::string> warnings = loaded.warnings;
    const model::Description& description = loaded.model.description();
    const analysis::Meshes meshes = io::read_link_meshes(description, warnings);
    const analysis::LintResult result = analysis::lint(description, meshes);
    std::optional<report::WrittenFix> written;
    if (!fix.empty()) {
      written = report::write_fix(fix, description, meshes,
                                  {density, mass::open_meshes_named(open_meshes)}, warnings);
    }
    return report::lint_json(loaded.model.name(), result, warnings, written);
  });
}

}  // namespace

void bind_checks(py::module_& module) {
  module.def("check", check_as_json);
  module.def("check_report", check_report);
  module.def("limit_order", limit_order);
  module.def("lint", lint_as_json);
}

}  // namespace appell::python
