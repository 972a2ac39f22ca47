#pragma once

#include <functional>
#include <string>
#include <vector>

#include "appell/analysis/motion_check.hpp"
#include "appell/analysis/quantity.hpp"
#include "appell/trajectory/trajectory.hpp"

/// Not installed: torques along a motion as a file for a controller.
namespace appell::jobs {

/// Whose names a JointTrajectory has: of times, sec and nanosec or secs and nsecs.
enum class RosVersion { kRos1, kRos2 };

struct FeedforwardFile {
  std::string path;   ///< .csv: a table (docs/formats.md); .yaml: trajectory_msgs/JointTrajectory.
  double step = 0.0;  ///< Between two points, s; the end of the motion is the last.
  int order = 0;      ///< Highest derivative of the forces; in .yaml files 0.
  RosVersion ros = RosVersion::kRos2;
  std::string motion_name;        ///< For the comments of the file.
  bool inertia_accepted = false;  ///< Likewise: whether the user vouched for an impossible inertia.
  std::function<void(long long done, long long total)> progress;  ///< Told of points.
};

/// What was written.
struct WrittenFeedforward {
  long long num_points = 0;
  int num_joints = 0;  ///< With an effort.
  /// Of the coordinates without a motor: the largest at the points.
  std::vector<analysis::UnbalancedForce> unbalanced;
};

/// Whether a path is that of a JointTrajectory.
bool is_yaml(const std::string& path);

/// @throws InvalidArgument unless a step is at least 1 ns, and finite.
void check_step(double step);

/// Writes what a controller needs along a motion: positions, velocities, accelerations and the
/// forces of the motors (Q_motor where the model has friction, else Q_drive), in the order of the
/// model's coordinates. Times count from the start of the motion. Coordinates without a motor have
/// no force in a .csv, and are left out of a message.
/// @param subject  robot and loads; its orders count for nothing.
/// @param motion  its joints in the order of the model's coordinates.
/// @throws InvalidArgument for derivatives of forces that do not exist, or a robot without motors;
///   NumericalError if something is not finite or the disk is full, Interrupted: the message says
///   where the points so far are.
WrittenFeedforward write_feedforward(const analysis::Subject& subject,
                                     const trajectory::Trajectory& motion,
                                     const FeedforwardFile& file);

/// The quantity that efforts are: "Q_motor" where friction counts, else "Q_drive".
std::string effort_name(const analysis::Subject& subject);

}  // namespace appell::jobs
