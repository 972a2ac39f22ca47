#pragma once

#include <vector>

#include "appell/model/motion_limit.hpp"
#include "appell/report/svg_plot.hpp"

namespace appell::report {

/// Shows the limit of each line of a panel: its numbers in the legend; a dashed level where the
/// line comes near it, or where it lies within the plot anyway, in the colour of the line, or in
/// that of trouble if several lines have it.
/// @param limits  as many as lines; null: the line has none.
void show_limits(Plot& panel, const std::vector<const model::MotionLimit*>& limits);

}  // namespace appell::report
