#pragma once

#include <vector>

#include "appell/analysis/motion_check.hpp"
#include "appell/planning/optimum.hpp"

namespace appell::planning {

/// A clock, and what the check of motions says of it.
struct CheckedClock {
  trajectory::PathClock clock;
  analysis::MotionCheck check;  ///< Of the limits that hold everywhere.
  double slowing = 1.0;         ///< Factor by which it would have to be slowed, about; 1: legal.
  std::vector<double> excess;   ///< Of every limit, in parts of it.
  std::vector<double> worst_times;  ///< When limits are exceeded most, s.

  bool is_legal() const { return slowing == 1.0; }
};

/// What keeps a motion legal between the points of an optimization: the check of motions, which
/// shares no code with the rows.
class MotionChecker {
 public:
  /// @param task  what it refers to must outlive this.
  explicit MotionChecker(const RetimeTask& task);

  /// Every clock is checked here, once.
  CheckedClock check(const trajectory::PathClock& clock) const;

  /// The same clock, slowed until the motion is legal. Velocities that are given at the ends may
  /// change by 1e-4.
  Outcome<CheckedClock> slowed_until_legal(CheckedClock clock) const;

 private:
  /// Limits that hold on one part of the path, and which they are.
  struct Zone {
    double from, to;
    std::vector<model::MotionLimit> limits;
    std::vector<int> index;
  };
  void add_verdicts(const Zone& zone, const analysis::MotionCheck& check,
                    CheckedClock& result) const;

  RetimeTask task_;
  std::vector<Zone> zones_;  ///< The first one is the whole path.
};

}  // namespace appell::planning
