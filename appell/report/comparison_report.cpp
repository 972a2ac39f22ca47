#include "appell/report/comparison_report.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "appell/base/quoted.hpp"
#include "appell/report/json_writer.hpp"
#include "appell/report/text_table.hpp"

namespace appell::report {
namespace {

using analysis::ComparedFigure;
using analysis::ComparedMotion;
using analysis::FigureValue;
using analysis::MotionComparison;

const std::string& joint_name_of(const model::Model& model, int coordinate) {
  return model.coordinates()[static_cast<std::size_t>(coordinate)].name;
}

bool is_among(const std::vector<std::size_t>& some, std::size_t one) {
  return std::find(some.begin(), some.end(), one) != some.end();
}

/// "24.4 shoulder (98 %)", with a star where it is the best.
std::string figure_cell(const model::Model& model, const FigureValue& value, bool is_best) {
  std::string text = value.is_impulse ? "impulse" : fmt::format("{:.6g}", value.value);
  if (is_best) text += "*";
  if (value.worst) text += " " + joint_name_of(model, *value.worst);
  if (value.share) text += fmt::format(" ({:.1f} %)", 100.0 * *value.share);
  return text;
}

/// "torque_rate joint1", "total_power".
std::string limit_label(const model::Model& model, const model::MotionLimit& limit) {
  return kind_name(limit) +
         (limit.has_coordinate() ? " " + joint_name_of(model, limit.coordinate) : "");
}

/// "yes", or what is exceeded first.
std::string legal_cell(const model::Model& model, const ComparedMotion& motion) {
  if (*motion.is_legal) return "yes";
  const std::size_t others = motion.exceeded.size() - 1;
  return "NO: " + limit_label(model, motion.exceeded.front()) +
         (others == 0 ? "" : fmt::format(" and {} more", others));
}

/// "a, b and c"
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += i == 0 ? "" : i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text;
}

std::vector<std::string> names_of(const MotionComparison& of,
                                  const std::vector<std::size_t>& motions) {
  std::vector<std::string> names;
  for (const std::size_t i : motions) names.push_back(of.motions[i].name);
  return names;
}

/// Who has least of what matters most, and of how many figures each has least.
std::string summary(const MotionComparison& of) {
  if (of.motions.size() < 2) return "";
  std::string text;
  for (const char* name : {"torque", "torque_rate", "jerk", "mechanical_energy", "E1_integral"}) {
    if (!of.has_figure(name)) continue;  // A robot without motors.
    const std::size_t figure = of.figure_named(name);
    const std::vector<std::size_t> best = of.best(figure);
    if (best.empty()) continue;
    std::string title = of.figures[figure].title;
    constexpr std::string_view kLargest = "largest ";
    if (title.starts_with(kLargest)) title = title.substr(kLargest.size());
    text += fmt::format("{}{}: {}", text.empty() ? "Least " : "; least ", title,
                        listed(names_of(of, best)));
  }
  if (!text.empty()) text += ".\n";
  std::vector<std::string> counts;
  for (std::size_t i = 0; i < of.motions.size(); ++i) {
    counts.push_back(fmt::format("{} of {}", of.num_best(i), of.motions[i].name));
  }
  return text + fmt::format("Best (*) of {} figures: {}.\n", of.figures.size(), listed(counts));
}

void write_value(const model::Model& model, const FigureValue& value, JsonWriter& json) {
  json.begin_object();
  json.key("value");
  value.is_impulse ? json.null() : json.value(value.value);
  json.key("impulse").value(value.is_impulse);
  if (value.time) json.key("time").value(*value.time);
  if (value.worst) json.key("joint").value(joint_name_of(model, *value.worst));
  if (value.share) json.key("share").value(*value.share);
  if (!value.joints.empty()) {
    json.key("joints").begin_object();
    for (const analysis::JointFigure& joint : value.joints) {
      json.key(joint_name_of(model, joint.coordinate));
      joint.is_impulse ? json.null() : json.value(joint.value);
    }
    json.end_object();
  }
  json.end_object();
}

}  // namespace

