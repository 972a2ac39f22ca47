#include "appell/jobs/compare/compare.hpp"

#include <cmath>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/base/quoted.hpp"
#include "appell/base/stop.hpp"
#include "appell/jobs/list.hpp"
#include "appell/report/check_report.hpp"
#include "appell/report/output_file.hpp"

namespace appell::jobs {
namespace {

using analysis::ComparedFigure;
using analysis::ComparedMotion;
using analysis::FigureValue;
using analysis::MotionComparison;

const std::string& coordinate_name(const model::Model& model, int coordinate) {
  return model.coordinates()[coordinate].name;
}

Json value_json(const model::Model& model, const FigureValue& value) {
  Json json{{"value", value.is_impulse ? Json() : Json(value.value)},
            {"impulse", value.is_impulse}};
  if (value.time) json["time"] = *value.time;
  if (value.worst) json["joint"] = coordinate_name(model, *value.worst);
  if (value.share) json["share"] = *value.share;
  for (const analysis::JointFigure& joint : value.joints) {
    json["joints"][coordinate_name(model, joint.coordinate)] =
        joint.is_impulse ? Json() : Json(joint.value);
  }
  return json;
}

Json motion_json(const model::Model& model, const ComparedMotion& motion, int num_best) {
  Json json{{"name", motion.name}, {"duration", motion.range.duration()}};
  if (motion.is_legal) {
    json["legal"] = *motion.is_legal;
    json["exceeded"] = report::list_of(motion.exceeded, [&](const model::MotionLimit& limit) {
      return limit_label(model, limit);
    });
  }
  json["best_of"] = num_best;
  return json;
}

std::vector<std::string> motion_names(const MotionComparison& of,
                                      const std::vector<std::size_t>& motions) {
  std::vector<std::string> names;
  for (const std::size_t i : motions) names.push_back(of.motions[i].name);
  return names;
}

/// A row for each motion, columns "NAME", and "NAME.joint" where there is one.
std::string csv_of(const model::Model& model, const MotionComparison& of) {
  std::string units, header = "motion", rows;
  for (const ComparedFigure& figure : of.figures) {
    units += "," + figure.unit + (figure.has_joints ? "," : "");
    header += "," + figure.name + (figure.has_joints ? "," + figure.name + ".joint" : "");
  }
  for (const ComparedMotion& motion : of.motions) {
    rows += csv_field(motion.name);
    for (const FigureValue& value : motion.values) {
      rows += value.is_impulse ? ",impulse" : fmt::format(",{:.17g}", value.value);
      if (value.worst) rows += "," + csv_field(coordinate_name(model, *value.worst));
    }
    rows += "\n";
  }
  return fmt::format("# model: {}\n# units: {}\n{}\n{}", model.name(), units, header, rows);
}

/// What there is to know of the laws that a motion is compared with.
std::vector<std::string> standard_notes(const analysis::NamedMotion& given,
                                        const analysis::StandardMoves& standard) {
  const double duration = given.motion.range().duration();
  std::vector<std::string> notes;
  if (analysis::share_at_ends(given.motion) > 1e-6) {
    notes.push_back(fmt::format(
        "{} does not go from rest to rest; the laws that it is compared with do", given.name));
  }
  notes.push_back("minimum_jerk is the quintic, minimum_snap the septic from rest to rest");
  if (!standard.shortest) {
    notes.push_back(
        "jerk_limited: not all joints that move have limits of velocity, acceleration and jerk; "
        "its ramps take 1/3 of the time each, of which 1/3 at either end has constant jerk");
  } else if (*standard.shortest <= duration * (1.0 + 1e-9)) {
    notes.push_back(
        fmt::format("jerk_limited: within the limits it could take {:.6g} s; it is "
                    "slowed down to the {:.6g} s of the motion",
                    *standard.shortest, duration));
  } else {
    notes.push_back(
        fmt::format("jerk_limited: within the limits it takes {:.6g} s; run in the "
                    "{:.6g} s of the motion it exceeds them",
                    *standard.shortest, duration));
  }
  return notes;
}

void check_compare_request(const CompareRequest& request, const Context& context) {
  check(request.names.empty() || request.names.size() == request.motions.size(),
        context.called("names"), ": ", request.motions.size(), " motions and ",
        request.names.size(), " names; as many of both, one at least, are needed");
  check(!request.motions.empty(), "compare: 0 motions; one at least is needed");
  std::vector<std::string> read = request.model.files();
  for (const MotionSource& motion : request.motions) {
    for (const std::string& file : motion.files()) read.push_back(file);
  }
  read.insert(read.end(), {request.limits.path, request.loads.path});
  check_outputs(request.outputs, read, {".csv"});
}

std::string name_of(const CompareRequest& request, std::size_t i) {
  if (!request.names.empty()) return request.names[i];
  const MotionSource& source = request.motions[i];
  return source.held ? concat("motion ", i + 1) : source.path;
}

analysis::NamedMotion load_compared(const CompareRequest& request, std::size_t i,
                                    const CompareResult& result, Context& context) {
  MotionSource source = request.motions[i];
  source.reading = request.reading;
  const io::Motion motion = load(source, &result.model, context);
  source.path = name_of(request, i);
  require_derivatives(motion, source, analysis::kComparedOrder, "comparing", context);
  warn_of_samples(source, motion, context);
  trajectory::Trajectory law =
      from(source.path, [&] { return motion.trajectory.for_model(result.model); });
  if (!result.loads || result.loads->operators.friction) {
    note_held_joints(source, result.model, law, context);
  }
  check_loads_along(request.loads, result.loads, result.model, source, law.range());
  return {source.path, std::move(law)};
}

void add_standard_moves(CompareResult& result) {
  const analysis::NamedMotion given = result.motions.front();
  const analysis::StandardMoves standard =
      from(given.name + " (give a second motion, or one that goes somewhere)",
           [&] { return analysis::standard_moves(result.model, given.motion, result.limits); });
  result.notes = standard_notes(given, standard);
  result.motions.insert(result.motions.end(), standard.moves.begin(), standard.moves.end());
}

/// One after the other, to say how far it is, and whose fault it is.
MotionComparison compared(const CompareResult& of, Context& context) {
  MotionComparison all;
  for (const analysis::NamedMotion& motion : of.motions) {
    const analysis::CheckRequest how{
        .stop = StopScope::flag(),
        .progress =
            [&](double share) {
              const double done = static_cast<double>(all.motions.size()) + share;
              context.progress(std::lround(100.0 * done / static_cast<double>(of.motions.size())),
                               100, "% of the motions");
            },
        .loads = of.loads};
    MotionComparison one = from(motion.name, [&] {
      return analysis::compare_motions(of.model, of.model.frame(of.frame), {motion}, of.limits,
                                       how);
    });
    all.figures = std::move(one.figures);
    all.motions.push_back(std::move(one.motions.front()));
  }
  return all;
}

}  // namespace

std::string limit_label(const model::Model& model, const model::MotionLimit& limit) {
  return kind_name(limit) +
         (limit.has_coordinate() ? " " + coordinate_name(model, limit.coordinate) : "");
}

CompareResult run(const CompareRequest& request, Context& context) {
  check_compare_request(request, context);
  const model::Model model = load(request.model, context);
  CompareResult result{.model = model,
                       .frame = end_effector(model, request.frame, context).name,
                       .motions = {},
                       .found = {},
                       .limits = load_limits(request.limits, model, context),
                       .loads = shared_loads(request.loads, model, analysis::kComparedOrder - 2),
                       .used = {{"Limits", request.limits.path},
                                {"Loads", request.loads.path},
                                {"Call", context.call()}}};
  warn_of_left_out(request.loads, result.loads, "the figures are", context);
  for (std::size_t i = 0; i < request.motions.size(); ++i) {
    result.motions.push_back(load_compared(request, i, result, context));
  }
  const bool is_alone = result.motions.size() == 1;
  result.motion_name = is_alone ? result.motions.front().name : "motions compared";
  if (is_alone) add_standard_moves(result);
  result.found = compared(result, context);
  if (!request.outputs.path.empty()) {
    report::OutputFile file(request.outputs.path);
    file.write(csv_of(model, result.found));
    file.commit();
  }
  return result;
}

Json json(const CompareResult& result) {
  const MotionComparison& of = result.found;
  Json motions = Json::array(), figures = Json::array();
  for (int i = 0; i < std::ssize(of.motions); ++i) {
    motions.push_back(motion_json(result.model, of.motions[i], of.num_best(i)));
  }
  for (int i = 0; i < std::ssize(of.figures); ++i) {
    figures.push_back({{"name", of.figures[i].name},
                       {"title", of.figures[i].title},
                       {"unit", of.figures[i].unit},
                       {"best", motion_names(of, of.best(i))},
                       {"values", report::list_of(of.motions, [&](const ComparedMotion& motion) {
                          return value_json(result.model, motion.values[i]);
                        })}});
  }
  return {{"model", result.model.name()},
          {"frame", result.frame},
          {"gravity", report::list_of(result.model.gravity())},
          {"loads", report::loads_json(result.loads)},
          {"notes", result.notes},
          {"motions", std::move(motions)},
          {"figures", std::move(figures)}};
}

Job compare_job() {
  using R = CompareRequest;
  Parameter motions = required(as(
      Kind::kMotion, "MOTION",
      {.name = "motions",
       .words = "motions, .toml or .csv; a single one is compared with standard laws of the same "
                "ends and duration",
       .set = [](void* request, const Given& value, const std::string& called) {
         auto& to = static_cast<R*>(request)->motions;
         if (const auto* object = std::get_if<std::any>(&value)) {
           to = std::any_cast<const std::vector<MotionSource>&>(*object);
         } else {
           for (const std::string& path : list_of(value, called)) to.push_back({.path = path});
         }
       }}));
  motions.is_many = true;
  return job<CompareRequest, CompareResult>(
      {.name = "compare",
       .title = "compare motions, or one motion with standard laws: peaks and energies",
       .purpose = Purpose::kMotion,
       .parameters = together(
           {of(&R::model, model_parameters()),
            {std::move(motions)},
            of(&R::limits, {limits_parameter()}),
            of(&R::loads, {loads_parameter()}),
            {frame_of(&R::frame)},
            of(&R::outputs,
               together({output_parameters("FILE.csv", "write the table, a row for each motion"),
                         page_parameters()})),
            {as(Kind::kList, "NAME,...",
                parameter(&R::names, "names",
                          "what the motions are called (default: as their files)"))},
            of(&R::reading, reading_parameters())}),
       .examples = {"appell compare panda pick.toml --limits panda --report pick.html",
                    "appell compare panda quintic.toml septic.toml log.csv -o table.csv",
                    "appell compare panda pick.toml --loads tool.json"},
       .python = R"(>>> robot = load("planar2r")
>>> move = Motion(robot.names, [minimum_jerk(0.0, 0.0, 1.0, 1.0), hold(0.0, 1.0, 0.0)])
>>> [motion["name"] for motion in compare(robot, move).motions]
['motion 1', 'minimum_jerk', 'minimum_snap', 'jerk_limited'])",
       .rows = "figures"});
}

}  // namespace appell::jobs
