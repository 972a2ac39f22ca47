#include "appell/report/check_plots.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "appell/analysis/limit_course.hpp"
#include "appell/base/check.hpp"
#include "appell/report/check_report.hpp"
#include "appell/report/motion_plots.hpp"

namespace appell::report {
namespace {

using analysis::LimitVerdict;
using model::Limited;
using model::MotionLimit;

constexpr std::size_t kMostKinds = 25;  // And five figures more.
constexpr double kMostPercent = 1e6;    // Beyond it a plot shows nothing else.

/// Instants of the plots: evenly, and where the verdicts are.
std::vector<double> plot_times(trajectory::TimeRange range, const analysis::MotionCheck& check) {
  std::vector<double> times;
  for (int i = 0; i < kPlotRows; ++i) {
    times.push_back(std::min(range.end, range.start + range.duration() * i / (kPlotRows - 1)));
  }
  for (const LimitVerdict& verdict : check.verdicts) times.push_back(verdict.time);
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

/// One limit as a line: its utilisation in %, and where it is exceeded most.
struct Utilisation {
  PlotLine line;
  std::vector<PlotMark> marks;
};

Utilisation utilisation_of(const LimitVerdict& verdict, const std::vector<double>& course,
                           const std::string& name) {
  const auto percent = [](double margin) { return std::min(100.0 * (1.0 - margin), kMostPercent); };
  Utilisation result{.line = {.name = name, .values = {}}, .marks = {}};
  for (const double value : course) {
    result.line.values.push_back(percent(analysis::margin_of(verdict.limit, value)));
  }
  if (verdict.is_impulse) {
    result.marks.push_back({verdict.time, 100.0, concat("infinite: ", name)});
  } else if (!verdict.is_legal()) {
    const double most = percent(verdict.margin);
    result.marks.push_back({verdict.time, most, fmt::format("{:.4g} %: {}", most, name)});
  }
  return result;
}

/// Where a line of a plot is beyond its level.
std::vector<std::pair<double, double>> spans_beyond(const Plot& plot, double level) {
  std::vector<std::pair<double, double>> spans;
  bool was_beyond = false;
  for (std::size_t i = 0; i < plot.x.size(); ++i) {
    const bool is_beyond =
        std::any_of(plot.lines.begin(), plot.lines.end(),
                    [&](const PlotLine& line) { return line.values[i] > level * (1.0 + 1e-9); });
    if (is_beyond && !was_beyond) spans.emplace_back(plot.x[i], plot.x[i]);
    if (is_beyond) spans.back().second = plot.x[i];
    was_beyond = is_beyond;
  }
  return spans;
}

/// Lines in panels of at most seven.
std::vector<Plot> panels_of(const Plot& frame, std::vector<Utilisation> lines) {
  std::vector<Plot> panels;
  for (std::size_t begin = 0; begin < lines.size(); begin += kLinesPerPanel) {
    Plot plot = frame;
    for (std::size_t i = begin; i < std::min(begin + kLinesPerPanel, lines.size()); ++i) {
      plot.lines.push_back(std::move(lines[i].line));
      plot.marks.insert(plot.marks.end(), lines[i].marks.begin(), lines[i].marks.end());
    }
    if (!plot.levels.empty()) plot.spans = spans_beyond(plot, plot.levels.front().y);
    panels.push_back(std::move(plot));
  }
  return panels;
}

class CheckFigures {
 public:
  CheckFigures(const model::Model& model, const trajectory::Trajectory& motion,
               const model::Frame& frame, const analysis::MotionCheck& check)
      : model_(model), motion_(motion), frame_(frame), check_(check) {
    times_ = plot_times(motion.range(), check);
    std::vector<MotionLimit> limits;
    for (const LimitVerdict& verdict : check.verdicts) limits.push_back(verdict.limit);
    courses_ = analysis::limit_courses(model, motion, frame, limits, times_, check.loads.get());
    for (std::size_t i = 0; i < limits.size(); ++i) by_kind_[kind_name(limits[i])].push_back(i);
    for (const auto& [kind, places] : by_kind_) kinds_.push_back(kind);
    std::stable_sort(kinds_.begin(), kinds_.end(), [&](const std::string& a, const std::string& b) {
      return verdict(worst_of(a)).margin < verdict(worst_of(b)).margin;
    });
  }

  std::vector<Figure> all() {
    std::vector<Figure> figures{overview()};
    for (std::size_t i = 0; i < std::min(kinds_.size(), kMostKinds); ++i) {
      figures.push_back(of_kind(kinds_[i]));
    }
    figures.push_back(
        of_motion("velocity", "velocity", {.what = Limited::kCoordinate, .order = 1}));
    const auto passive = static_cast<int>(model_.passive_coordinates().size());
    if (passive == model_.num_coordinates()) return figures;
    figures.push_back(
        of_motion("torque", "torque or force of the motors", {.what = Limited::kForce}));
    figures.push_back(of_motion("power", "mechanical power", {.what = Limited::kPower}));
    figures.push_back(
        of_motion("energy", "energy since the start, ∫ |power| dt", {.what = Limited::kEnergy}));
    return figures;
  }

 private:
  const LimitVerdict& verdict(std::size_t i) const { return check_.verdicts[i]; }

  std::size_t worst_of(const std::string& kind) const {
    const std::vector<std::size_t>& places = by_kind_.at(kind);
    return *std::min_element(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
      return verdict(a).margin < verdict(b).margin;
    });
  }

  Plot utilisation_plot(const std::string& what) const {
    return {.title = what,
            .y_label = "utilisation (%)",
            .x = times_,
            .lines = {},
            .levels = {{100.0, "limit"}}};
  }

  Figure overview() const {
    std::vector<Utilisation> lines;
    for (const std::string& kind : kinds_) {
      const std::size_t i = worst_of(kind);
      const std::string joint = joint_of(model_, verdict(i));
      lines.push_back(utilisation_of(
          verdict(i), courses_[i], concat(kind_in_words(kind), joint.empty() ? "" : ", ", joint)));
    }
    return {"utilisation.svg",
            panels_of(utilisation_plot("Utilisation: the worst joint of each kind of limit"),
                      std::move(lines))};
  }

  Figure of_kind(const std::string& kind) const {
    std::vector<Utilisation> lines;
    for (const std::size_t i : by_kind_.at(kind)) {
      const std::string joint = joint_of(model_, verdict(i));
      lines.push_back(
          utilisation_of(verdict(i), courses_[i], joint.empty() ? kind_in_words(kind) : joint));
    }
    return {concat("utilisation_", kind, ".svg"),
            panels_of(utilisation_plot(concat(kind_in_words(kind), ": utilisation of the limits")),
                      std::move(lines))};
  }

  /// Of every joint that has it, in its own unit.
  Figure of_motion(const std::string& name, const std::string& title, MotionLimit of) const {
    std::vector<MotionLimit> wanted;
    std::set<std::string> units;
    for (of.coordinate = 0; of.coordinate < model_.num_coordinates(); ++of.coordinate) {
      if (of.is_of_motor() && coordinate(of).is_passive) continue;
      wanted.push_back(of);
      units.insert(unit_name(of, turns(of.coordinate)));
    }
    std::vector<std::vector<double>> courses =
        analysis::limit_courses(model_, motion_, frame_, wanted, times_, check_.loads.get());
    std::string y_label;
    for (const std::string& unit : units) y_label += (y_label.empty() ? "" : " or ") + unit;
    std::vector<Utilisation> lines;
    for (std::size_t j = 0; j < courses.size(); ++j) {
      lines.push_back({{.name = coordinate(wanted[j]).name, .values = std::move(courses[j])}, {}});
    }
    return {name + ".svg", panels_of({.title = title, .y_label = y_label, .x = times_, .lines = {}},
                                     std::move(lines))};
  }

  const model::Coordinate& coordinate(const MotionLimit& of) const {
    return model_.coordinates()[static_cast<std::size_t>(of.coordinate)];
  }

  bool turns(int number) const {
    return std::any_of(model_.bodies().begin(), model_.bodies().end(),
                       [&](const model::Body& body) {
                         return body.coordinate == number && !body.screw.angular.isZero(0.0);
                       });
  }

  const model::Model& model_;
  const trajectory::Trajectory& motion_;
  const model::Frame& frame_;
  const analysis::MotionCheck& check_;
  std::vector<double> times_;
  std::vector<std::vector<double>> courses_;
  std::map<std::string, std::vector<std::size_t>> by_kind_;
  std::vector<std::string> kinds_;  ///< The one with the least margin first.
};

}  // namespace

std::vector<Figure> check_figures(const model::Model& model, const trajectory::Trajectory& motion,
                                  const model::Frame& frame, const analysis::MotionCheck& check) {
  return CheckFigures(model, motion, frame, check).all();
}

}  // namespace appell::report
