#include "appell/report/retime_plots.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "appell/report/check_plots.hpp"
#include "appell/report/check_report.hpp"
#include "appell/report/motion_plots.hpp"

namespace appell::report {
namespace {

constexpr double kHeightOfBars = 0.65;  // Of the distance of two limits: the rest is for names.

using planning::LimitActivity;
using planning::Retiming;

std::string activity_name(const model::Model& model, const LimitActivity& activity) {
  const model::MotionLimit& limit = activity.limit.limit;
  std::string name = kind_in_words(kind_name(limit));
  if (!limit.has_coordinate()) return name;
  return name + ", " + model.coordinates()[static_cast<std::size_t>(limit.coordinate)].name;
}

/// Limits that decide somewhere, in the order in which they do first.
std::vector<int> deciding_limits(const Retiming& retiming) {
  std::vector<int> limits;
  for (const planning::ActiveStretch& stretch : retiming.stretches) {
    const bool is_new = std::find(limits.begin(), limits.end(), stretch.limit) == limits.end();
    if (stretch.limit >= 0 && is_new) limits.push_back(stretch.limit);
  }
  return limits;
}

/// A row of bars for each limit: up where it decides.
Figure structure_figure(const model::Model& model, const Retiming& retiming) {
  const std::vector<int> limits = deciding_limits(retiming);
  Figure figure{.file = "structure.svg", .panels = {}, .title = {}};
  for (std::size_t begin = 0; begin < limits.size(); begin += kLinesPerPanel) {
    Plot plot{.title = "Which limit decides when", .y_label = "", .x = {}, .lines = {}};
    const std::size_t count = std::min<std::size_t>(kLinesPerPanel, limits.size() - begin);
    for (std::size_t i = 0; i < count; ++i) {
      const int limit = limits[begin + i];
      PlotLine line{.name = activity_name(model, retiming.limits[static_cast<std::size_t>(limit)])};
      const double bottom = static_cast<double>(count - i);
      plot.names.push_back({bottom + kHeightOfBars, line.name});
      for (const planning::ActiveStretch& stretch : retiming.stretches) {
        const double level = bottom + (stretch.limit == limit ? kHeightOfBars : 0.0);
        line.x.insert(line.x.end(), {stretch.from, stretch.to});
        line.values.insert(line.values.end(), {level, level});
      }
      plot.lines.push_back(std::move(line));
    }
    plot.x = plot.lines.front().x;
    figure.panels.push_back(std::move(plot));
  }
  return figure;
}

PageTable activity_table(const model::Model& model, const Retiming& retiming) {
  PageTable table{.title = "Limits that are reached",
                  .columns = {{"Limit"}, {"Reached", "% of the time"}, {"Price", "s"}}};
  for (const LimitActivity& activity : retiming.limits) {
    if (activity.share == 0.0) continue;
    table.rows.push_back({activity_name(model, activity), 100.0 * activity.share, activity.price});
  }
  std::stable_sort(table.rows.begin(), table.rows.end(), [](const auto& a, const auto& b) {
    return std::get<double>(a[2]) > std::get<double>(b[2]);
  });
  return table;
}

PageTable structure_table(const model::Model& model, const Retiming& retiming) {
  PageTable table{.title = "Which limit decides when",
                  .columns = {{"From", "s"}, {"To", "s"}, {"Limit"}},
                  .time = 0};
  for (const planning::ActiveStretch& stretch : retiming.stretches) {
    const std::string name =
        stretch.limit < 0
            ? std::string("none")
            : activity_name(model, retiming.limits[static_cast<std::size_t>(stretch.limit)]);
    table.rows.push_back({stretch.from, stretch.to, name});
  }
  return table;
}

PageCard duration_card(const Retiming& retiming) {
  PageCard card{.title = "Retiming"};
  card.rows.emplace_back("Duration", fmt::format("{:.6g} s", retiming.duration));
  card.rows.emplace_back("Optimum", fmt::format("{:.6g} s", retiming.optimum));
  if (retiming.uniform > 0.0) {
    card.rows.emplace_back("Uniform speed", fmt::format("{:.6g} s", retiming.uniform));
  }
  card.rows.emplace_back("Intervals", fmt::format("{}", retiming.intervals));
  if (retiming.iterations > 0) {
    card.rows.emplace_back("Iterations", fmt::format("{}", retiming.iterations));
  }
  card.notes.emplace_back(
      "The price of a limit is what the motion would gain per unit of its relative change: 1 % "
      "more "
      "saves a hundredth of it.");
  return card;
}

}  // namespace

std::vector<Figure> retime_figures(const model::Model& model, const model::Frame& frame,
                                   const Retiming& retiming) {
  std::vector<Figure> figures = check_figures(model, retiming.motion, frame, retiming.check);
  Figure structure = structure_figure(model, retiming);
  if (!structure.panels.empty()) figures.insert(figures.begin(), std::move(structure));
  return figures;
}

Page retime_page(const model::Model& model, const model::Frame& frame, const Retiming& retiming,
                 const PageFacts& facts) {
  constexpr int kOrderOfPage = 4;
  // Its own speed is the fastest that is known to be legal.
  const analysis::LegalSpeeds speeds{.legal = {{1.0, 1.0}}, .most = 1.0};
  Page page =
      check_page(model, retiming.motion, frame, retiming.check, speeds, kOrderOfPage, facts);
  page.cards.front() = duration_card(retiming);
  if (!retiming.stretches.empty()) {
    page.tables.insert(page.tables.begin(), structure_table(model, retiming));
    page.tables.insert(page.tables.begin(), activity_table(model, retiming));
  }
  return page;
}

}  // namespace appell::report
