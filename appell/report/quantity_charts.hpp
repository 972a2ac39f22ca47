#pragma once

#include <string>
#include <vector>

#include "appell/analysis/selection.hpp"
#include "appell/report/page_charts.hpp"

/// Not installed: which charts a page has of quantities.
namespace appell::report {

/// The names of the quantities that a page draws, that a robot has, and that the order to which q
/// is given allows.
/// @param with_parts  of sums: inertia, gravity, load and friction.
std::vector<std::string> page_quantities(const analysis::Subject& subject, bool with_parts = true);

/// Of quantities of which a group of a page does not draw every number.
enum class OtherQuantities {
  kLeftOut,
  kDrawn,  ///< After the groups.
  kEach,   ///< There are no groups: every array by itself.
};

/// The charts of a selection: lines of all joints and terms, in groups of what belongs together.
/// Which quantities make a group is a list in the source; all else is taken from their
/// descriptions.
/// @param limits  what of them is drawn gets its limits.
/// @param without  quantities to leave out.
ChartPlan quantity_charts(const analysis::Selection& selection,
                          const std::vector<model::MotionLimit>& limits, OtherQuantities others,
                          const std::vector<std::string>& without = {});

}  // namespace appell::report
