#pragma once

#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "appell/analysis/motion_loads.hpp"
#include "appell/model/motion_limit.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::analysis {

/// How a motion keeps one limit.
struct LimitVerdict {
  model::MotionLimit limit;
  /// What is nearest to an end of the range, or farthest beyond it, at and between all instants;
  /// its size where the limit is one of size. NaN where it is infinite: `is_impulse`.
  double worst = 0.0;
  double time = 0.0;  ///< Of `worst`, s.
  double end = 0.0;   ///< The end of the range that it is held against, as `worst`.
  /// 1 - worst/end; of a position the distance to the end over half the range.
  double margin = 0.0;
  bool is_impulse = false;   ///< Infinite where something jumps that it is the derivative of.
  double uncertainty = 0.0;  ///< By which `worst` may be off, beside rounding.
  static constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();
  double sd = kNotKnown;     ///< Standard deviation of `worst`: set_deviations().
  double noise = kNotKnown;  ///< What noise may have made of `worst`: set_noise().

  /// Whether the verdict would be another within two standard deviations.
  bool is_doubtful() const { return !is_impulse && std::abs(end - worst) < 2.0 * sd; }
  bool is_legal() const { return !is_impulse && margin >= -kSlack; }
  /// Rounding, and what is left out of series: a motion may go up to its limits.
  static constexpr double kSlack = 1e-9;
};

/// A part of a motion: middle - half <= t <= middle + half.
struct TimeSegment {
  double middle;
  double half;
};

/// The mechanical energy that the motors exchange with the robot along a motion.
struct MotionEnergy {
  std::vector<double> joints;  ///< ∫ |τ q'| dt of each coordinate, J; 0 of those without a motor.
  double total = 0.0;          ///< Their sum, J.
  double uncertainty = 0.0;    ///< By which it may be off, beside rounding, J.
  double peak_power = 0.0;     ///< The largest Σ |τ q'|, W.
  double peak_time = 0.0;      ///< Of it, s.
};

/// The largest force on a coordinate without a motor: what something else has to supply for the
/// motion to be possible, contacts with the ground, a hand, a thruster.
struct UnbalancedForce {
  int coordinate = 0;
  double largest = 0.0;  ///< Size, N or N m.
  double time = 0.0;     ///< Of it, s.
};

/// How a motion keeps its limits.
struct MotionCheck {
  std::vector<LimitVerdict> verdicts;  ///< One for each limit.
  /// On each of them, all that is limited is one polynomial to within what the verdicts say.
  std::vector<TimeSegment> segments;
  std::optional<MotionEnergy> energy;       ///< If asked for; none where a velocity jumps.
  std::vector<UnbalancedForce> unbalanced;  ///< Likewise, of all coordinates without a motor.
  SharedLoads loads;                        ///< What acted, as the request has it.

  bool is_legal() const;
};

/// What is wanted beside the verdicts, and how to stop it.
struct CheckRequest {
  enum class Energy { kNone, kFigures };
  Energy energy = Energy::kNone;
  const std::atomic<bool>* stop = nullptr;         ///< Set from outside to end it.
  std::function<void(double)> progress = nullptr;  ///< Called with the share of the motion done.
  SharedLoads loads = nullptr;                     ///< What acts beside the weight.
};

/// Highest order of a limit.
inline constexpr int kHighestLimit = 12;

/// Holds a motion against limits, at every instant and between them. Between two seams of the
/// motion what is limited is analytic; it is covered by Taylor polynomials of the engine,
///
///   x(t + s) = Σ_{k=0..D} x[k] sᵏ,  |s| <= h,  max(|x[D]| hᴰ, |x[D-1]| hᴰ⁻¹) <= 1e-10 scale    (1)
///
/// with the scale of what is attained. Each is also compared with
/// x itself at ±h and ±h/2, and no segment is longer than 1/1000 of the motion: a formula in t may
/// have features that its series elsewhere does not show. The largest value of each polynomial
/// counts (taylor::largest_value). At seams both sides count; what is the derivative of something
/// that jumps there is an impulse, and illegal. Forces are those of the motors, with loads and
/// friction; none that is dry in a joint that never moves. Loads that are functions of time have
/// seams, too. Energies are integrals of the same polynomials, cut
/// where the power changes its sign; they count at the end of the motion. Total powers and energies
/// are those of motors: coordinates without one are no part of them.
/// @param motion  its joints in the order of the model's coordinates (Trajectory::for_model).
/// @param frame  the end effector.
/// @throws InvalidArgument for a motion with another number of joints, a limit without a finite
///   end or of an order above kHighestLimit, one of electrical power without motor constants, or
///   loads as check_loads(); NumericalError if the motion has no such derivatives, or it is
///   stopped.
MotionCheck check_motion(const model::Model& model, const trajectory::Trajectory& motion,
                         const model::Frame& frame, const std::vector<model::MotionLimit>& limits,
                         const CheckRequest& request = {});

/// How far a value is from a limit: the margin that LimitVerdict has of the worst one.
double margin_of(const model::MotionLimit& limit, double value);

}  // namespace appell::analysis
