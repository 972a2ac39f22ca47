#include "appell/report/motion_plots.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "appell/base/check.hpp"
#include "appell/report/output_check.hpp"
#include "appell/report/output_file.hpp"

namespace appell::report {
namespace {

constexpr std::size_t kMostLines = 12;

/// "Q_drive.J1.d2" is derivative 2.
int derivative_of(const std::string& column) {
  const std::size_t dot = column.rfind(".d");
  if (dot == std::string::npos || dot + 2 >= column.size()) return 0;
  int order = 0;
  for (const char c : column.substr(dot + 2)) {
    if (c < '0' || c > '9') return 0;
    order = 10 * order + (c - '0');
  }
  return order;
}

/// What a line is called: its column without the name of the quantity and the derivative.
std::string line_name(const ColumnGroup& group, const std::string& column, int order) {
  const std::string plain = plain_group_name(group.name);
  std::string name = column.substr(std::min(column.size(), plain.size()));
  if (order > 0) name = name.substr(0, name.rfind(".d"));
  if (name.starts_with('.')) name = name.substr(1);
  return name.empty() ? plain : name;
}

/// What is not plain becomes "_"; a name that then is taken already gets a number.
std::string file_name(const std::string& group, int order, std::set<std::string>& taken) {
  std::string name = plain_group_name(group) + (order == 0 ? "" : concat(".d", order));
  for (char& c : name) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
    if (!is_plain) c = '_';
  }
  const std::string first = name;
  for (int i = 2; !taken.insert(name).second; ++i) name = concat(first, "-", i);
  return name + ".svg";
}

/// Whether a plot shows nothing: a link that stays where it is.
bool is_at_rest(const Plot& plot) {
  return std::all_of(plot.lines.begin(), plot.lines.end(), [](const PlotLine& line) {
    return std::all_of(line.values.begin(), line.values.end(),
                       [&line](double y) { return y == line.values.front(); });
  });
}

bool is_placement(const ColumnGroup& group) {
  return group.name.starts_with("T/") || group.name == "frame_T";
}

/// Derivative k of a group; without lines where there is nothing to show.
Plot plot_of(const MotionRecord& record, const ColumnGroup& group, std::size_t first_column,
             int k) {
  Plot plot{.title = plain_group_name(group.name) + (k == 0 ? "" : concat(", derivative ", k))};
  std::vector<std::string> units;
  for (std::size_t i = 0; i < group.columns.size(); ++i) {
    const std::string& column = group.columns[i];
    const bool is_position =
        column.find("][3]") != std::string::npos && column.find("[3][3]") == std::string::npos;
    if (derivative_of(column) != k || (is_placement(group) && !is_position)) continue;
    PlotLine line{line_name(group, column, k), {}};
    for (std::size_t row = 0; row < record.num_rows(); ++row) {
      line.values.push_back(record.at(row, first_column + i));
    }
    plot.lines.push_back(std::move(line));
    if (std::find(units.begin(), units.end(), group.units[i]) == units.end()) {
      units.push_back(group.units[i]);
    }
  }
  for (const std::string& unit : units) {
    plot.y_label += (plot.y_label.empty() ? "" : " or ") + unit;
  }
  if (plot.lines.size() > kMostLines || (is_placement(group) && is_at_rest(plot))) {
    plot.lines.clear();
  }
  return plot;
}

}  // namespace

std::vector<std::pair<std::string, Plot>> plots_of(const MotionRecord& record) {
  std::vector<std::pair<std::string, Plot>> plots;
  std::vector<double> times;
  for (std::size_t row = 0; row < record.num_rows(); ++row) times.push_back(record.at(row, 0));
  std::set<std::string> taken;
  std::size_t first = 0;
  for (const ColumnGroup& group : record.header.groups) {
    int highest = 0;
    for (const std::string& column : group.columns) {
      highest = std::max(highest, derivative_of(column));
    }
    for (int k = 0; k <= highest && group.name != "t"; ++k) {
      Plot plot = plot_of(record, group, first, k);
      if (plot.lines.empty()) continue;
      plot.x = times;
      plots.emplace_back(file_name(group.name, k, taken), std::move(plot));
    }
    first += group.columns.size();
  }
  return plots;
}

int write_plots(const MotionRecord& record, const std::string& folder) {
  check_output_folder(folder);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  check(!error, folder, ": cannot be created: ", error.message());
  const auto plots = plots_of(record);
  for (const auto& [name, plot] : plots) {
    OutputFile file((std::filesystem::path(folder) / name).string());
    file.write(svg_plot(plot));
    file.commit();
  }
  return static_cast<int>(plots.size());
}

}  // namespace appell::report
