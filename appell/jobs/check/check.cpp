#include "appell/jobs/check/check.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/base/quoted.hpp"
#include "appell/base/stop.hpp"
#include "appell/io/beside.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/write_model.hpp"
#include "appell/jobs/list.hpp"
#include "appell/report/check_report.hpp"
#include "appell/report/output_file.hpp"

namespace appell::jobs {
namespace {

int highest_order(const std::vector<model::MotionLimit>& limits) {
  int order = 0;
  for (const model::MotionLimit& limit : limits) order = std::max(order, limit.state_order());
  return order;
}

/// The motion at another speed, as a motion file that names it.
std::string scaled_motion(const CheckRequest& request, double speed) {
  const std::string folder = std::filesystem::absolute(request.outputs.path).parent_path().string();
  const std::string file = io::named_from(folder, request.motion.path);
  return fmt::format(
      "# {} at {:.17g} times its speed: appell check\nkind = \"sequence\"\n[[part]]\nfile = "
      "{}\nspeed = {:.17g}\n{}",
      one_line(request.motion.path), speed, quoted_text(file), speed,
      io::motion_options_toml(request.motion.reading, folder));
}

void write_scaled(const CheckRequest& request, const analysis::LegalSpeeds& speeds,
                  Context& context) {
  const double speed = request.speed.value_or(speeds.fastest());
  if (speed <= 0.0) {
    context.warn(
        concat("-o ", request.outputs.path, ": there is no legal speed; nothing is written"));
    return;
  }
  const bool is_legal =
      std::any_of(speeds.legal.begin(), speeds.legal.end(),
                  [speed](const auto& range) { return speed >= range.low && speed <= range.high; });
  if (!is_legal) {
    context.warn(fmt::format("{} {:g}: the motion that is written is {} at this speed",
                             context.called("speed"), speed,
                             speed > speeds.most ? "not checked" : "not legal"));
  }
  report::OutputFile file(request.outputs.path);
  file.write(scaled_motion(request, speed));
  file.commit();
}

void check_check_request(const CheckRequest& request, const Context& context) {
  const std::string& path = request.outputs.path;
  check(!request.speed || !path.empty(), context.called("speed"), ": needs -o FILE.toml");
  if (!path.empty()) {
    check(!request.motion.held, context.called("output"),
          ": the motion has no file that the written one could name");
    io::refuse_to_name(request.motion.path);
    check(!request.loads.path.ends_with(".csv"), "-o: ", request.loads.path,
          " has loads that are functions of time, which say nothing of a motion at another speed; "
          "constant ones, .json, do");
  }
  std::vector<std::string> read = request.motion.files();
  for (const std::string& file : request.model.files()) read.push_back(file);
  read.insert(read.end(), {request.limits.path, request.loads.path});
  check_outputs(request.outputs, read, {".toml"});
}

}  // namespace

CheckResult run(const CheckRequest& request, Context& context) {
  check_check_request(request, context);
  const model::Model model = load(request.model, context);
  const model::Frame& frame = end_effector(model, request.frame, context);
  const std::vector<model::MotionLimit> limits = load_limits(request.limits, model, context);
  check(!limits.empty(), request.model.path, ": has no limits; ", context.called("limits"),
        " FILE.toml gives some (docs/formats.md)");
  const io::Motion motion = load(request.motion, &model, context);
  require_derivatives(motion, request.motion, highest_order(limits), "a limit", context);
  CheckResult result{
      .model = model,
      .law = from(request.motion.path, [&] { return motion.trajectory.for_model(model); }),
      .frame = frame.name,
      .motion_name = request.motion.path,
      .check = {},
      .speeds = {},
      .recording = motion.recording,
      .shows_all = request.all,
      .used = {{"Limits", request.limits.path},
               {"Loads", request.loads.path},
               {"Call", context.call()}}};
  analysis::CheckRequest how{.energy = analysis::CheckRequest::Energy::kFigures,
                             .stop = StopScope::flag()};
  how.loads = shared_loads(request.loads, model, std::max(4, highest_order(limits)) - 2);
  check_loads_along(request.loads, how.loads, model, request.motion, result.law.range());
  warn_of_left_out(request.loads, how.loads, "the verdict is", context);
  if (!how.loads || how.loads->operators.friction) {
    note_held_joints(request.motion, model, result.law, context);
  }
  const auto progress_of = [&](const char* things) {
    return [&context, things](double share) {
      context.progress(std::lround(100.0 * share), 100, things);
    };
  };
  from(request.motion.path, [&] {
    how.progress = progress_of("% of the motion");
    result.check = analysis::check_motion(model, result.law, frame, limits, how);
    how.progress = progress_of("% of the speeds");
    result.speeds =
        analysis::legal_speeds(model, result.law, frame, result.check, request.most_speed, how);
  });
  judge_recording(request.motion, motion, result, context);
  if (!request.outputs.path.empty()) write_scaled(request, result.speeds, context);
  return result;
}

Json json(const CheckResult& result) {
  return report::check_json(result.model, result.frame, result.check, result.speeds);
}

Job check_job() {
  using R = CheckRequest;
  Parameters outputs = output_parameters(
      "FILE.toml", "write the motion at the fastest legal speed; not with loads of a .csv");
  outputs.front().aliases.push_back("apply");
  return job<CheckRequest, CheckResult>(
      {.name = "check",
       .title = "check a motion against limits, at and between all instants; exit 1 if exceeded",
       .purpose = Purpose::kLimits,
       .parameters = together(
           {of(&R::model, model_parameters()),
            of(&R::motion, motion_parameters()),
            of(&R::limits, {limits_parameter()}),
            of(&R::loads, {loads_parameter()}),
            {frame_of(&R::frame)},
            of(&R::outputs, together({std::move(outputs), page_parameters()})),
            {parameter(&R::speed, "speed", "speed factor for -o instead of the fastest legal one",
                       positive("times as fast")),
             parameter(&R::most_speed, "most-speed", "highest speed factor to consider",
                       positive("times as fast")),
             parameter(
                 &R::all, "all",
                 "list every limit, not only the exceeded ones and the worst of each kind")}}),
       .examples = {"appell check panda swing.toml --limits limits.toml",
                    "appell check panda swing.toml --limits limits.toml -o legal.toml",
                    "appell check panda log.csv --limits panda --report log.html",
                    "appell check panda swing.toml --limits panda --loads tool.json"},
       .python = R"(>>> robot = load("planar2r")
>>> motion = Motion(robot.names, [minimum_jerk(0.0, 0.0, 1.0, 1.0), hold(0.0, 1.0, 0.0)])
>>> report = check(robot, motion, {"joint": {"shoulder": {"velocity": 1.5}}})
>>> report.legal, round(report.speeds["fastest"], 9)
(False, 0.8))",
       .rows = "limits"});
}

}  // namespace appell::jobs
