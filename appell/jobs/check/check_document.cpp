#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "appell/analysis/limit_course.hpp"
#include "appell/jobs/check/check.hpp"
#include "appell/report/check_report.hpp"
#include "appell/report/motion_page.hpp"

namespace appell::jobs {
namespace {

using analysis::LimitVerdict;
using analysis::MotionCheck;
using report::joint_of;
using report::kind_in_words;
using report::PageCard;
using report::PageCell;
using report::PageGroup;
using report::PageLine;
using report::PageTable;
using report::unit_of;
using report::verdict_words;

constexpr double kMostUsed = 1e6;  // %; beyond it a plot shows nothing else.

std::string limit_name(const model::Model& model, const LimitVerdict& verdict) {
  const std::string joint = joint_of(model, verdict);
  const std::string kind = kind_in_words(kind_name(verdict.limit));
  return joint.empty() ? kind : kind + ", " + joint;
}

/// Enough samples for what is short: several on the shortest stretch that the check took apart.
long long samples_for(trajectory::TimeRange range, const MotionCheck& check) {
  constexpr double kMost = 200'000.0;
  double shortest = range.duration();
  for (const analysis::TimeSegment& segment : check.segments) {
    if (segment.half > 0.0) shortest = std::min(shortest, segment.half);
  }
  const double wanted = shortest > 0.0 ? 4.0 * range.duration() / shortest : 0.0;
  return std::max(report::kPageSamples, static_cast<long long>(std::min(wanted, kMost)));
}

/// Evenly, where the verdicts are, and ever closer about those that are exceeded.
std::vector<double> utilisation_times(trajectory::TimeRange range, const MotionCheck& check) {
  constexpr int kSteps = report::ThinnedRecord::kStretches;
  std::vector<double> times;
  for (int i = 0; i <= kSteps; ++i) {
    times.push_back(std::min(range.end, range.start + range.duration() * i / kSteps));
  }
  for (const LimitVerdict& verdict : check.verdicts) {
    times.push_back(verdict.time);
    if (verdict.is_legal()) continue;
    double step = range.duration() / kSteps;
    for (int halving = 0; halving < 12; ++halving, step *= 0.6) {
      times.push_back(std::max(range.start, verdict.time - step));
      times.push_back(std::min(range.end, verdict.time + step));
    }
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

/// How far limits are used along the motion: the worst of each kind, then a chart for each kind.
PageGroup utilisation_group(const model::Model& model, const trajectory::Trajectory& motion,
                            const model::Frame& frame, const MotionCheck& check) {
  const auto times =
      std::make_shared<const std::vector<double>>(utilisation_times(motion.range(), check));
  std::vector<model::MotionLimit> limits;
  for (const LimitVerdict& verdict : check.verdicts) limits.push_back(verdict.limit);
  const std::vector<std::vector<double>> courses =
      analysis::limit_courses(model, motion, frame, limits, *times, check.loads.get());
  PageGroup group{.id = "utilisation", .title = "Utilisation of limits"};
  group.charts.push_back({.title = "Worst of each kind", .unit = "%", .time = times});
  std::map<std::string, std::size_t> charts;
  std::map<std::string, std::pair<double, PageLine>> worst;  // Least margin of each kind.
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const LimitVerdict& verdict = check.verdicts[i];
    const std::string kind = kind_name(limits[i]);
    PageLine line{.name = joint_of(model, verdict)};
    if (line.name.empty()) line.name = kind_in_words(kind);
    if (limits[i].has_coordinate()) line.joint = limits[i].coordinate;
    for (const double value : courses[i]) {
      line.y.push_back(static_cast<float>(
          std::min(100.0 * (1.0 - analysis::margin_of(limits[i], value)), kMostUsed)));
    }
    line.high = 100.0;
    line.beyond = report::times_beyond(*times, line);
    if (!verdict.is_legal() && line.beyond.empty()) {  // An impulse, or between two instants.
      line.beyond.emplace_back(verdict.time, verdict.time);
    }
    const auto [place, is_new] = charts.emplace(kind, group.charts.size());
    if (is_new) group.charts.push_back({.title = kind_in_words(kind), .unit = "%", .time = times});
    const double margin =
        verdict.is_impulse ? -std::numeric_limits<double>::infinity() : verdict.margin;
    const auto known = worst.find(kind);
    if (known == worst.end() || margin < known->second.first) {
      PageLine copy = line;
      copy.name = limit_name(model, verdict);
      copy.joint.reset();
      worst[kind] = {margin, std::move(copy)};
    }
    group.charts[place->second].lines.push_back(std::move(line));
  }
  std::vector<std::pair<double, PageLine>> sorted;
  for (auto& [kind, line] : worst) sorted.push_back(std::move(line));
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [margin, line] : sorted) group.charts[0].lines.push_back(std::move(line));
  for (std::size_t i = 0; i < group.charts.size(); ++i) group.charts[i].order = static_cast<int>(i);
  return group;
}

/// In %, without the sign of what is rounding; one decimal of what is not far beyond.
double percent(double margin) {
  if (std::abs(margin) <= LimitVerdict::kSlack) return 0.0;
  return std::abs(margin) < 100.0 ? std::round(1000.0 * margin) / 10.0 : 100.0 * margin;
}

/// The one with the least margin first; without `all` those that are exceeded or in doubt, and the
/// worst of each kind.
std::vector<const LimitVerdict*> sorted_verdicts(const MotionCheck& check, bool all) {
  std::vector<const LimitVerdict*> sorted;
  for (const LimitVerdict& verdict : check.verdicts) sorted.push_back(&verdict);
  std::stable_sort(sorted.begin(), sorted.end(), [](const LimitVerdict* a, const LimitVerdict* b) {
    return a->is_impulse != b->is_impulse ? a->is_impulse : a->margin < b->margin;
  });
  if (all) return sorted;
  std::set<std::string> kinds;
  std::erase_if(sorted, [&](const LimitVerdict* verdict) {
    const bool is_first = kinds.insert(kind_name(verdict->limit)).second;
    return !is_first && verdict->is_legal() && !verdict->is_doubtful();
  });
  return sorted;
}

/// Nothing where nothing is to be said.
std::string remark(const LimitVerdict& verdict) {
  if (verdict.is_doubtful()) return verdict_words(verdict);
  return verdict.is_legal() ? "" : "EXCEEDED";
}

PageTable verdict_table(const model::Model& model, const MotionCheck& check, bool all) {
  PageTable table{.title = "Limits",
                  .columns = {{"limit"},
                              {"joint"},
                              {"worst"},
                              {"± (1 sd)"},
                              {"limit is"},
                              {"unit"},
                              {"at t", "s"},
                              {"margin", "%"},
                              {"verdict"}},
                  .time = 6};
  for (const LimitVerdict* verdict : sorted_verdicts(check, all)) {
    if (!verdict->is_legal()) table.marked.push_back(static_cast<int>(table.rows.size()));
    table.rows.push_back(
        {kind_name(verdict->limit), joint_of(model, *verdict),
         verdict->is_impulse ? PageCell("infinite") : PageCell(verdict->worst),
         std::isnan(verdict->sd) ? std::string() : fmt::format("{:.2g}", verdict->sd), verdict->end,
         report::printed_unit(unit_of(model, *verdict)), verdict->time,
         verdict->is_impulse ? PageCell() : PageCell(percent(verdict->margin)), remark(*verdict)});
  }
  return table;
}

PageCard speeds_card(const MotionCheck& check, const analysis::LegalSpeeds& speeds) {
  PageCard card{.title = "Legal speeds"};
  for (const analysis::SpeedRange& range : speeds.legal) {
    card.rows.emplace_back("Legal",
                           fmt::format("{:.6g} to {:.6g} times as fast", range.low, range.high));
  }
  if (speeds.legal.empty()) {
    card.rows.emplace_back("Legal", speeds.is_own_only ? "not at its speed" : "at no speed");
  }
  card.rows.emplace_back("Looked at", fmt::format("up to {:.6g} times as fast", speeds.most));
  if (check.energy) {
    card.rows.emplace_back("Energy", fmt::format("{:.6g} J", check.energy->total));
    card.rows.emplace_back(
        "Largest total power",
        fmt::format("{:.6g} W at {:.6g} s", check.energy->peak_power, check.energy->peak_time));
  }
  if (speeds.is_own_only) {
    card.notes.emplace_back(
        "Loads are functions of time, which say nothing of other speeds than the motion's own.");
  } else if (!speeds.every_slower_is_legal() && !speeds.legal.empty()) {
    card.notes.emplace_back("Not every slower speed is legal.");
  }
  if (!speeds.is_proven) {
    card.notes.emplace_back(
        "Friction is no sum of powers of the speed: speeds were tried one by one.");
  }
  return card;
}

Document check_page(const CheckResult& of) {
  const MotionCheck& check = of.check;
  std::vector<model::MotionLimit> limits;
  int order = 4;  // Of q; pages show as many at least.
  for (const LimitVerdict& verdict : check.verdicts) {
    limits.push_back(verdict.limit);
    order = std::max(order, verdict.limit.state_order());
  }
  const model::Frame& frame = of.model.frame(of.frame);
  analysis::Subject subject = subject_of(of.model, frame, check.loads);
  subject.order = std::min(order - 2, analysis::kMostOrder);
  subject.is_uncertain = of.law.is_uncertain();
  Document page =
      report::motion_page(subject, of.law, limits, order, samples_for(of.law.range(), check),
                          {.command = "check",
                           .motion_name = of.motion_name,
                           .warnings = {},
                           .used = of.used,
                           .recording = of.recording.get()});
  page.groups.insert(page.groups.begin(), utilisation_group(of.model, of.law, frame, check));
  page.cards.insert(page.cards.begin(), speeds_card(check, of.speeds));
  return page;
}

}  // namespace

Document show(const CheckResult& of, Detail detail) {
  Document document = detail == Detail::kPage ? check_page(of) : Document{};
  document.verdict = {of.check.is_legal(), report::check_sentence(of.check)};
  document.tables.insert(
      document.tables.begin(),
      verdict_table(of.model, of.check, of.shows_all || detail == Detail::kPage));
  document.sentences = report::check_sentences(of.model, of.check, of.speeds);
  return document;
}

}  // namespace appell::jobs
