#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/jobs/capability/capability.hpp"
#include "appell/report/check_report.hpp"

namespace appell::jobs {
namespace {

using analysis::BoxBound;
using analysis::BoxCapability;
using analysis::Capability;
using analysis::CapabilityLimits;
using analysis::CapabilityRange;
using report::PageCell;
using report::PageTable;

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

/// "..., together: ...", what the proportions are and how much of them is possible.
std::string together_text(const CapabilityLimits& limits, const std::string& scale) {
  const bool by_limits =
      limits.motion_high.array().isFinite().all() && limits.motion_low.array().isFinite().all();
  return fmt::format("{}, together: every combination is possible; {} times {}",
                     what_it_is(limits.order), scale,
                     by_limits ? "the limits of motion, at most 1" : "'alone'");
}

/// The ball does not count limits of motion, and says so where there are any.
std::string ball_text(const CapabilityLimits& limits, int directions) {
  return fmt::format("every direction ({} of 3){}", directions,
                     limits.has_motions() ? ", by force limits alone" : "");
}

/// "NOT possible: ...", beside what was found before.
void add_impossible(const model::Model& model, int j, double force, const CapabilityLimits& limits,
                    const std::string& where, Document& document) {
  const std::string text = fmt::format(
      "NOT possible{}: joint '{}' takes {} {} without any {} of its own; its limit is {}.", where,
      capable_joint(model, j), number_text(force), force_unit(model, j, limits.order),
      limits.order == 2 ? "acceleration" : "jerk", force_limits_text(limits, j));
  document.verdict = {false, document.verdict ? document.verdict->text + "\n" + text : text};
}

std::string part_title(int k, const char* where) {
  return fmt::format("{} that the {} limits leave at {}", what_it_is(k), what_limits_it(k), where);
}

std::string tip_title(int k) { return fmt::format("{} of the end effector", what_it_is(k)); }

void add_part(const model::Model& model, const CapabilityLimits& limits, const Capability& found,
              Document& document) {
  const int k = found.order;
  for (const int j : found.overloaded) {
    add_impossible(model, j, found.holding(j), limits, "", document);
  }
  const bool is_held = found.overloaded.empty();
  PageTable joints{.title = part_title(k, "this state"),
                   .columns = {{"joint"},
                               {"holding"},
                               {"limit"},
                               {"unit"},
                               {"alone"},
                               {"reachable"},
                               {"together"},
                               {"unit"}}};
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    joints.rows.push_back(
        {capable_joint(model, j), number_text(found.holding(j)), force_limits_text(limits, j),
         force_unit(model, j, k), range_text(found.alone[at]), range_text(found.reachable[at]),
         is_held ? "±" + number_text(found.together(j)) : "none", motion_unit(model, j, k)});
  }
  joints.marked = found.overloaded;
  PageTable axes{.title = tip_title(k), .columns = {{"axis"}, {"alone"}, {"free"}, {"unit"}}};
  for (int a = 0; a < 6; ++a) {
    const auto at = static_cast<std::size_t>(a);
    axes.rows.push_back({std::string(axis_name(a)), range_text(found.axes_alone[at]),
                         range_text(found.axes_free[at]), axis_unit(a, k)});
  }
  document.tables.insert(document.tables.end(), {std::move(joints), std::move(axes)});
  if (is_held) {
    std::string text = together_text(limits, number_text(found.scale));
    if (found.bottleneck >= 0) {
      text += fmt::format("; the {} of '{}' is the bottleneck", k == 2 ? "torque" : "torque rate",
                          capable_joint(model, found.bottleneck));
    }
    document.sentences.push_back(std::move(text));
  }
  document.sentences.push_back(fmt::format("{}, {}: {} {}", what_it_is(k),
                                           ball_text(limits, found.directions),
                                           number_text(found.isotropic), axis_unit(0, k)));
  for (const std::string& note : found.notes) document.sentences.push_back("note: " + note);
}

std::vector<PageCell> bound_cells(const std::string& name, const BoxBound& bound,
                                  const std::string& unit) {
  return {name, proven_text(bound), number_text(bound.attained), unit};
}

void add_part(const model::Model& model, const CapabilityLimits& limits, const BoxCapability& found,
              Document& document) {
  const int k = found.order;
  if (found.overloaded) {
    add_impossible(model, *found.overloaded, found.overload, limits, " at one state at least",
                   document);
  } else if (!(found.margin.proven > 0.0)) {
    document.sentences.push_back(
        fmt::format("NOT PROVEN that the {} limits are kept everywhere; more boxes or a smaller "
                    "box may prove it.",
                    what_limits_it(k)));
  }
  PageTable joints{.title = fmt::format("{} ({} boxes)", part_title(k, "every state of the box"),
                                        found.num_boxes),
                   .columns = {{"joint"},
                               {"alone ±"},
                               {"at a state"},
                               {"reachable ±"},
                               {"at a state"},
                               {"together ±"},
                               {"unit"}}};
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    joints.rows.push_back({capable_joint(model, j), proven_text(found.alone[at]),
                           number_text(found.alone[at].attained), proven_text(found.reachable[at]),
                           number_text(found.reachable[at].attained),
                           found.scale.attained <= 0.0 ? "0" : promise_text(found.together(j)),
                           motion_unit(model, j, k)});
  }
  PageTable axes{.title = tip_title(k),
                 .columns = {{"axis"}, {"free ±"}, {"at a state"}, {"unit"}}};
  for (int a = 0; a < 6; ++a) {
    axes.rows.push_back(bound_cells(axis_name(a), found.axes[a], axis_unit(a, k)));
  }
  axes.rows.push_back(
      bound_cells(ball_text(limits, found.directions), found.isotropic, axis_unit(0, k)));
  document.tables.insert(document.tables.end(), {std::move(joints), std::move(axes)});
  document.sentences.push_back(fmt::format("{} ({} at a state)",
                                           together_text(limits, proven_text(found.scale)),
                                           number_text(found.scale.attained)));
}

}  // namespace

Document show(const CapabilityResult& of, Detail) {
  Document document{.title = of.model.name()};
  std::visit(
      [&](const auto& found) {
        add_part(of.model, found.acceleration.limits, found.acceleration.found, document);
        if (found.jerk) {
          add_part(of.model, found.jerk->limits, found.jerk->found, document);
        } else {
          document.sentences.push_back("No jerk: " + found.no_jerk);
        }
      },
      of.found);
  if (std::string loads = report::loads_text(of.loads); !loads.empty()) {
    loads.pop_back();
    document.sentences.push_back(std::move(loads));
  }
  const Vec3& g = of.model.gravity();
  document.sentences.push_back(
      fmt::format("End effector: {}, world axes. Gravity: {:.6g}, {:.6g}, {:.6g} m/s².", of.frame,
                  g.x(), g.y(), g.z()));
  return document;
}

}  // namespace appell::jobs
