#include "appell/jobs/elastic/elastic.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "appell/analysis/elastic_motion.hpp"
#include "appell/base/check.hpp"
#include "appell/base/text.hpp"
#include "appell/io/actuator_file.hpp"
#include "appell/io/embedded_models.hpp"
#include "appell/jobs/list.hpp"
#include "appell/report/json.hpp"
#include "appell/report/rendering.hpp"

namespace appell::jobs {
namespace {

using analysis::ElasticJump;
using analysis::ElasticMotion;

constexpr double kKnownStart = 1e-9;  // Of the largest deflection.
constexpr int kUsualElasticOrder = 2;
constexpr long long kMostKeptRows = 100'000'000;

std::string jump_text(const ElasticJump& jump, const ElasticJointPeaks& joint) {
  const std::string where = fmt::format("at t = {:.6g} s", jump.time);
  const char* angle = joint.turns ? "rad" : "m";
  switch (jump.what) {
    case ElasticJump::What::kPosition:
      return fmt::format(
          "joint '{}': the motor would have to jump by {:.3g} {} {}, because the force of the "
          "spring "
          "does there; no motor can: give a motion with continuous acceleration",
          joint.name, jump.size, angle, where);
    case ElasticJump::What::kVelocity:
      return fmt::format(
          "joint '{}': the velocity of the motor jumps by {:.3g} {}/s {}, which takes an impulse "
          "of "
          "force that is in no result; give a motion with continuous jerk",
          joint.name, jump.size, angle, where);
    case ElasticJump::What::kForce:
      break;
  }
  return fmt::format(
      "joint '{}': the force of the motor jumps by {:.3g} {} {}; a motion with four continuous "
      "derivatives has no jumps (three, with a damper)",
      joint.name, jump.size, joint.turns ? "N m" : "N", where);
}

/// Torques of motors, on the link side, beyond the limits of their joints.
void add_weak_motors(const ElasticResult& of, std::vector<std::string>& warnings) {
  for (const model::MotionLimit& limit : of.limits) {
    if (limit.what != model::Limited::kForce || limit.order != 0) continue;
    const ElasticJointPeaks& joint = of.record.joints[limit.coordinate];
    const double force = joint.Q_theta.value;
    if (joint.is_passive || (force >= limit.low && force <= limit.high)) continue;
    const char* unit = joint.turns ? "N m" : "N";
    warnings.push_back(fmt::format(
        "joint '{}': its motor takes {:.4g} {} at t = {:.6g} s, on the link side; its limit is "
        "{:.4g} {}",
        joint.name, force, unit, joint.Q_theta.time, force > limit.high ? limit.high : limit.low,
        unit));
  }
}

/// What a user should know: jumps of the motion that motors cannot follow, joints whose motor a
/// rigid robot would be wrong about, motors that are too weak, a start or kinks that are not known
/// exactly, springs that do not hold the robot. A sentence each.
std::vector<std::string> warnings_of(const ElasticResult& of,
                                     const std::vector<ElasticJump>& jumps) {
  const ElasticRecord& record = of.record;
  std::vector<std::string> warnings;
  for (const ElasticJump& jump : jumps) {
    warnings.push_back(jump_text(jump, record.joints[jump.coordinate]));
  }
  std::vector<std::string> passive;
  for (const ElasticJointPeaks& joint : record.joints) {
    if (joint.is_passive) passive.push_back(joint.name);
    if (joint.is_passive || joint.share() <= of.share) continue;
    const char* unit = joint.turns ? "N m" : "N";
    warnings.push_back(fmt::format(
        "joint '{}': rigid joints would be off by {:.4g} {} at t = {:.6g} s, {:.3g} % of the "
        "largest force of the motor, {:.4g} {}",
        joint.name, std::abs(joint.difference.value), unit, joint.difference.time,
        100.0 * joint.share(), std::abs(joint.Q_theta.value), unit));
  }
  add_weak_motors(of, warnings);
  if (!passive.empty()) {
    warnings.push_back(fmt::format(
        "no motor: {}; their forces in the table are what something else must supply, and they are "
        "held where motors are locked",
        comma_list(passive)));
  }
  if (record.start_error > kKnownStart) {
    warnings.push_back(
        fmt::format("the deflections of damped joints at the start depend on what was before: they "
                    "are known to "
                    "{:.2g} of the largest; the difference fades with the time D/K",
                    record.start_error));
  }
  if (record.kink) {
    warnings.push_back(
        fmt::format("the force of a damped joint is not smooth at t = {:.6g} s, and the motion "
                    "does not say why: "
                    "derivatives of its deflection are not exact near it",
                    *record.kink));
  }
  for (const auto& range : {record.locked, record.free}) {
    if (!range || range->lowest.value >= 0.0) continue;
    warnings.push_back(
        fmt::format("at t = {:.6g} s the springs are too soft to hold the robot up: an "
                    "eigenfrequency below zero "
                    "stands for a rate at which it tips over",
                    range->lowest.time));
  }
  return warnings;
}

Json peak_json(const SamplePeak& peak) { return {{"value", peak.value}, {"time", peak.time}}; }

Json elastic_joint_json(const ElasticJointPeaks& joint) {
  return {{"name", joint.name},
          {"elastic", joint.is_elastic},
          {"deflection", peak_json(joint.deflection)},
          {"motor_velocity", peak_json(joint.motor_velocity)},
          {"motor_torque", peak_json(joint.motor_torque)},
          {"Q_theta", peak_json(joint.Q_theta)},
          {"Q_rigid", peak_json(joint.Q_rigid)},
          {"elastic_difference", peak_json(joint.difference)},
          {"share", joint.share()}};
}

void check_elastic_request(const ElasticRequest& request) {
  std::vector<std::string> read = request.motion.files();
  for (const std::string& file : request.model.files()) read.push_back(file);
  read.insert(read.end(), {request.actuators, request.limits.path, request.loads.path});
  if (!request.outputs.path.empty()) report::check_table_path(request.outputs.path);
  check_outputs(request.outputs, read);
}

/// What acts on the links: the same all the time, for springs and dampers remember.
analysis::SharedLoads constant_loads(const ElasticRequest& request, const model::Model& model) {
  analysis::SharedLoads loads = shared_loads(request.loads, model, 0);
  if (!loads) return nullptr;
  const std::string& name = loads->name;
  check(loads->are_constant(), name,
        ": has loads that are functions of time, which elastic joints do not take; constant ones, "
        ".json, do");
  check(loads->operators.count_all(), name, ": operators leave out ", loads->left_out(),
        "; all forces count here: leave the field out");
  from(name, [&] { analysis::check_loads(*loads, model, {}); });
  return loads;
}

analysis::ElasticRobot load_robot(const ElasticRequest& request, Context& context,
                                  analysis::SharedLoads& loads) {
  model::Model model = load(request.model, context);
  if (!request.actuators.empty()) {
    model = io::with_actuators(model, io::load_actuators(request.actuators, model),
                               request.model.physics());
  }
  const auto& joints = model.description().joints;
  check(!request.actuators.empty() ||
            std::any_of(joints.begin(), joints.end(),
                        [](const model::Joint& joint) { return joint.actuator.is_elastic(); }),
        request.model.path, ": model '", model.name(), "' has no elastic joint; ",
        context.called("actuators"),
        " FILE.toml gives joints a stiffness, as `stiffness` of an actuator in a .toml model does "
        "(docs/formats.md)");
  loads = constant_loads(request, model);
  return from(request.actuators.empty() ? request.model.path : request.actuators, [&] {
    analysis::ElasticRobot robot(model, loads ? loads->constant : force::Surroundings{});
    robot.check_order(request.order.value_or(0));
    return robot;
  });
}

/// Derivatives of forces where nobody says how many: those that laws and friction have. Each takes
/// two derivatives of q more than that of a rigid robot, so that a recording, which has four, has
/// the forces alone.
int usual_elastic_order(const analysis::ElasticRobot& robot, const io::Motion& motion) {
  if (!robot.is_smooth()) return 0;
  const int most = io::known_derivatives(motion) - ElasticMotion::state_order(0);
  return std::clamp(most, 0, kUsualElasticOrder);
}

/// Of samples, the law through them is taken: what it makes of noise is not known here.
void warn_of_elastic_noise(const MotionSource& source, const io::Motion& motion, int order,
                           Context& context) {
  if (motion.recording == nullptr || motion.is_exact) return;
  const bool is_uncertain = motion.trajectory.is_uncertain();
  context.warn(concat(
      source.path,
      is_uncertain ? ": the most likely motion behind the samples is taken; results take its "
                     "derivatives up to order "
                   : ": the motion goes through samples, and results take its derivatives up to "
                     "order ",
      ElasticMotion::state_order(order),
      is_uncertain
          ? ", of which appell analyze says how uncertain they are"
          : concat(", which may be entirely noise of the samples; ", context.called("smooth"),
                   " auto removes it, appell analyze --order 2 --only Q_drive says how much there "
                   "is")));
}

}  // namespace

ElasticResult run(const ElasticRequest& request, Context& context) {
  check_elastic_request(request);
  analysis::SharedLoads loads;
  const analysis::ElasticRobot robot = load_robot(request, context, loads);
  const io::Motion motion = load(request.motion, &robot.model(), context);
  const int order = request.order.value_or(usual_elastic_order(robot, motion));
  require_derivatives(motion, request.motion, ElasticMotion::state_order(order),
                      concat(context.called("order"), " ", order, " with elastic joints"), context);
  warn_of_elastic_noise(request.motion, motion, order, context);
  ElasticResult result{
      .model = robot.model(),
      .law = from(request.motion.path, [&] { return motion.trajectory.for_model(robot.model()); }),
      .limits = load_limits(request.limits, robot.model(), context),
      .loads = loads,
      .table = {.path = request.outputs.path,
                .order = order,
                .inertia_accepted = request.model.accept_inertia,
                .motion_name = request.motion.path,
                .actuators_name = request.actuators,
                .loads_name = loads ? loads->name : "",
                .keeps_rows = request.outputs.path.empty() && context.wants_arrays()},
      .share = request.share,
      .has_plots = !request.outputs.plots.empty(),
      .used = {{"Actuators", request.actuators},
               {"Limits", request.limits.path},
               {"Loads", request.loads.path},
               {"Call", context.call()}}};
  const report::SampleTimes times = sample_times(request.sampling, request.motion, motion, context);
  check(!result.table.keeps_rows || times.size() <= kMostKeptRows, "elastic: ", times.size(),
        " samples; at most ", kMostKeptRows, " fit into arrays, a file takes any number");
  result.table.progress = [&](long long done) { context.progress(done, times.size(), "samples"); };
  result.table.watch = [&](const report::TableHeader& header, const report::TableBlock& block) {
    if (!result.charts) {
      result.charts =
          std::make_shared<report::PageCharts>(elastic_charts(result.model, header, result.limits));
    }
    result.charts->take(header, block);
  };
  result.record = from(request.motion.path,
                       [&] { return run_elastic(robot, result.law, times, result.table); });
  result.table.progress = nullptr;
  result.table.watch = nullptr;
  result.warnings = warnings_of(result, analysis::elastic_jumps(robot, result.law));
  for (const std::string& warning : result.warnings) context.warn(warning);
  return result;
}

Json json(const ElasticResult& of) {
  const ElasticRecord& record = of.record;
  Json json = Json::object();
  const std::set<std::string> others{"gravity", "order", "joints", "samples", "inertia_accepted"};
  for (const auto& [name, text] : record.rows.header.metadata) {
    if (!others.contains(name)) json[name] = text;
  }
  json["frame"] = of.model.default_frame().name;
  json["gravity"] = report::list_of(record.gravity);
  json["order"] = of.table.order;
  json["joints"] = report::list_of(record.joints, [](const auto& joint) { return joint.name; });
  json["samples"] = record.rows.header.num_rows;
  if (of.table.inertia_accepted) json["inertia_accepted"] = true;
  if (!of.table.path.empty()) json["output"] = of.table.path;
  if (of.has_plots) json["plots"] = report::figures_of(show(of, Detail::kPage)).size();
  json["peaks"] = Json::array();
  for (const ElasticJointPeaks& joint : record.joints) {
    if (!joint.is_passive) json["peaks"].push_back(elastic_joint_json(joint));
  }
  for (const auto& [name, range] :
       {std::pair{"locked_frequency", record.locked}, std::pair{"free_frequency", record.free}}) {
    if (!range) continue;
    json[name] = {{"lowest", peak_json(range->lowest)}, {"highest", peak_json(range->highest)}};
  }
  json["share"] = of.share;
  json["start_error"] = record.start_error;
  json["warnings"] = of.warnings;
  return json;
}

std::any object(const ElasticResult& of) {
  if (!of.table.keeps_rows) return {};
  return std::make_shared<const report::MotionRecord>(of.record.rows);
}

Job elastic_job() {
  using R = ElasticRequest;
  Parameters outputs = output_parameters("FILE", "the table to write: .csv, .h5 or .npz");
  outputs.front().aliases.push_back("file");
  std::vector<std::string> embedded;
  for (const auto& one : io::embedded_actuators()) embedded.emplace_back(one.name);
  Parameter actuators = offering(
      std::move(embedded),
      as(Kind::kFile, "FILE.toml",
         parameter(&R::actuators, "actuators",
                   "gears, rotors, springs and dampers, over those of the model; or the name of "
                   "embedded ones")));
  actuators.is_placed = true;
  return job<ElasticRequest, ElasticResult>(
      {.name = "elastic",
       .title = "motor angle, speed and torque behind elastic joints; eigenfrequencies",
       .purpose = Purpose::kMotion,
       .parameters = together(
           {of(&R::model, model_parameters()),
            of(&R::motion, motion_parameters()),
            {std::move(actuators),
             parameter(&R::order, "order",
                       "highest time derivative of the motor torques, which takes two derivatives "
                       "of the motion more than that of rigid joints (default: 2; of recordings "
                       "and with dry friction what there is)",
                       {.least = 0, .most = ElasticMotion::kHighestOrder})},
            of(&R::limits, {limits_parameter()}),
            of(&R::loads, {loads_parameter()}),
            of(&R::outputs, together({std::move(outputs), page_parameters()})),
            of(&R::sampling, recorded_sampling_parameters()),
            {parameter(&R::share, "share",
                       "warn if the motor torque differs from that of rigid joints by more than "
                       "this share of its peak",
                       positive("a share"))}}),
       .examples = {"appell elastic panda swing.toml --actuators springs.toml -o motors.csv",
                    "appell elastic panda swing.toml --actuators springs.toml --loads tool.json"},
       .remarks = "theta and Q_theta are on the link side of the gear, motor_position and "
                  "motor_torque on the\nmotor side. The motion needs four continuous derivatives "
                  "(docs/elastic.md).",
       .rows = "peaks",
       .python_class = "Elastic"});
}

}  // namespace appell::jobs
