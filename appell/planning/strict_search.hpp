#pragma once

#include "appell/planning/motion_checker.hpp"
#include "appell/planning/optimum.hpp"

namespace appell::planning {

/// An optimum, and the motion that is legal between its points, too.
struct StrictOptimum {
  Optimum optimum;          ///< With limits made stricter.
  double duration;          ///< Before they were, s.
  int iterations;           ///< Likewise.
  int divisions;            ///< Of the grid.
  CheckedClock strict;      ///< Legal.
  int other_intervals = 0;  ///< As in Retiming.
};

/// The fastest motion that is legal between the points of its optimum, too: an optimum, and what
/// kRemedies has.
Outcome<StrictOptimum> strict_optimum(const RetimeTask& task, const MotionChecker& checker);

}  // namespace appell::planning
