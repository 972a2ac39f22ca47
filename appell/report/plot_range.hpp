#pragma once

#include <vector>

#include "appell/report/svg_plot.hpp"

/// What pictures of a plot share, whatever they are drawn with.
namespace appell::report {

struct PlotRange {
  double low;
  double high;

  double share(double value) const { return (value - low) / (high - low); }
};

/// A range that is not empty, a little wider than the values.
PlotRange padded(double low, double high, double padding);

/// Of all lines with their bands, marks and levels, with some room.
PlotRange y_range(const Plot& plot);

/// From the first to the last x of all lines.
PlotRange x_range(const Plot& plot);

/// Its own, or those of the plot.
const std::vector<double>& x_of(const Plot& plot, const PlotLine& line);

/// @throws InvalidArgument as svg_plot().
void check_plot(const Plot& plot);

}  // namespace appell::report
