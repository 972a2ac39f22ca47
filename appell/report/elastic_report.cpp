#include "appell/report/elastic_report.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/base/text.hpp"
#include "appell/report/figures.hpp"
#include "appell/report/json_writer.hpp"
#include "appell/report/text_table.hpp"

namespace appell::report {
namespace {

using analysis::ElasticJump;

constexpr std::size_t kMostJointPlots = 20;
constexpr std::size_t kMostJointLines = 12;
constexpr double kKnownStart = 1e-9;  // Of the largest deflection.

std::string with_time(const SamplePeak& peak, const char* unit) {
  return fmt::format("{:.4g} {} (t = {:.4g} s)", peak.value, unit, peak.time);
}

std::string frequency_line(const char* what, const FrequencyRange& range) {
  return fmt::format("Eigenfrequencies, motors {}: {} to {}\n", what, with_time(range.lowest, "Hz"),
                     with_time(range.highest, "Hz"));
}

std::string jump_text(const ElasticJump& jump, const ElasticJointPeaks& joint) {
  const std::string where = fmt::format("at t = {:.6g} s", jump.time);
  const char* angle = joint.turns ? "rad" : "m";
  switch (jump.what) {
    case ElasticJump::What::kPosition:
      return fmt::format(
          "joint '{}': the motor would have to jump by {:.3g} {} {}, because the force of the "
          "spring "
          "does there; no motor can: give a motion with continuous acceleration",
          joint.name, jump.size, angle, where);
    case ElasticJump::What::kVelocity:
      return fmt::format(
          "joint '{}': the velocity of the motor jumps by {:.3g} {}/s {}, which takes an impulse "
          "of "
          "force that is in no result; give a motion with continuous jerk",
          joint.name, jump.size, angle, where);
    case ElasticJump::What::kForce:
      break;
  }
  return fmt::format(
      "joint '{}': the force of the motor jumps by {:.3g} {} {}; a motion with four continuous "
      "derivatives has no jumps (three, with a damper)",
      joint.name, jump.size, joint.turns ? "N m" : "N", where);
}

void write_peak(const char* key, const SamplePeak& peak, JsonWriter& json) {
  json.key(key).begin_object();
  json.key("value").value(peak.value);
  json.key("time").value(peak.time);
  json.end_object();
}

void write_extremes(const char* key, const std::optional<FrequencyRange>& range, JsonWriter& json) {
  if (!range) return;
  json.key(key).begin_object();
  write_peak("lowest", range->lowest, json);
  write_peak("highest", range->highest, json);
  json.end_object();
}

void write_joint_peaks(const ElasticJointPeaks& joint, JsonWriter& json) {
  json.begin_object();
  json.key("name").value(joint.name);
  json.key("elastic").value(joint.is_elastic);
  write_peak("deflection", joint.deflection, json);
  write_peak("motor_velocity", joint.motor_velocity, json);
  write_peak("motor_torque", joint.motor_torque, json);
  write_peak("Q_theta", joint.Q_theta, json);
  write_peak("Q_rigid", joint.Q_rigid, json);
  write_peak("elastic_difference", joint.difference, json);
  json.key("share").value(joint.share());
  json.end_object();
}

/// Columns of a record by their names.
class ColumnsByName {
 public:
  explicit ColumnsByName(const MotionRecord& record) : record_(record) {
    for (const ColumnGroup& group : record.header.groups) {
      names_.insert(names_.end(), group.columns.begin(), group.columns.end());
    }
  }

  std::vector<double> values(const std::string& name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    check(found != names_.end(), "elastic_plots: the record has no column '", name, "'.");
    std::vector<double> column;
    for (std::size_t row = 0; row < record_.num_rows(); ++row) {
      column.push_back(record_.at(row, static_cast<std::size_t>(found - names_.begin())));
    }
    return column;
  }

  /// How many columns begin with "NAME[".
  int count(const std::string& name) const {
    return static_cast<int>(std::count_if(names_.begin(), names_.end(), [&](const auto& other) {
      return other.starts_with(name + "[");
    }));
  }

