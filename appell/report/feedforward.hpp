#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "appell/analysis/motion_check.hpp"
#include "appell/analysis/quantity.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::report {

/// Whose names a JointTrajectory has: of times, sec and nanosec or secs and nsecs.
enum class RosVersion { kRos1, kRos2 };

struct FeedforwardRequest {
  double step = 0.0;  ///< Between two points, s; the end of the motion is the last.
  int order = 0;      ///< Highest derivative of the forces; in .yaml files 0.
  RosVersion ros = RosVersion::kRos2;
  std::string motion_name;        ///< For the comments of the file.
  bool inertia_accepted = false;  ///< Likewise: whether the user vouched for an impossible inertia.
  std::function<void(long long)> progress;  ///< Called with the number of points so far.
  const std::atomic<bool>* stop = nullptr;  ///< Set from outside to stop.
};

/// How many points there are at a step.
/// @throws InvalidArgument unless the step is at least 1 ns, and finite.
long long num_points(trajectory::TimeRange range, double step);

/// What was written.
struct WrittenFeedforward {
  long long num_points = 0;
  int num_joints = 0;  ///< With an effort.
  /// Of the coordinates without a motor: the largest at the points.
  std::vector<analysis::UnbalancedForce> unbalanced;
};

/// Writes what a controller needs along a motion: positions, velocities, accelerations and the
/// forces of the motors (Q_motor where the model has friction, else Q_drive), in the order of the
/// model's coordinates. Times count from the start of the motion. Coordinates without a motor have
/// no force in a .csv, and are left out of a message.
/// @param subject  robot and loads; its orders count for nothing.
/// @param motion  its joints in the order of the model's coordinates.
/// @param path  .csv: a table (docs/formats.md); .yaml: the ROS message
///   trajectory_msgs/JointTrajectory.
/// @throws InvalidArgument for another ending, derivatives in a .yaml file, derivatives of forces
///   that do not exist, or a robot without motors; NumericalError if something is not finite, the
///   disk is full or `stop` was set: the message says where the points so far are.
WrittenFeedforward write_feedforward(const analysis::Subject& subject,
                                     const trajectory::Trajectory& motion,
                                     const FeedforwardRequest& request, const std::string& path);

/// The quantity that efforts are: "Q_motor" where the model has friction, else "Q_drive".
std::string effort_name(const model::Model& model);

/// What was written, as JSON (docs/formats.md).
std::string feedforward_json(const model::Model& model, const trajectory::Trajectory& motion,
                             const FeedforwardRequest& request, const std::string& path,
                             const WrittenFeedforward& written);

/// @throws InvalidArgument unless a path ends with .csv or .yaml (or .yml).
void check_feedforward_path(const std::string& path);

}  // namespace appell::report
