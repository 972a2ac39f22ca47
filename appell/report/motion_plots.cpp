#include "appell/report/motion_plots.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "appell/base/check.hpp"
#include "appell/report/output_check.hpp"
#include "appell/report/output_file.hpp"

namespace appell::report {

using analysis::Axis;
using analysis::NamedArray;

namespace {

constexpr std::size_t kMostLines = 12;

/// What is not plain becomes "_"; a name that then is taken already gets a number.
std::string file_name(const std::string& array, int order, std::set<std::string>& taken) {
  std::string name = array + (order == 0 ? "" : concat(".d", order));
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

bool has_axis(const NamedArray& array, Axis axis) {
  const std::vector<Axis>& axes = array.quantity->axes;
  return std::find(axes.begin(), axes.end(), axis) != axes.end();
}

/// Whether a number is worth a line: not the pure numbers of a matrix.
bool is_shown(const NamedArray& array, int entry) {
  const bool is_matrix = has_axis(array, Axis::kRow) && has_axis(array, Axis::kColumn);
  return !is_matrix || array.units[static_cast<std::size_t>(entry)].base != "1";
}

std::string title_of(const NamedArray& array, int k) {
  return concat(array.quantity->title, array.key.empty() ? "" : concat(": ", array.key),
                k == 0 ? "" : concat(", derivative ", k));
}

/// What a line is called: vectors by their axes.
std::string line_name(const model::Model& model, const NamedArray& array, int entry) {
  const std::vector<Axis>& axes = array.quantity->axes;
  if (!axes.empty() && axes.back() == Axis::kComponent && array.extents.back() % 3 == 0) {
    return std::string(1, "xyz"[analysis::indices_of(array, entry).back() % 3]);
  }
  const std::string label = analysis::entry_label(model, array, entry);
  return label.empty() ? array.name : label;
}

/// Derivative k of an array; without lines where there is nothing to show.
Plot plot_of(const model::Model& model, const NamedArray& array, int k,
             const MotionRecord& record) {
  Plot plot{.title = title_of(array, k)};
  std::vector<std::string> units;  // Of each line.
  for (int entry = 0; entry < array.num_entries(); ++entry) {
    if (analysis::derivative_of(array, entry) != k || !is_shown(array, entry)) continue;
    PlotLine line{line_name(model, array, entry), {}};
    const auto column = static_cast<std::size_t>(1 + array.first_entry + entry);  // After t.
    for (std::size_t row = 0; row < record.num_rows(); ++row) {
      line.values.push_back(record.at(row, column));
    }
    plot.lines.push_back(std::move(line));
    units.push_back(array.units[static_cast<std::size_t>(entry)].text());
  }
  const std::set<std::string> different(units.begin(), units.end());
  for (const std::string& unit : different) {
    plot.y_label += (plot.y_label.empty() ? "" : " or ") + unit;
  }
  for (std::size_t i = 0; different.size() > 1 && i < units.size(); ++i) {
    plot.lines[i].name += concat(" (", units[i], ")");
  }
  const bool is_one_of_many = !array.quantity->key.empty();
  if (plot.lines.size() > kMostLines || (is_one_of_many && is_at_rest(plot))) plot.lines.clear();
  return plot;
}

}  // namespace

std::vector<std::pair<std::string, Plot>> plots_of(const analysis::Selection& selection,
                                                   const MotionRecord& record) {
  check(record.header.num_columns() == static_cast<std::size_t>(1 + selection.num_entries()),
        "plots_of: the record has ", record.header.num_columns(), " columns; the selection has ",
        selection.num_entries(), " numbers.");
  std::vector<std::pair<std::string, Plot>> plots;
  std::vector<double> times;
  for (std::size_t row = 0; row < record.num_rows(); ++row) times.push_back(record.at(row, 0));
  std::set<std::string> taken;
  for (const NamedArray& array : selection.arrays()) {
    for (int k = 0; k < analysis::num_derivatives(array); ++k) {
      Plot plot = plot_of(selection.subject().model, array, k, record);
      if (plot.lines.empty()) continue;
      plot.x = times;
      plots.emplace_back(file_name(array.name, k, taken), std::move(plot));
    }
  }
  return plots;
}

int write_plots(const analysis::Selection& selection, const MotionRecord& record,
                const std::string& folder) {
  check_output_folder(folder);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  check(!error, folder, ": cannot be created: ", error.message());
  const auto plots = plots_of(selection, record);
  for (const auto& [name, plot] : plots) {
    OutputFile file((std::filesystem::path(folder) / name).string());
    file.write(svg_plot(plot));
    file.commit();
  }
  return static_cast<int>(plots.size());
}

}  // namespace appell::report
