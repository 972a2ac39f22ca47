#pragma once

#include <string>
#include <vector>

#include "appell/report/motion_analysis.hpp"
#include "appell/report/svg_plot.hpp"

namespace appell::report {

/// Rows that a plot is made of.
inline constexpr int kPlotRows = 1001;

/// The plots of a record, each with the name of its file: one for each derivative of each quantity,
/// with a line for each joint or component. Of placements, the position; matrices have none.
std::vector<std::pair<std::string, Plot>> plots_of(const MotionRecord& record);

/// Writes each plot as an SVG file into a folder, which is created.
/// @return how many there are.
/// @throws InvalidArgument if the folder cannot be created; NumericalError if the disk is full.
int write_plots(const MotionRecord& record, const std::string& folder);

}  // namespace appell::report
