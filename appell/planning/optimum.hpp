#pragma once

#include <memory>
#include <vector>

#include "appell/planning/interior_point.hpp"
#include "appell/planning/limit_rows.hpp"
#include "appell/planning/retime.hpp"

namespace appell::planning {

/// The fastest timing at the points of a grid, and what was solved for it.
struct Optimum {
  PathGrid grid;
  PathProblem problem;
  std::unique_ptr<InteriorPoint> solver;
  std::vector<double> x;  ///< Coefficients of α that are free, in the problem's unit.
  double uniform = 0.0;   ///< Least duration with α constant, s.
  int iterations = 0;

  trajectory::PathClock clock() const;
};

/// @throws as retime().
Optimum find_optimum(const model::Model& model, const trajectory::Trajectory& path,
                     const model::Frame& frame, const std::vector<PathLimit>& limits,
                     const RetimeOptions& options);

/// Solves the problem once more, after its rows were changed.
void solve_again(Optimum& optimum, const RetimeOptions& options);

/// What is limited, over its limit, of every row at the points of another list: between those of
/// the optimization limits may be exceeded a little. Rows are made stricter by as much next to
/// there.
/// @param fine  the same limits at other points of the same grid, in the same unit.
/// @return the largest excess found, in parts of the limit.
double tighten(const PathProblem& fine, Optimum& optimum);

/// Makes limits stricter everywhere, by parts of them: one number per limit, zero: as it is.
void tighten_limits(const std::vector<double>& excess, Optimum& optimum);

/// Shares and prices of the limits at an optimum, and which of them decides when.
/// @param clock  of the strict motion: its times count.
void set_activity(const Optimum& optimum, const trajectory::PathClock& clock,
                  std::vector<LimitActivity>& limits, std::vector<ActiveStretch>& stretches);

}  // namespace appell::planning
