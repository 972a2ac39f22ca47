#pragma once

#include <string>
#include <utility>
#include <vector>

namespace appell::report {

/// One line of a plot.
struct PlotLine {
  std::string name;
  std::vector<double> values;     ///< One for each x.
  std::vector<double> band = {};  ///< Shaded on both sides, as many or none.
  std::vector<double> x = {};     ///< Of this line; empty: Plot::x.
};

/// A point of a plot that is pointed out.
struct PlotMark {
  double x;
  double y;
  std::string text;
};

/// A dashed line across a plot.
struct PlotLevel {
  double y;
  std::string text;
  int line = -1;  ///< The line whose colour it has; below 0: that of trouble.
};

/// A name at a height, instead of numbers at the axis.
struct PlotName {
  double y = 0.0;
  std::string text;
};

struct Plot {
  std::string title;
  std::string x_label = "t (s)";
  std::string y_label;
  std::vector<double> x;
  std::vector<PlotLine> lines;
  std::vector<PlotLevel> levels = {};
  std::vector<std::pair<double, double>> spans = {};  ///< Of x, shaded as places of trouble.
  std::vector<PlotMark> marks = {};
  std::vector<PlotName> names = {};
  double height = 420.0;  ///< Of the picture, which is 760 wide.
};

/// A plot as an SVG document of its own: axes with ticks, a legend where there are several lines,
/// colours that can be told apart without seeing red or green, for light and dark backgrounds
/// (prefers-color-scheme).
/// @throws InvalidArgument if there is no line, a line has another length than its x, or a number
///   is not finite.
std::string svg_plot(const Plot& plot);

/// Plots one below the other, as one SVG document, below a title if there is one. Their frames are
/// as wide as each other.
/// @throws InvalidArgument if there is none, and as svg_plot().
std::string svg_panels(const std::vector<Plot>& plots, const std::string& title = {});

/// The first line of a plot as a small picture of Braille characters, for a terminal.
std::string terminal_plot(const Plot& plot, int columns = 60, int rows = 8);

/// About `count` round numbers that cover a range: 0, 0.5, 1, ...
std::vector<double> plot_ticks(double low, double high, int count);

}  // namespace appell::report
