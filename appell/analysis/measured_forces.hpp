#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/analysis/quantity.hpp"
#include "appell/record/recording.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::analysis {

/// What one joint of a record was measured to exert, and what the model says, at the same rows.
struct MeasuredJoint {
  std::string name;
  bool turns = true;              ///< Forces in N m and rates in rad/s; else N and m/s.
  std::vector<double> measured;   ///< Q by the record.
  std::vector<double> drive;      ///< Q_drive: inertia, gravity and load, without friction.
  std::vector<double> deviation;  ///< Standard deviation of `drive`; empty where q(t) is exact.
  std::vector<double> friction;   ///< Q_friction of the model; empty if it has none.
  std::vector<double> rate;       ///< q'

  /// measured - drive.
  std::vector<double> difference() const;
};

struct MeasuredForces {
  std::vector<double> times;  ///< Of the rows.
  double skipped = 0.0;       ///< At either end, s.
  std::vector<MeasuredJoint> joints;
  /// Joints with a measured force that is compared with nothing, and why: one a line.
  std::vector<std::string> left_out;
};

/// Of each end of a record, as a share of its duration: smoothing knows least there.
inline constexpr double kSkippedShare = 0.02;

/// The forces of a record beside those of a model, at all rows of the record but those of both
/// ends. A force that is measured at a joint which mimics another is left out: the coordinate that
/// it follows has the sum.
/// @param subject  robot, loads and operators; its orders count for nothing.
/// @param skip  time left out at either end, s; not given: kSkippedShare of the duration.
/// @throws InvalidArgument if no joint has measured forces, the motion does not run over the times
///   of the record, or fewer than kLeastRows rows are left; NumericalError if a force is not
///   finite.
MeasuredForces measured_forces(const Subject& subject, const trajectory::Trajectory& motion,
                               const record::Recording& recording,
                               std::optional<double> skip = std::nullopt);
inline constexpr std::size_t kLeastRows = 20;

double root_mean_square(const std::vector<double>& x);

/// 1 - var(measured - drive) / var(measured): 1 if the model says all but a constant. None where
/// the measured force is constant.
std::optional<double> share_explained(const std::vector<double>& measured,
                                      const std::vector<double>& difference);

}  // namespace appell::analysis
