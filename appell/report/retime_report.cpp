#include "appell/report/retime_report.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "appell/base/quoted.hpp"
#include "appell/io/beside.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/write_model.hpp"
#include "appell/report/check_report.hpp"
#include "appell/report/json_writer.hpp"

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

std::string retime_json(const model::Model& model, const std::string& frame,
                        const Retiming& retiming) {
  JsonWriter json;
  const auto put_name = [&](const LimitActivity& activity) {
    json.key("kind").value(kind_name(activity.limit.limit));
    const std::string joint = joint_of(model, activity);
    json.key("joint");
    joint.empty() ? json.null() : json.value(joint);
  };
  json.begin_object();
  json.key("duration").value(retiming.duration);
  json.key("optimum").value(retiming.optimum);
  json.key("uniform");
  retiming.uniform > 0.0 ? json.value(retiming.uniform) : json.null();
  json.key("iterations").value(retiming.iterations);
  json.key("intervals").value(retiming.intervals);
  json.key("asked_intervals").value(retiming.asked_intervals);
  json.key("other_intervals");
  retiming.other_intervals > 0 ? json.value(retiming.other_intervals) : json.null();
  json.key("divisions").value(retiming.divisions);
  json.key("legal").value(retiming.check.is_legal());
  json.key("loads");
  put_loads(json, retiming.check.loads);
  json.key("active").begin_array();
  for (const LimitActivity* activity : active_limits(retiming)) {
    json.begin_object();
    put_name(*activity);
    json.key("share").value(activity->share);
    json.key("price").value(activity->price);
    json.end_object();
  }
  json.end_array();
  json.key("stretches").begin_array();
  for (const planning::ActiveStretch& stretch : retiming.stretches) {
    json.begin_object();
    json.key("from").value(stretch.from);
    json.key("to").value(stretch.to);
    if (stretch.limit >= 0) {
      put_name(retiming.limits[stretch.limit]);
    } else {
      json.key("kind").null();
      json.key("joint").null();
    }
    json.end_object();
  }
  json.end_array();
  json.key("frame").value(frame);
  json.key("gravity").vector(model.gravity());
  json.end_object();
  return json.text();
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
