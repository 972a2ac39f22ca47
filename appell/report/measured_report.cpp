#include "appell/report/measured_report.hpp"

#include <cmath>
#include <set>

#include <fmt/format.h>

#include "appell/base/text.hpp"
#include "appell/io/friction_file.hpp"
#include "appell/report/json_writer.hpp"
#include "appell/report/motion_plots.hpp"
#include "appell/report/page_charts.hpp"

namespace appell::report {
namespace {

using analysis::FittedParameter;
using analysis::FrictionFit;
using analysis::MeasuredJoint;
using analysis::root_mean_square;

/// Names of joints, at least as wide as a heading.
int name_width(const MeasuredComparison& of) {
  std::size_t width = 12;
  for (const MeasuredJoint& joint : of.forces.joints)
    width = std::max(width, joint.name.size() + 6);
  return static_cast<int>(width);
}

std::string with_unit(const MeasuredJoint& joint) {
  return concat(joint.name, joint.turns ? " (N m)" : " (N)");
}

/// measured - drive - friction of the model.
std::vector<double> rest_after_own_friction(const MeasuredJoint& joint) {
  std::vector<double> rest = joint.difference();
  for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= joint.friction[i];
  return rest;
}

std::string comparison_table(const MeasuredComparison& of) {
  const MeasuredJoint& any = of.forces.joints.front();
  const int width = name_width(of);
  std::string text = fmt::format("{:<{}}{:>10}{:>12}{:>11}", "joint", width, "measured",
                                 "difference", "explained");
  if (!any.deviation.empty()) text += fmt::format("{:>13}", "sd(Q_drive)");
  if (!any.friction.empty()) text += fmt::format("{:>16}", "with friction");
  if (of.law) text += fmt::format("{:>11}", "after fit");
  text += "\n";
  for (std::size_t i = 0; i < of.forces.joints.size(); ++i) {
    const MeasuredJoint& joint = of.forces.joints[i];
    const std::vector<double> difference = joint.difference();
    const auto explained = analysis::share_explained(joint.measured, difference);
    text += fmt::format("{:<{}}{:>10.4g}{:>12.4g}{:>11}", with_unit(joint), width,
                        root_mean_square(joint.measured), root_mean_square(difference),
                        explained ? fmt::format("{:.1f} %", 100.0 * *explained) : "-");
    if (!any.deviation.empty()) text += fmt::format("{:>13.2g}", root_mean_square(joint.deviation));
    if (!any.friction.empty()) {
      text += fmt::format("{:>16.4g}", root_mean_square(rest_after_own_friction(joint)));
    }
    if (of.law) text += fmt::format("{:>11.4g}", of.fits[i].rms);
    text += "\n";
  }
  return text;
}

std::string value_with_error(const FittedParameter& parameter) {
  if (!parameter.sd) {
    return parameter.value == 0.0 ? "-" : fmt::format("{:.3g} (end)", parameter.value);
  }
  return fmt::format("{:.3g} ± {:.1g}", parameter.value, *parameter.sd);
}

std::string friction_table(const MeasuredComparison& of) {
  const int width = name_width(of);
  std::string text = fmt::format("\nFriction fitted to the difference, ± standard error:\n{}",
                                 analysis::formula_of(*of.law));
  const bool has_velocity =
      *of.law == analysis::FittedLaw::kCoulomb || *of.law == analysis::FittedLaw::kStribeck;
  if (has_velocity) text += fmt::format(", velocity = {} rad/s or m/s", of.velocity);
  text += fmt::format("\n{:<{}}", "joint", width);
  for (const FittedParameter& parameter : of.fits.front().parameters) {
    text += fmt::format("{:>20}", parameter.name);
  }
  text += "\n";
  for (std::size_t i = 0; i < of.fits.size(); ++i) {
    text += fmt::format("{:<{}}", of.forces.joints[i].name, width);
    for (const FittedParameter& parameter : of.fits[i].parameters) {
      text += fmt::format("{:>20}", value_with_error(parameter));
    }
    text += "\n";
  }
  for (std::size_t i = 0; i < of.fits.size(); ++i) {
    for (const std::string& remark : of.fits[i].remarks) {
      text += fmt::format("note: {}: {}\n", of.forces.joints[i].name, remark);
    }
  }
  return text;
}

void write_parameters(const FrictionFit& fit, JsonWriter& json) {
  json.key("after_fit").value(fit.rms);
  json.key("parameters").begin_object();
  for (const FittedParameter& parameter : fit.parameters) {
    json.key(parameter.name).begin_object().key("value").value(parameter.value);
    if (parameter.sd) json.key("sd").value(*parameter.sd);
    json.end_object();
  }
  json.end_object();
  json.key("remarks").value(fit.remarks);
}

void write_joint(const MeasuredComparison& of, std::size_t i, JsonWriter& json) {
  const MeasuredJoint& joint = of.forces.joints[i];
  const std::vector<double> difference = joint.difference();
  json.begin_object();
  json.key("name").value(joint.name);
  json.key("unit").value(joint.turns ? "N m" : "N");
  json.key("measured").value(root_mean_square(joint.measured));
  json.key("difference").value(root_mean_square(difference));
  if (const auto explained = analysis::share_explained(joint.measured, difference)) {
    json.key("explained").value(*explained);
  }
  if (!joint.deviation.empty()) json.key("deviation").value(root_mean_square(joint.deviation));
  if (!joint.friction.empty()) {
    json.key("with_friction").value(root_mean_square(rest_after_own_friction(joint)));
  }
  if (of.law) write_parameters(of.fits[i], json);
  json.end_object();
}

/// About a thousand rows: what a picture can show.
std::vector<double> thinned(const std::vector<double>& all) {
  const std::size_t step = std::max<std::size_t>(1, all.size() / (kPlotRows - 1));
  std::vector<double> some;
  for (std::size_t i = 0; i < all.size(); i += step) some.push_back(all[i]);
  return some;
}

}  // namespace

MeasuredComparison compare_measured(analysis::MeasuredForces forces,
                                    std::optional<analysis::FittedLaw> law, double velocity) {
  MeasuredComparison comparison{.forces = std::move(forces), .law = law, .velocity = velocity};
  if (!law) return comparison;
  for (const MeasuredJoint& joint : comparison.forces.joints) {
    comparison.fits.push_back(
        analysis::fit_friction(joint.rate, joint.difference(), *law, velocity));
  }
  return comparison;
}

std::string measured_text(const MeasuredComparison& of) {
  std::string text = fmt::format(
      "Measured forces against Q_drive, root mean squares of {} rows, t = {:.6g} to {:.6g} s\n"
      "({:.3g} s at either end left out)\n\n",
      of.forces.times.size(), of.forces.times.front(), of.forces.times.back(), of.forces.skipped);
  text += comparison_table(of);
  if (of.law) text += friction_table(of);
  for (const std::string& line : of.forces.left_out) text += fmt::format("left out: {}\n", line);
  return text;
}

std::string measured_json(const MeasuredComparison& of) {
  JsonWriter json;
  json.begin_object();
  json.key("model").value(of.model);
  json.key("motion").value(of.motion);
  json.key("rows").value(static_cast<double>(of.forces.times.size()));
  json.key("start").value(of.forces.times.front());
  json.key("end").value(of.forces.times.back());
  json.key("skipped").value(of.forces.skipped);
  if (of.law) {
    json.key("law").value(analysis::formula_of(*of.law));
    json.key("velocity").value(of.velocity);
  }
  json.key("joints").begin_array();
  for (std::size_t i = 0; i < of.forces.joints.size(); ++i) write_joint(of, i, json);
  json.end_array();
  json.key("left_out").value(of.forces.left_out);
  json.end_object();
  return json.text();
}

std::string fitted_friction_toml(const MeasuredComparison& of) {
  io::FrictionFile file;
  std::vector<std::string> comments;
  for (std::size_t i = 0; i < of.fits.size(); ++i) {
    const MeasuredJoint& joint = of.forces.joints[i];
    file.joints.push_back({joint.name, of.fits[i].friction});
    std::string comment =
        fmt::format("{}: rms {:.4g} before, {:.4g} after", joint.turns ? "N m" : "N",
                    root_mean_square(joint.difference()), of.fits[i].rms);
    for (const FittedParameter& parameter : of.fits[i].parameters) {
      if (parameter.sd) comment += fmt::format("; {} ± {:.2g}", parameter.name, *parameter.sd);
    }
    for (const std::string& remark : of.fits[i].remarks) comment += "\n" + remark;
    comments.push_back(std::move(comment));
  }
  return io::friction_file_toml(
      file,
      fmt::format("Friction of {}, fitted to the measured forces of {}:\n{}\n"
                  "A friction file (docs/formats.md); the lines `friction = ...` fit into a model "
                  "file, too.",
                  one_line(of.model), one_line(of.motion), analysis::formula_of(*of.law)),
      comments);
}

std::vector<PageTable> measured_tables(const MeasuredComparison& of) {
  const MeasuredJoint& any = of.forces.joints.front();
  PageTable rms{.title = "Measured against the model, root mean squares",
                .columns = {{"Joint"}, {"Unit"}, {"Measured"}, {"Difference"}, {"Explained", "%"}}};
  if (!any.deviation.empty()) rms.columns.push_back({"± of the model (1 sd)"});
  if (!any.friction.empty()) rms.columns.push_back({"Less the model's friction"});
  if (of.law) rms.columns.push_back({"After the fit"});
  PageTable friction{.title = concat("Fitted friction: ", of.law ? formula_of(*of.law) : ""),
                     .columns = {{"Joint"}}};
  for (std::size_t i = 0; i < of.forces.joints.size(); ++i) {
    const MeasuredJoint& joint = of.forces.joints[i];
    const std::vector<double> difference = joint.difference();
    const auto explained = analysis::share_explained(joint.measured, difference);
    std::vector<PageCell> row{joint.name, joint.turns ? "N m" : "N",
                              root_mean_square(joint.measured), root_mean_square(difference),
                              explained ? PageCell(100.0 * *explained) : PageCell()};
    if (!any.deviation.empty()) row.emplace_back(root_mean_square(joint.deviation));
    if (!any.friction.empty()) row.emplace_back(root_mean_square(rest_after_own_friction(joint)));
    if (of.law) row.emplace_back(of.fits[i].rms);
    rms.rows.push_back(std::move(row));
    if (!of.law) continue;
    std::vector<PageCell> fitted{joint.name};
    for (const FittedParameter& parameter : of.fits[i].parameters) {
      if (i == 0) friction.columns.insert(friction.columns.end(), {{parameter.name}, {"± 1 sd"}});
      fitted.emplace_back(parameter.value);
      fitted.push_back(parameter.sd ? PageCell(*parameter.sd) : PageCell());
    }
    friction.rows.push_back(std::move(fitted));
  }
  if (!of.law) return {std::move(rms)};
  return {std::move(rms), std::move(friction)};
}

PageGroup measured_group(const MeasuredComparison& of, const model::Model& model) {
  // Columns of a table: the time, and of each joint up to three lines.
  TableHeader header{.num_rows = static_cast<long long>(of.forces.times.size()), .groups = {{}}};
  TableBlock block{.num_rows = of.forces.times.size(), .numbers = of.forces.times};
  header.groups[0].columns = {"t"};
  ChartPlan plan;
  const std::size_t group = plan.group("measured", "Measured against the model");
  const auto add = [&](const MeasuredJoint& joint, const std::string& title, int order,
                       const std::vector<double>& values) {
    const std::string ending(joint.turns ? "" : kSliding);
    PlannedLine line{.group = group,
                     .chart = plan.chart(group, {.title = title + ending,
                                                 .symbol = "τ",
                                                 .unit = joint.turns ? "N m" : "N",
                                                 .order = order}),
                     .line = {.name = joint.name},
                     .column = plan.column({.of = {header.groups.size()}})};
    for (int j = 0; j < model.num_coordinates(); ++j) {
      if (model.coordinates()[static_cast<std::size_t>(j)].name == joint.name) line.line.joint = j;
    }
    plan.lines.push_back(std::move(line));
    header.groups.push_back({.name = {}, .shape = {}, .columns = {joint.name}, .units = {}});
    block.numbers.insert(block.numbers.end(), values.begin(), values.end());
  };
  for (std::size_t i = 0; i < of.forces.joints.size(); ++i) {
    const MeasuredJoint& joint = of.forces.joints[i];
    std::vector<double> rest = joint.difference();
    const bool has_friction = !joint.friction.empty();
    add(joint, has_friction ? "Measured − model without friction" : "Measured − model", 0, rest);
    if (has_friction) {
      add(joint, "Measured − model with friction", 1, rest_after_own_friction(joint));
    }
    if (!of.law) continue;
    const std::vector<double>& fitted = of.fits[i].fitted;
    add(joint, "Fitted friction", 2, fitted);
    for (std::size_t k = 0; k < rest.size(); ++k) rest[k] -= fitted[k];
    add(joint, "Left after the fit", 3, rest);
  }
  PageCharts charts(std::move(plan));
  charts.take(header, block);
  return std::move(charts.groups().front());
}

std::vector<Figure> measured_figures(const MeasuredComparison& of) {
  std::vector<Plot> plots;
  for (std::size_t i = 0; i < of.forces.joints.size(); ++i) {
    const MeasuredJoint& joint = of.forces.joints[i];
    Plot plot{.title = concat("Measured ", joint.turns ? "torque" : "force", " of ", joint.name),
              .y_label = joint.turns ? "N m" : "N",
              .x = thinned(of.forces.times),
              .lines = {{"measured", thinned(joint.measured)},
                        {"Q_drive", thinned(joint.drive)},
                        {"difference", thinned(joint.difference())}}};
    if (of.law) plot.lines.push_back({"fitted friction", thinned(of.fits[i].fitted)});
    plots.push_back(std::move(plot));
  }
  std::vector<Figure> figures;
  std::set<std::string> taken;
  // A file per joint; of many joints some share one.
  const std::size_t num_figures = std::min(plots.size(), kMostMeasuredFigures);
  for (std::size_t i = 0; i < num_figures; ++i) {
    const std::size_t begin = i * plots.size() / num_figures;
    const std::size_t end = (i + 1) * plots.size() / num_figures;
    Figure figure{.file = plot_file_name("measured." + of.forces.joints[begin].name, taken),
                  .panels = {}};
    for (std::size_t j = begin; j < end; ++j) figure.panels.push_back(std::move(plots[j]));
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace appell::report