std::string comparison_text(const model::Model& model, const MotionComparison& of) {
  std::vector<std::vector<std::string>> table{{"", "unit"}};
  for (const ComparedMotion& motion : of.motions) table[0].push_back(motion.name);
  for (std::size_t figure = 0; figure < of.figures.size(); ++figure) {
    const std::vector<std::size_t> best = of.best(figure);
    std::vector<std::string> row{of.figures[figure].title, of.figures[figure].unit};
    for (std::size_t i = 0; i < of.motions.size(); ++i) {
      row.push_back(figure_cell(model, of.motions[i].values[figure], is_among(best, i)));
    }
    table.push_back(std::move(row));
  }
  if (of.motions.front().is_legal) {
    std::vector<std::string> row{"keeps all limits", ""};
    for (const ComparedMotion& motion : of.motions) row.push_back(legal_cell(model, motion));
    table.push_back(std::move(row));
  }
  return text_table(table) + summary(of);
}

std::string comparison_json(const model::Model& model, const std::string& frame,
                            const MotionComparison& of, const std::vector<std::string>& notes) {
  JsonWriter json;
  json.begin_object();
  json.key("model").value(model.name());
  json.key("frame").value(frame);
  json.key("gravity").vector(model.gravity());
  json.key("notes").value(notes);
  json.key("motions").begin_array();
  for (std::size_t i = 0; i < of.motions.size(); ++i) {
    const ComparedMotion& motion = of.motions[i];
    json.begin_object().key("name").value(motion.name);
    json.key("duration").value(motion.range.duration());
    if (motion.is_legal) {
      std::vector<std::string> exceeded;
      for (const model::MotionLimit& limit : motion.exceeded) {
        exceeded.push_back(limit_label(model, limit));
      }
      json.key("legal").value(*motion.is_legal).key("exceeded").value(exceeded);
    }
    json.key("best_of").value(of.num_best(i)).end_object();
  }
  json.end_array();
  json.key("figures").begin_array();
  for (std::size_t figure = 0; figure < of.figures.size(); ++figure) {
    json.begin_object().key("name").value(of.figures[figure].name);
    json.key("title").value(of.figures[figure].title);
    json.key("unit").value(of.figures[figure].unit);
    json.key("best").value(names_of(of, of.best(figure)));
    json.key("values").begin_array();
    for (const ComparedMotion& motion : of.motions) {
      write_value(model, motion.values[figure], json);
    }
    json.end_array().end_object();
  }
  json.end_array().end_object();
  return json.text();
}

std::string comparison_csv(const model::Model& model, const MotionComparison& of) {
  std::string units, header = "motion", rows;
  for (const ComparedFigure& figure : of.figures) {
    units += "," + figure.unit + (figure.has_joints ? "," : "");
    header += "," + figure.name + (figure.has_joints ? "," + figure.name + ".joint" : "");
  }
  for (const ComparedMotion& motion : of.motions) {
    rows += csv_field(motion.name);
    for (const FigureValue& value : motion.values) {
      rows += value.is_impulse ? ",impulse" : fmt::format(",{:.17g}", value.value);
      if (value.worst) rows += "," + csv_field(joint_name_of(model, *value.worst));
    }
    rows += "\n";
  }
  return fmt::format("# model: {}\n# units: {}\n{}\n{}", model.name(), units, header, rows);
}

std::vector<std::string> standard_notes(const analysis::NamedMotion& given,
                                        const analysis::StandardMoves& standard) {
  const double duration = given.motion.range().duration();
  std::vector<std::string> notes;
  if (analysis::share_at_ends(given.motion) > 1e-6) {
    notes.push_back(fmt::format(
        "{} does not go from rest to rest; the laws that it is compared with do", given.name));
  }
  notes.push_back("minimum_jerk is the quintic, minimum_snap the septic from rest to rest");
  if (!standard.shortest) {
    notes.push_back(
        "jerk_limited: not all joints that move have limits of velocity, acceleration and jerk; "
        "its ramps take 1/3 of the time each, of which 1/3 at either end has constant jerk");
  } else if (*standard.shortest <= duration * (1.0 + 1e-9)) {
    notes.push_back(
        fmt::format("jerk_limited: within the limits it could take {:.6g} s; it is "
                    "slowed down to the {:.6g} s of the motion",
                    *standard.shortest, duration));
  } else {
    notes.push_back(
        fmt::format("jerk_limited: within the limits it takes {:.6g} s; run in the "
                    "{:.6g} s of the motion it exceeds them",
                    *standard.shortest, duration));
  }
  return notes;
}

}  // namespace appell::report
