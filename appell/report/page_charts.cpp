#include "appell/report/page_charts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "appell/analysis/motion_check.hpp"

namespace appell::report {
namespace {

constexpr std::size_t kMostPoints = 1'500'000;  // Of all lines: 6 MB.
constexpr int kHighestExtreme = 3;              // Of orders whose extremes are tabled.

/// Fewer stretches where there are very many lines.
int stretches_for(std::size_t num_lines) {
  constexpr std::size_t kFewest = 250;
  const std::size_t fitting = kMostPoints / (2 * std::max<std::size_t>(1, num_lines));
  return static_cast<int>(
      std::clamp<std::size_t>(fitting, kFewest, std::size_t{ThinnedRecord::kStretches}));
}

std::string superscript(std::string_view digits) {
  constexpr std::array kDigits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char c : digits) {
    text += c >= '0' && c <= '9' ? kDigits[c - '0'] : "⁻";
  }
  return text;
}

/// "-2.9 to 2.9", "±87".
std::string limit_range(const model::MotionLimit& limit) {
  if (limit.low == -limit.high) return fmt::format("±{:.6g}", limit.high);
  if (!std::isfinite(limit.low)) return fmt::format("{:.6g}", limit.high);
  if (!std::isfinite(limit.high)) return fmt::format("from {:.6g}", limit.low);
  return fmt::format("{:.6g} to {:.6g}", limit.low, limit.high);
}

/// Those with lines by their order, of joints that slide after those of joints that turn. (Sorting
/// such objects by the library takes a second to compile.)
void sort_charts(std::vector<PageChart>& charts) {
  int highest = 0;
  for (const PageChart& chart : charts) highest = std::max(highest, chart.order);
  std::vector<PageChart> sorted;
  for (int order = 0; order <= highest; ++order) {
    for (const bool slides : {false, true}) {
      for (PageChart& chart : charts) {
        const bool is_next = chart.order == order && chart.title.ends_with(kSliding) == slides;
        if (is_next && !chart.lines.empty()) sorted.push_back(std::move(chart));
      }
    }
  }
  charts = std::move(sorted);
}

bool is_part_of_sum(const PageLine& line) {
  return !line.term.empty() && line.term != "drive" && line.term != "motor";
}

}  // namespace

std::size_t ChartPlan::group(const std::string& id, const std::string& title) {
  const auto found = std::find_if(groups.begin(), groups.end(),
                                  [&](const PageGroup& group) { return group.id == id; });
  const auto place = static_cast<std::size_t>(found - groups.begin());
  if (found == groups.end()) groups.push_back({.id = id, .title = title});
  return place;
}

std::size_t ChartPlan::chart(std::size_t group, const PageChart& chart) {
  std::vector<PageChart>& charts = groups[group].charts;
  const auto found = std::find_if(charts.begin(), charts.end(), [&](const PageChart& other) {
    return other.title == chart.title && other.unit == chart.unit;
  });
  const auto place = static_cast<std::size_t>(found - charts.begin());
  if (found == charts.end()) charts.push_back(chart);
  return place;
}

std::size_t ChartPlan::column(ThinColumn column) {
  columns.push_back(std::move(column));
  return columns.size() - 1;
}

PageCharts::PageCharts(ChartPlan plan)
    : plan_(std::move(plan)), rows_(plan_.columns, stretches_for(plan_.columns.size())) {}

std::vector<PageGroup> PageCharts::groups() const {
  std::vector<PageGroup> groups = plan_.groups;
  for (const PlannedLine& planned : plan_.lines) {
    const LineExtremes& extremes = rows_.extremes(planned.column);
    if (is_part_of_sum(planned.line) && extremes.lowest == 0.0 && extremes.highest == 0.0) continue;
    PageChart& chart = groups[planned.group].charts[planned.chart];
    chart.time = rows_.times();
    PageLine line = planned.line;
    line.y = rows_.values(planned.column);
    if (planned.deviation) line.band = rows_.values(*planned.deviation);
    if (planned.limit) line.low = planned.limit->low, line.high = planned.limit->high;
    line.beyond = times_beyond(*chart.time, line);
    chart.lines.push_back(std::move(line));
  }
  for (std::size_t i = 0; i < groups.size(); ++i) drop_rest(i, groups[i]);
  std::vector<PageGroup> filled;
  for (PageGroup& group : groups) {
    sort_charts(group.charts);
    if (!group.charts.empty()) filled.push_back(std::move(group));
  }
  return filled;
}

void PageCharts::drop_rest(std::size_t place, PageGroup& group) const {
  std::vector<bool> moves(group.charts.size(), false);
  for (const PlannedLine& planned : plan_.lines) {
    const LineExtremes& extremes = rows_.extremes(planned.column);
    const bool is_shown = !planned.may_rest || extremes.lowest != extremes.highest;
    if (planned.group == place && is_shown) moves[planned.chart] = true;
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (!moves[i]) group.charts[i].lines.clear();
  }
}

