#include "appell/report/rendering.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "appell/report/limit_levels.hpp"
#include "appell/report/text_table.hpp"

namespace appell::report {
namespace {

std::string cell_text(const PageCell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  const auto* number = std::get_if<double>(&cell);
  if (number == nullptr || std::isnan(*number)) return "";
  return fmt::format("{:.6g}", std::abs(*number) < 1e-15 ? 0.0 : *number);
}

constexpr std::size_t kLinesPerPanel = 7;  // More have no colours and names that stay apart.
constexpr double kSmallPanel = 250.0;      // Height of one among several.
constexpr double kBand = 1.96;             // Deviations: 95 %.

/// What becomes a figure: panels of one chart, or of several.
struct Drawing {
  std::string file;  ///< Without the ending.
  std::string group;
  std::string title;
  int derivative = 0;
  std::vector<Plot> panels = {};
  bool has_limits = false, has_band = false, has_several = false;
};

/// Where a line ends: a motion may be over before others are.
std::vector<float>::const_iterator last_of(const PageLine& line) {
  return std::find_if(line.y.rbegin(), line.y.rend(), [](float y) { return !std::isnan(y); })
      .base();
}

bool is_drawable(const PageLine& line) {
  return std::all_of(line.y.begin(), last_of(line), [](float y) { return std::isfinite(y); });
}

bool is_sum(const std::string& term) { return term.empty() || term == "drive" || term == "motor"; }

/// The terms of a chart that are drawn: the sums, or where there is none all.
std::vector<std::string> drawn_terms(const PageChart& chart) {
  std::vector<std::string> terms;
  for (const PageLine& line : chart.lines) {
    if (std::find(terms.begin(), terms.end(), line.term) == terms.end()) terms.push_back(line.term);
  }
  if (std::any_of(terms.begin(), terms.end(), is_sum)) {
    std::erase_if(terms, [](const std::string& term) { return !is_sum(term); });
  }
  return terms;
}

/// Where the line that is farthest beyond its limits is so.
void mark_worst(const std::vector<const PageLine*>& lines, const std::string& unit, Plot& plot) {
  const auto share_beyond = [](double beyond, double end) {
    return std::isfinite(end) ? beyond / std::max(std::abs(end), 1e-300) : 0.0;
  };
  double most = 0.0;
  for (const PageLine* line : lines) {
    plot.spans.insert(plot.spans.end(), line->beyond.begin(), line->beyond.end());
    if (line->beyond.empty()) continue;
    for (std::size_t i = 0; i < line->y.size(); ++i) {
      const double y = line->y[i];
      const double beyond = std::max(share_beyond(y - line->high, line->high),
                                     share_beyond(line->low - y, line->low));
      if (beyond <= most) continue;
      most = beyond;
      plot.marks = {{plot.x[i], y, fmt::format("{:.4g} {}: {}", y, unit, line->name)}};
    }
  }
  std::sort(plot.spans.begin(), plot.spans.end());
  std::vector<std::pair<double, double>> apart;
  for (const auto& [begin, end] : plot.spans) {  // Those that overlap are one.
    if (!apart.empty() && begin <= apart.back().second) {
      apart.back().second = std::max(apart.back().second, end);
    } else {
      apart.emplace_back(begin, end);
    }
  }
  plot.spans = std::move(apart);
}

Plot panel_of(const PageChart& chart, const std::vector<const PageLine*>& lines) {
  Plot plot{.title = {}, .y_label = chart.unit, .x = *chart.time, .lines = {}};
  std::vector<model::MotionLimit> limits;
  for (const PageLine* line : lines) {
    PlotLine& drawn = plot.lines.emplace_back();
    drawn.name = line->name;
    drawn.values = {line->y.begin(), last_of(*line)};
    drawn.band = {line->band.begin(), line->band.end()};
    for (double& y : drawn.band) y *= kBand;
    if (drawn.values.size() < plot.x.size()) {
      drawn.x = {plot.x.begin(), plot.x.begin() + static_cast<std::ptrdiff_t>(drawn.values.size())};
    }
    limits.push_back({.low = line->low, .high = line->high});
  }
  std::vector<const model::MotionLimit*> known;
  for (const model::MotionLimit& limit : limits) {
    const bool is_given = std::isfinite(limit.low) || std::isfinite(limit.high);
    known.push_back(is_given ? &limit : nullptr);
  }
  show_limits(plot, known);
  for (std::size_t i = 0; i < lines.size() && chart.unit == "%"; ++i) {
    plot.lines[i].name = lines[i]->name;  // Of shares of limits everybody knows these.
  }
  mark_worst(lines, chart.unit, plot);
  return plot;
}

/// Panels of the lines of a term: about as many in each.
void add_panels(const PageChart& chart, const std::string& term, Drawing& drawing) {
  std::vector<const PageLine*> lines;
  for (const PageLine& line : chart.lines) {
    if (line.term == term && is_drawable(line)) lines.push_back(&line);
  }
  const std::size_t count = (lines.size() + kLinesPerPanel - 1) / kLinesPerPanel;
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = [&](std::size_t panel) {
      return lines.begin() + static_cast<std::ptrdiff_t>(panel * lines.size() / count);
    };
    drawing.panels.push_back(panel_of(chart, {at(i), at(i + 1)}));
    drawing.panels.back().title = chart.title;
  }
  for (const PageLine* line : lines) {
    const bool is_limited = std::isfinite(line->low) || std::isfinite(line->high);
    drawing.has_limits = drawing.has_limits || (is_limited && chart.unit != "%");
    drawing.has_band = drawing.has_band || !line->band.empty();
  }
}

std::string title_of(const std::string& group, const std::string& chart) {
  return chart.starts_with(group) ? chart : concat(group, ": ", chart);
}

std::string stem_of(const PageGroup& group, const PageChart& chart) {
  const std::string id = file_stem(group.id), title = file_stem(chart.title);
  if (chart.title == group.title) return id;
  return title.starts_with(id) ? title : concat(id, "_", title);
}

void add_chart(const PageGroup& group, const PageChart& chart, std::vector<Drawing>& drawings) {
  const std::vector<std::string> terms = drawn_terms(chart);
  for (const std::string& term : terms) {
    const bool is_named = !term.empty() && (terms.size() > 1 || !is_sum(term));
    const std::string prefix = term.empty() || term == "drive" ? "" : term + "_";
    const std::string file = prefix + (chart.file.empty() ? stem_of(group, chart) : chart.file);
    const auto same = std::find_if(drawings.begin(), drawings.end(), [&](const Drawing& other) {
      return !chart.file.empty() && other.file == file;
    });
    Drawing fresh{.file = file,
                  .group = group.title,
                  .title = concat(chart.title, is_named ? ", " : "", is_named ? term : ""),
                  .derivative = chart.symbol.empty() ? 0 : chart.order};
    Drawing& drawing = same == drawings.end() ? fresh : *same;
    drawing.has_several = drawing.has_several || drawing.title != fresh.title;
    add_panels(chart, term, drawing);
    if (same == drawings.end() && !fresh.panels.empty()) drawings.push_back(std::move(fresh));
  }
}

/// A single panel has the title itself, several are smaller, below it; those of several charts have
/// titles of their own.
Figure figure_of(Drawing drawing, std::set<std::string>& taken) {
  Figure figure{.file = plot_file_name(drawing.file, taken), .panels = std::move(drawing.panels)};
  const std::string title = concat(
      drawing.has_several ? drawing.group : title_of(drawing.group, drawing.title),
      drawing.has_limits ? " (limits)" : "", drawing.has_band ? ", with the band of 95 %" : "");
  if (figure.panels.size() == 1) {
    figure.panels.front().title = title;
    return figure;
  }
  figure.title = title;
  for (Plot& panel : figure.panels) {
    if (!drawing.has_several) panel.title.clear();
    panel.height = kSmallPanel;
  }
  return figure;
}

/// Of too many, the highest derivatives go first, those at the end before others.
void leave_out(std::vector<Drawing>& drawings, std::size_t most) {
  while (drawings.size() > most) {
    auto highest = drawings.end() - 1;
    for (auto at = drawings.begin(); at != drawings.end(); ++at) {
      if (at->derivative > 0 && at->derivative >= highest->derivative) highest = at;
    }
    drawings.erase(highest);
  }
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

std::string terminal_text(const Document& page) {
  std::string text;
  if (page.verdict) text += page.verdict->text + "\n";
  for (const std::string& line : page.opening) text += line + "\n";
  for (const PageTable& table : page.tables) {
    if (page.tables.size() > 1) text += table.title + "\n";
    text += table_text(table);
  }
  for (const std::string& sentence : page.sentences) text += sentence + "\n";
  return text;
}

std::vector<Figure> figures_of(const Document& page, std::size_t most, std::size_t* left_out) {
  std::vector<Drawing> drawings;
  for (const PageGroup& group : page.groups) {
    if (group.where == PageGroup::Where::kPages) continue;
    for (const PageChart& chart : group.charts) add_chart(group, chart, drawings);
  }
  const std::size_t wanted = drawings.size();
  leave_out(drawings, most);
  if (left_out != nullptr) *left_out = wanted - drawings.size();
  std::vector<Figure> figures;
  std::set<std::string> taken;
  for (Drawing& drawing : drawings) figures.push_back(figure_of(std::move(drawing), taken));
  return figures;
}

}  // namespace appell::report
