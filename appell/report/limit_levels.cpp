#include "appell/report/limit_levels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "appell/base/check.hpp"

namespace appell::report {
namespace {

using model::MotionLimit;

constexpr double kNearLimit = 0.5;  // Of a limit: what stays farther from it does not show it.

/// "±87", "-3.07 to -0.07", "up to 2".
std::string limit_text(const MotionLimit& limit) {
  if (limit.low == -limit.high) return concat("±", short_text(limit.high));
  if (!std::isfinite(limit.low)) return concat("up to ", short_text(limit.high));
  if (!std::isfinite(limit.high)) return concat("from ", short_text(limit.low));
  return concat(short_text(limit.low), " to ", short_text(limit.high));
}

/// The ends of a limit that a line comes near, by kNearLimit of the way from the middle of it.
std::vector<double> near_ends(const MotionLimit& limit, const PlotLine& line) {
  const auto [least, most] = std::minmax_element(line.values.begin(), line.values.end());
  const bool has_both = std::isfinite(limit.low) && std::isfinite(limit.high);
  const double middle = has_both ? 0.5 * (limit.low + limit.high) : 0.0;
  std::vector<double> ends;
  if (std::isfinite(limit.low) && *least <= middle + kNearLimit * (limit.low - middle)) {
    ends.push_back(limit.low);
  }
  if (std::isfinite(limit.high) && *most >= middle + kNearLimit * (limit.high - middle)) {
    ends.push_back(limit.high);
  }
  return ends;
}

/// The ends of limits that are drawn: those that a line comes near, and whatever else lies between
/// these and the lines.
std::set<double> drawn_ends(const Plot& panel, const std::vector<const MotionLimit*>& limits) {
  std::set<double> ends;
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  const auto widen = [&](double y) { low = std::min(low, y), high = std::max(high, y); };
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const std::vector<double>& values = panel.lines[i].values;
    std::for_each(values.begin(), values.end(), widen);
    if (limits[i] == nullptr) continue;
    for (const double y : near_ends(*limits[i], panel.lines[i])) ends.insert(y), widen(y);
  }
  for (const MotionLimit* limit : limits) {
    if (limit == nullptr) continue;
    for (const double y : {limit->low, limit->high}) {
      if (y >= low && y <= high) ends.insert(y);
    }
  }
  return ends;
}

/// Levels of a panel: one that several lines have in common has the colour of trouble and says
/// whose it is, unless it is that of all.
void add_levels(Plot& panel, const std::vector<const MotionLimit*>& limits) {
  std::map<double, std::vector<std::size_t>> owners;
  for (const double y : drawn_ends(panel, limits)) owners[y];
  for (auto& [y, lines] : owners) {
    for (std::size_t i = 0; i < limits.size(); ++i) {
      if (limits[i] != nullptr && (limits[i]->low == y || limits[i]->high == y)) lines.push_back(i);
    }
    if (lines.size() == 1 && limits.size() > 1) {
      panel.levels.push_back({y, "", static_cast<int>(lines[0])});
      continue;
    }
    std::vector<std::string> whose;
    for (const std::size_t i : lines) whose.push_back(panel.lines[i].name);
    panel.levels.push_back(
        {y, lines.size() == limits.size() ? "limit" : concat("limit of ", comma_list(whose))});
  }
}

/// Texts of levels that lie side by side would cover each other: the legend has the numbers.
void spread_texts(Plot& panel) {
  double low = panel.levels.empty() ? 0.0 : panel.levels.front().y;  // They ascend.
  double high = panel.levels.empty() ? 0.0 : panel.levels.back().y;
  for (const PlotLine& line : panel.lines) {
    const auto [least, most] = std::minmax_element(line.values.begin(), line.values.end());
    low = std::min(low, *least);
    high = std::max(high, *most);
  }
  constexpr double kHeightOfText = 0.08;
  double before = -std::numeric_limits<double>::infinity();
  for (PlotLevel& level : panel.levels) {
    if (level.text.empty()) continue;
    if (level.y - before < kHeightOfText * (high - low)) {
      level.text.clear();
    } else {
      before = level.y;
    }
  }
}

}  // namespace

void show_limits(Plot& panel, const std::vector<const MotionLimit*>& limits) {
  check(limits.size() == panel.lines.size(), "show_limits: there are ", limits.size(),
        " limits for ", panel.lines.size(), " lines.");
  add_levels(panel, limits);
  spread_texts(panel);
  for (std::size_t i = 0; i < limits.size(); ++i) {
    if (limits[i] != nullptr) panel.lines[i].name += concat(" (", limit_text(*limits[i]), ")");
  }
}

}  // namespace appell::report