PageTable PageCharts::extremes_table() {
  return {.title = "Extremes",
          .columns = {{"Quantity"},
                      {"Of"},
                      {"Unit"},
                      {"Smallest"},
                      {"Largest"},
                      {"Largest size at", "s"},
                      {"Limit"},
                      {"Used", "%"}},
          .time = 5};
}

void PageCharts::add_extremes(PageTable& table) const {
  for (const PlannedLine& planned : plan_.lines) {
    const PageGroup& group = plan_.groups[planned.group];
    const PageChart& chart = group.charts[planned.chart];
    if (is_part_of_sum(planned.line) || chart.order > kHighestExtreme) continue;
    const LineExtremes& extremes = rows_.extremes(planned.column);
    const bool is_of_robot = !planned.line.joint;
    std::vector<PageCell> row{chart.title,
                              is_of_robot && planned.line.name != chart.title
                                  ? PageCell(planned.line.name)
                                  : PageCell(is_of_robot ? group.title : planned.line.name),
                              chart.unit,
                              extremes.lowest,
                              extremes.highest,
                              extremes.largest_time(),
                              std::monostate{},
                              std::monostate{}};
    if (planned.limit) {
      const double margin = std::min(analysis::margin_of(*planned.limit, extremes.lowest),
                                     analysis::margin_of(*planned.limit, extremes.highest));
      row[6] = limit_range(*planned.limit);
      row[7] = 100.0 * (1.0 - margin);
      const bool is_beyond = margin < -analysis::LimitVerdict::kSlack;
      if (is_beyond) table.marked.push_back(static_cast<int>(table.rows.size()));
    }
    table.rows.push_back(std::move(row));
  }
}

void merge_groups(std::vector<PageGroup>& groups, std::vector<PageGroup> others) {
  for (PageGroup& other : others) {
    const auto found = std::find_if(groups.begin(), groups.end(),
                                    [&](const PageGroup& group) { return group.id == other.id; });
    if (found == groups.end()) {
      groups.push_back(std::move(other));
      continue;
    }
    for (PageChart& chart : other.charts) found->charts.push_back(std::move(chart));
  }
}

std::vector<std::pair<double, double>> times_beyond(const std::vector<double>& times,
                                                    const PageLine& line) {
  // As far as single precision tells; the width of the range counts where an end is zero.
  constexpr double kRounding = 2.0 * std::numeric_limits<float>::epsilon();
  const double width = line.high - line.low;
  const double slack = std::isfinite(width) ? analysis::LimitVerdict::kSlack * width : 0.0;
  const auto excess = [&](std::size_t i) {  // Above zero beyond the limits; NaN is not.
    const double y = line.y[i];
    double most = -std::numeric_limits<double>::infinity();
    if (std::isfinite(line.high)) most = y - line.high - kRounding * std::abs(line.high);
    if (std::isfinite(line.low)) {
      most = std::max(most, line.low - y - kRounding * std::abs(line.low));
    }
    return most - slack;
  };
  std::vector<std::pair<double, double>> spans;
  if (!std::isfinite(line.low) && !std::isfinite(line.high)) return spans;
  const auto crossing = [&](std::size_t i) {  // Between i - 1 and i.
    const double a = excess(i - 1), b = excess(i);
    const double share = a == b ? 0.5 : std::clamp(a / (a - b), 0.0, 1.0);
    return times[i - 1] + share * (times[i] - times[i - 1]);
  };
  bool was_beyond = false;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const bool is_beyond = excess(i) > 0.0;
    if (is_beyond && !was_beyond) {
      const bool has_before = i > 0 && std::isfinite(line.y[i - 1]);
      const double from = has_before ? crossing(i) : times[i];
      // Spans that touch are one: thinned lines go up and down within an instant or two.
      if (spans.empty() || from > spans.back().second) spans.emplace_back(from, times[i]);
    }
    if (is_beyond) spans.back().second = times[i];
    if (!is_beyond && was_beyond && std::isfinite(line.y[i])) spans.back().second = crossing(i);
    was_beyond = is_beyond;
  }
  return spans;
}

std::string printed_unit(const std::string& unit) {
  std::string text;
  for (std::size_t at = 0; at < unit.size();) {
    const std::size_t from = std::min(unit.find('^', at), unit.size());
    text += unit.substr(at, from - at);
    at = std::min(unit.find_first_not_of("0123456789-", from + 1), unit.size());
    if (from < unit.size())
      text += superscript(std::string_view(unit).substr(from + 1, at - from - 1));
  }
  return text;
}

std::string derivative_in_words(int k) {
  constexpr std::array kWords{"",      "first",   "second", "third", "fourth", "fifth",
                              "sixth", "seventh", "eighth", "ninth", "tenth"};
  if (k <= 0) return {};
  const auto i = static_cast<std::size_t>(k);
  return i < kWords.size() ? fmt::format("{} derivative", kWords[i])
                           : fmt::format("derivative {}", k);
}

std::string raised(int k) { return fmt::format("⁽{}⁾", superscript(std::to_string(k))); }

std::string derivative_symbol(const std::string& symbol, int k) {
  if (k <= 3) return symbol + std::string(static_cast<std::size_t>(k), '\'');
  return symbol + raised(k);
}

}  // namespace appell::report
