#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "appell/analysis/motion_check.hpp"
#include "appell/model/model.hpp"
#include "appell/planning/path_limit.hpp"
#include "appell/trajectory/path_clock.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::planning {

struct RetimeOptions {
  int intervals = 1000;  ///< Of the spline along the path, about.
  /// kSecondOrder: by reachability, without limits of jerk and torque rate.
  HighestLimits highest = HighestLimits::kThirdOrder;
  /// ds/dt at the ends, in parts of the path per s; zero is rest.
  double start_rate = 0.0;
  double end_rate = 0.0;
  double first_slowness = 1.1;  ///< Of the first guess, over the least that keeps all limits.
  double first_gap = 1.0;       ///< See SolverOptions.
  const std::atomic<bool>* stop = nullptr;         ///< Set from outside to end it.
  std::function<void(double)> progress = nullptr;  ///< Called with the share that is done, about.
  analysis::SharedLoads loads = nullptr;           ///< What acts beside the weight: constant.
};

/// How many intervals to take for a path if nobody asks for others: 1000, but four for each place
/// at which q''' jumps, up to 10000.
int usual_intervals(const trajectory::Trajectory& path);

enum class PathEnd { kStart, kEnd };

/// ds/dt at an end for given velocities of the joints there.
/// @throws InvalidArgument unless they are along the path, to 1e-6 of their size, and forward.
double rate_along(const trajectory::Trajectory& path, PathEnd end,
                  const std::vector<double>& velocity);

/// What a limit did to the motion.
struct LimitActivity {
  PathLimit limit;
  double share = 0.0;  ///< Part of the time during which it is reached.
  /// By how many seconds the motion would be shorter per unit of relative change of the limit: a
  /// limit 1 % larger saves 0.01 times this. Zero for limits that are never reached.
  double price = 0.0;
};

/// A time during which the same limit decides.
struct ActiveStretch {
  double from = 0.0;  ///< s.
  double to = 0.0;
  int limit = -1;  ///< Index; -1: none is reached.
};

struct Retiming {
  trajectory::PathClock clock;
  trajectory::Trajectory motion;  ///< Strict.
  double optimum = 0.0;           ///< Duration before it was slowed to be strict, s.
  double duration = 0.0;          ///< Of the strict motion, s.
  double uniform = 0.0;           ///< Least duration with u = t/T: no optimization, s.
  int iterations = 0;
  int intervals = 0;
  int asked_intervals = 0;  ///< By the options.
  /// With how many it began, if those asked for left the legal motion far from the optimum; else 0.
  int other_intervals = 0;
  int divisions = 0;                  ///< How often intervals were divided where limits needed it.
  std::vector<LimitActivity> limits;  ///< In the order of the limits given.
  std::vector<ActiveStretch> stretches;  ///< Of the strict motion.
  analysis::MotionCheck check;           ///< Of the limits that hold everywhere.
};

/// The fastest motion along a path that keeps limits (docs/retime.md). What comes out is proven by
/// analysis::check_motion: limits between the points of the optimization count, too.
/// @param path  its time is a parameter only; joints in the order of the model's coordinates.
/// @param frame  the end effector.
/// @throws InvalidArgument as path_grid() and path_problem(), for rates at the ends that are
///   negative, a path along which no joint moves, one with fewer intervals than two for each place
///   at which q''' jumps, or loads that are functions of time or leave out forces; NoLegalTiming if
///   no timing keeps the limits; NumericalError if the optimization does not converge;
///   Interrupted.
Retiming retime(const model::Model& model, const trajectory::Trajectory& path,
                const model::Frame& frame, const std::vector<PathLimit>& limits,
                const RetimeOptions& options = {});

/// The same motion in a longer time, with its check: slower is not always legal, where weight and
/// inertia balance each other.
/// @param limits, options  as of the retiming.
/// @return nothing if it is not legal.
std::optional<Retiming> slowed_to(double duration, const model::Model& model,
                                  const trajectory::Trajectory& path, const model::Frame& frame,
                                  const std::vector<PathLimit>& limits,
                                  const RetimeOptions& options, const Retiming& retiming);

/// Derivatives of q in the rows of a table for controllers.
inline constexpr int kSampledDerivatives = 3;

/// The motion for a table of rows at a rate: slowed by as few cycles as it takes to end with one,
/// and to be legal as whoever reads the rows has it: between two of them the polynomial of degree 7
/// with q, q', q'', q''' at both. Where a torque rate jumps within a cycle that polynomial goes
/// beyond both values by up to a tenth of the jump.
/// @param limits, options  as of the retiming; limits on a part of the path are not looked at
///   between rows.
/// @throws NumericalError if no motion up to a quarter slower is legal.
Retiming sampled_retiming(double rate, const model::Model& model,
                          const trajectory::Trajectory& path, const model::Frame& frame,
                          const std::vector<PathLimit>& limits, const RetimeOptions& options,
                          const Retiming& retiming);

/// The same with limits that hold everywhere.
Retiming retime(const model::Model& model, const trajectory::Trajectory& path,
                const model::Frame& frame, const std::vector<model::MotionLimit>& limits,
                const RetimeOptions& options = {});

}  // namespace appell::planning
