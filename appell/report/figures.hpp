#pragma once

#include <atomic>
#include <set>
#include <string>
#include <vector>

#include "appell/report/svg_plot.hpp"

namespace appell::report {

/// Rows that a plot is made of.
inline constexpr int kPlotRows = 1001;

/// A picture of one or several panels.
struct Figure {
  std::string file;  ///< Its name, "torque.svg".
  std::vector<Plot> panels;
  std::string title = {};  ///< Above several panels, if they need one.
};

/// A file name of a plot: what is not plain becomes "_"; a name that then is taken already gets a
/// number.
std::string plot_file_name(const std::string& name, std::set<std::string>& taken);

/// "torque_rate" of "Torque rate": letters and digits of a title.
std::string file_stem(const std::string& title);

/// Writes figures into a folder, which is created, and an index.html that shows them below a text.
/// @param stop  set from outside to stop between two files.
/// @throws InvalidArgument if the folder cannot be created; NumericalError if the disk is full, or
///   it is stopped.
void write_figures(const std::vector<Figure>& figures, const std::string& title,
                   const std::string& text, const std::string& folder,
                   const std::atomic<bool>* stop = nullptr);

}  // namespace appell::report
