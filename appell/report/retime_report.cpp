#include "appell/report/retime_report.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "appell/base/quoted.hpp"
#include "appell/io/beside.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/write_model.hpp"
#include "appell/report/check_report.hpp"

namespace appell::report {
namespace {

using planning::LimitActivity;
using planning::Retiming;

std::string joint_of(const model::Model& model, const LimitActivity& activity) {
  const model::MotionLimit& limit = activity.limit.limit;
  if (!limit.has_coordinate()) return "";
  return model.coordinates()[limit.coordinate].name;
}

/// Those that are reached, the dearest first.
std::vector<const LimitActivity*> active_limits(const Retiming& retiming) {
  std::vector<const LimitActivity*> active;
  for (const LimitActivity& activity : retiming.limits) {
    if (activity.share > 0.0) active.push_back(&activity);
  }
  std::stable_sort(active.begin(), active.end(),
                   [](const LimitActivity* a, const LimitActivity* b) {
                     return a->price != b->price ? a->price > b->price : a->share > b->share;
                   });
  return active;
}

std::string number_list(const std::vector<double>& numbers) {
  std::string text = "[";
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += i % 6 == 0 ? ",\n  " : ", ";
    text += fmt::format("{:.17g}", numbers[i]);
  }
  return text + "]";
}

std::string name_list(const std::vector<std::string>& names) {
  std::string text = "[";
  for (const std::string& name : names) text += (text.size() > 1 ? ", " : "") + quoted_text(name);
  return text + "]";
}

}  // namespace

Json retime_json(const model::Model& model, const std::string& frame, const Retiming& retiming) {
  const auto kind = [](const LimitActivity& activity) { return kind_name(activity.limit.limit); };
  const auto joint = [&](const LimitActivity& activity) {
    return or_null(joint_of(model, activity));
  };
  const Json active = list_of(active_limits(retiming), [&](const LimitActivity* activity) {
    return Json{{"kind", kind(*activity)},
                {"joint", joint(*activity)},
                {"share", activity->share},
                {"price", activity->price}};
  });
  const Json stretches = list_of(retiming.stretches, [&](const planning::ActiveStretch& stretch) {
    const LimitActivity* of = stretch.limit < 0 ? nullptr : &retiming.limits[stretch.limit];
    return Json{{"from", stretch.from},
                {"to", stretch.to},
                {"kind", of == nullptr ? Json() : Json(kind(*of))},
                {"joint", of == nullptr ? Json() : joint(*of)}};
  });
  const int other = retiming.other_intervals;
  return {{"duration", retiming.duration},
          {"optimum", retiming.optimum},
          {"uniform", retiming.uniform > 0.0 ? Json(retiming.uniform) : Json()},
          {"iterations", retiming.iterations},
          {"intervals", retiming.intervals},
          {"asked_intervals", retiming.asked_intervals},
          {"other_intervals", other > 0 ? Json(other) : Json()},
          {"divisions", retiming.divisions},
          {"legal", retiming.check.is_legal()},
          {"loads", loads_json(retiming.check.loads)},
          {"active", active},
          {"stretches", stretches},
          {"frame", frame},
          {"gravity", list_of(model.gravity())}};
}

std::string retimed_toml(const Retiming& retiming, const io::PathFile& path,
                         const std::string& folder) {
  const trajectory::PathClock& clock = retiming.clock;
  const analysis::SharedLoads& loads = retiming.check.loads;
  std::string text = fmt::format(
      "# The fastest legal motion along a path{}: appell retime\nkind = \"retimed\"\ndegree = {}\n"
      "grading = [{}, {}]\nstart_time = {:.17g}\nknots = {}\nalpha = {}\n[path]\n",
      loads ? " under the loads of " + one_line(loads->name) : "", clock.degree(),
      clock.grading().start_power(), clock.grading().end_power(), clock.times().front(),
      number_list(clock.knots()), number_list(clock.coefficients()));
  if (!path.source.empty()) {
    io::refuse_to_name(path.source);
    io::MotionOptions options = path.options;
    // Said even where it is the default: the motion must stay what it is if that changes.
    if (!path.summary.empty() && !options.smooth) options.smooth.emplace();
    return text + fmt::format("file = {}\nhash = \"{}\"\n{}",
                              quoted_text(io::named_from(folder, path.source)), path.hash,
                              io::motion_options_toml(options, folder));
  }
  text += fmt::format("degree = {}\njoints = {}\nwaypoints = [\n", path.degree,
                      name_list(path.path.joints()));
  for (const std::vector<double>& waypoint : path.waypoints) {
    text += "  " + number_list(waypoint) + ",\n";
  }
  return text + "]\n";
}

}  // namespace appell::report
