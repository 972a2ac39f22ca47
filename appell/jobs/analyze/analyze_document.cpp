#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "appell/base/counted.hpp"
#include "appell/base/stop.hpp"
#include "appell/jobs/analyze/analyze.hpp"
#include "appell/report/json.hpp"
#include "appell/report/rendering.hpp"

namespace appell::jobs {
namespace {

using analysis::JointPeaks;
using analysis::LimitKind;
using report::DeviationSum;
using report::PageGroup;
using report::PageTable;

constexpr std::array kLimitKinds{LimitKind::kPosition,     LimitKind::kVelocity,
                                 LimitKind::kAcceleration, LimitKind::kJerk,
                                 LimitKind::kEffort,       LimitKind::kEffortRate};

/// In rad, m, ..., N: what is less is rounding of zero.
constexpr double kRounding = 1e-15;

/// "-0.5 to 0.5 (-2.9 to 2.9)" of positions, "1.2 (2.175)" of what has a limit for its size.
std::string peak_cell(JointPeaks::Range range, LimitKind kind) {
  if (!range.is_seen()) return "-";
  for (double* seen : {&range.lowest, &range.highest}) {
    if (std::abs(*seen) < kRounding) *seen = 0.0;
  }
  if (kind == LimitKind::kPosition) {
    const std::string seen = fmt::format("{:.4g} to {:.4g}", range.lowest, range.highest);
    if (!std::isfinite(range.lower_limit) && !std::isfinite(range.upper_limit)) return seen;
    return fmt::format("{} ({:.4g} to {:.4g})", seen, range.lower_limit, range.upper_limit);
  }
  const double size = std::max(std::abs(range.lowest), std::abs(range.highest));
  return std::isfinite(range.upper_limit) ? fmt::format("{:.4g} ({:.4g})", size, range.upper_limit)
                                          : fmt::format("{:.4g}", size);
}

/// A row for each joint, the extremes of each kind with the limit in parentheses.
PageTable peaks_table(const std::vector<JointPeaks>& peaks) {
  PageTable table{.title = "Peaks", .columns = {{"peaks (limits)"}, {"unit"}}};
  for (const LimitKind kind : kLimitKinds) {
    table.columns.push_back({std::string(limit_kind_name(kind))});
  }
  for (const JointPeaks& joint : peaks) {
    table.rows.push_back({joint.joint, std::string(joint.turns ? "rad, N m" : "m, N")});
    for (const LimitKind kind : kLimitKinds) {
      table.rows.back().emplace_back(peak_cell(joint[kind], kind));
    }
  }
  return table;
}

/// How well the results of a recording are known: a row for each joint; columns q', q'', τ, τ', τ''
/// as far as they were computed.
PageTable deviations_table(const std::vector<DeviationSum>& sums) {
  struct Column {
    std::string_view quantity;
    int derivative;
    std::string title;
  };
  PageTable table{.title = "How well results are known", .columns = {{"rms ± sd"}}};
  for (const Column& column :
       {Column{"q", 1, "q'"}, Column{"q", 2, "q''"}, Column{"Q_drive", 0, "τ"},
        Column{"Q_drive", 1, "τ'"}, Column{"Q_drive", 2, "τ''"}}) {
    bool is_new = true;
    for (const DeviationSum& sum : sums) {
      if (sum.quantity != column.quantity || sum.derivative != column.derivative) continue;
      if (std::exchange(is_new, false)) table.columns.push_back({column.title});
      auto row = std::find_if(table.rows.begin(), table.rows.end(), [&](const auto& cells) {
        return std::get<std::string>(cells[0]) == sum.joint;
      });
      if (row == table.rows.end()) {
        table.rows.push_back({sum.joint});
        row = table.rows.end() - 1;
      }
      row->resize(table.columns.size() - 1);
      row->emplace_back(fmt::format("{:.4g} ± {:.2g}", sum.rms, sum.sd));
    }
  }
  for (auto& row : table.rows) row.resize(table.columns.size());
  return table;
}

void add(Document part, Document& to) {
  const auto append = [](auto& all, auto& more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
  };
  append(to.opening, part.opening);
  append(to.tables, part.tables);
  append(to.sentences, part.sentences);
}

/// What was computed: rows, columns, where they are.
Document account_of(const AnalyzeResult& of) {
  const report::TableHeader& header = of.record.header;
  Document document;
  document.opening = {
      concat(counted(header.num_rows, "sample"), ", ", counted(header.num_columns(), "column"),
             of.outputs.path.empty() ? "" : ": ", of.outputs.path),
      concat("end effector: ", of.subject().frame.name)};
  if (!of.peaks.empty()) document.tables.push_back(peaks_table(of.peaks));
  if (PageTable known = deviations_table(of.record.deviations); !known.rows.empty()) {
    document.tables.push_back(std::move(known));
  }
  return document;
}

/// What was measured: its plots come first, on the page it stands below the torques.
void add_measured(const AnalyzeResult& of, std::vector<PageGroup>& groups) {
  if (!of.measured) return;
  auto place = std::find_if(groups.begin(), groups.end(),
                            [](const PageGroup& group) { return group.id == "torque"; });
  if (place != groups.end()) ++place;
  std::vector<PageGroup> own = show(*of.measured, Detail::kPage).groups;
  groups.insert(place, std::move(own.back()));
  groups.insert(groups.begin(), std::move(own.front()));
}

/// The page of the motion; its charts are those of the run, or of one more where there was none for
/// them.
Document analyze_page(const AnalyzeResult& of) {
  std::shared_ptr<report::MotionCharts> charts = of.charts;
  if (!charts) {
    charts = std::make_shared<report::MotionCharts>(*of.selection, of.drawn);
    report::AnalysisRequest run{.stop = StopScope::flag()};
    charts->watch(run);
    report::analyze_motion(*of.selection, of.law, of.times, run, "");
  }
  Document page = report::motion_page(of.subject(), of.law, of.times, *charts,
                                      {.command = "analyze",
                                       .motion_name = of.motion_name,
                                       .warnings = {},
                                       .used = of.used,
                                       .recording = of.motion.recording.get()});
  add_measured(of, page.groups);
  return page;
}

/// `"position": {"lowest", "highest", "lower_limit", ...}`; a limit that there is not is left out.
Json peaks_json(const JointPeaks& joint) {
  Json json{{"joint", joint.joint}};
  for (const LimitKind kind : kLimitKinds) {
    const JointPeaks::Range& range = joint[kind];
    if (!range.is_seen()) continue;
    Json& peak = json[std::string(limit_kind_name(kind))];
    peak = {{"unit", limit_unit(kind, joint.turns)},
            {"lowest", range.lowest},
            {"highest", range.highest}};
    if (std::isfinite(range.lower_limit)) peak["lower_limit"] = range.lower_limit;
    if (std::isfinite(range.upper_limit)) peak["upper_limit"] = range.upper_limit;
  }
  return json;
}

/// How a recording was read, and how well results are known.
void add_recording(const AnalyzeResult& of, Json& json) {
  const io::Motion& motion = of.motion;
  if (motion.recording == nullptr) return;
  json["recording"] = {{"summary", motion.summary},
                       {"rows", motion.recording->times.size()},
                       {"exact", motion.is_exact},
                       {"reading", motion.reading},
                       {"notes", motion.notes}};
  if (of.record.deviations.empty()) return;
  json["deviations"] = report::list_of(of.record.deviations, [](const DeviationSum& sum) {
    return Json{{"name", sum.name}, {"unit", sum.unit}, {"rms", sum.rms}, {"sd", sum.sd}};
  });
}

void add_account(const AnalyzeResult& of, Json& json) {
  const report::TableHeader& header = of.record.header;
  for (const auto& [name, text] : header.metadata) {
    if (name != "samples") json[name] = text;
  }
  json["samples"] = header.num_rows;
  json["columns"] = Json::array();
  for (const report::ColumnGroup& group : header.groups) {
    for (const std::string& column : group.columns) json["columns"].push_back(column);
  }
  if (!of.outputs.path.empty()) json["output"] = of.outputs.path;
  if (!of.outputs.plots.empty()) {
    Document drawn{.title = {}, .groups = of.charts->groups()};
    add_measured(of, drawn.groups);
    json["plots"] = report::figures_of(drawn).size();
  }
  if (!of.plots_all.empty()) json["plots_all"] = of.num_all_plots;
  if (!of.outputs.report.empty()) json["report"] = of.outputs.report;
  json["peaks"] = report::list_of(of.peaks, peaks_json);
  add_recording(of, json);
}

}  // namespace

Document show(const AnalyzeResult& of, Detail detail) {
  const bool is_page = detail == Detail::kPage;
  Document document = is_page ? analyze_page(of) : Document{};
  const std::vector<PageTable> of_page = std::exchange(document.tables, {});
  if (of.has_table && !is_page) add(account_of(of), document);
  if (of.measured) add(show(*of.measured, detail), document);
  if (of.spectrum) add(show(*of.spectrum), document);
  if (of.num_all_plots > 0) {
    document.sentences.push_back(
        concat(counted(of.num_all_plots, "plot"), " of everything: ", of.plots_all, "/index.html"));
  }
  document.tables.insert(document.tables.end(), of_page.begin(), of_page.end());
  return document;
}

Json json(const AnalyzeResult& of) {
  if (of.measured) return json(*of.measured);
  Json all = Json::object();
  if (of.has_table) add_account(of, all);
  if (of.spectrum) all["spectrum"] = json(*of.spectrum);
  return all;
}

}  // namespace appell::jobs
