#pragma once

#include <memory>
#include <string>
#include <vector>

#include "appell/planning/path_dynamics.hpp"
#include "appell/planning/path_friction.hpp"
#include "appell/planning/path_limit.hpp"
#include "appell/planning/timing_problem.hpp"

namespace appell::planning {

/// The limits of a path as a problem of optimization, and which limit each row is.
struct PathProblem {
  PathProblem() = default;
  PathProblem(PathProblem&&) = default;
  PathProblem& operator=(PathProblem&&) = default;

  TimingProblem timing;
  std::vector<std::vector<int>> row_limits;  ///< Of each block as r0 of its rows; -1: none.
  std::vector<std::vector<int>> top_limits;  ///< Of each point of each block; -1: none.
  std::vector<std::vector<int>> sum_limits;  ///< Of each point of each sum; -1: none.
  std::vector<CoordinateFriction> friction;  ///< Of each coordinate; terms refer to them.
  double unit = 1.0;                         ///< Of time, s: α is in units of its inverse square.
};

/// Of α where nothing limits the speed, in 1/s².
inline constexpr double kHighestTop = 1e12;

/// Parameters at which limits begin and end that do not hold everywhere.
std::vector<double> zone_ends(const std::vector<PathLimit>& limits);

/// "'acceleration' of joint 'a'".
std::string limit_text(const model::Model& model, const model::MotionLimit& limit);

/// Where limits are to hold.
struct PointLists {
  std::vector<GridPoint> second;  ///< Those that take no u'''.
  std::vector<GridPoint> third;
};
/// Those of the optimization.
PointLists solver_points(const PathGrid& grid);
/// Between them.
PointLists fine_points(const PathGrid& grid);

/// @param limits  those of position are left out: no timing changes them.
/// @param loads  constant ones; null: none.
/// @throws InvalidArgument as check_limits(), and for friction by radial load.
PathProblem path_problem(const model::Model& model, const model::Frame& frame,
                         const trajectory::Trajectory& path, const PathGrid& grid,
                         const std::vector<PathLimit>& limits, const PointLists& points,
                         HighestLimits highest = HighestLimits::kThirdOrder,
                         const analysis::MotionLoads* loads = nullptr);

/// Another unit of time.
void set_unit(PathProblem& problem, double unit);

/// @param problem  in seconds.
/// @param highest  without the third order, torque rates may be infinite.
/// @throws NoLegalTiming if what holds the robot at rest is beyond a limit of torque somewhere, a
///   joint with dry friction turns round that has a limit of torque rate, or a position is beyond
///   its limit; InvalidArgument if nothing limits the speed on a part of the path: there is no
///   fastest motion then.
void check_path(const model::Model& model, const model::Frame& frame,
                const trajectory::Trajectory& path, const PathGrid& grid,
                const PathProblem& problem, const std::vector<PathLimit>& limits,
                HighestLimits highest = HighestLimits::kThirdOrder);

/// ds/dt at the ends of a path; zero is rest.
struct EndRates {
  double start = 0.0;
  double end = 0.0;
};

/// That the velocities given at the ends keep the limits there: those of velocity themselves, those
/// of second order with some acceleration.
/// @param problem  in seconds.
/// @throws NoLegalTiming with the limit that they break.
void check_ends(const model::Model& model, const PathGrid& grid, const PathProblem& problem,
                const std::vector<PathLimit>& limits, const EndRates& rates);

}  // namespace appell::planning
