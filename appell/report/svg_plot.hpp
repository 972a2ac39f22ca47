#pragma once

#include <string>
#include <vector>

namespace appell::report {

/// One line of a plot.
struct PlotLine {
  std::string name;
  std::vector<double> values;     ///< One for each x.
  std::vector<double> band = {};  ///< Shaded on both sides, as many or none.
  std::vector<double> x = {};     ///< Of this line; empty: Plot::x.
};

struct Plot {
  std::string title;
  std::string x_label = "t (s)";
  std::string y_label;
  std::vector<double> x;
  std::vector<PlotLine> lines;
};

/// A plot as an SVG document of its own: axes with ticks, a legend where there are several lines,
/// colours that can be told apart without seeing red or green, for light and dark backgrounds
/// (prefers-color-scheme).
/// @throws InvalidArgument if there is no line, a line has another length than its x, or a number
/// is
///   not finite.
std::string svg_plot(const Plot& plot);

/// Plots below each other as one SVG document with a title.
/// @throws InvalidArgument as svg_plot(), and if there is none.
std::string svg_panels(const std::string& title, const std::vector<Plot>& plots);

/// The first line of a plot as a small picture of Braille characters, for a terminal.
std::string terminal_plot(const Plot& plot, int columns = 60, int rows = 8);

/// A text for SVG and HTML: "&lt;" for "<" and the like, blanks for control characters.
std::string escaped_xml(const std::string& text);

/// About `count` round numbers that cover a range: 0, 0.5, 1, ...
std::vector<double> plot_ticks(double low, double high, int count);

}  // namespace appell::report
