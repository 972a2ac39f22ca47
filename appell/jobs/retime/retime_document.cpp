#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "appell/base/counted.hpp"
#include "appell/jobs/check/check.hpp"
#include "appell/jobs/retime/retime.hpp"
#include "appell/report/check_report.hpp"

namespace appell::jobs {
namespace {

constexpr std::size_t kMostStretches = 40;  // Of a table in a terminal.

using planning::LimitActivity;
using planning::Retiming;
using report::kind_in_words;
using report::PageCard;
using report::PageChart;
using report::PageGroup;
using report::PageLine;
using report::PageTable;

std::string activity_name(const model::Model& model, const LimitActivity& activity) {
  const model::MotionLimit& limit = activity.limit.limit;
  std::string name = kind_in_words(kind_name(limit));
  if (!limit.has_coordinate()) return name;
  return name + ", " + model.coordinates()[limit.coordinate].name;
}

std::string joint_of(const model::Model& model, const LimitActivity& activity) {
  const model::MotionLimit& limit = activity.limit.limit;
  if (!limit.has_coordinate()) return "";
  return model.coordinates()[limit.coordinate].name;
}

/// Limits that decide somewhere, in the order in which they do first.
std::vector<int> deciding_limits(const Retiming& retiming) {
  std::vector<int> limits;
  for (const planning::ActiveStretch& stretch : retiming.stretches) {
    const bool is_new = std::find(limits.begin(), limits.end(), stretch.limit) == limits.end();
    if (stretch.limit >= 0 && is_new) limits.push_back(stretch.limit);
  }
  return limits;
}

/// A line for each limit: 1 where it decides, else 0.
PageGroup structure_group(const model::Model& model, const Retiming& retiming) {
  PageChart chart{.title = "Which limit decides when", .unit = "1: decides"};
  std::vector<double> times;
  for (const planning::ActiveStretch& stretch : retiming.stretches) {
    times.insert(times.end(), {stretch.from, stretch.to});
  }
  chart.time = std::make_shared<const std::vector<double>>(std::move(times));
  for (const int limit : deciding_limits(retiming)) {
    PageLine line{.name = activity_name(model, retiming.limits[limit])};
    for (const planning::ActiveStretch& stretch : retiming.stretches) {
      const float level = stretch.limit == limit ? 1.0F : 0.0F;
      line.y.insert(line.y.end(), {level, level});
    }
    chart.lines.push_back(std::move(line));
  }
  return {.id = "structure", .title = "Which limit decides when", .charts = {std::move(chart)}};
}

/// Those that are reached, the dearest first.
PageTable activity_table(const model::Model& model, const Retiming& retiming) {
  PageTable table{.title = "Limits that are reached",
                  .columns = {{"limit"},
                              {"joint"},
                              {"reached", "% of the time"},
                              {"price", "s"},
                              {"1 % more saves", "s"}}};
  std::vector<const LimitActivity*> active;
  for (const LimitActivity& activity : retiming.limits) {
    if (activity.share > 0.0) active.push_back(&activity);
  }
  std::stable_sort(active.begin(), active.end(),
                   [](const LimitActivity* a, const LimitActivity* b) {
                     return a->price != b->price ? a->price > b->price : a->share > b->share;
                   });
  for (const LimitActivity* activity : active) {
    table.rows.push_back({kind_name(activity->limit.limit), joint_of(model, *activity),
                          fmt::format("{:.1f}", 100.0 * activity->share),
                          fmt::format("{:.4f}", activity->price),
                          fmt::format("{:.2g}", 0.01 * activity->price)});
  }
  return table;
}

PageTable structure_table(const model::Model& model, const Retiming& retiming, std::size_t most) {
  PageTable table{.title = "Which limit decides when",
                  .columns = {{"from", "s"}, {"to", "s"}, {"limit that is reached"}, {"joint"}},
                  .time = 0};
  for (const planning::ActiveStretch& stretch : retiming.stretches) {
    if (table.rows.size() == most) break;
    table.rows.push_back({stretch.from, stretch.to, std::string("none"), std::string()});
    if (stretch.limit < 0) continue;
    const LimitActivity& activity = retiming.limits[stretch.limit];
    table.rows.back()[2] = kind_name(activity.limit.limit);
    table.rows.back()[3] = joint_of(model, activity);
  }
  return table;
}

PageCard duration_card(const Retiming& retiming) {
  PageCard card{.title = "Retiming"};
  card.rows.emplace_back("Duration", fmt::format("{:.6g} s", retiming.duration));
  card.rows.emplace_back("Optimum", fmt::format("{:.6g} s", retiming.optimum));
  if (retiming.uniform > 0.0) {
    card.rows.emplace_back("Uniform speed", fmt::format("{:.6g} s", retiming.uniform));
  }
  card.rows.emplace_back("Intervals", fmt::format("{}", retiming.intervals));
  if (retiming.iterations > 0) {
    card.rows.emplace_back("Iterations", fmt::format("{}", retiming.iterations));
  }
  card.notes.emplace_back(
      "The price of a limit is what the motion would gain per unit of its relative change: 1 % "
      "more "
      "saves a hundredth of it.");
  return card;
}

std::vector<std::string> retime_sentences(const RetimeResult& of) {
  const Retiming& retiming = of.retiming;
  std::vector<std::string> lines;
  if (retiming.stretches.size() > kMostStretches) {
    lines.push_back(concat("and ", retiming.stretches.size() - kMostStretches, " more"));
  }
  if (retiming.uniform > 0.0) {
    lines.push_back(fmt::format("Uniform speed along the path: {:.6g} s, {:.3g} times as long",
                                retiming.uniform, retiming.uniform / retiming.duration));
  }
  if (retiming.iterations > 0) {
    lines.push_back(concat(counted(retiming.iterations, "iteration"), " on ",
                           counted(retiming.intervals, "interval"),
                           retiming.divisions > 0 ? ", more of them where limits needed it" : ""));
  }
  if (std::string loads = report::loads_text(retiming.check.loads); !loads.empty()) {
    loads.pop_back();
    lines.push_back(std::move(loads));
  }
  if (of.samples_duration) {
    lines.push_back(fmt::format(
        "Samples: {} cycles of {:.6g} s, {:.6g} s, slowed by {:.2g} % to end with one and to be "
        "legal between them",
        std::lround(*of.samples_duration * of.rate), 1.0 / of.rate, *of.samples_duration,
        100.0 * (*of.samples_duration / retiming.duration - 1.0)));
  }
  lines.insert(lines.end(), of.written.begin(), of.written.end());
  return lines;
}

/// The page of a check of the motion, with what is special about a retimed one.
Document retime_page(const RetimeResult& of) {
  // Its own speed is the fastest that is known to be legal.
  Document page = show(CheckResult{.model = of.model,
                                   .law = of.retiming.motion,
                                   .frame = of.frame,
                                   .motion_name = of.path.source,
                                   .check = of.retiming.check,
                                   .speeds = {.legal = {{1.0, 1.0}}, .most = 1.0},
                                   .used = of.used},
                       Detail::kPage);
  page.cards.front() = duration_card(of.retiming);
  if (!of.retiming.stretches.empty()) {
    page.groups.insert(page.groups.begin(), structure_group(of.model, of.retiming));
  }
  return page;
}

}  // namespace

Document show(const RetimeResult& of, Detail detail) {
  const Retiming& retiming = of.retiming;
  const bool is_page = detail == Detail::kPage;
  Document document = is_page ? retime_page(of) : Document{};
  document.verdict = {
      true, fmt::format("Duration: {:.6g} s; optimum {:.6g} s, slowed by {:.2g} % to be legal "
                        "between all points",
                        retiming.duration, retiming.optimum,
                        100.0 * (retiming.duration / retiming.optimum - 1.0))};
  document.sentences = retime_sentences(of);
  if (retiming.stretches.empty()) return document;
  document.tables.insert(
      document.tables.begin(),
      {activity_table(of.model, retiming),
       structure_table(of.model, retiming, is_page ? retiming.stretches.size() : kMostStretches)});
  return document;
}

}  // namespace appell::jobs
