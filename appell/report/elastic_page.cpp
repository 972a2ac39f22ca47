#include "appell/report/elastic_page.hpp"

#include <array>

#include <fmt/format.h>

#include "appell/base/text.hpp"

namespace appell::report {
namespace {

/// How an array of the table is drawn: lines of joints, a chart for each derivative.
struct ElasticChart {
  const char* column;
  const char* group;
  const char* group_title;
  const char* term;
  const char* symbol;
  std::array<const char*, 4> titles;  ///< Of derivatives.
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
    ElasticChart{
        "Q_theta", "torque", "Torques, link side", "motor", "τ", {"Torque", "Torque rate"}},
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
    ElasticChart{"motor_power", "power", "Power of the motors", "", "P", {"Power"}},
    ElasticChart{
        "q", "motion", "Joint motion", "", "q", {"Position", "Velocity", "Acceleration", "Jerk"}}};

std::string elastic_title(const ElasticChart& of, int k) {
  const auto i = static_cast<std::size_t>(k);
  if (i < of.titles.size() && of.titles[i] != nullptr) return of.titles[i];
  return fmt::format("{}, derivative {}", of.titles[0], k);
}

void plan_joints(const model::Model& model, const ColumnGroup& columns, std::size_t first,
                 const ElasticChart& of, ChartPlan& plan) {
  const auto n = static_cast<std::size_t>(model.num_coordinates());
  const std::size_t group = plan.group(of.group, of.group_title);
  for (std::size_t c = 0; c < columns.columns.size(); ++c) {
    const int k = static_cast<int>(c / n);
    const int j = static_cast<int>(c % n);
    const std::size_t chart = plan.chart(group, {.title = elastic_title(of, k),
                                                 .symbol = derivative_symbol(of.symbol, k),
                                                 .unit = printed_unit(columns.units[c]),
                                                 .order = k});
    plan.lines.push_back(
        {.group = group,
         .chart = chart,
         .line = {.name = model.coordinates()[c % n].name, .joint = j, .term = of.term},
         .column = plan.column({{first + c}})});
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

ChartPlan elastic_plan(const model::Model& model, const TableHeader& header) {
  ChartPlan plan;
  for (const ElasticChart& of : kElasticCharts) {
    std::size_t first = 0;
    for (const ColumnGroup& group : header.groups) {
      if (group.name == of.column) plan_joints(model, group, first, of, plan);
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

PageTable elastic_table(const ElasticRecord& record) {
  PageTable table{.title = "Joints",
                  .columns = {{"Joint"},
                              {"Kind"},
                              {"Largest deflection", "rad or m"},
                              {"Motor velocity", "rad/s or m/s, motor side"},
                              {"Motor torque", "N m or N, motor side"},
                              {"Elastic", "N m or N"},
                              {"Rigid", "N m or N"},
                              {"Difference", "N m or N"},
                              {"At", "s"},
                              {"Share", "%"}},
                  .time = 8};
  for (const ElasticJointPeaks& joint : record.joints) {
    table.rows.push_back({joint.name, std::string(joint.is_elastic ? "elastic" : "rigid"),
                          joint.deflection.value, joint.motor_velocity.value,
                          joint.motor_torque.value, joint.Q_theta.value, joint.Q_rigid.value,
                          joint.difference.value, joint.difference.time, 100.0 * joint.share()});
  }
  return table;
}

void add_frequency_rows(const char* what, const std::optional<FrequencyRange>& range,
                        PageCard& card) {
  if (!range) return;
  card.rows.emplace_back(
      what, fmt::format("{:.4g} Hz (t = {:.4g} s) to {:.4g} Hz (t = {:.4g} s)", range->lowest.value,
                        range->lowest.time, range->highest.value, range->highest.time));
}

}  // namespace

void ElasticPage::take(const TableHeader& header, const TableBlock& block) {
  if (!charts_) charts_.emplace(elastic_plan(model_, header));
  charts_->take(header, block);
}

Page ElasticPage::page(const trajectory::Trajectory& motion, const ElasticRecord& record,
                       const PageFacts& facts) const {
  const analysis::Subject subject =
      analysis::along_motion({.model = model_, .frame = model_.default_frame(), .order = 1});
  PageFacts told = facts;
  told.used.insert(told.used.begin(), {"Samples", std::to_string(record.rows.header.num_rows)});
  Page page = page_of_robot(subject, {{short_name(facts.motion_name), motion}},
                            motion_limits(model_), told);
  page.subtitle += fmt::format(", {} samples", record.rows.header.num_rows);
  page.groups = charts_->groups();
  PageTable extremes = PageCharts::extremes_table();
  charts_->add_extremes(extremes);
  page.tables.insert(page.tables.begin(), {elastic_table(record), std::move(extremes)});
  PageCard frequencies{.title = "Eigenfrequencies"};
  add_frequency_rows("Motors locked", record.locked, frequencies);
  add_frequency_rows("Motors free", record.free, frequencies);
  if (!frequencies.rows.empty()) page.cards.insert(page.cards.begin(), std::move(frequencies));
  return page;
}

}  // namespace appell::report
