#include <array>
#include <cmath>

#include <fmt/format.h>

#include "appell/base/counted.hpp"
#include "appell/base/text.hpp"
#include "appell/jobs/elastic/elastic.hpp"
#include "appell/report/check_report.hpp"
#include "appell/report/motion_page.hpp"

namespace appell::jobs {
namespace {

using model::Limited;
using report::ChartPlan;
using report::ColumnGroup;
using report::PageCell;
using report::PageTable;

/// How an array of the table is drawn: lines of joints, a chart for each derivative.
struct ElasticChart {
  const char* column;
  const char* group;
  const char* group_title;
  const char* term;
  const char* symbol;
  std::array<const char*, 4> titles;  ///< Of derivatives.
  std::optional<Limited> limited = std::nullopt;
};

constexpr std::array kElasticCharts{
    ElasticChart{"motor_torque",
                 "motor_torque",
                 "Motor torque",
                 "",
                 "τ_m/N",
                 {"Motor torque, motor side", "Motor torque rate, motor side"}},
    ElasticChart{"motor_position",
                 "motor",
                 "Motor motion",
                 "",
                 "N θ",
                 {"Motor angle, motor side", "Motor velocity, motor side",
                  "Motor acceleration, motor side"}},
    ElasticChart{
        "deflection", "deflection", "Deflection", "", "δ", {"Deflection", "Deflection rate"}},
    ElasticChart{"Q_theta",
                 "torque",
                 "Torques, link side",
                 "motor",
                 "τ",
                 {"Torque", "Torque rate"},
                 Limited::kForce},
    ElasticChart{
        "Q_rigid", "torque", "Torques, link side", "rigid", "τ", {"Torque", "Torque rate"}},
    ElasticChart{
        "Q_spring", "torque", "Torques, link side", "spring", "τ", {"Torque", "Torque rate"}},
    ElasticChart{"elastic_difference",
                 "difference",
                 "Elastic − rigid",
                 "",
                 "τ - τ_rigid",
                 {"Difference of torques", "Difference of torque rates"}},
    ElasticChart{
        "motor_power", "power", "Power of the motors", "", "P", {"Power"}, Limited::kPower},
    ElasticChart{"q",
                 "motion",
                 "Joint motion",
                 "",
                 "q",
                 {"Position", "Velocity", "Acceleration", "Jerk"},
                 Limited::kCoordinate}};

std::string elastic_title(const ElasticChart& of, int k) {
  const auto i = static_cast<std::size_t>(k);
  if (i < of.titles.size() && of.titles[i] != nullptr) return of.titles[i];
  return fmt::format("{}, derivative {}", of.titles[0], k);
}

std::optional<model::MotionLimit> limit_on(const ElasticChart& of, int k, int j,
                                           const std::vector<model::MotionLimit>& limits) {
  for (const model::MotionLimit& limit : limits) {
    if (limit.what == of.limited && limit.order == k && limit.coordinate == j) return limit;
  }
  return std::nullopt;
}

void plan_joints(const model::Model& model, const ColumnGroup& columns, std::size_t first,
                 const ElasticChart& of, const std::vector<model::MotionLimit>& limits,
                 ChartPlan& plan) {
  const auto n = static_cast<std::size_t>(model.num_coordinates());
  const std::size_t group = plan.group(of.group, of.group_title);
  for (std::size_t c = 0; c < columns.columns.size(); ++c) {
    const int k = static_cast<int>(c / n);
    const int j = static_cast<int>(c % n);
    const std::size_t chart = plan.chart(group, {.title = elastic_title(of, k),
                                                 .symbol = report::derivative_symbol(of.symbol, k),
                                                 .unit = report::printed_unit(columns.units[c]),
                                                 .order = k});
    plan.lines.push_back(
        {.group = group,
         .chart = chart,
         .line = {.name = model.coordinates()[c % n].name, .joint = j, .term = of.term},
         .column = plan.column({{first + c}}),
         .limit = limit_on(of, k, j, limits)});
  }
}

void plan_frequencies(const ColumnGroup& columns, std::size_t first, ChartPlan& plan) {
  const bool is_locked = columns.name == "locked_frequency";
  const std::size_t group = plan.group("frequencies", "Eigenfrequencies");
  const std::size_t chart = plan.chart(
      group, {.title = is_locked ? "Motors locked" : "Motors free", .symbol = "f", .unit = "Hz"});
  for (std::size_t c = 0; c < columns.columns.size(); ++c) {
    plan.lines.push_back(
        {.group = group,
         .chart = chart,
         .line = {.name = fmt::format("{}, no. {}", is_locked ? "locked" : "free", c + 1)},
         .column = plan.column({{first + c}})});
  }
}

/// "rad", "m", or both of a robot that has both.
std::string unit_of_all(const ElasticRecord& record, const char* turning, const char* sliding) {
  bool turns = false, slides = false;
  for (const ElasticJointPeaks& joint : record.joints) (joint.turns ? turns : slides) = true;
  return turns && slides ? concat(turning, " or ", sliding) : slides ? sliding : turning;
}

/// Sizes that are largest among the samples.
PageTable motor_peaks_table(const ElasticRecord& record) {
  const std::string angle = unit_of_all(record, "rad", "m");
  const std::string force = unit_of_all(record, "N m", "N");
  PageTable table{.title = "Joints",
                  .columns = {{"joint"},
                              {"deflection", angle},
                              {"motor speed", unit_of_all(record, "rad/s", "m/s")},
                              {"motor torque", force},
                              {"on the link side", force},
                              {"if rigid", force},
                              {"difference", force},
                              {"of the peak", "%"},
                              {"at t", "s"}},
                  .time = 8};
  for (const ElasticJointPeaks& joint : record.joints) {
    if (joint.is_passive) continue;
    const auto size = [](const SamplePeak& peak) { return PageCell(std::abs(peak.value)); };
    table.rows.push_back(
        {joint.name, joint.is_elastic ? size(joint.deflection) : PageCell(std::string("rigid")),
         size(joint.motor_velocity), size(joint.motor_torque), size(joint.Q_theta),
         size(joint.Q_rigid), size(joint.difference), 100.0 * joint.share(),
         joint.difference.time});
  }
  return table;
}

std::string range_of(const FrequencyRange& range) {
  return fmt::format("{:.4g} Hz (t = {:.4g} s) to {:.4g} Hz (t = {:.4g} s)", range.lowest.value,
                     range.lowest.time, range.highest.value, range.highest.time);
}

/// "Motors locked" and "Motors free", and their frequencies.
std::vector<std::pair<std::string, std::string>> frequencies_of(const ElasticRecord& record) {
  std::vector<std::pair<std::string, std::string>> rows;
  if (record.locked) rows.emplace_back("motors locked", range_of(*record.locked));
  if (record.free) rows.emplace_back("motors free", range_of(*record.free));
  return rows;
}

Document elastic_page(const ElasticResult& of) {
  analysis::Subject subject = subject_of(of.model, of.model.default_frame(), of.loads);
  subject.order = 1;
  const std::string samples = counted(of.record.rows.header.num_rows, "sample");
  report::PageFacts facts{
      .command = "elastic", .motion_name = of.table.motion_name, .warnings = {}, .used = of.used};
  facts.used.insert(facts.used.begin(), {"Table", samples});
  Document page = report::page_of_robot(subject, {{report::short_name(facts.motion_name), of.law}},
                                        of.limits, facts);
  page.subtitle += ", " + samples;
  if (of.charts) {
    page.groups = of.charts->groups();
    PageTable extremes = report::PageCharts::extremes_table();
    of.charts->add_extremes(extremes);
    page.tables.insert(page.tables.begin(), std::move(extremes));
  }
  report::PageCard card{.title = "Eigenfrequencies", .rows = frequencies_of(of.record)};
  if (!card.rows.empty()) page.cards.insert(page.cards.begin(), std::move(card));
  return page;
}

}  // namespace

report::ChartPlan elastic_charts(const model::Model& model, const report::TableHeader& header,
                                 const std::vector<model::MotionLimit>& limits) {
  ChartPlan plan;
  for (const ElasticChart& of : kElasticCharts) {
    std::size_t first = 0;
    for (const ColumnGroup& group : header.groups) {
      if (group.name == of.column) plan_joints(model, group, first, of, limits, plan);
      first += group.columns.size();
    }
  }
  std::size_t first = 0;
  for (const ColumnGroup& group : header.groups) {
    if (group.name.ends_with("_frequency")) plan_frequencies(group, first, plan);
    first += group.columns.size();
  }
  return plan;
}

Document show(const ElasticResult& of, Detail detail) {
  Document document = detail == Detail::kPage ? elastic_page(of) : Document{};
  document.tables.insert(document.tables.begin(), motor_peaks_table(of.record));
  for (const auto& [what, range] : frequencies_of(of.record)) {
    document.sentences.push_back(concat("Eigenfrequencies, ", what, ": ", range));
  }
  if (std::string loads = report::loads_text(of.loads); !loads.empty()) {
    loads.pop_back();
    document.sentences.push_back(std::move(loads));
  }
  const report::TableHeader& header = of.record.rows.header;
  document.sentences.push_back(concat(counted(header.num_rows, "sample"), ", ",
                                      counted(header.num_columns(), "column"),
                                      of.table.path.empty() ? "" : ": " + of.table.path));
  return document;
}

}  // namespace appell::jobs