 private:
  const MotionRecord& record_;
  std::vector<std::string> names_;
};

/// Elastic joints first.
std::vector<const ElasticJointPeaks*> by_interest(const ElasticRecord& record) {
  std::vector<const ElasticJointPeaks*> joints;
  for (const ElasticJointPeaks& joint : record.joints) {
    if (!joint.is_passive) joints.push_back(&joint);
  }
  std::stable_partition(joints.begin(), joints.end(), [](const auto* j) { return j->is_elastic; });
  return joints;
}

struct JointsPlot {
  const char* file;
  const char* column;
  const char* ending;  ///< Of the column: ".d1".
  const char* title;
  const char* turning;
  const char* sliding;
};

/// A line for each joint.
Plot joints_plot(const JointsPlot& of, std::vector<const ElasticJointPeaks*> joints,
                 const ColumnsByName& columns) {
  if (joints.size() > kMostJointLines) joints.resize(kMostJointLines);
  Plot plot{.title = of.title};
  std::set<std::string> units;
  for (const ElasticJointPeaks* joint : joints) {
    plot.lines.push_back(
        {joint->name, columns.values(concat(of.column, ".", joint->name, of.ending))});
    units.insert(joint->turns ? of.turning : of.sliding);
  }
  for (const std::string& unit : units) {
    plot.y_label += (plot.y_label.empty() ? "" : " or ") + unit;
  }
  return plot;
}

}  // namespace

std::string elastic_text(const ElasticRecord& record) {
  std::vector<std::vector<std::string>> rows{{"joint", "deflection", "motor speed", "motor torque",
                                              "on the link side", "if rigid", "difference",
                                              "of the peak", "at t (s)"}};
  for (const ElasticJointPeaks& joint : record.joints) {
    if (joint.is_passive) continue;
    const char* angle = joint.turns ? "rad" : "m";
    const char* force = joint.turns ? "N m" : "N";
    const auto size = [](const SamplePeak& peak, const std::string& unit) {
      return fmt::format("{:.4g} {}", std::abs(peak.value), unit);
    };
    rows.push_back({joint.name, joint.is_elastic ? size(joint.deflection, angle) : "rigid",
                    size(joint.motor_velocity, concat(angle, "/s")),
                    size(joint.motor_torque, force), size(joint.Q_theta, force),
                    size(joint.Q_rigid, force), size(joint.difference, force),
                    fmt::format("{:.2g} %", 100.0 * joint.share()),
                    fmt::format("{:.4g}", joint.difference.time)});
  }
  std::string text = text_table(rows);
  if (record.locked) text += frequency_line("locked", *record.locked);
  if (record.free) text += frequency_line("free", *record.free);
  return text;
}

std::vector<std::string> elastic_warnings(const ElasticRecord& record,
                                          const std::vector<ElasticJump>& jumps,
                                          const ElasticRequest& request) {
  std::vector<std::string> warnings;
  for (const ElasticJump& jump : jumps) {
    warnings.push_back(jump_text(jump, record.joints[static_cast<std::size_t>(jump.coordinate)]));
  }
  std::vector<std::string> passive;
  for (const ElasticJointPeaks& joint : record.joints) {
    if (joint.is_passive) passive.push_back(joint.name);
    if (joint.is_passive || joint.share() <= request.share) continue;
    const char* unit = joint.turns ? "N m" : "N";
    warnings.push_back(fmt::format(
        "joint '{}': rigid joints would be off by {:.4g} {} at t = {:.6g} s, {:.3g} % of the "
        "largest force of the motor, {:.4g} {}",
        joint.name, std::abs(joint.difference.value), unit, joint.difference.time,
        100.0 * joint.share(), std::abs(joint.Q_theta.value), unit));
  }
  if (!passive.empty()) {
    warnings.push_back(fmt::format(
        "no motor: {}; their forces in the table are what something else must supply, and they are "
        "held where motors are locked",
        comma_list(passive)));
  }
  if (record.start_error > kKnownStart) {
    warnings.push_back(
        fmt::format("the deflections of damped joints at the start depend on what was before: they "
                    "are known to "
                    "{:.2g} of the largest; the difference fades with the time D/K",
                    record.start_error));
  }
  if (record.kink) {
    warnings.push_back(
        fmt::format("the force of a damped joint is not smooth at t = {:.6g} s, and the motion "
                    "does not say why: "
                    "derivatives of its deflection are not exact near it",
                    *record.kink));
  }
  for (const auto& range : {record.locked, record.free}) {
    if (!range || range->lowest.value >= 0.0) continue;
    warnings.push_back(
        fmt::format("at t = {:.6g} s the springs are too soft to hold the robot up: an "
                    "eigenfrequency below zero "
                    "stands for a rate at which it tips over",
                    range->lowest.time));
  }
  return warnings;
}

std::string elastic_json(const ElasticRecord& record, const ElasticRequest& request,
                         const std::vector<std::string>& warnings, const std::string& output,
                         int num_plots) {
  JsonWriter json;
  json.begin_object();
  const std::set<std::string> others{"gravity", "order", "joints", "samples", "inertia_accepted"};
  for (const auto& [name, text] : record.rows.header.metadata) {
    if (!others.contains(name)) json.key(name).value(text);
  }
  json.key("gravity").vector(record.gravity);
  json.key("order").value(request.order);
  std::vector<std::string> joints;
  for (const ElasticJointPeaks& joint : record.joints) joints.push_back(joint.name);
  json.key("joints").value(joints);
  json.key("samples").value(static_cast<double>(record.rows.header.num_rows));
  if (request.inertia_accepted) json.key("inertia_accepted").value(true);
  if (!output.empty()) json.key("output").value(output);
  if (num_plots > 0) json.key("plots").value(num_plots);
  json.key("peaks").begin_array();
  for (const ElasticJointPeaks& joint : record.joints) {
    if (!joint.is_passive) write_joint_peaks(joint, json);
  }
  json.end_array();
  write_extremes("locked_frequency", record.locked, json);
  write_extremes("free_frequency", record.free, json);
  json.key("share").value(request.share);
  json.key("start_error").value(record.start_error);
  json.key("warnings").value(warnings);
  json.end_object();
  return json.text();
}

std::vector<Figure> elastic_plots(const ElasticRecord& record) {
  const ColumnsByName columns(record.rows);
  const std::vector<const ElasticJointPeaks*> joints = by_interest(record);
  std::vector<Figure> figures;
  std::set<std::string> taken;
  for (std::size_t i = 0; i < std::min(joints.size(), kMostJointPlots); ++i) {
    const ElasticJointPeaks& joint = *joints[i];
    Plot plot{.title = concat("force of the motor, on the link side: ", joint.name),
              .y_label = joint.turns ? "N m" : "N"};
    plot.lines = {{"elastic", columns.values(concat("Q_theta.", joint.name))},
                  {"if it were rigid", columns.values(concat("Q_rigid.", joint.name))}};
    figures.push_back({plot_file_name(concat("Q_theta.", joint.name), taken), {plot}});
  }
  for (const JointsPlot& of :
       {JointsPlot{"deflection", "deflection", "", "deflection of the joints", "rad", "m"},
        JointsPlot{"elastic_difference", "elastic_difference", "",
                   "force of the motors, elastic less rigid", "N m", "N"},
        JointsPlot{"motor_position.d1", "motor_position", ".d1", "speed of the motors, motor side",
                   "rad/s", "m/s"},
        JointsPlot{"motor_torque", "motor_torque", "", "torque of the motors, motor side", "N m",
                   "N"},
        JointsPlot{"motor_power", "motor_power", "", "mechanical power of the motors", "W", "W"}}) {
    figures.push_back({plot_file_name(of.file, taken), {joints_plot(of, joints, columns)}});
  }
  for (const auto& [name, title] :
       {std::pair{"locked_frequency", "eigenfrequencies, motors locked"},
        std::pair{"free_frequency", "eigenfrequencies, motors free"}}) {
    Plot plot{.title = title, .y_label = "Hz"};
    for (int i = 0; i < std::min(columns.count(name), static_cast<int>(kMostJointLines)); ++i) {
      plot.lines.push_back({std::to_string(i + 1), columns.values(concat(name, "[", i, "]"))});
    }
    if (!plot.lines.empty()) figures.push_back({plot_file_name(name, taken), {plot}});
  }
  const std::vector<double> times = columns.values("t");
  for (Figure& figure : figures) figure.panels.front().x = times;
  return figures;
}

}  // namespace appell::report
