#include "appell/jobs/capability/capability.hpp"

#include <cmath>

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

void write_number(report::JsonWriter& json, double value) {
  std::isfinite(value) ? json.value(value) : json.null();
}

void write_range(report::JsonWriter& json, const CapabilityRange& range) {
  if (range.is_empty()) {
    json.null();
    return;
  }
  json.begin_array();
  write_number(json, range.low);
  write_number(json, range.high);
  json.end_array();
}

void write_bound(report::JsonWriter& json, const BoxBound& bound) {
  json.begin_object();
  json.key("proven");
  write_number(json, bound.proven);
  json.key("attained");
  write_number(json, bound.attained);
  json.key("q").begin_array();
  for (const VecX& derivative : bound.where) json.vector(derivative);
  json.end_array().end_object();
}

/// What belongs to a joint in both answers.
void begin_joint(report::JsonWriter& json, const model::Model& model,
                 const CapabilityLimits& limits, int j) {
  json.begin_object();
  json.key("joint").value(capable_joint(model, j));
  json.key("unit").value(motion_unit(model, j, limits.order));
  json.key("force_limit");
  write_range(json, {limits.force_low(j), limits.force_high(j)});
  json.key("motion_limit");
  write_range(json, {limits.motion_low(j), limits.motion_high(j)});
}

void write_part(report::JsonWriter& json, const model::Model& model, const CapabilityLimits& limits,
                const Capability& found) {
  json.begin_object();
  json.key("held").value(found.overloaded.empty());
  json.key("joints").begin_array();
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    begin_joint(json, model, limits, j);
    json.key("holding").value(found.holding(j));
    json.key("alone");
    write_range(json, found.alone[at]);
    json.key("reachable");
    write_range(json, found.reachable[at]);
    json.key("together");
    found.overloaded.empty() ? write_number(json, found.together(j)) : void(json.null());
    json.end_object();
  }
  json.end_array();
  json.key("together").begin_object();
  json.key("scale");
  found.overloaded.empty() ? write_number(json, found.scale) : void(json.null());
  json.key("weights").vector(found.weights);
  json.key("bottleneck");
  found.bottleneck < 0 ? json.null() : json.value(capable_joint(model, found.bottleneck));
  json.end_object();
  json.key("axes").begin_array();
  for (int a = 0; a < 6; ++a) {
    const auto at = static_cast<std::size_t>(a);
    json.begin_object();
    json.key("axis").value(axis_name(a));
    json.key("unit").value(axis_unit(a, found.order));
    json.key("alone");
    write_range(json, found.axes_alone[at]);
    json.key("free");
    write_range(json, found.axes_free[at]);
    json.end_object();
  }
  json.end_array();
  json.key("isotropic");
  write_number(json, found.isotropic);
  json.key("directions").value(found.directions);
  json.key("notes").value(found.notes);
  json.end_object();
}

void write_part(report::JsonWriter& json, const model::Model& model, const CapabilityLimits& limits,
                const BoxCapability& found) {
  json.begin_object();
  json.key("held");  // null: neither proven nor refuted.
  found.overloaded ? json.value(false) : found.margin.proven > 0.0 ? json.value(true) : json.null();
  json.key("boxes").value(static_cast<double>(found.num_boxes));
  json.key("margin");
  write_bound(json, found.margin);
  json.key("joints").begin_array();
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    begin_joint(json, model, limits, j);
    json.key("alone");
    write_bound(json, found.alone[at]);
    json.key("reachable");
    write_bound(json, found.reachable[at]);
    json.key("together");
    write_number(json, found.together(j));
    json.end_object();
  }
  json.end_array();
  json.key("together").begin_object();
  json.key("scale");
  write_bound(json, found.scale);
  json.key("weights").vector(found.weights);
  json.end_object();
  json.key("axes").begin_array();
  for (int a = 0; a < 6; ++a) {
    json.begin_object();
    json.key("axis").value(axis_name(a));
    json.key("unit").value(axis_unit(a, found.order));
    json.key("free");
    write_bound(json, found.axes[a]);
    json.end_object();
  }
  json.end_array();
  json.key("isotropic");
  write_bound(json, found.isotropic);
  json.key("directions").value(found.directions);
  json.end_object();
}

bool coordinate_turns(const model::Model& model, int j) {
  for (const model::Body& body : model.bodies()) {
    if (body.coordinate == j) return !body.screw.angular.isZero(0.0);
  }
  return true;
}

}  // namespace

std::string motion_unit(const model::Model& model, int j, int k) {
  return model::unit_name({Limited::kCoordinate, k, j}, coordinate_turns(model, j));
}
std::string force_unit(const model::Model& model, int j, int k) {
  return model::unit_name({Limited::kForce, k - 2, j}, coordinate_turns(model, j));
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

std::string json(const CapabilityResult& result) {
  report::JsonWriter json;
  json.begin_object();
  json.key("model").value(result.model.name());
  json.key("frame").value(result.frame);
  json.key("gravity").vector(result.model.gravity());
  json.key("loads");
  report::put_loads(json, result.loads);
  std::visit(
      [&](const auto& found) {
        json.key("acceleration");
        write_part(json, result.model, found.acceleration.limits, found.acceleration.found);
        json.key("jerk");
        if (found.jerk) {
          write_part(json, result.model, found.jerk->limits, found.jerk->found);
        } else {
          json.null();
        }
      },
      result.found);
  json.end_object();
  return json.text();
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
