#include "appell/report/fanuc_report.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "appell/base/papers.hpp"
#include "appell/base/text.hpp"
#include "appell/base/version.hpp"
#include "appell/report/motion_analysis.hpp"
#include "appell/report/page_charts.hpp"
#include "appell/report/table.hpp"
#include "appell/taylor/factorial.hpp"

namespace appell::report {
namespace {

using analysis::FanucExperiment;

constexpr std::array kAngleTitles{"Angle of the third joint", "Angular velocity",
                                  "Angular acceleration", "Angular acceleration of second order",
                                  "Angular acceleration of third order"};
constexpr std::array kAngleUnits{"rad", "rad/s", "rad/s^2", "rad/s^3", "rad/s^4"};
constexpr std::array kEnergyUnits{"J/s^2", "J/s^4", "J/s^6"};
constexpr std::array kTorqueUnits{"N m", "N m/s", "N m/s^2"};
constexpr std::array kOrdinals{"first", "second", "third"};

double peak_of(const std::vector<double>& values) {
  double peak = 0.0;
  for (const double value : values) peak = std::max(peak, std::abs(value));
  return peak;
}

struct Curve {
  std::string name;
  std::string unit;
  const std::vector<double>* values;
};

std::vector<Curve> curves_of(const FanucExperiment& e) {
  std::vector<Curve> curves{{"t", "s", &e.times}};
  for (std::size_t k = 0; k < 5; ++k) {
    curves.push_back({k == 0 ? "q.J3" : concat("q.J3.d", k), kAngleUnits[k], &e.q[k]});
  }
  for (const auto& [route, suffix] :
       {std::pair{&e.one_joint, ".one_joint"}, std::pair{&e.general, ".general"}}) {
    for (std::size_t p = 0; p < 3; ++p) {
      curves.push_back({concat("acceleration_energy.", p + 1, std::string_view(suffix)),
                        kEnergyUnits[p], &route->energies[p]});
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const std::string order = k == 0 ? "" : concat(".d", k);
      curves.push_back({"Q_inertia.J3" + order + suffix, kTorqueUnits[k], &route->torques[k]});
      curves.push_back(
          {"Q_drive.J3" + order + suffix, kTorqueUnits[k], &route->torques_with_gravity[k]});
    }
  }
  if (!e.sd) return curves;
  for (std::size_t k = 0; k < 5; ++k) {
    curves.push_back(
        {(k == 0 ? "q.J3" : concat("q.J3.d", k)) + ".sd", kAngleUnits[k], &e.sd->q[k]});
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string order = i == 0 ? "" : concat(".d", i);
    curves.push_back(
        {concat("acceleration_energy.", i + 1, ".sd"), kEnergyUnits[i], &e.sd->curves.energies[i]});
    curves.push_back({"Q_inertia.J3" + order + ".sd", kTorqueUnits[i], &e.sd->curves.torques[i]});
    curves.push_back(
        {"Q_drive.J3" + order + ".sd", kTorqueUnits[i], &e.sd->curves.torques_with_gravity[i]});
  }
  return curves;
}

/// Which of the data are not the paper's.
std::string whose_data(const FanucExperiment& e) {
  return e.record.is_ours ? "our record, duration and masses"
                          : concat("record ", e.record.source, ", our masses");
}

/// A curve and, if it is known, the band of a standard deviation.
PlotLine with_band(const std::string& name, const std::vector<double>& values,
                   const std::vector<double>* sd) {
  return {.name = name, .values = values, .band = sd == nullptr ? std::vector<double>() : *sd};
}

std::string list_of(std::span<const double> values) {
  std::string text = "[";
  for (const double value : values) text += (text.size() == 1 ? "" : ", ") + to_text(value);
  return text + "]";
}

}  // namespace

std::vector<Figure> fanuc_figures(const FanucExperiment& e) {
  const auto figure = [&e](const std::string& file, const std::string& title,
                           const std::string& unit, std::vector<PlotLine> lines) {
    return Figure{.file = file,
                  .panels = {{.title = title + " (" + whose_data(e) + ")",
                              .y_label = printed_unit(unit),
                              .x = e.times,
                              .lines = std::move(lines)}}};
  };
  const std::array angle_files{"fig06_angle.svg", "fig07_velocity.svg", "fig05_acceleration.svg",
                               "fig08_acceleration_order_2.svg", "fig09_acceleration_order_3.svg"};
  std::vector<Figure> figures;
  for (const std::size_t k : {2U, 0U, 1U, 3U, 4U}) {
    figures.push_back(figure(angle_files[k], kAngleTitles[k], kAngleUnits[k],
                             {with_band("q", e.q[k], e.sd ? &e.sd->q[k] : nullptr)}));
  }
  for (std::size_t p = 0; p < 3; ++p) {
    figures.push_back(figure(
        fmt::format("fig10{}_energy_order_{}.svg", "abc"[p], p + 1),
        fmt::format("Acceleration energy of {} order", kOrdinals[p]), kEnergyUnits[p],
        {with_band("E", e.general.energies[p], e.sd ? &e.sd->curves.energies[p] : nullptr)}));
  }
  for (std::size_t k = 0; k < 3; ++k) {
    figures.push_back(figure(fmt::format("fig11{}_torque_order_{}.svg", "abc"[k], k + 1),
                             fmt::format("Driving torque of {} order", kOrdinals[k]),
                             kTorqueUnits[k],
                             {{"without gravity", e.general.torques[k]},
                              with_band("with gravity", e.general.torques_with_gravity[k],
                                        e.sd ? &e.sd->curves.torques_with_gravity[k] : nullptr)}));
  }
  return figures;
}

void write_fanuc_csv(const model::Model& model, const FanucExperiment& experiment,
                     const std::string& path) {
  const std::vector<Curve> curves = curves_of(experiment);
  TableHeader header;
  header.num_rows = static_cast<long long>(experiment.times.size());
  const Vec3& g = model.gravity();
  header.metadata = {{"program", concat("appell ", std::string_view(kVersion))},
                     {"model", model.name()},
                     {"model_hash", model_hash(model)},
                     {"gravity", concat(g.x(), ",", g.y(), ",", g.z())},
                     {"data", whose_data(experiment)},
                     {"experiment",
                      "S2, section 5: one_joint = equations (86)-(91), general = the "
                      "recursions over the whole robot"}};
  for (const Curve& curve : curves) {
    header.groups.push_back({.name = curve.name, .columns = {curve.name}, .units = {curve.unit}});
  }
  const auto table = open_csv_table(path, header);
  TableBlock block;
  block.num_rows = experiment.times.size();
  for (const Curve& curve : curves) {
    block.numbers.insert(block.numbers.end(), curve.values->begin(), curve.values->end());
  }
  table->prepare(block);
  table->write(block);
  table->commit();
}

std::string fanuc_motion_toml(const model::Model& model, const analysis::AngularRecord& record) {
  const trajectory::PiecewisePolynomial law = analysis::angle_from_record(record).law;
  const std::vector<double>& knots = record.knots;
  const auto at = [&law](double t, int k) {
    std::array<double, 4> q{};
    law.expand(t, q);
    return taylor::factorial(k) * q[k];
  };
  const auto text_at = [&](double t, int k) { return to_text(at(t, k)); };
  std::vector<double> inner;
  for (std::size_t i = 1; i + 1 < knots.size(); ++i) inner.push_back(at(knots[i], 2));
  std::string text = fmt::format(
      "# The motion of the experiment in S2, section 5: J3 turns, from accelerations (rad/s^2);\n"
      "# the paper prints none: {}\n"
      "kind = \"spline\"\norder = 4\nknots = {}\n",
      record.source, list_of(knots));
  for (const model::Coordinate& coordinate : model.coordinates()) {
    text += fmt::format("\n[[joint]]\nname = \"{}\"\n", coordinate.name);
    if (coordinate.name == "J3") {
      text += fmt::format(
          "interior_accelerations = {}\nstart = {{q = 0.0, d1 = 0.0, d2 = {}, d3 = {}}}\n"
          "end = {{d2 = {}, d3 = {}}}\n",
          list_of(inner), text_at(knots.front(), 2), text_at(knots.front(), 3),
          text_at(knots.back(), 2), text_at(knots.back(), 3));
    } else {
      text += fmt::format(
          "positions = {}\nstart = {{d1 = 0.0, d2 = 0.0}}\nend = {{d1 = 0.0, d2 = 0.0}}\n",
          list_of(std::vector<double>(knots.size(), 0.0)));
    }
  }
  return text;
}

std::string fanuc_account(const model::Model& model, const FanucExperiment& e) {
  std::string text = fmt::format(
      "The experiment of S2, section 5: the arm of {} turns\n"
      "by {} about J3 in {:g} s.\n{}\n"
      "The paper prints no record, no masses and no duration. Here:\n{}.\n"
      "{} intervals of fifth-degree functions from {}, {} samples.\n",
      model.name(), e.record.is_ours ? "pi" : fmt::format("{:.4g} rad", e.record.turn),
      e.times.back() - e.times.front(), keys_spelled_out("S2"), whose_data(e),
      e.record.knots.size() - 1,
      e.record.is_ours ? "its acceleration"
                       : fmt::format("its {} accelerations", e.record.times.size()),
      e.times.size());
  if (e.record.given_turn) {
    text += fmt::format("Accelerations change by at most {:.3g} rad/s² so that it turns so far.\n",
                        e.record.largest_change);
  }
  if (e.sd) {
    text += fmt::format("Noise of the record: sd {:.3g} rad/s²; ± is the rms sd of each curve.\n",
                        e.record.sd);
  }
  const auto rms = [](const std::vector<double>& values) {
    double total = 0.0;
    for (const double value : values) total += value * value;
    return std::sqrt(total / static_cast<double>(values.size()));
  };
  text += fmt::format("\n{:<36} {:>12} {:>12}  {}\n", "Peaks", "one joint", "whole robot", "unit");
  const auto line = [&](const std::string& name, const std::string& one_joint,
                        const std::vector<double>& general, const char* unit,
                        const std::vector<double>* sd) {
    text +=
        fmt::format("{:<36} {:>12} {:>12.6g}  {}{}\n", name, one_joint, peak_of(general),
                    printed_unit(unit), sd == nullptr ? "" : fmt::format(" ± {:.2g}", rms(*sd)));
  };
  const auto number = [](const std::vector<double>& values) {
    return fmt::format("{:.6g}", peak_of(values));
  };
  constexpr std::array kShortTitles{"", "Angular velocity", "Angular acceleration",
                                    "  of second order (jerk)", "  of third order (snap)"};
  for (std::size_t k = 1; k < 5; ++k) {
    line(kShortTitles[k], "", e.q[k], kAngleUnits[k], e.sd ? &e.sd->q[k] : nullptr);
  }
  for (std::size_t p = 0; p < 3; ++p) {
    line(fmt::format("Acceleration energy of {} order", kOrdinals[p]),
         number(e.one_joint.energies[p]), e.general.energies[p], kEnergyUnits[p],
         e.sd ? &e.sd->curves.energies[p] : nullptr);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    line(k == 0 ? "Driving torque"
                : fmt::format("  its {}", derivative_in_words(static_cast<int>(k))),
         number(e.one_joint.torques_with_gravity[k]), e.general.torques_with_gravity[k],
         kTorqueUnits[k], e.sd ? &e.sd->curves.torques_with_gravity[k] : nullptr);
  }
  text += fmt::format(
      "One joint: the paper's formulas; whole robot: the recursions of any robot.\n"
      "They differ by less than {} of each peak.\n\n",
      e.largest_difference() < 1e-12 ? "1e-12" : short_text(2.0 * e.largest_difference()));
  const Plot torque{.title = "Driving torque of J3",
                    .y_label = "N m",
                    .x = e.times,
                    .lines = {{"Q", e.general.torques_with_gravity[0]}}};
  return text + terminal_plot(torque);
}

}  // namespace appell::report
