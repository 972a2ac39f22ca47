#include "appell/report/check_report.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "appell/base/counted.hpp"
#include "appell/base/text.hpp"

namespace appell::report {
namespace {

using analysis::LimitVerdict;
using analysis::MotionCheck;

bool turns(const model::Model& model, int coordinate) {
  for (const model::Body& body : model.bodies()) {
    if (body.coordinate == coordinate) return !body.screw.angular.isZero(0.0);
  }
  return true;
}

/// What a force is limited by, for its unit.
model::MotionLimit force_itself() { return {.what = model::Limited::kForce}; }

/// "12.3 N (base.z) at 0.5 s": the largest of those that slide, or turn.
std::string largest_unbalanced(const model::Model& model,
                               const std::vector<analysis::UnbalancedForce>& unbalanced,
                               bool turning) {
  const analysis::UnbalancedForce* most = nullptr;
  for (const analysis::UnbalancedForce& one : unbalanced) {
    if (turns(model, one.coordinate) != turning) continue;
    if (most == nullptr || one.largest > most->largest) most = &one;
  }
  if (most == nullptr) return "";
  return fmt::format("{:.6g} {} ({}) at {:.6g} s", most->largest,
                     unit_name(force_itself(), turning), model.coordinates()[most->coordinate].name,
                     most->time);
}

std::string energy_text(const MotionCheck& check) {
  if (!check.energy) return "";
  return fmt::format("Energy: {:.6g} J; largest total power: {:.6g} W at {:.6g} s\n",
                     check.energy->total, check.energy->peak_power, check.energy->peak_time);
}

/// What dry friction, weight or loads take at standstill, or what no speed changes.
std::string reason_of_no_speed(const model::Model& model, const analysis::LegalSpeeds& speeds) {
  if (!speeds.obstacle) return "";
  const LimitVerdict& verdict = *speeds.obstacle;
  const std::string joint = joint_of(model, verdict);
  const std::string what =
      concat(kind_name(verdict.limit), joint.empty() ? "" : concat(" of '", joint, "'"));
  if (verdict.is_impulse) {
    return fmt::format(
        "; at every speed {} is infinite at t = {:.6g} s, where what it is the "
        "derivative of jumps",
        what, verdict.time);
  }
  const std::string unit = unit_of(model, verdict);
  return fmt::format("; {} {} is {:.6g} {} at t = {:.6g} s, its limit {:.6g} {}",
                     verdict.limit.is_position() ? "at every speed" : "even next to standstill",
                     what, verdict.worst, unit, verdict.time, verdict.end, unit);
}

std::string speeds_text(const model::Model& model, const analysis::LegalSpeeds& speeds) {
  if (speeds.is_own_only) {
    return "Other speeds were not looked at: loads that are functions of time say nothing of "
           "them.\n";
  }
  if (speeds.legal.empty()) return "Legal speeds: none" + reason_of_no_speed(model, speeds) + "\n";
  std::string text = "Legal speeds:";
  for (std::size_t i = 0; i < speeds.legal.size(); ++i) {
    text += fmt::format("{} {:.6g} to {:.6g}", i == 0 ? "" : ",", speeds.legal[i].low,
                        speeds.legal[i].high);
  }
  text += fmt::format(" times as fast{}; {}\n",
                      speeds.fastest() == speeds.most ? " (more was not looked at)" : "",
                      speeds.every_slower_is_legal() ? "every slower one is legal"
                                                     : "NOT every slower one is legal");
  if (!speeds.is_proven) {
    text += "Friction is no sum of powers of the speed: speeds were tried one by one.\n";
  }
  return text;
}

}  // namespace

std::string joint_of(const model::Model& model, const LimitVerdict& verdict) {
  if (!verdict.limit.has_coordinate()) return "";
  return model.coordinates()[verdict.limit.coordinate].name;
}

std::string unit_of(const model::Model& model, const LimitVerdict& verdict) {
  return unit_name(verdict.limit, turns(model, verdict.limit.coordinate));
}

std::string verdict_words(const LimitVerdict& verdict) {
  if (verdict.is_legal()) {
    return verdict.is_doubtful() ? "legal, but within 2 sd of the limit" : "legal";
  }
  return verdict.is_doubtful() ? "exceeded by less than 2 sd" : "exceeded";
}

std::string kind_in_words(std::string kind) {
  std::replace(kind.begin(), kind.end(), '_', ' ');
  if (!kind.empty() && kind[0] >= 'a' && kind[0] <= 'z') kind[0] = static_cast<char>(kind[0] - 32);
  return kind;
}

std::string check_sentence(const MotionCheck& check) {
  const auto exceeded =
      std::count_if(check.verdicts.begin(), check.verdicts.end(),
                    [](const LimitVerdict& verdict) { return !verdict.is_legal(); });
  const std::size_t all = check.verdicts.size();
  if (exceeded > 0) {
    return concat("NOT legal: ", exceeded, " of ", counted(all, "limit"),
                  exceeded == 1 ? " is exceeded." : " are exceeded.");
  }
  return all == 1 ? "Legal: the only limit is kept, at all times."
                  : concat("Legal: all ", counted(all, "limit"), " are kept, at all times.");
}

std::vector<std::string> check_sentences(const model::Model& model, const MotionCheck& check,
                                         const analysis::LegalSpeeds& speeds) {
  std::vector<std::string> sentences;
  for (std::string text : {loads_text(check.loads), unbalanced_text(model, check.unbalanced),
                           energy_text(check), speeds_text(model, speeds)}) {
    if (text.ends_with('\n')) text.pop_back();
    if (!text.empty()) sentences.push_back(std::move(text));
  }
  return sentences;
}

std::string loads_text(const analysis::SharedLoads& loads) {
  if (!loads) return "";
  const std::string left_out = loads->left_out();
  return fmt::format("Loads: {}{}\n", one_line(loads->name),
                     left_out.empty() ? "" : "; its operators leave out " + left_out);
}

void put_loads(JsonWriter& json, const analysis::SharedLoads& loads) {
  loads ? json.value(loads->name) : json.null();
}

std::string unbalanced_text(const model::Model& model,
                            const std::vector<analysis::UnbalancedForce>& unbalanced) {
  if (unbalanced.empty()) return "";
  std::vector<std::string> names;
  for (const analysis::UnbalancedForce& one : unbalanced) {
    names.push_back(model.coordinates()[one.coordinate].name);
  }
  const std::string force = largest_unbalanced(model, unbalanced, false);
  const std::string torque = largest_unbalanced(model, unbalanced, true);
  return fmt::format("No motor: {}; something else must supply up to {}{}{}\n", comma_list(names),
                     force, force.empty() || torque.empty() ? "" : " and ", torque);
}

void put_unbalanced(JsonWriter& json, const model::Model& model,
                    const std::vector<analysis::UnbalancedForce>& unbalanced) {
  json.begin_array();
  for (const analysis::UnbalancedForce& one : unbalanced) {
    json.begin_object();
    json.key("joint").value(model.coordinates()[one.coordinate].name);
    json.key("worst").value(one.largest);
    json.key("time").value(one.time);
    json.key("unit").value(unit_name(force_itself(), turns(model, one.coordinate)));
    json.end_object();
  }
  json.end_array();
}

namespace {

/// A number, or null where it is not known.
void put_known(JsonWriter& json, double number) {
  std::isnan(number) ? json.null() : json.value(number);
}

void put_verdict(JsonWriter& json, const model::Model& model, const LimitVerdict& verdict) {
  json.begin_object();
  json.key("kind").value(kind_name(verdict.limit));
  json.key("joint");
  verdict.limit.has_coordinate() ? json.value(joint_of(model, verdict)) : json.null();
  json.key("worst");
  put_known(json, verdict.worst);
  json.key("sd");
  put_known(json, verdict.sd);
  json.key("noise");
  put_known(json, verdict.noise);
  json.key("time").value(verdict.time);
  json.key("limit").value(verdict.end);
  json.key("margin");
  verdict.is_impulse ? json.null() : json.value(verdict.margin);
  json.key("verdict").value(verdict_words(verdict));
  json.key("uncertainty").value(verdict.uncertainty);
  json.key("unit").value(unit_of(model, verdict));
  json.end_object();
}

void put_energy(JsonWriter& json, const model::Model& model, const MotionCheck& check) {
  if (!check.energy) {
    json.null();
    return;
  }
  json.begin_object();
  json.key("total").value(check.energy->total);
  json.key("uncertainty").value(check.energy->uncertainty);
  json.key("peak_power").value(check.energy->peak_power);
  json.key("peak_time").value(check.energy->peak_time);
  json.key("joints").begin_object();
  for (std::size_t j = 0; j < check.energy->joints.size(); ++j) {
    if (model.coordinates()[j].is_passive) continue;
    json.key(model.coordinates()[j].name).value(check.energy->joints[j]);
  }
  json.end_object();
  json.end_object();
}

void put_speeds(JsonWriter& json, const model::Model& model, const analysis::LegalSpeeds& speeds) {
  json.begin_object();
  json.key("legal").begin_array();
  for (const analysis::SpeedRange& range : speeds.legal) {
    json.begin_array().value(range.low).value(range.high).end_array();
  }
  json.end_array();
  json.key("fastest");
  speeds.is_own_only ? json.null() : json.value(speeds.fastest());
  json.key("every_slower_is_legal");
  speeds.is_own_only ? json.null() : json.value(speeds.every_slower_is_legal());
  json.key("highest_looked_at").value(speeds.most);
  json.key("proven").value(speeds.is_proven);
  json.key("own_only").value(speeds.is_own_only);
  json.key("obstacle");
  if (speeds.obstacle) {
    put_verdict(json, model, *speeds.obstacle);
  } else {
    json.null();
  }
  json.end_object();
}

}  // namespace

std::string check_json(const model::Model& model, const std::string& frame,
                       const MotionCheck& check, const analysis::LegalSpeeds& speeds) {
  JsonWriter json;
  json.begin_object();
  json.key("model").value(model.name());
  json.key("frame").value(frame);
  json.key("gravity").vector(model.gravity());
  json.key("loads");
  put_loads(json, check.loads);
  json.key("left_out").value(check.loads ? check.loads->left_out() : "");
  json.key("legal").value(check.is_legal());
  json.key("limits").begin_array();
  for (const LimitVerdict& verdict : check.verdicts) put_verdict(json, model, verdict);
  json.end_array();
  json.key("energy");
  put_energy(json, model, check);
  json.key("unbalanced");
  put_unbalanced(json, model, check.unbalanced);
  json.key("speeds");
  put_speeds(json, model, speeds);
  json.end_object();
  return json.text();
}

}  // namespace appell::report
