#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "appell/base/error.hpp"
#include "appell/planning/interior_point.hpp"
#include "appell/planning/limit_rows.hpp"
#include "appell/planning/retime.hpp"

namespace appell::planning {

/// What is retimed, and how; all must outlive it.
struct RetimeTask {
  const model::Model& model;
  const trajectory::Trajectory& path;
  const model::Frame& frame;
  const std::vector<PathLimit>& limits;
  const RetimeOptions& options;

  /// Whether velocities are given at the ends.
  bool has_rates() const { return options.start_rate > 0.0 || options.end_rate > 0.0; }
  /// The limits at some points of a grid, in seconds.
  PathProblem problem(const PathGrid& grid, const PointLists& points) const;
};

/// Why an attempt found no timing: no exception, as another attempt may find one.
struct Failure {
  enum class Why { kNotConverged, kEndsNotJoined, kNotLegal };
  Why why;
  std::string text;

  /// @throws NoLegalTiming if the ends cannot be joined, else NumericalError.
  [[noreturn]] void raise() const;
};
template <class T>
using Outcome = std::variant<T, Failure>;

/// The fastest timing at the points of a grid, and what was solved for it.
struct Optimum {
  PathGrid grid;
  std::unique_ptr<PathProblem> problem;  ///< The solver refers to it.
  std::unique_ptr<InteriorPoint> solver;
  std::vector<double> x;      ///< Coefficients of α that are free, in the problem's unit.
  std::vector<double> first;  ///< Where the optimization begins.
  double uniform = 0.0;       ///< Least duration with α constant, s.
  int iterations = 0;

  trajectory::PathClock clock() const;
};

/// A grid to begin with.
struct FirstGrid {
  PathGrid grid;
  /// About how long the motion takes, s; zero: it is not known, and from rest to rest not needed.
  double usual_duration = 0.0;
};
/// @throws InvalidArgument as path_grid(), and for velocities at the ends that cannot be told from
///   rest.
FirstGrid first_grid(const RetimeTask& task);

/// On a given grid, with the duration of the first one.
/// @throws as retime(), but for what is a Failure.
Outcome<Optimum> optimum_on(const RetimeTask& task, const FirstGrid& grid);

/// On a grid of its own.
/// @throws as retime().
Optimum find_optimum(const model::Model& model, const trajectory::Trajectory& path,
                     const model::Frame& frame, const std::vector<PathLimit>& limits,
                     const RetimeOptions& options);

/// "'acceleration' of joint 'a' at 0.3 of the path": what is nearest to its limit, or farthest
/// beyond it, at the spline that the solver has.
std::string worst_limit_text(const model::Model& model, const std::vector<PathLimit>& limits,
                             const Optimum& optimum);

/// Solves the problem, once more after its rows were changed.
std::optional<Failure> solve(const RetimeTask& task, Optimum& optimum);

/// The limits between the points of an optimum, in its unit.
PathProblem fine_problem(const RetimeTask& task, const Optimum& optimum);

/// Makes rows stricter next to where they are exceeded at the points of another list, by as much:
/// between the points of the optimization limits may be exceeded a little.
/// @param fine  the same limits at other points of the same grid, in the same unit.
void tighten(const PathProblem& fine, Optimum& optimum);

/// By how much limits are exceeded at the points of another list, in parts of them: the most of
/// each interval of the grid, zero where all are kept.
/// @param fine  as for tighten().
/// @param x  coefficients of α on that grid.
std::vector<double> excess_of_intervals(const PathProblem& fine, const std::vector<double>& x);

/// Makes limits stricter everywhere, by parts of them: one number per limit, zero: as it is.
void tighten_limits(const std::vector<double>& excess, Optimum& optimum);

/// Shares and prices of the limits at an optimum, and which of them decides when.
/// @param clock  of the strict motion: its times count.
void set_activity(const Optimum& optimum, const trajectory::PathClock& clock,
                  std::vector<LimitActivity>& limits, std::vector<ActiveStretch>& stretches);

}  // namespace appell::planning
