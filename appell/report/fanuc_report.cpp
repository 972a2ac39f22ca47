#include "appell/report/fanuc_report.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "appell/base/constants.hpp"
#include "appell/base/text.hpp"
#include "appell/base/version.hpp"
#include "appell/report/motion_analysis.hpp"
#include "appell/report/table.hpp"

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

/// A curve and, if they are known, what lies a standard deviation above and below it.
std::vector<PlotLine> with_band(const std::string& name, const std::vector<double>& values,
                                const std::vector<double>* sd) {
  std::vector<PlotLine> lines{{name, values}};
  if (sd == nullptr) return lines;
  for (const double sign : {1.0, -1.0}) {
    std::vector<double> bound = values;
    for (std::size_t i = 0; i < bound.size(); ++i) bound[i] += sign * (*sd)[i];
    lines.push_back({sign > 0.0 ? "+ sd" : "- sd", std::move(bound)});
  }
  return lines;
}

std::string list_of(std::span<const double> values) {
  std::string text = "[";
  for (const double value : values) text += (text.size() == 1 ? "" : ", ") + to_text(value);
  return text + "]";
}

}  // namespace

std::vector<std::pair<std::string, Plot>> fanuc_plots(const FanucExperiment& e) {
  const auto plot = [&e](const std::string& title, const std::string& unit,
                         std::vector<PlotLine> lines) {
    return Plot{.title = title + " (" + whose_data(e) + ")",
                .y_label = unit,
                .x = e.times,
                .lines = std::move(lines)};
  };
  const std::array angle_files{"fig06_angle.svg", "fig07_velocity.svg", "fig05_acceleration.svg",
                               "fig08_acceleration_order_2.svg", "fig09_acceleration_order_3.svg"};
  std::vector<std::pair<std::string, Plot>> plots;
  for (const std::size_t k : {2U, 0U, 1U, 3U, 4U}) {
    plots.emplace_back(angle_files[k], plot(kAngleTitles[k], kAngleUnits[k],
                                            with_band("q", e.q[k], e.sd ? &e.sd->q[k] : nullptr)));
  }
  for (std::size_t p = 0; p < 3; ++p) {
    plots.emplace_back(
        fmt::format("fig10{}_energy_order_{}.svg", "abc"[p], p + 1),
        plot(fmt::format("Acceleration energy of {} order", kOrdinals[p]), kEnergyUnits[p],
             with_band("E", e.general.energies[p], e.sd ? &e.sd->curves.energies[p] : nullptr)));
  }
  for (std::size_t k = 0; k < 3; ++k) {
    std::vector<PlotLine> lines = with_band("with gravity", e.general.torques_with_gravity[k],
                                            e.sd ? &e.sd->curves.torques_with_gravity[k] : nullptr);
    lines.insert(lines.begin(), {"without gravity", e.general.torques[k]});
    plots.emplace_back(fmt::format("fig11{}_torque_order_{}.svg", "abc"[k], k + 1),
                       plot(fmt::format("Driving torque of {} order", kOrdinals[k]),
                            kTorqueUnits[k], std::move(lines)));
  }
  return plots;
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
  const std::vector<double>& knots = record.times;
  const std::span<const double> accelerations = record.acceleration;
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
          "end = {{q = {}, d2 = {}}}\n",
          list_of(accelerations.subspan(1, accelerations.size() - 2)),
          to_text(accelerations.front()), to_text(record.first_jerk), to_text(record.turn),
          to_text(accelerations.back()));
    } else {
      text += fmt::format("positions = {}\n", list_of(std::vector<double>(knots.size(), 0.0)));
    }
  }
  return text;
}

std::string fanuc_account(const model::Model& model, const FanucExperiment& e) {
  std::string text = fmt::format(
      "The experiment of S2, section 5: the arm of {} turns by {} about J3 in {:g} s.\n"
      "The paper prints no record, no masses and no duration; here: {}.\n"
      "{} intervals of fifth-degree functions from its acceleration, {} samples.\n"
      "Arm behind J3: M = {:.4g} kg, x_C = {:.4g} m, z_C = {:.4g} m, I_y = {:.4g} kg m², "
      "J = {:.5g} kg m²\n\n",
      model.name(), e.record.is_ours ? "pi" : fmt::format("{:.4g} rad", e.record.turn),
      e.times.back() - e.times.front(), whose_data(e), e.record.times.size() - 1, e.times.size(),
      e.arm.mass, e.arm.x_com, e.arm.z_com, e.arm.inertia_y, e.arm.inertia_joint);
  if (e.sd) {
    text += fmt::format("Noise of the record: sd {:.3g} rad/s²; the last column is the rms sd.\n",
                        e.record.sd);
  }
  const auto rms = [](const std::vector<double>& values) {
    double total = 0.0;
    for (const double value : values) total += value * value;
    return std::sqrt(total / static_cast<double>(values.size()));
  };
  text += fmt::format("{:<38} {:>12} {:>12}\n", "Peaks", "one joint", "general");
  for (std::size_t k = 1; k < 5; ++k) {
    text += fmt::format("{:<38} {:>12.6g} {:>12}  {}{}\n", kAngleTitles[k], peak_of(e.q[k]), "",
                        kAngleUnits[k], e.sd ? fmt::format(" ± {:.2g}", rms(e.sd->q[k])) : "");
  }
  const auto line = [&text](const std::string& name, const std::vector<double>& a,
                            const std::vector<double>& b, const char* unit, const std::string& sd) {
    text +=
        fmt::format("{:<38} {:>12.6g} {:>12.6g}  {}{}\n", name, peak_of(a), peak_of(b), unit, sd);
  };
  const auto deviation = [&](const auto& curves, std::size_t i) {
    return e.sd ? fmt::format(" ± {:.2g}", rms((e.sd->curves.*curves)[i])) : std::string();
  };
  for (std::size_t p = 0; p < 3; ++p) {
    line(fmt::format("Acceleration energy of {} order", kOrdinals[p]), e.one_joint.energies[p],
         e.general.energies[p], kEnergyUnits[p], deviation(&FanucExperiment::Route::energies, p));
  }
  for (std::size_t k = 0; k < 3; ++k) {
    line(fmt::format("Torque of {} order without gravity", kOrdinals[k]), e.one_joint.torques[k],
         e.general.torques[k], kTorqueUnits[k], deviation(&FanucExperiment::Route::torques, k));
  }
  for (std::size_t k = 0; k < 3; ++k) {
    line(fmt::format("Torque of {} order with gravity", kOrdinals[k]),
         e.one_joint.torques_with_gravity[k], e.general.torques_with_gravity[k], kTorqueUnits[k],
         deviation(&FanucExperiment::Route::torques_with_gravity, k));
  }
  text += fmt::format(
      "Largest difference of the two routes, relative to the peak: below {}\n\n",
      e.largest_difference() < 1e-12 ? "1e-12" : short_text(2.0 * e.largest_difference()));
  const Plot torque{.title = "Driving torque of J3 with gravity",
                    .y_label = "N m",
                    .x = e.times,
                    .lines = {{"Q", e.general.torques_with_gravity[0]}}};
  return text + terminal_plot(torque);
}

}  // namespace appell::report
