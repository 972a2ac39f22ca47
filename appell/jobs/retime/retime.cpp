#include "appell/jobs/retime/retime.hpp"

#include <chrono>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/base/stop.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/limit_file.hpp"
#include "appell/jobs/list.hpp"
#include "appell/report/motion_csv.hpp"
#include "appell/report/output_file.hpp"
#include "appell/report/retime_report.hpp"
#include "appell/trajectory/pauses.hpp"
#include "appell/trajectory/retimed_motion.hpp"

namespace appell::jobs {
namespace {

constexpr double kUsualRate = 1000.0;  // Samples per second.

constexpr double kLongRetiming = 20.0;  // s, from which on it is explained.

/// From this on, what it costs to be legal between the points of the optimization is said.
constexpr double kMuchSlower = 0.005;

bool writes_csv_only(const RetimeRequest& request) {
  return request.outputs.path.ends_with(".csv");
}

/// The CSV, if one is wanted: the output itself, or beside it.
std::string csv_path(const RetimeRequest& request) {
  if (writes_csv_only(request)) return request.outputs.path;
  if (!request.rate || request.outputs.path.empty()) return "";
  return std::filesystem::path(request.outputs.path).replace_extension(".csv").string();
}

/// That no file that is read is written.
void check_files(const RetimeRequest& request, const std::vector<std::string>& read) {
  check_outputs(request.outputs, read, {".toml", ".csv"});
  if (const std::string csv = csv_path(request); csv != request.outputs.path) {
    check_outputs({.path = csv, .force = request.outputs.force, .report = {}, .plots = {}}, read);
  }
}

/// The way of a motion that the door holds; of a retimed one its path, as of a retimed file.
io::PathFile way_of(const MotionSource& source) {
  if (source.held_way) {
    io::PathFile way = *source.held_way;
    way.start_velocity = way.end_velocity = {};  // The file of a retimed motion has none of these.
    way.zones = {};
    return way;
  }
  const trajectory::Trajectory& law = source.held->trajectory;
  if (std::optional<trajectory::Trajectory> path = trajectory::path_of(law)) {
    return {.path = std::move(*path), .kind = "motion"};
  }
  return {.path = trajectory::without_pauses(law), .kind = "motion"};
}

io::PathFile load_path(const RetimeRequest& request, const model::Model& model, Context& context) {
  if (!request.waypoints.empty()) {
    std::vector<std::string> joints;
    for (const model::Coordinate& coordinate : model.coordinates()) {
      joints.push_back(coordinate.name);
    }
    return {.path = trajectory::waypoint_path(request.degree, joints, request.waypoints),
            .kind = "path",
            .degree = request.degree,
            .waypoints = request.waypoints};
  }
  if (request.path.held) return way_of(request.path);
  io::PathFile file = io::load_path(request.path.path, &model, request.path.reading);
  if (!file.summary.empty()) context.note(file.summary);
  for (const std::string& warning : file.warnings) context.warn(warning);
  return file;
}

/// Limits everywhere, and those of the zones of the path.
std::vector<planning::PathLimit> path_limits(const RetimeRequest& request,
                                             const model::Model& model, const io::PathFile& path,
                                             Context& context) {
  std::vector<planning::PathLimit> limits;
  for (const model::MotionLimit& limit : load_limits(request.limits, model, context)) {
    limits.push_back({limit});
  }
  for (const io::PathFile::Zone& zone : path.zones) {
    for (const model::MotionLimit& limit : io::load_limits(zone, model)) {
      limits.push_back({limit, zone.from, zone.to});
    }
  }
  for (const RetimeRequest::Zone& zone : request.zones) {
    check(zone.from >= 0.0 && zone.to <= 1.0 && zone.from < zone.to, "retime: a zone is from ",
          zone.from, " to ", zone.to, "; an ascending part of 0 to 1 is needed");
    for (const model::MotionLimit& limit :
         zone.limits.text.empty() ? io::load_limits(zone.limits.path, model)
                                  : io::read_limits_toml("zone", zone.limits.text, model)) {
      limits.push_back({limit, zone.from, zone.to});
    }
  }
  check(!limits.empty(), request.model.path, ": has no limits; ", context.called("limits"),
        " FILE.toml gives some (docs/formats.md)");
  from(request.path.path, [&] { planning::check_zones(limits); });
  planning::check_limits(limits);
  return limits;
}

/// What is retimed, and how.
struct Task {
  const model::Model& model;
  const model::Frame& frame;
  trajectory::Trajectory path;
  std::vector<planning::PathLimit> limits;
  planning::RetimeOptions options;
};

planning::RetimeOptions retime_options(const RetimeRequest& request, const io::PathFile& file,
                                       const trajectory::Trajectory& path) {
  planning::RetimeOptions options{
      .intervals = request.intervals ? *request.intervals : planning::usual_intervals(path),
      .stop = StopScope::flag()};
  if (request.limit_order == 2) options.highest = planning::HighestLimits::kSecondOrder;
  const auto rate = [&](const std::vector<double>& own, const std::vector<double>& of_file,
                        planning::PathEnd end) {
    if (!own.empty()) return planning::rate_along(path, end, own);
    if (of_file.empty()) return 0.0;
    return planning::rate_along(path, end, io::in_order(file, of_file, path.joints()));
  };
  options.start_rate = rate(request.start_velocity, file.start_velocity, planning::PathEnd::kStart);
  options.end_rate = rate(request.end_velocity, file.end_velocity, planning::PathEnd::kEnd);
  return options;
}

/// How far the optimization is, and its number: finer ones follow where a limit needs them. One
/// that takes long is explained once.
planning::Retiming retime_visibly(const RetimeRequest& request, const Task& task,
                                  Context& context) {
  planning::RetimeOptions options = task.options;
  const auto start = std::chrono::steady_clock::now();
  double before = 0.0;
  int number = 1;
  bool is_told = false;
  options.progress = [&](double share) {
    if (share < before) ++number;
    before = share;
    context.progress(
        std::lround(100.0 * share), 100,
        number == 1 ? std::string("% of the optimization") : concat("% of optimization ", number));
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    if (is_told || taken.count() < kLongRetiming) return;
    is_told = true;
    context.note(fmt::format(
        "{}: the optimization takes longer than {} s. That is usual where a path goes back and "
        "forth, as noise of a recording makes it: a smoothed recording is faster, and so are fewer "
        "{} than {}; Ctrl-C stops",
        request.path.path, kLongRetiming, context.called("intervals"), options.intervals));
  };
  return planning::retime(task.model, task.path, task.frame, task.limits, options);
}

/// The motion for a table of rows, if one is wanted.
std::optional<planning::Retiming> in_whole_cycles(const RetimeRequest& request, const Task& task,
                                                  const planning::Retiming& result,
                                                  const Context& context) {
  if (csv_path(request).empty()) return std::nullopt;
  const std::string who = request.rate
                              ? fmt::format("{} {:g}", context.called("rate"), *request.rate)
                              : request.path.path;
  return from(who, [&] {
    return planning::sampled_retiming(request.rate.value_or(kUsualRate), task.model, task.path,
                                      task.frame, task.limits, task.options, result);
  });
}

void write_results(const RetimeRequest& request, RetimeResult& result,
                   const std::optional<planning::Retiming>& samples, const Context& context) {
  const std::string& path = request.outputs.path;
  if (!path.empty() && !writes_csv_only(request)) {
    const std::string folder = std::filesystem::absolute(path).parent_path().string();
    report::OutputFile file(path);
    file.write(report::retimed_toml(result.retiming, result.path, folder));
    file.commit();
  }
  if (!path.empty()) result.written.push_back(concat("motion: ", path));
  if (!samples) return;
  Sampling sampling;
  sampling.rate = result.rate = request.rate.value_or(kUsualRate);
  result.samples_duration = samples->duration;
  const std::string csv = csv_path(request);
  report::write_motion_csv(samples->motion,
                           sample_times(sampling, samples->motion.range(), context),
                           planning::kSampledDerivatives, csv, StopScope::flag());
  if (csv != path) result.written.push_back(concat("samples: ", csv));
}

/// What is not as it was asked for, or as it might be.
void tell_about(const RetimeRequest& request, const planning::Retiming& result, Context& context) {
  if (request.limit_order == 2) {
    context.note(concat(context.called("limit-order"),
                        " 2: limits of jerk and torque rate are not kept; accelerations jump"));
  }
  const int usual = planning::RetimeOptions{}.intervals;
  if (!request.intervals && result.asked_intervals > usual) {
    context.note(
        fmt::format("{}: its q''' jumps at so many places that {} intervals are taken, not {}",
                    request.path.path, result.asked_intervals, usual));
  }
  if (result.other_intervals > 0) {
    context.note(fmt::format(
        "{} {}: the optimization did not converge on these, or to a motion that is far from "
        "legal; {} were taken",
        context.called("intervals"), result.asked_intervals, result.other_intervals));
  }
  if (const double more = result.duration / result.optimum - 1.0; more > kMuchSlower) {
    context.warn(fmt::format(
        "{}: the legal motion is {:.2g} % slower than the optimum, because of what limits do "
        "between its points; the fastest motion lies in between (more {} may come nearer)",
        request.path.path, 100.0 * more, context.called("intervals")));
  }
}

/// Samples that are slowed to end with a cycle are so at the ends, too.
void tell_about_samples(const RetimeRequest& request, const Task& task, double slowing,
                        Context& context) {
  const bool has_rate = task.options.start_rate > 0.0 || task.options.end_rate > 0.0;
  if (!has_rate || !(slowing > 1.0)) return;
  context.note(fmt::format(
      "{}: the samples are slowed to end with a cycle, so that velocities at the ends are {:.2g} "
      "% below those that are given; {} .toml motion has them exactly",
      csv_path(request), 100.0 * (1.0 - 1.0 / slowing), writes_csv_only(request) ? "a" : "the"));
}

void check_retime_request(const RetimeRequest& request) {
  std::vector<std::string> read = request.path.files();
  for (const std::string& file : request.model.files()) read.push_back(file);
  read.insert(read.end(), {request.limits.path, request.loads.path});
  check_files(request, read);
}

Parameter velocity(std::vector<double> RetimeRequest::* member, const std::string& name) {
  return {.name = name,
          .words = "of all joints, along the path (default: as the path file says, or rest)",
          .kind = Kind::kArray,
          .set = [member](void* request, const Given& value, const std::string&) {
            static_cast<RetimeRequest*>(request)->*member =
                std::any_cast<const std::vector<double>&>(std::get<std::any>(value));
          }};
}

Parameter zones_parameter() {
  using Zones = std::vector<RetimeRequest::Zone>;
  return {.name = "zones",
          .words =
              "limits on parts of the path, beside those of a path file: [{\"from\": 0.3, "
              "\"to\": 0.5, \"limits\": ...}, ...]",
          .kind = Kind::kArray,
          .set = [](void* request, const Given& value, const std::string&) {
            static_cast<RetimeRequest*>(request)->zones =
                std::any_cast<const Zones&>(std::get<std::any>(value));
          }};
}

}  // namespace

RetimeResult run(const RetimeRequest& request, Context& context) {
  check_retime_request(request);
  const model::Model model = load(request.model, context);
  const model::Frame& frame = end_effector(model, request.frame, context);
  const io::PathFile file = load_path(request, model, context);
  if (!request.outputs.path.empty() && !writes_csv_only(request)) io::refuse_to_name(file.source);
  std::vector<std::string> of_zones{file.source};
  for (const io::PathFile::Zone& zone : file.zones) of_zones.push_back(zone.limits);
  check_files(request, of_zones);
  Task task{model,
            frame,
            from(request.path.path, [&] { return file.path.for_model(model); }),
            path_limits(request, model, file, context),
            {}};
  const analysis::SharedLoads loads = shared_loads(request.loads, model, 0);
  if (loads) from(request.loads.path, [&] { analysis::check_loads_of_path(*loads); });
  try {
    task.options =
        from(request.path.path, [&] { return retime_options(request, file, task.path); });
    task.options.loads = loads;
    RetimeResult result{
        .model = model,
        .frame = frame.name,
        .path = file,
        .retiming = from(request.path.path, [&] { return retime_visibly(request, task, context); }),
        .used = {{"Path", request.path.path},
                 {"Limits", request.limits.path},
                 {"Loads", request.loads.path},
                 {"Call", context.call()}}};
    const std::optional<planning::Retiming> samples =
        in_whole_cycles(request, task, result.retiming, context);
    tell_about(request, result.retiming, context);
    if (samples) {
      tell_about_samples(request, task, samples->duration / result.retiming.duration, context);
    }
    write_results(request, result, samples, context);
    return result;
  } catch (const planning::NoLegalTiming& error) {
    throw AnswerIsNo(concat(request.path.path, ": ", error.what()));
  }
}

Json json(const RetimeResult& result) {
  return report::retime_json(result.model, result.frame, result.retiming);
}

std::string toml(const RetimeResult& result) {
  return result.path.kind == "motion" ? "" : report::retimed_toml(result.retiming, result.path, "");
}

std::any object(const RetimeResult& result) {
  return MotionSource{.path = "<retimed>",
                      .held = std::make_shared<const io::Motion>(
                          io::Motion{.trajectory = result.retiming.motion, .kind = "retimed"}),
                      .held_way = std::make_shared<const io::PathFile>(result.path)};
}

Job retime_job() {
  using R = RetimeRequest;
  Parameters path = motion_parameters();
  path.front().name = "path";
  path.front().value = "PATH";
  path.front().words =
      "a .toml of kind = \"path\" with waypoints, or any motion, whose timing is dropped";
  Parameter motion = of(&R::path, {path.front()}).front();
  path.erase(path.begin());
  motion.set = [set = motion.set](void* request, const Given& value, const std::string& called) {
    using Waypoints = std::vector<std::vector<double>>;
    const auto* object = std::get_if<std::any>(&value);
    if (const auto* waypoints = std::any_cast<Waypoints>(object)) {
      static_cast<R*>(request)->waypoints = *waypoints;
      static_cast<R*>(request)->path.path = "waypoints";
    } else {
      set(request, value, called);
    }
  };
  Parameters outputs =
      output_parameters("FILE", "the .toml motion to write, or a .csv of its samples");
  return job<RetimeRequest, RetimeResult>(
      {.name = "retime",
       .title = "the fastest motion along a path that keeps limits up to jerk and torque rate",
       .purpose = Purpose::kLimits,
       .parameters = together(
           {of(&R::model, model_parameters()),
            {std::move(motion)},
            of(&R::path, std::move(path)),
            of(&R::limits, {limits_parameter()}),
            of(&R::loads, {loads_parameter()}),
            {frame_of(&R::frame)},
            of(&R::outputs, together({std::move(outputs), page_parameters()})),
            {parameter(&R::rate, "rate",
                       "sample rate of the .csv in Hz (default: 1000); with -o FILE.toml it "
                       "writes a .csv too",
                       positive("samples per second")),
             parameter(&R::intervals, "intervals",
                       "intervals of the speed profile along the path (default: 1000, more for "
                       "paths with many seams); refined where limits need it",
                       {.least = 20, .most = 10'000}),
             also_called({"order"},
                         parameter(&R::limit_order, "limit-order",
                                   "2: ignore limits of jerk and torque rate, as TOPP-RA does; "
                                   "accelerations jump",
                                   {.least = 2, .most = 3})),
             parameter(&R::degree, "degree", "of the spline through waypoints that Python gives"),
             velocity(&R::start_velocity, "start-velocity"),
             velocity(&R::end_velocity, "end-velocity"), zones_parameter()}}),
       .examples = {"appell retime panda path.toml --limits panda -o fast.toml",
                    "appell retime panda slow.toml --limits panda -o fast.csv --rate 1000",
                    "appell retime panda path.toml --limits panda --loads tool.json -o "
                    "fast.toml"},
       .python = R"(>>> robot = load("planar2r")
>>> limits = {"default": {"velocity": 4.0, "acceleration": 20.0, "jerk": 400.0}}
>>> fast = retime(robot, [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]], limits)
>>> round(fast.duration, 3), check(robot, fast.motion, limits).legal
(0.75, True))",
       .rows = "active",
       .python_class = "Retimed"});
}

}  // namespace appell::jobs
