#pragma once

#include <atomic>
#include <string>

#include "appell/model/state_block.hpp"
#include "appell/report/sample_times.hpp"
#include "appell/trajectory/trajectory.hpp"

/// Not installed: rows of a motion.
namespace appell::report {

/// The states at times one after the other, by a cursor: what a long record needs near a time is
/// made once, and not for each time again. The motion must outlive it.
class MotionStates {
 public:
  MotionStates(const trajectory::Trajectory& motion, int order)
      : cursor_(motion), block_(motion.num_joints(), order, 1) {}

  const model::StateSeries& at(double t) {
    cursor_.sample({&t, 1}, block_);
    block_.get(0, state_);
    return state_;
  }

 private:
  trajectory::TrajectoryCursor cursor_;
  model::StateBlock block_;
  model::StateSeries state_;
};

/// A CSV with t, then each joint j and its derivatives j.d1, ..., j.dN: itself a motion.
/// @param stop  set from outside to stop; nullptr: nobody will.
/// @throws NumericalError if it cannot be completed; the message says where the rows before are.
void write_motion_csv(const trajectory::Trajectory& motion, const SampleTimes& times, int order,
                      const std::string& path, const std::atomic<bool>* stop = nullptr);

}  // namespace appell::report
