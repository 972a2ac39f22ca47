#include "appell/report/motion_plots.hpp"

#include <algorithm>
#include <array>

#include "appell/base/check.hpp"

namespace appell::report {

using analysis::Axis;
using analysis::NamedArray;

namespace {

constexpr std::size_t kMostLines = 70;  // In a figure: more panels than anyone looks at.
constexpr double kSmallPanel = 250.0;   // Height of one among several.
constexpr double kBand = 1.96;          // Deviations: 95 %.

/// The standard deviations of an array; null if it is exact.
const NamedArray* deviation_of(const analysis::Selection& selection, const NamedArray& array) {
  for (const NamedArray& other : selection.arrays()) {
    if (other.name == concat(array.name, analysis::kDeviation)) return &other;
  }
  return nullptr;
}

/// Whether lines show nothing: a link that stays where it is.
bool are_at_rest(const std::vector<LineWithUnit>& lines) {
  return std::all_of(lines.begin(), lines.end(), [](const LineWithUnit& of) {
    const std::vector<double>& values = of.line.values;
    return std::all_of(values.begin(), values.end(), [&](double y) { return y == values.front(); });
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
  std::string title(array.quantity->title);
  title[0] =
      static_cast<char>(title[0] >= 'a' && title[0] <= 'z' ? title[0] - 'a' + 'A' : title[0]);
  if (!array.key.empty()) title += concat(": ", array.quantity->key, " ", array.key);
  return k == 0 ? title : concat(title, ", ", derivative_in_words(k));
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

}  // namespace

std::string plot_unit(const std::string& unit) {
  constexpr std::array kDigits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  bool is_raised = false;
  for (const char c : unit) {
    const bool is_digit = c >= '0' && c <= '9';
    if (c == '^') {
      is_raised = true;
    } else if (is_raised && is_digit) {
      text += kDigits[static_cast<std::size_t>(c - '0')];
    } else {
      is_raised = false;
      text += c;
    }
  }
  return text;
}

std::string derivative_in_words(int k) {
  constexpr std::array kWords{"",      "first",   "second", "third", "fourth", "fifth",
                              "sixth", "seventh", "eighth", "ninth", "tenth"};
  if (k <= 0) return {};
  const auto i = static_cast<std::size_t>(k);
  return i < kWords.size() ? concat(std::string_view(kWords[i]), " derivative")
                           : concat("derivative ", k);
}

std::vector<Plot> panels_of_lines(const Plot& frame, std::vector<LineWithUnit> lines) {
  std::vector<std::string> units;  // In the order in which they come.
  for (const LineWithUnit& of : lines) {
    if (std::find(units.begin(), units.end(), of.unit) == units.end()) units.push_back(of.unit);
  }
  std::vector<Plot> panels;
  for (const std::string& unit : units) {
    std::vector<PlotLine> alike;
    for (LineWithUnit& of : lines) {
      if (of.unit == unit) alike.push_back(std::move(of.line));
    }
    const std::size_t num_panels = (alike.size() + kLinesPerPanel - 1) / kLinesPerPanel;
    for (std::size_t i = 0; i < num_panels; ++i) {
      Plot panel = frame;
      panel.y_label = plot_unit(unit);
      const std::size_t end = (i + 1) * alike.size() / num_panels;
      for (std::size_t j = i * alike.size() / num_panels; j < end; ++j) {
        panel.lines.push_back(std::move(alike[j]));
      }
      panels.push_back(std::move(panel));
    }
  }
  return panels;
}

Figure figure_of(const std::string& file, const std::string& title, std::vector<Plot> panels) {
  check(!panels.empty(), "figure_of: '", title, "' has no panel.");
  if (panels.size() == 1) {
    panels[0].title = title;
    return {.file = file, .panels = std::move(panels)};
  }
  for (Plot& panel : panels) panel.height = kSmallPanel;
  return {.file = file, .panels = std::move(panels), .title = title};
}

std::vector<LineWithUnit> lines_of(const analysis::Selection& selection, const NamedArray& array,
                                   int k, const MotionRecord& record) {
  check(record.header.num_columns() == static_cast<std::size_t>(1 + selection.num_entries()),
        "lines_of: the record has ", record.header.num_columns(), " columns; the selection has ",
        selection.num_entries(), " numbers.");
  const NamedArray* deviation = deviation_of(selection, array);
  std::vector<LineWithUnit> lines;
  for (int entry = 0; entry < array.num_entries(); ++entry) {
    if (analysis::derivative_of(array, entry) != k || !is_shown(array, entry)) continue;
    PlotLine line{.name = line_name(selection.subject().model, array, entry), .values = {}};
    const auto column = static_cast<std::size_t>(1 + array.first_entry + entry);  // After t.
    for (std::size_t row = 0; row < record.num_rows(); ++row) {
      line.values.push_back(record.at(row, column));
    }
    if (deviation != nullptr) {
      const auto sd_column = static_cast<std::size_t>(1 + deviation->first_entry + entry);
      for (std::size_t row = 0; row < record.num_rows(); ++row) {
        line.band.push_back(kBand * record.at(row, sd_column));
      }
    }
    lines.push_back({std::move(line), array.units[static_cast<std::size_t>(entry)].text()});
  }
  return lines;
}

std::vector<double> times_of(const MotionRecord& record) {
  std::vector<double> times;
  for (std::size_t row = 0; row < record.num_rows(); ++row) times.push_back(record.at(row, 0));
  return times;
}

AllFigures figures_of(const analysis::Selection& selection, const MotionRecord& record,
                      const std::set<std::string>& shown) {
  AllFigures all;
  std::set<std::string> taken;
  const Plot frame{.title = {}, .y_label = {}, .x = times_of(record), .lines = {}};
  for (const NamedArray& array : selection.arrays()) {
    if (analysis::is_deviation(*array.quantity)) continue;  // They are the bands of others.
    const bool is_one_of_many = !array.quantity->key.empty();
    for (int k = 0; k < analysis::num_derivatives(array); ++k) {
      const std::string name = array.name + (k == 0 ? "" : concat(".d", k));
      if (shown.contains(name)) continue;
      std::vector<LineWithUnit> lines = lines_of(selection, array, k, record);
      if (lines.size() > kMostLines && k == 0) all.left_out.push_back(array.name);
      if (lines.empty() || lines.size() > kMostLines || (is_one_of_many && are_at_rest(lines))) {
        continue;
      }
      const bool has_band = !lines.front().line.band.empty();
      all.figures.push_back(
          figure_of(plot_file_name(name, taken),
                    title_of(array, k) + (has_band ? ", with the band of 95 %" : ""),
                    panels_of_lines(frame, std::move(lines))));
    }
  }
  return all;
}

std::string plot_file_name(const std::string& name, std::set<std::string>& taken) {
  std::string plain = name;
  for (char& c : plain) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
    if (!is_plain) c = '_';
  }
  const std::string first = plain;
  for (int i = 2; !taken.insert(plain).second; ++i) plain = concat(first, "-", i);
  return plain + ".svg";
}

}  // namespace appell::report
