#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "appell/report/figures.hpp"
#include "appell/report/motion_analysis.hpp"
#include "appell/report/svg_plot.hpp"

namespace appell::report {

/// Rows that a plot is made of.
inline constexpr int kPlotRows = 1001;
/// More lines than this share no panel: their colours and names would not stay apart.
inline constexpr std::size_t kLinesPerPanel = 7;

/// A line and the unit of its values.
struct LineWithUnit {
  PlotLine line;
  std::string unit;
};

/// "rad/s²" of "rad/s^2".
std::string plot_unit(const std::string& unit);

/// "", "first derivative", "second derivative", ..., "derivative 11".
std::string derivative_in_words(int k);

/// Lines as panels: each has lines of one unit, which is its y_label, and at most kLinesPerPanel,
/// about as many as the others.
/// @param frame  what all panels have in common.
std::vector<Plot> panels_of_lines(const Plot& frame, std::vector<LineWithUnit> lines);

/// Panels as a figure: a single one has the title itself, several are smaller, below it.
Figure figure_of(const std::string& file, const std::string& title, std::vector<Plot> panels);

/// Derivative k of an array of a selection along a motion, one line per number, with bands of 95 %
/// where it has a deviation. Of matrices with rows and columns, only what has a unit (of a
/// placement, the position).
/// @param record  of the same selection.
std::vector<LineWithUnit> lines_of(const analysis::Selection& selection,
                                   const analysis::NamedArray& array, int k,
                                   const MotionRecord& record);

/// The times of a record.
std::vector<double> times_of(const MotionRecord& record);

/// Figures of every quantity, and of how many numbers there is none because they are too many.
struct AllFigures {
  std::vector<Figure> figures;
  std::vector<std::string> left_out;  ///< "mass_matrix": arrays with too many numbers.
};

/// A figure for each derivative of each array of the selection, named as its column: "Q_drive.d1".
/// Of quantities with several arrays, those of links and joints, none of an array that never
/// changes.
/// @param record  of the same selection.
/// @param shown  names that need no figure.
AllFigures figures_of(const analysis::Selection& selection, const MotionRecord& record,
                      const std::set<std::string>& shown = {});

/// A file name of a plot: what is not plain becomes "_"; a name that then is taken already gets a
/// number.
std::string plot_file_name(const std::string& name, std::set<std::string>& taken);

}  // namespace appell::report
