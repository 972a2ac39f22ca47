#pragma once

#include <vector>

#include "appell/analysis/motion_check.hpp"
#include "appell/planning/optimum.hpp"

namespace appell::planning {

enum class EndVelocities { kRest, kGiven };
EndVelocities ends_of(const RetimeOptions& options);

/// What keeps a motion legal between the points of an optimization: the check of motions, which
/// shares no code with the rows.
class StrictMotion {
 public:
  /// @param model  it, the path and the frame must outlive this.
  /// @param options  whose `loads` count.
  StrictMotion(const model::Model& model, const trajectory::Trajectory& path,
               const model::Frame& frame, const std::vector<PathLimit>& limits,
               HighestLimits highest, const RetimeOptions& options);

  /// By which factor a motion would have to be slowed, about; 1 if it is legal.
  double slowing(const trajectory::PathClock& clock);

  /// What was found last of every limit, in parts of it.
  const std::vector<double>& excess() const { return excess_; }
  /// When it was found, of those that were exceeded, s.
  const std::vector<double>& worst_times() const { return worst_times_; }

  /// The same clock, slowed until the motion is legal.
  /// @param ends  whether that may change the velocities there, or by 1e-4 of them only.
  /// @throws NumericalError if it never is, or would change them.
  trajectory::PathClock strict(trajectory::PathClock clock, EndVelocities ends);

  const analysis::MotionCheck& check() const { return check_; }

 private:
  /// Limits that hold on one part of the path, and which they are.
  struct Zone {
    double from, to;
    std::vector<model::MotionLimit> limits;
    std::vector<int> index;
  };
  analysis::MotionCheck check_of(const Zone& zone, const trajectory::Trajectory& motion,
                                 const trajectory::PathClock& clock) const;
  double take(const analysis::MotionCheck& check, const Zone& zone);
  double take(const analysis::LimitVerdict& verdict, int index);

  const model::Model& model_;
  const trajectory::Trajectory& path_;
  const model::Frame& frame_;
  analysis::CheckRequest request_;
  Zone everywhere_{0.0, 1.0, {}, {}};
  std::vector<Zone> zones_;
  std::vector<double> excess_;
  std::vector<double> worst_times_;
  analysis::MotionCheck check_;
};

/// What a search for the fastest strict motion works on; all must outlive it.
struct StrictSearch {
  const model::Model& model;
  const trajectory::Trajectory& path;
  const model::Frame& frame;
  const std::vector<PathLimit>& limits;
  const RetimeOptions& options;

  /// The limits between the points of an optimum.
  PathProblem fine_problem(const Optimum& optimum) const;
};

/// An optimum, and the motion that is legal between its points, too.
struct StrictOptimum {
  Optimum optimum;  ///< With limits made stricter.
  double duration;  ///< Before they were, s.
  int iterations;
  int divisions;  ///< Of the grid.
  trajectory::PathClock clock;
  int other_intervals = 0;  ///< As in Retiming.
};

/// Where it takes more than a little to make an optimum strict, intervals are too long for what
/// limits do in them: they are divided there, and all is solved again. If the
/// optimization does not converge, some other numbers of intervals are tried.
/// @throws as retime().
StrictOptimum strict_optimum(const StrictSearch& search, StrictMotion& strict);

}  // namespace appell::planning
