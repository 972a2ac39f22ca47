#include "appell/report/check_report.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "appell/analysis/quantities/common.hpp"
#include "appell/base/counted.hpp"
#include "appell/base/text.hpp"

namespace appell::report {
namespace {

using analysis::LimitVerdict;
using analysis::MotionCheck;

/// What a force is limited by, for its unit.
model::MotionLimit force_itself() { return {.what = model::Limited::kForce}; }

/// "12.3 N (base.z) at 0.5 s": the largest of those that slide, or turn.
std::string largest_unbalanced(const model::Model& model,
                               const std::vector<analysis::UnbalancedForce>& unbalanced,
                               bool turning) {
  const analysis::UnbalancedForce* most = nullptr;
  for (const analysis::UnbalancedForce& one : unbalanced) {
    if (analysis::turns(model, one.coordinate) != turning) continue;
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
  return unit_name(verdict.limit, analysis::turns(model, verdict.limit.coordinate));
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

Json loads_json(const analysis::SharedLoads& loads) {
  return or_null(loads ? loads->name : std::string());
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

Json unbalanced_json(const model::Model& model,
                     const std::vector<analysis::UnbalancedForce>& unbalanced) {
  return list_of(unbalanced, [&](const analysis::UnbalancedForce& one) {
    return Json{{"joint", model.coordinates()[one.coordinate].name},
                {"worst", one.largest},
                {"time", one.time},
                {"unit", unit_name(force_itself(), analysis::turns(model, one.coordinate))}};
  });
}

namespace {

Json verdict_json(const model::Model& model, const LimitVerdict& verdict) {
  return {{"kind", kind_name(verdict.limit)},
          {"joint", or_null(joint_of(model, verdict))},
          {"worst", or_null(verdict.worst)},
          {"sd", or_null(verdict.sd)},
          {"noise", or_null(verdict.noise)},
          {"time", verdict.time},
          {"limit", verdict.end},
          {"margin", verdict.is_impulse ? Json() : Json(verdict.margin)},
          {"verdict", verdict_words(verdict)},
          {"uncertainty", verdict.uncertainty},
          {"unit", unit_of(model, verdict)}};
}

Json energy_json(const model::Model& model, const MotionCheck& check) {
  if (!check.energy) return {};
  Json joints = Json::object();
  for (int j = 0; j < std::ssize(check.energy->joints); ++j) {
    const model::Coordinate& coordinate = model.coordinates()[j];
    if (!coordinate.is_passive) joints[coordinate.name] = check.energy->joints[j];
  }
  return {{"total", check.energy->total},
          {"uncertainty", check.energy->uncertainty},
          {"peak_power", check.energy->peak_power},
          {"peak_time", check.energy->peak_time},
          {"joints", std::move(joints)}};
}

Json speeds_json(const model::Model& model, const analysis::LegalSpeeds& speeds) {
  const auto if_others = [&](Json value) { return speeds.is_own_only ? Json() : value; };
  return {{"legal",
           list_of(speeds.legal,
                   [](const analysis::SpeedRange& range) { return Json{range.low, range.high}; })},
          {"fastest", if_others(speeds.fastest())},
          {"every_slower_is_legal", if_others(speeds.every_slower_is_legal())},
          {"highest_looked_at", speeds.most},
          {"proven", speeds.is_proven},
          {"own_only", speeds.is_own_only},
          {"obstacle", speeds.obstacle ? verdict_json(model, *speeds.obstacle) : Json()}};
}

}  // namespace

Json check_json(const model::Model& model, const std::string& frame, const MotionCheck& check,
                const analysis::LegalSpeeds& speeds) {
  return {{"model", model.name()},
          {"frame", frame},
          {"gravity", list_of(model.gravity())},
          {"loads", loads_json(check.loads)},
          {"left_out", check.loads ? check.loads->left_out() : ""},
          {"legal", check.is_legal()},
          {"limits",
           list_of(check.verdicts,
                   [&](const LimitVerdict& verdict) { return verdict_json(model, verdict); })},
          {"energy", energy_json(model, check)},
          {"unbalanced", unbalanced_json(model, check.unbalanced)},
          {"speeds", speeds_json(model, speeds)}};
}

}  // namespace appell::report
