#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// Recorded motions: what a robot's log says, how noisy it is, and the smooth law behind it.
namespace appell::record {

/// What was measured along a motion, as a log has it: nothing is fitted yet. [joint][row]; a joint
/// without a kind of column has it empty.
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
  /// Given derivatives 1, 2, ... of the positions, exact: [joint][k - 1][row]; empty without.
  std::vector<std::vector<std::vector<double>>> derivatives;
  /// The row of the log that each row is; empty: all rows of it.
  std::vector<std::size_t> rows;
  /// Joints that are prismatic: their positions cannot wrap. Empty: not known, none.
  std::vector<char> is_prismatic;

  /// The row of the log that a row is.
  std::size_t row_of(std::size_t row) const { return rows.empty() ? row : rows[row]; }
  bool has_derivatives(std::size_t joint) const {
    return joint < derivatives.size() && !derivatives[joint].empty();
  }
};

inline double duration_of(const Recording& recording) {
  return recording.times.back() - recording.times.front();
}

/// Some of the joints.
Recording chosen_joints(const Recording& recording, const std::vector<std::size_t>& joints);

/// All joints of `all`, at the rows and times of a recording of some of them: `some`, which has the
/// joints `joints` and may have lost rows or got other times.
Recording with_other_joints(Recording some, const Recording& all,
                            const std::vector<std::size_t>& joints);

/// Leaves out rows in which no joint moves; later ones follow as they followed the row before them.
void leave_out_rests(Recording& recording);

}  // namespace appell::record
