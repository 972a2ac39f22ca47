#include "appell/report/rendering.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "appell/report/motion_plots.hpp"
#include "appell/report/text_table.hpp"

namespace appell::report {
namespace {

std::string cell_text(const PageCell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  const auto* number = std::get_if<double>(&cell);
  if (number == nullptr || std::isnan(*number)) return "";
  return fmt::format("{:.6g}", std::abs(*number) < 1e-15 ? 0.0 : *number);
}

/// "utilisation_torque_rate": letters and digits of a title.
std::string slug(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 128 && std::isalnum(byte)) {
      name += static_cast<char>(std::tolower(byte));
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  return name;
}

/// The limits of the lines of a panel, those that several share once.
std::vector<PlotLevel> levels_of(const std::vector<const PageLine*>& lines) {
  std::vector<PlotLevel> levels;
  const auto add = [&](double y, int line) {
    if (!std::isfinite(y)) return;
    for (PlotLevel& level : levels) {
      if (level.y == y) {
        level.line = -1;
        return;
      }
    }
    levels.push_back({y, "limit", line});
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    add(lines[i]->low, static_cast<int>(i));
    add(lines[i]->high, static_cast<int>(i));
  }
  for (PlotLevel& level : levels) {
    if (level.line >= 0 && lines.size() > 1) {
      level.text = concat("limit of ", lines[static_cast<std::size_t>(level.line)]->name);
    } else {
      level.line = -1;
    }
  }
  return levels;
}

/// Where a line is farthest beyond its limits.
void mark_worst(const PageLine& line, const std::string& unit, Plot& plot) {
  if (line.beyond.empty()) return;
  std::size_t worst = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < line.y.size(); ++i) {
    const double y = line.y[i];
    const double beyond = std::max(y - line.high, line.low - y);
    if (beyond > most) {
      most = beyond;
      worst = i;
    }
  }
  plot.marks.push_back(
      {plot.x[worst], line.y[worst], fmt::format("{:.4g} {}: {}", line.y[worst], unit, line.name)});
  plot.spans.insert(plot.spans.end(), line.beyond.begin(), line.beyond.end());
}

/// Where a line ends: a motion may be over before others are.
std::vector<float>::const_iterator last_of(const PageLine& line) {
  return std::find_if(line.y.rbegin(), line.y.rend(), [](float y) { return !std::isnan(y); }).base();
}

Plot panel_of(const PageChart& chart, const std::string& title,
              const std::vector<const PageLine*>& lines) {
  Plot plot{.title = title, .y_label = chart.unit, .x = *chart.time, .lines = {}};
  for (const PageLine* line : lines) {
    PlotLine& drawn = plot.lines.emplace_back();
    drawn.name = line->term.empty() ? line->name : concat(line->name, ", ", line->term);
    drawn.values = {line->y.begin(), last_of(*line)};
    drawn.band = {line->band.begin(), line->band.end()};
    if (drawn.values.size() < plot.x.size()) {
      drawn.x = {plot.x.begin(), plot.x.begin() + static_cast<std::ptrdiff_t>(drawn.values.size())};
    }
    mark_worst(*line, chart.unit, plot);
  }
  plot.levels = levels_of(lines);
  return plot;
}

bool is_drawable(const PageLine& line) {
  return std::all_of(line.y.begin(), last_of(line), [](float y) { return std::isfinite(y); });
}

std::string file_name(const PageGroup& group, const PageChart& chart) {
  const std::string title = slug(chart.title);
  if (chart.title == group.title) return slug(group.id);
  return title.starts_with(slug(group.id)) ? title : concat(slug(group.id), "_", title);
}

Figure figure_of_chart(const PageGroup& group, const PageChart& chart) {
  const std::string title =
      chart.title == group.title ? chart.title : concat(group.title, ": ", chart.title);
  std::vector<const PageLine*> lines;
  for (const PageLine& line : chart.lines) {
    if (is_drawable(line)) lines.push_back(&line);
  }
  std::vector<Plot> panels;
  for (std::size_t begin = 0; begin < lines.size(); begin += kLinesPerPanel) {
    const std::size_t end = std::min(begin + kLinesPerPanel, lines.size());
    panels.push_back(panel_of(chart, title,
                              {lines.begin() + static_cast<std::ptrdiff_t>(begin),
                               lines.begin() + static_cast<std::ptrdiff_t>(end)}));
  }
  return {.file = concat(file_name(group, chart), ".svg"), .panels = std::move(panels)};
}

}  // namespace

std::string table_text(const PageTable& table) {
  std::vector<std::vector<std::string>> rows(1 + table.rows.size());
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    std::vector<std::string> cells;
    for (const std::vector<PageCell>& row : table.rows) cells.push_back(cell_text(row[j]));
    if (std::all_of(cells.begin(), cells.end(), [](const auto& cell) { return cell.empty(); })) {
      continue;
    }
    const PageTable::Column& column = table.columns[j];
    rows[0].push_back(column.unit.empty() ? column.title
                                          : concat(column.title, " (", column.unit, ")"));
    for (std::size_t i = 0; i < cells.size(); ++i) rows[i + 1].push_back(std::move(cells[i]));
  }
  return text_table(rows);
}

std::string terminal_text(const Page& page) {
  std::string text;
  if (page.verdict) text += page.verdict->text + "\n";
  for (const PageTable& table : page.tables) {
    if (page.tables.size() > 1) text += table.title + "\n";
    text += table_text(table);
  }
  for (const std::string& sentence : page.sentences) text += sentence + "\n";
  return text;
}

std::vector<Figure> figures_of(const Page& page, std::size_t most) {
  std::vector<Figure> figures;
  std::set<std::string> files;
  for (const PageGroup& group : page.groups) {
    for (const PageChart& chart : group.charts) {
      Figure figure = figure_of_chart(group, chart);
      if (figure.panels.empty() || figures.size() == most) continue;
      for (int i = 2; !files.insert(figure.file).second; ++i) {
        figure.file = concat(file_name(group, chart), "_", i, ".svg");
      }
      figures.push_back(std::move(figure));
    }
  }
  return figures;
}

}  // namespace appell::report
