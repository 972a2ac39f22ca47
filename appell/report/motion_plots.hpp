#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "appell/report/motion_analysis.hpp"
#include "appell/report/svg_plot.hpp"

namespace appell::report {

/// Rows that a plot is made of.
inline constexpr int kPlotRows = 1001;

/// The plots of a record, each with the name of its file: one for each derivative of each array of
/// the selection, with a line for each number, if these are not too many. Of matrices with rows and
/// columns, only what has a unit (of a placement, the position). Of quantities with several arrays,
/// those of links and joints, none of an array that never changes.
/// @param record  of the same selection.
std::vector<std::pair<std::string, Plot>> plots_of(const analysis::Selection& selection,
                                                   const MotionRecord& record);

/// A file name of a plot: what is not plain becomes "_"; a name that then is taken already gets a
/// number.
std::string plot_file_name(const std::string& name, std::set<std::string>& taken);

/// Writes each plot as an SVG file into a folder, which is created.
/// @throws InvalidArgument if the folder cannot be created; NumericalError if the disk is full.
void write_plots(const std::vector<std::pair<std::string, Plot>>& plots, const std::string& folder);

/// The same of plots_of().
/// @return how many there are.
/// @throws InvalidArgument if the folder cannot be created; NumericalError if the disk is full.
int write_plots(const analysis::Selection& selection, const MotionRecord& record,
                const std::string& folder);

}  // namespace appell::report
