#pragma once

#include <string>
#include <vector>

/// Recorded motions: what a robot's log says, how noisy it is, and the smooth law behind it.
namespace appell::record {

/// What was measured along a motion, as a log has it. [joint][row]; a joint without a kind of
/// column has it empty.
struct Recording {
  std::vector<std::string> joints;
  std::vector<double> times;                  ///< s, ascending.
  std::vector<std::vector<double>> position;  ///< rad or m
  std::vector<std::vector<double>> velocity;  ///< rad/s or m/s
  std::vector<std::vector<double>> effort;    ///< N m or N
  /// The step of the last digit of a joint's positions or velocities; 0: all digits of a double.
  std::vector<double> position_unit;
  std::vector<double> velocity_unit;
  double time_unit = 0.0;  ///< The same of the times, s.
};

inline double duration_of(const Recording& recording) {
  return recording.times.back() - recording.times.front();
}

}  // namespace appell::record
