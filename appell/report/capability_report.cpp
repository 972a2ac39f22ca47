#include "appell/report/capability_report.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "appell/model/motion_limit.hpp"
#include "appell/report/json_writer.hpp"
#include "appell/report/text_table.hpp"

namespace appell::report {
namespace {

using analysis::BoxBound;
using analysis::BoxCapability;
using analysis::Capability;
using analysis::CapabilityLimits;
using analysis::CapabilityRange;
using model::Limited;

constexpr std::array<const char*, 6> kAxisNames{"x",         "y",         "z",
                                                "angular x", "angular y", "angular z"};
using TextRows = std::vector<std::vector<std::string>>;

bool coordinate_turns(const model::Model& model, int j) {
  for (const model::Body& body : model.bodies()) {
    if (body.coordinate == j) return !body.screw.angular.isZero(0.0);
  }
  return true;
}

std::string motion_unit(const model::Model& model, int j, int k) {
  return model::unit_name({Limited::kCoordinate, k, j}, coordinate_turns(model, j));
}
std::string force_unit(const model::Model& model, int j, int k) {
  return model::unit_name({Limited::kForce, k - 2, j}, coordinate_turns(model, j));
}
std::string axis_unit(int a, int k) {
  return model::unit_name({a < 3 ? Limited::kFrameLinear : Limited::kFrameAngular, k}, true);
}
const std::string& coordinate_name(const model::Model& model, int j) {
  return model.coordinates()[static_cast<std::size_t>(j)].name;
}

/// Five digits; what is rounding is zero.
std::string number_text(double value) {
  if (std::isinf(value)) return value > 0.0 ? "unlimited" : "-unlimited";
  return fmt::format("{:.5g}", std::abs(value) < 1e-9 ? 0.0 : value);
}

/// Rounded towards zero: no table promises more than was proven.
std::string promise_text(double value) {
  if (!(value > 0.0)) return "not proven";
  if (std::isinf(value)) return "unlimited";
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 4.0);
  return fmt::format("{:.5g}", std::floor(value / unit + 1e-6) * unit);  // 1e-10: rounding.
}

/// What is proven; where a state has nothing there is nothing to prove.
std::string proven_text(const BoxBound& bound) {
  return bound.attained <= 0.0 ? "0" : promise_text(bound.proven);
}

std::string range_text(const CapabilityRange& range) {
  if (range.is_empty()) return "none";
  return number_text(range.low) + " to " + number_text(range.high);
}

std::string force_limits_text(const CapabilityLimits& limits, int j) {
  if (std::isinf(limits.force_high(j))) return "none";
  return number_text(limits.force_low(j)) + " to " + number_text(limits.force_high(j));
}

const char* what_it_is(int k) { return k == 2 ? "Acceleration" : "Jerk"; }
const char* what_limits_it(int k) { return k == 2 ? "torque" : "torque-rate"; }

/// "together: ...", what the proportions are and how much of them is possible.
std::string together_text(const CapabilityLimits& limits, const std::string& scale) {
  const bool by_limits =
      limits.motion_high.array().isFinite().all() && limits.motion_low.array().isFinite().all();
  return fmt::format("together: every combination is possible; {} times {}", scale,
                     by_limits ? "the limits of motion, at most 1" : "'alone'");
}

/// The ball does not count limits of motion, and says so where there are any.
std::string ball_text(const CapabilityLimits& limits, int directions) {
  return fmt::format("every direction ({} of 3){}", directions,
                     limits.has_motions() ? ", by force limits alone" : "");
}

std::string held_text(const model::Model& model, int joint, double force, int k,
                      const CapabilityLimits& limits, const std::string& where) {
  return fmt::format(
      "NOT possible{}: joint '{}' takes {} {} without any {} of its own; its limit is {}.\n", where,
      coordinate_name(model, joint), number_text(force), force_unit(model, joint, k),
      k == 2 ? "acceleration" : "jerk", force_limits_text(limits, joint));
}

std::string state_part(const model::Model& model, const CapabilityLimits& limits,
                       const Capability& found) {
  const int k = found.order;
  std::string text =
      fmt::format("{} that the {} limits leave at this state\n", what_it_is(k), what_limits_it(k));
  for (const int j : found.overloaded) {
    text += held_text(model, j, found.holding(j), k, limits, "");
  }
  TextRows rows{{"joint", "holding", "limit", "unit", "alone", "reachable", "together", "unit"}};
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    rows.push_back({coordinate_name(model, j), number_text(found.holding(j)),
                    force_limits_text(limits, j), force_unit(model, j, k),
                    range_text(found.alone[at]), range_text(found.reachable[at]),
                    found.overloaded.empty() ? "±" + number_text(found.together(j)) : "none",
                    motion_unit(model, j, k)});
  }
  text += text_table(rows);
  if (found.overloaded.empty()) text += together_text(limits, number_text(found.scale));
  if (found.overloaded.empty() && found.bottleneck >= 0) {
    text += fmt::format("; the {} of '{}' is the bottleneck", k == 2 ? "torque" : "torque rate",
                        coordinate_name(model, found.bottleneck));
  }
  if (found.overloaded.empty()) text += "\n";
  TextRows axes{{"end effector", "alone", "free", "unit"}};
  for (int a = 0; a < 6; ++a) {
    const auto at = static_cast<std::size_t>(a);
    axes.push_back({kAxisNames[at], range_text(found.axes_alone[at]),
                    range_text(found.axes_free[at]), axis_unit(a, k)});
  }
  text += text_table(axes);
  text += fmt::format("{}: {} {}\n", ball_text(limits, found.directions),
                      number_text(found.isotropic), axis_unit(0, k));
  for (const std::string& note : found.notes) text += "note: " + note + "\n";
  return text;
}

