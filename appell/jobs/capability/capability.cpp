#include "appell/jobs/capability/capability.hpp"

#include <cmath>

#include "appell/analysis/quantities/common.hpp"
#include "appell/base/check.hpp"
#include "appell/base/stop.hpp"
#include "appell/io/limit_file.hpp"
#include "appell/io/state_file.hpp"
#include "appell/jobs/list.hpp"
#include "appell/report/check_report.hpp"

namespace appell::jobs {
namespace {

using analysis::BoxBound;
using analysis::BoxCapability;
using analysis::Capability;
using analysis::CapabilityLimits;
using analysis::CapabilityRange;
using model::Limited;
using report::list_of;
using report::or_null;

constexpr const char* kNoRates = "there are no torque_rate limits.";

/// The limits of acceleration and of jerk.
struct BothLimits {
  analysis::CapabilityLimits acceleration;
  analysis::CapabilityLimits jerk;

  BothLimits(const model::Model& model, const std::vector<model::MotionLimit>& limits)
      : acceleration(analysis::capability_limits(model, limits, 2)),
        jerk(analysis::capability_limits(model, limits, 3)) {
    check(acceleration.has_forces(), "model '", model.name(),
          "': no joint has a limit of torque or force; a file of limits gives some "
          "(docs/formats.md)");
  }
};

StateCapability capability_at(const model::Model& model, const model::Frame& frame,
                              const model::StateSeries& state,
                              const std::vector<model::MotionLimit>& limits,
                              const force::Surroundings& surroundings) {
  const BothLimits both(model, limits);
  check(state.order() >= 1,
        "q has positions only; q[1], the velocities, is needed (zeros at rest)");
  const auto find = [&](const analysis::CapabilityLimits& some) {
    return analysis::capability(model, frame, state, some, surroundings);
  };
  StateCapability result{{both.acceleration, find(both.acceleration)}};
  if (!both.jerk.has_forces()) {
    result.no_jerk = kNoRates;
  } else if (state.order() < 2) {
    result.no_jerk = "q[2], the accelerations, is not given.";
  } else {
    result.jerk = {both.jerk, find(both.jerk)};
  }
  return result;
}

RangeCapability capability_in(const model::Model& model, const model::Frame& frame,
                              const std::vector<model::MotionLimit>& ranges,
                              const std::vector<model::MotionLimit>& limits,
                              const force::Surroundings& surroundings,
                              const analysis::BoxEffort& effort) {
  const BothLimits both(model, limits);
  const std::vector<model::MotionLimit> all = replaced(limits, ranges);
  const bool has_jerk = both.jerk.has_forces() && box_order(model, all) >= 2;
  const model::StateBox box = state_box(model, all, has_jerk ? 2 : 1);
  long long before = 0;
  analysis::BoxEffort each = effort;
  if (effort.progress) each.progress = [&](long long done) { effort.progress(before + done); };
  const auto find = [&](const analysis::CapabilityLimits& some) {
    return analysis::capability_over_box(model, frame, box, some, each, surroundings);
  };
  RangeCapability result{{both.acceleration, find(both.acceleration)}};
  before = effort.boxes;
  if (has_jerk) {
    result.jerk = {both.jerk, find(both.jerk)};
  } else {
    result.no_jerk =
        both.jerk.has_forces() ? "the box has no range of acceleration for every joint." : kNoRates;
  }
  return result;
}

/// A state, and all that acts there.
struct StateUnderLoads {
  model::StateSeries state;
  force::Surroundings surroundings;
};

StateUnderLoads load_state(const CapabilityRequest& request, const model::Model& model,
                           const model::Frame& frame) {
  if (request.state.empty()) {
    const auto n = static_cast<std::size_t>(model.num_coordinates());
    std::vector<VecX> derivatives;
    for (const std::vector<double>& row : request.q) {
      check(row.size() == n, "capability: q is needed of shape (orders, ", n, ")");
      derivatives.emplace_back(Eigen::Map<const VecX>(row.data(), static_cast<Eigen::Index>(n)));
    }
    return {model::state_from_derivatives(model, derivatives), {}};
  }
  const io::StateFile file = io::load_state(request.state, model);
  check(file.applied.operators.inertia && file.applied.operators.gravity &&
            file.applied.operators.loads,
        request.state, ": operators: all forces count here; leave the field out");
  return {file.state, {all_loads(file, frame), file.applied.external}};
}

StateCapability at_state(const CapabilityRequest& request, const CapabilityResult& of,
                         const std::vector<model::MotionLimit>& limits) {
  const model::Frame& frame = of.model.frame(of.frame);
  StateUnderLoads at = load_state(request, of.model, frame);
  if (of.loads) {
    const force::Surroundings& more = of.loads->constant;
    at.surroundings.loads.insert(at.surroundings.loads.end(), more.loads.begin(), more.loads.end());
    at.surroundings.external.insert(at.surroundings.external.end(), more.external.begin(),
                                    more.external.end());
  }
  const std::string name = request.state.empty()  ? "q"
                           : request.state == "-" ? "<stdin>"
                                                  : request.state;
  return from(name,
              [&] { return capability_at(of.model, frame, at.state, limits, at.surroundings); });
}

RangeCapability over_box(const CapabilityRequest& request, const CapabilityResult& of,
                         const std::vector<model::MotionLimit>& limits, Context& context) {
  const std::vector<model::MotionLimit> ranges =
      request.box.text.empty() ? io::load_box(request.box.path, of.model)
                               : io::read_box_toml("box", request.box.text, of.model);
  const analysis::BoxEffort effort{
      .boxes = request.boxes,
      .progress =
          [&](long long done) { context.progress(done, 2 * request.boxes, "boxes at most"); },
      .stop = StopScope::flag()};
  const force::Surroundings surroundings = of.loads ? of.loads->constant : force::Surroundings{};
  return from(request.box.text.empty() ? request.box.path : "box", [&] {
    return capability_in(of.model, of.model.frame(of.frame), ranges, limits, surroundings, effort);
  });
}

bool is_impossible(const analysis::Capability& found) { return !found.overloaded.empty(); }
bool is_impossible(const analysis::BoxCapability& found) { return found.overloaded.has_value(); }

Json range_json(const CapabilityRange& range) {
  return range.is_empty() ? Json() : Json{or_null(range.low), or_null(range.high)};
}

Json bound_json(const BoxBound& bound) {
  return {{"proven", or_null(bound.proven)},
          {"attained", or_null(bound.attained)},
          {"q", list_of(bound.where, [](const VecX& derivative) { return list_of(derivative); })}};
}

/// What belongs to a joint in both answers.
Json capability_json(const model::Model& model, const CapabilityLimits& limits, int j) {
  return {{"joint", capable_joint(model, j)},
          {"unit", motion_unit(model, j, limits.order)},
          {"force_limit", range_json({limits.force_low(j), limits.force_high(j)})},
          {"motion_limit", range_json({limits.motion_low(j), limits.motion_high(j)})}};
}

Json axis_json(int a, int order) { return {{"axis", axis_name(a)}, {"unit", axis_unit(a, order)}}; }

Json part_json(const model::Model& model, const CapabilityLimits& limits, const Capability& found) {
  const bool is_held = found.overloaded.empty();
  Json joints = Json::array(), axes = Json::array();
  for (int j = 0; j < model.num_coordinates(); ++j) {
    Json& joint = joints.emplace_back(capability_json(model, limits, j));
    joint["holding"] = found.holding(j);
    joint["alone"] = range_json(found.alone[j]);
    joint["reachable"] = range_json(found.reachable[j]);
    joint["together"] = is_held ? or_null(found.together(j)) : Json();
  }
  for (int a = 0; a < 6; ++a) {
    Json& axis = axes.emplace_back(axis_json(a, found.order));
    axis["alone"] = range_json(found.axes_alone[a]);
    axis["free"] = range_json(found.axes_free[a]);
  }
  const std::string bottleneck = found.bottleneck < 0 ? "" : capable_joint(model, found.bottleneck);
  return {{"held", is_held},
          {"joints", std::move(joints)},
          {"together",
           {{"scale", is_held ? or_null(found.scale) : Json()},
            {"weights", list_of(found.weights)},
            {"bottleneck", or_null(bottleneck)}}},
          {"axes", std::move(axes)},
          {"isotropic", or_null(found.isotropic)},
          {"directions", found.directions},
          {"notes", found.notes}};
}

Json part_json(const model::Model& model, const CapabilityLimits& limits,
               const BoxCapability& found) {
  Json joints = Json::array(), axes = Json::array();
  for (int j = 0; j < model.num_coordinates(); ++j) {
    Json& joint = joints.emplace_back(capability_json(model, limits, j));
    joint["alone"] = bound_json(found.alone[j]);
    joint["reachable"] = bound_json(found.reachable[j]);
    joint["together"] = or_null(found.together(j));
  }
  for (int a = 0; a < 6; ++a) {
    axes.emplace_back(axis_json(a, found.order))["free"] = bound_json(found.axes[a]);
  }
  Json held = found.margin.proven > 0.0 ? Json(true) : Json();  // null: neither proven nor refuted.
  if (found.overloaded) held = false;
  return {{"held", std::move(held)},
          {"boxes", found.num_boxes},
          {"margin", bound_json(found.margin)},
          {"joints", std::move(joints)},
          {"together", {{"scale", bound_json(found.scale)}, {"weights", list_of(found.weights)}}},
          {"axes", std::move(axes)},
          {"isotropic", bound_json(found.isotropic)},
          {"directions", found.directions}};
}

}  // namespace

std::string motion_unit(const model::Model& model, int j, int k) {
  return model::unit_name({Limited::kCoordinate, k, j}, analysis::turns(model, j));
}
std::string force_unit(const model::Model& model, int j, int k) {
  return model::unit_name({Limited::kForce, k - 2, j}, analysis::turns(model, j));
}
std::string axis_unit(int a, int k) {
  return model::unit_name({a < 3 ? Limited::kFrameLinear : Limited::kFrameAngular, k}, true);
}
const std::string& capable_joint(const model::Model& model, int j) {
  return model.coordinates()[j].name;
}

const char* axis_name(int a) {
  constexpr const char* kNames[] = {"x", "y", "z", "angular x", "angular y", "angular z"};
  return kNames[a];
}

CapabilityResult run(const CapabilityRequest& request, Context& context) {
  const int given = !request.state.empty() + !request.q.empty() + request.box.is_given();
  check(given == 1, context.called("state"), ", ", context.called("box"),
        ": one of them is needed: the state, or the box of states, that is asked about");
  const model::Model model = load(request.model, context);
  CapabilityResult result{.model = model,
                          .frame = end_effector(model, request.frame, context).name,
                          .loads = shared_loads(request.loads, model, 1),
                          .found = RangeCapability{}};
  // A state has no time, and a box none of its own.
  if (result.loads) from(request.loads.path, [&] { check_loads_of_path(*result.loads); });
  const std::vector<model::MotionLimit> limits = load_limits(request.limits, model, context);
  if (request.box.is_given()) {
    result.found = over_box(request, result, limits, context);
  } else {
    result.found = at_state(request, result, limits);
  }
  return result;
}

bool is_no(const CapabilityResult& result) {
  return std::visit(
      [](const auto& found) {
        return is_impossible(found.acceleration.found) ||
               (found.jerk && is_impossible(found.jerk->found));
      },
      result.found);
}

Json json(const CapabilityResult& result) {
  Json json{{"model", result.model.name()},
            {"frame", result.frame},
            {"gravity", list_of(result.model.gravity())},
            {"loads", report::loads_json(result.loads)}};
  std::visit(
      [&](const auto& found) {
        const auto part = [&](const auto& of) {
          return part_json(result.model, of.limits, of.found);
        };
        json["acceleration"] = part(found.acceleration);
        json["jerk"] = found.jerk ? part(*found.jerk) : Json();
      },
      result.found);
  return json;
}

Job capability_job() {
  using R = CapabilityRequest;
  Parameter q{.name = "q",
              .words =
                  "the state, of shape (orders, n): positions, velocities and, for jerk, "
                  "accelerations",
              .kind = Kind::kArray,
              .is_placed = true,
              .set = [](void* request, const Given& value, const std::string& called) {
                const auto* object = std::get_if<std::any>(&value);
                const auto* rows = std::any_cast<std::vector<std::vector<double>>>(object);
                check(rows != nullptr, called, ": an array of shape (orders, n) is needed");
                static_cast<R*>(request)->q = *rows;
              }};
  Parameter box = limits_parameter();
  box.name = "box";
  box.choices.clear();
  box.words =
      "ranges of position, velocity and acceleration: bounds that hold at every state in "
      "them";
  return job<CapabilityRequest, CapabilityResult>(
      {.name = "capability",
       .title = "acceleration and jerk that torque limits leave; exit 1 if the robot cannot even "
                "hold the pose",
       .purpose = Purpose::kLimits,
       .parameters = together(
           {of(&R::model, model_parameters()),
            {std::move(q),
             as(Kind::kFile, "FILE.json",
                parameter(&R::state, "state",
                          "a file with q, q' and, for jerk, q'' ('-': standard input)"))},
            of(&R::limits, {limits_parameter()}),
            of(&R::box, {std::move(box)}),
            of(&R::loads, {loads_parameter()}),
            {frame_of(&R::frame),
             parameter(&R::boxes, "boxes",
                       "divide the box into at most so many parts; more give tighter bounds",
                       {.least = 1, .most = 10'000'000})}}),
       .examples = {"echo '{\"q\": [[0, 0.3, 0, -2, 0, 2, 0.8], [0, 0, 0, 0, 0, 0, 0]]}' |\n"
                    "           appell capability panda --state - --limits panda",
                    "appell capability panda --box box.toml --limits panda --loads tool.json"},
       .python = R"(>>> robot = load("planar2r")
>>> found = capability(robot, np.zeros((2, 2)), {"default": {"torque": 40.0}})
>>> found.acceleration["joints"][0]["joint"], found.jerk is None
('shoulder', True))",
       .rows = "acceleration.joints"});
}

}  // namespace appell::jobs
