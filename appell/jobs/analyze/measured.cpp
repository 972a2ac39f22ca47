#include "appell/jobs/analyze/measured.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "appell/base/check.hpp"
#include "appell/io/friction_file.hpp"
#include "appell/report/json.hpp"
#include "appell/report/motion_page.hpp"
#include "appell/report/output_file.hpp"
#include "appell/report/page_charts.hpp"

namespace appell::jobs {
namespace {

using analysis::FittedParameter;
using analysis::FrictionFit;
using analysis::MeasuredJoint;
using analysis::root_mean_square;
using report::PageCell;
using report::PageChart;
using report::PageGroup;
using report::PageTable;

constexpr std::size_t kMostFigures = 8;      // Of more joints some share one.
constexpr std::size_t kMostInstants = 2000;  // Of a chart.

std::string unit_of(const MeasuredJoint& joint) { return joint.turns ? "N m" : "N"; }

/// measured - drive - friction of the model.
std::vector<double> rest_after_own_friction(const MeasuredJoint& joint) {
  std::vector<double> rest = joint.difference();
  for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= joint.friction[i];
  return rest;
}

std::string rms_text(const std::vector<double>& numbers) {
  return fmt::format("{:.4g}", root_mean_square(numbers));
}

PageTable comparison_table(const MeasuredResult& of) {
  PageTable table{.title = "Measured forces (root mean squares)",
                  .columns = {{"joint"},
                              {"measured"},
                              {"difference"},
                              {"explained"},
                              {"sd(Q_drive)"},
                              {"with friction"},
                              {"after fit"}}};
  for (std::size_t i = 0; i < of.forces.joints.size(); ++i) {
    const MeasuredJoint& joint = of.forces.joints[i];
    const std::vector<double> difference = joint.difference();
    const auto explained = analysis::share_explained(joint.measured, difference);
    table.rows.push_back(
        {concat(joint.name, " (", unit_of(joint), ")"), rms_text(joint.measured),
         rms_text(difference), explained ? fmt::format("{:.1f} %", 100.0 * *explained) : "-",
         joint.deviation.empty() ? "" : fmt::format("{:.2g}", root_mean_square(joint.deviation)),
         joint.friction.empty() ? "" : rms_text(rest_after_own_friction(joint)),
         of.law ? fmt::format("{:.4g}", of.fits[i].rms) : ""});
  }
  return table;
}

std::string value_with_error(const FittedParameter& parameter) {
  if (!parameter.sd) {
    return parameter.value == 0.0 ? "-" : fmt::format("{:.3g} (end)", parameter.value);
  }
  return fmt::format("{:.3g} ± {:.1g}", parameter.value, *parameter.sd);
}

PageTable friction_table(const MeasuredResult& of) {
  const bool has_velocity =
      *of.law == analysis::FittedLaw::kCoulomb || *of.law == analysis::FittedLaw::kStribeck;
  PageTable table{.title = concat("Friction fitted to the difference, ± standard error: ",
                                  analysis::formula_of(*of.law))};
  if (has_velocity) table.title += fmt::format(", velocity = {} rad/s or m/s", of.velocity);
  table.columns.push_back({"joint"});
  for (const FittedParameter& parameter : of.fits.front().parameters) {
    table.columns.push_back({parameter.name});
  }
  for (std::size_t i = 0; i < of.fits.size(); ++i) {
    table.rows.push_back({of.forces.joints[i].name});
    for (const FittedParameter& parameter : of.fits[i].parameters) {
      table.rows.back().emplace_back(value_with_error(parameter));
    }
  }
  return table;
}

/// The place of a joint among the coordinates of the model.
std::optional<int> coordinate_of(const MeasuredResult& of, const MeasuredJoint& joint) {
  const auto named = std::find(of.coordinates.begin(), of.coordinates.end(), joint.name);
  if (named == of.coordinates.end()) return std::nullopt;
  return static_cast<int>(named - of.coordinates.begin());
}

/// For a page: tables of numbers.
std::vector<PageTable> measured_tables(const MeasuredResult& of) {
  const MeasuredJoint& any = of.forces.joints.front();
  PageTable rms{.title = "Measured against the model, root mean squares",
                .columns = {{"Joint"}, {"Unit"}, {"Measured"}, {"Difference"}, {"Explained", "%"}}};
  if (!any.deviation.empty()) rms.columns.push_back({"± of the model (1 sd)"});
  if (!any.friction.empty()) rms.columns.push_back({"Less the model's friction"});
  if (of.law) rms.columns.push_back({"After the fit"});
  PageTable friction{
      .title = concat("Fitted friction: ", of.law ? analysis::formula_of(*of.law) : ""),
      .columns = {{"Joint"}}};
  for (std::size_t i = 0; i < of.forces.joints.size(); ++i) {
    const MeasuredJoint& joint = of.forces.joints[i];
    const std::vector<double> difference = joint.difference();
    const auto explained = analysis::share_explained(joint.measured, difference);
    std::vector<PageCell> row{joint.name, unit_of(joint), root_mean_square(joint.measured),
                              root_mean_square(difference),
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

/// For a page, over time: the difference, the fitted friction and what is left.
PageGroup measured_group(const MeasuredResult& of) {
  // Columns of a table: the time, and of each joint up to three lines.
  report::TableHeader header{.num_rows = static_cast<long long>(of.forces.times.size()),
                             .groups = {{}}};
  report::TableBlock block{.num_rows = of.forces.times.size(), .numbers = of.forces.times};
  header.groups[0].columns = {"t"};
  report::ChartPlan plan;
  const std::size_t group = plan.group("measured", "Measured against the model");
  const auto add = [&](const MeasuredJoint& joint, const std::string& title, int order,
                       const std::vector<double>& values) {
    const std::string ending(joint.turns ? "" : report::kSliding);
    report::PlannedLine line{
        .group = group,
        .chart = plan.chart(
            group,
            {.title = title + ending, .symbol = "τ", .unit = unit_of(joint), .order = order}),
        .line = {.name = joint.name},
        .column = plan.column({.of = {header.groups.size()}})};
    line.line.joint = coordinate_of(of, joint);
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
  report::PageCharts charts(std::move(plan));
  charts.take(header, block);
  PageGroup drawn = std::move(charts.groups().front());
  drawn.where = PageGroup::Where::kPages;  // Plots have a figure for each joint.
  return drawn;
}

/// For plots, a chart for each joint: measured, Q_drive, their difference and the fitted friction.
PageGroup measured_charts(const MeasuredResult& of) {
  PageGroup group{.id = "measured_joints", .title = "Measured forces"};
  group.where = PageGroup::Where::kPlots;  // Pages have dots over the torques.
  const std::vector<double>& times = of.forces.times;
  std::vector<double> some;
  for (std::size_t i = 0; i < times.size(); i += 1 + times.size() / kMostInstants) {
    some.push_back(times[i]);
  }
  const auto instants = std::make_shared<const std::vector<double>>(std::move(some));
  const std::size_t count = of.forces.joints.size();
  for (std::size_t i = 0; i < count; ++i) {
    const MeasuredJoint& joint = of.forces.joints[i];
    const std::size_t figures = std::min(count, kMostFigures);
    std::size_t first = 0;  // Of those in the same figure.
    for (std::size_t f = 0; f < figures && f * count / figures <= i; ++f)
      first = f * count / figures;
    PageChart chart{.title = joint.name,
                    .symbol = "",
                    .unit = unit_of(joint),
                    .order = static_cast<int>(i),
                    .time = instants,
                    .file = concat("measured.", of.forces.joints[first].name)};
    const std::optional<int> coordinate = coordinate_of(of, joint);
    const auto add = [&](const char* name, const std::vector<double>& values) {
      chart.lines.push_back(
          {.name = name, .joint = coordinate, .y = report::at_instants(*instants, times, values)});
    };
    add("measured", joint.measured);
    add("Q_drive", joint.drive);
    add("difference", joint.difference());
    if (of.law) add("fitted friction", of.fits[i].fitted);
    group.charts.push_back(std::move(chart));
  }
  return group;
}

Json parameters_json(const FrictionFit& fit) {
  Json json = Json::object();
  for (const FittedParameter& parameter : fit.parameters) {
    json[parameter.name] = {{"value", parameter.value}};
    if (parameter.sd) json[parameter.name]["sd"] = *parameter.sd;
  }
  return json;
}

Json measured_json(const MeasuredResult& of, int i) {
  const MeasuredJoint& joint = of.forces.joints[i];
  const std::vector<double> difference = joint.difference();
  Json json{{"name", joint.name},
            {"unit", unit_of(joint)},
            {"measured", root_mean_square(joint.measured)},
            {"difference", root_mean_square(difference)}};
  if (const auto explained = analysis::share_explained(joint.measured, difference)) {
    json["explained"] = *explained;
  }
  if (!joint.deviation.empty()) json["deviation"] = root_mean_square(joint.deviation);
  if (!joint.friction.empty()) {
    json["with_friction"] = root_mean_square(rest_after_own_friction(joint));
  }
  if (of.law) {
    json["after_fit"] = of.fits[i].rms;
    json["parameters"] = parameters_json(of.fits[i]);
    json["remarks"] = of.fits[i].remarks;
  }
  return json;
}

}  // namespace

Parameters measured_parameters() {
  using R = MeasuredRequest;
  return under(
      "Measured forces",
      {parameter(
           &R::is_wanted, "measured",
           "compare Q_drive with the measured efforts of a log (columns JOINT.effort), a line "
           "per joint; needs no -o"),
       offering(analysis::fitted_law_names(),
                as(Kind::kText, "LAW",
                   parameter(&R::law, "fit-friction",
                             concat("with --measured: fit a law of friction to the difference of "
                                    "each joint: ",
                                    comma_list(analysis::fitted_law_names()))))),
       parameter(&R::velocity, "friction-velocity",
                 fmt::format("velocity of tanh(q'/velocity) in fitted laws, rad/s or m/s (default: "
                             "{})",
                             analysis::kDryVelocity),
                 positive("rad/s or m/s")),
       as(Kind::kFile, "FILE.toml",
          parameter(&R::friction_out, "friction-out",
                    "write the fitted friction, for --friction and model files")),
       parameter(&R::skip, "skip",
                 fmt::format("with --measured: seconds to ignore at each end (default: {:g} % of "
                             "the motion)",
                             100.0 * analysis::kSkippedShare))});
}

void check_measured(const MeasuredRequest& request, const std::vector<std::string>& inputs,
                    const Context& context) {
  const bool has_law = !request.law.empty();
  check(request.is_wanted || (!has_law && !request.skip),
        context.called(has_law ? "fit-friction" : "skip"), ": is for ", context.called("measured"),
        ", which is not given");
  check(has_law || (!request.velocity && request.friction_out.empty()),
        context.called(request.velocity ? "friction-velocity" : "friction-out"), ": is for ",
        context.called("fit-friction"), ", which is not given");
  if (has_law) {
    from(context.called("fit-friction"), [&] { return analysis::fitted_law_named(request.law); });
  }
  check(!request.skip || (*request.skip >= 0.0 && std::isfinite(*request.skip)),
        context.called("skip"), ": is ", request.skip.value_or(0.0),
        "; seconds, not negative, are needed");
  check_file(request.friction_out, inputs);
}

MeasuredResult run(const MeasuredRequest& request, const analysis::Subject& subject,
                   const MotionSource& source, const io::Motion& motion, const Context& context) {
  check(motion.recording != nullptr, source.path,
        ": is no record of a motion, so nothing was measured; a log with columns JOINT.effort is "
        "needed for ",
        context.called("measured"));
  MeasuredResult result{.model = subject.model.name(),
                        .motion = source.path,
                        .forces = analysis::measured_forces(subject, motion.trajectory,
                                                            *motion.recording, request.skip),
                        .law = {},
                        .velocity = request.velocity.value_or(analysis::kDryVelocity),
                        .friction_out = request.friction_out};
  for (const model::Coordinate& coordinate : subject.model.coordinates()) {
    result.coordinates.push_back(coordinate.name);
  }
  if (!request.law.empty()) result.law = analysis::fitted_law_named(request.law);
  fit(result);
  if (!request.friction_out.empty()) {
    report::OutputFile file(request.friction_out);
    file.write(friction_toml(result));
    file.commit();
  }
  return result;
}

void fit(MeasuredResult& result) {
  if (!result.law) return;
  for (const MeasuredJoint& joint : result.forces.joints) {
    result.fits.push_back(
        analysis::fit_friction(joint.rate, joint.difference(), *result.law, result.velocity));
  }
}

Document show(const MeasuredResult& of, Detail detail) {
  Document document;
  document.opening = {fmt::format(
      "Measured forces against Q_drive, root mean squares of {} rows, t = {:.6g} to {:.6g} s "
      "({:.3g} s at either end left out)",
      of.forces.times.size(), of.forces.times.front(), of.forces.times.back(), of.forces.skipped)};
  if (detail == Detail::kPage) {
    document.tables = measured_tables(of);
    document.groups = {measured_charts(of), measured_group(of)};
  } else {
    document.tables = {comparison_table(of)};
    if (of.law) document.tables.push_back(friction_table(of));
  }
  for (std::size_t i = 0; i < of.fits.size(); ++i) {
    for (const std::string& remark : of.fits[i].remarks) {
      document.sentences.push_back(concat("note: ", of.forces.joints[i].name, ": ", remark));
    }
  }
  for (const std::string& line : of.forces.left_out) {
    document.sentences.push_back(concat("left out: ", line));
  }
  if (!of.friction_out.empty()) document.sentences.push_back(concat("friction: ", of.friction_out));
  return document;
}

Json json(const MeasuredResult& of) {
  Json json{{"model", of.model},
            {"motion", of.motion},
            {"rows", of.forces.times.size()},
            {"start", of.forces.times.front()},
            {"end", of.forces.times.back()},
            {"skipped", of.forces.skipped}};
  if (of.law) {
    json["law"] = analysis::formula_of(*of.law);
    json["velocity"] = of.velocity;
  }
  json["joints"] = Json::array();
  for (int i = 0; i < std::ssize(of.forces.joints); ++i)
    json["joints"].push_back(measured_json(of, i));
  json["left_out"] = of.forces.left_out;
  return json;
}

std::string friction_toml(const MeasuredResult& of) {
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

}  // namespace appell::jobs