std::vector<std::string> bound_cells(const std::string& name, const BoxBound& bound,
                                     const std::string& unit) {
  return {name, proven_text(bound), number_text(bound.attained), unit};
}

std::string box_part(const model::Model& model, const CapabilityLimits& limits,
                     const BoxCapability& found) {
  const int k = found.order;
  std::string text =
      fmt::format("{} that the {} limits leave at every state of the box ({} boxes)\n",
                  what_it_is(k), what_limits_it(k), found.num_boxes);
  if (found.overloaded) {
    text +=
        held_text(model, *found.overloaded, found.overload, k, limits, " at one state at least");
  } else if (!(found.margin.proven > 0.0)) {
    text += fmt::format(
        "NOT PROVEN that the {} limits are kept everywhere; more boxes or a smaller "
        "box may prove it.\n",
        what_limits_it(k));
  }
  TextRows rows{
      {"joint", "alone ±", "at a state", "reachable ±", "at a state", "together ±", "unit"}};
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    rows.push_back({coordinate_name(model, j), proven_text(found.alone[at]),
                    number_text(found.alone[at].attained), proven_text(found.reachable[at]),
                    number_text(found.reachable[at].attained),
                    found.scale.attained <= 0.0 ? "0" : promise_text(found.together(j)),
                    motion_unit(model, j, k)});
  }
  text += text_table(rows);
  text += fmt::format("{} ({} at a state)\n", together_text(limits, proven_text(found.scale)),
                      number_text(found.scale.attained));
  TextRows axes{{"end effector", "free ±", "at a state", "unit"}};
  for (int a = 0; a < 6; ++a) {
    axes.push_back(bound_cells(kAxisNames[static_cast<std::size_t>(a)],
                               found.axes[static_cast<std::size_t>(a)], axis_unit(a, k)));
  }
  axes.push_back(
      bound_cells(ball_text(limits, found.directions), found.isotropic, axis_unit(0, k)));
  return text + text_table(axes);
}

void write_number(JsonWriter& json, double value) {
  std::isfinite(value) ? json.value(value) : json.null();
}

void write_range(JsonWriter& json, const CapabilityRange& range) {
  if (range.is_empty()) {
    json.null();
    return;
  }
  json.begin_array();
  write_number(json, range.low);
  write_number(json, range.high);
  json.end_array();
}

void write_bound(JsonWriter& json, const BoxBound& bound) {
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
void begin_joint(JsonWriter& json, const model::Model& model, const CapabilityLimits& limits,
                 int j) {
  json.begin_object();
  json.key("joint").value(coordinate_name(model, j));
  json.key("unit").value(motion_unit(model, j, limits.order));
  json.key("force_limit");
  write_range(json, {limits.force_low(j), limits.force_high(j)});
  json.key("motion_limit");
  write_range(json, {limits.motion_low(j), limits.motion_high(j)});
}

void write_part(JsonWriter& json, const model::Model& model, const CapabilityLimits& limits,
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
  found.bottleneck < 0 ? json.null() : json.value(coordinate_name(model, found.bottleneck));
  json.end_object();
  json.key("axes").begin_array();
  for (int a = 0; a < 6; ++a) {
    const auto at = static_cast<std::size_t>(a);
    json.begin_object();
    json.key("axis").value(kAxisNames[at]);
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

void write_part(JsonWriter& json, const model::Model& model, const CapabilityLimits& limits,
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
    json.key("axis").value(kAxisNames[static_cast<std::size_t>(a)]);
    json.key("unit").value(axis_unit(a, found.order));
    json.key("free");
    write_bound(json, found.axes[static_cast<std::size_t>(a)]);
    json.end_object();
  }
  json.end_array();
  json.key("isotropic");
  write_bound(json, found.isotropic);
  json.key("directions").value(found.directions);
  json.end_object();
}

template <class T>
std::string json_of(const model::Model& model, const CapabilityResult<T>& result) {
  JsonWriter json;
  json.begin_object();
  json.key("model").value(model.name());
  json.key("frame").value(result.frame);
  json.key("gravity").vector(model.gravity());
  json.key("acceleration");
  write_part(json, model, result.acceleration.limits, result.acceleration.found);
  json.key("jerk");
  if (result.jerk) {
    write_part(json, model, result.jerk->limits, result.jerk->found);
  } else {
    json.null();
  }
  json.end_object();
  return json.text();
}

template <class T, class PartText>
std::string text_of_parts(const model::Model& model, const CapabilityResult<T>& result,
                          const PartText& part) {
  std::string text = part(model, result.acceleration.limits, result.acceleration.found);
  if (result.jerk) {
    text += "\n" + part(model, result.jerk->limits, result.jerk->found);
  } else {
    text += "No jerk: " + result.no_jerk + "\n";
  }
  return text + fmt::format("End effector: {}, world axes. Gravity: {:.6g}, {:.6g}, {:.6g} m/s².\n",
                            result.frame, model.gravity().x(), model.gravity().y(),
                            model.gravity().z());
}

}  // namespace

std::string capability_text(const model::Model& model, const StateCapability& result) {
  return text_of_parts(model, result, state_part);
}

std::string capability_text(const model::Model& model, const RangeCapability& result) {
  return text_of_parts(model, result, box_part);
}

std::string capability_json(const model::Model& model, const StateCapability& result) {
  return json_of(model, result);
}

std::string capability_json(const model::Model& model, const RangeCapability& result) {
  return json_of(model, result);
}

}  // namespace appell::report
