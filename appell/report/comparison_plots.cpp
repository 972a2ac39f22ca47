#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "appell/analysis/motion_rows.hpp"
#include "appell/analysis/quantities.hpp"
#include "appell/base/check.hpp"
#include "appell/force/friction.hpp"
#include "appell/report/comparison_report.hpp"

namespace appell::report {
namespace {

using analysis::MotionComparison;
using analysis::NamedArray;
using analysis::NamedMotion;

constexpr int kDrawnRows = 501;

/// What is drawn of a figure: an entry of a quantity, or the size of three.
struct Drawn {
  std::string figure;
  std::string quantity;
  std::string key;  ///< p of an energy.
  int derivative;
  std::string remark = {};
};

/// Friction that is not smooth has no derivatives: torque rate and power are drawn without it.
std::vector<Drawn> all_drawn(const model::Model& model) {
  const bool has_friction = force::has_friction(model);
  const std::string without = has_friction ? ", without friction" : "";
  return {{"velocity", "q", "", 1},
          {"acceleration", "q", "", 2},
          {"jerk", "q", "", 3},
          {"torque", has_friction ? "Q_motor" : "Q_drive", "", 0},
          {"torque_rate", "Q_drive", "", 1, without},
          {"power", "power", "", 0, without},
          {"E0", "kinetic_energy", "", 0},
          {"E1", "acceleration_energy", "1", 0},
          {"E2", "acceleration_energy", "2", 0},
          {"end_effector_speed", "X", "", 0},
          {"end_effector_acceleration", "X", "", 1},
          {"end_effector_jerk", "X", "", 2}};
}

std::vector<std::string> drawn_quantities(const model::Model& model) {
  std::vector<std::string> names;
  for (const Drawn& drawn : all_drawn(model)) {
    const bool is_known = std::find(names.begin(), names.end(), drawn.quantity) != names.end();
    if (!is_known) names.push_back(drawn.quantity);
  }
  return names;
}

/// The coordinate that is drawn of a figure: the worst of the motion in which it is worst; none
/// where the figure has no joints.
std::optional<int> drawn_joint(const MotionComparison& of, std::size_t figure) {
  const analysis::FigureValue* worst = nullptr;
  for (const analysis::ComparedMotion& motion : of.motions) {
    const analysis::FigureValue& value = motion.values[figure];
    const bool is_worse = worst == nullptr ||
                          (!worst->is_impulse && (value.is_impulse || value.value > worst->value));
    if (is_worse) worst = &value;
  }
  return worst->worst;
}

/// All that is drawn of one motion.
class DrawnMotion {
 public:
  DrawnMotion(const model::Model& model, const model::Frame& frame, const NamedMotion& named)
      : selection_(subject_of(model, frame), drawn_quantities(model)) {
    const trajectory::TimeRange range = named.motion.range();
    const double step = range.duration() / (kDrawnRows - 1);
    analysis::MotionRows rows(selection_, named.motion);
    numbers_.resize(selection_.arrays().size());
    for (long long begin = 0; begin < kDrawnRows; begin += rows.capacity()) {
      rows.compute(begin, std::min<long long>(rows.capacity(), kDrawnRows - begin), step);
      for (const double t : rows.times()) times_.push_back(t - range.start);
      for (std::size_t i = 0; i < numbers_.size(); ++i) {
        const std::vector<double>& some = rows.numbers(selection_.arrays()[i]);
        numbers_[i].insert(numbers_[i].end(), some.begin(), some.end());
      }
    }
  }

  PlotLine line(const std::string& name, const Drawn& drawn, std::optional<int> joint) const {
    PlotLine line{.name = name, .values = {}, .band = {}, .x = times_};
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      const NamedArray& array = selection_.arrays()[i];
      if (array.quantity->name == drawn.quantity && array.key == drawn.key) {
        line.values = values(array, numbers_[i], drawn, joint);
      }
    }
    return line;
  }

 private:
  static analysis::Subject subject_of(const model::Model& model, const model::Frame& frame) {
    return analysis::along_motion({.model = model, .frame = frame, .order = 3});
  }

  std::vector<double> values(const NamedArray& array, const std::vector<double>& numbers,
                             const Drawn& drawn, std::optional<int> joint) const {
    const auto width = static_cast<std::size_t>(array.num_entries());
    std::vector<double> all;
    for (std::size_t row = 0; row < times_.size(); ++row) {
      double squares = 0.0, value = 0.0;
      for (int entry = 0; entry < array.num_entries(); ++entry) {
        if (analysis::derivative_of(array, entry) != drawn.derivative) continue;
        const int index = analysis::indices_of(array, entry).back();
        const double x = numbers[row * width + static_cast<std::size_t>(entry)];
        if (drawn.quantity == "X" && index < 3) squares += x * x;
        if (!joint || index == *joint) value = x;
      }
      all.push_back(drawn.quantity == "X" ? std::sqrt(squares) : value);
    }
    return all;
  }

  analysis::Selection selection_;
  std::vector<double> times_;
  std::vector<std::vector<double>> numbers_;  ///< Of each array, row by row.
};

Plot plot_of_figure(const model::Model& model, const MotionComparison& of,
                    const std::vector<DrawnMotion>& motions, const Drawn& drawn) {
  const std::size_t figure = of.figure_named(drawn.figure);
  const std::optional<int> joint = drawn_joint(of, figure);
  std::string title = of.figures[figure].title;
  const std::string largest = "largest ";
  if (title.starts_with(largest)) title = title.substr(largest.size());
  if (joint) title += ", " + model.coordinates()[static_cast<std::size_t>(*joint)].name;
  title += drawn.remark;
  Plot plot{.title = title, .x_label = "t (s)", .y_label = of.figures[figure].unit, .x = {}};
  for (std::size_t i = 0; i < motions.size(); ++i) {
    plot.lines.push_back(motions[i].line(of.motions[i].name, drawn, joint));
  }
  return plot;
}

}  // namespace

std::vector<Figure> comparison_plots(const model::Model& model, const model::Frame& frame,
                                     const std::vector<NamedMotion>& motions,
                                     const MotionComparison& of) {
  check(motions.size() == of.motions.size(), "comparison_plots: ", motions.size(),
        " motions; the comparison has ", of.motions.size(), ".");
  std::vector<DrawnMotion> drawn;
  for (const NamedMotion& motion : motions) drawn.emplace_back(model, frame, motion);
  std::vector<Figure> figures{{.file = "comparison.svg",
                               .panels = {},
                               .title = "Motions of " + model.name() + " compared"}};
  for (const Drawn& figure : all_drawn(model)) {
    if (!of.has_figure(figure.figure)) continue;
    const Plot plot = plot_of_figure(model, of, drawn, figure);
    figures.push_back({.file = figure.figure + ".svg", .panels = {plot}});
    if (figure.figure == "torque" || figure.figure == "jerk" || figure.figure == "E1") {
      figures.front().panels.push_back(plot);
    }
  }
  return figures;
}

}  // namespace appell::report
