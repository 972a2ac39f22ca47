#pragma once

#include <vector>

#include "appell/analysis/selection.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::analysis {

/// The numbers of a selection along a motion, some rows after the other: for one thread.
class MotionRows {
 public:
  /// Both must outlive it; the joints of the motion are in the order of the model's coordinates.
  MotionRows(const Selection& selection, const trajectory::Trajectory& motion)
      : motion_(motion),
        capacity_(Evaluator::good_capacity(selection)),
        cursor_(motion),
        states_(motion.num_joints(), selection.state_order(), capacity_),
        evaluator_(selection, capacity_),
        times_(static_cast<std::size_t>(capacity_)) {}

  /// Most rows at once.
  int capacity() const { return capacity_; }
  int num_rows() const { return num_rows_; }
  std::span<const double> times() const {
    return std::span(times_).first(static_cast<std::size_t>(num_rows_));
  }

  /// Rows first, first + 1, ... of those that begin with the motion, `step` s apart; none later
  /// than its end.
  /// @throws NumericalError as Evaluator::write_rows().
  void compute(long long first, long long count, double step) {
    num_rows_ = static_cast<int>(count);
    const auto [start, end] = motion_.range();
    for (int i = 0; i < num_rows_; ++i) {
      const double t = start + step * static_cast<double>(first + i);
      times_[i] = t < end ? t : end;
    }
    cursor_.sample(times(), states_);
    evaluator_.compute(states_);
  }

  /// Of an array of the selection, row by row; until the next call.
  const std::vector<double>& numbers(const NamedArray& array) {
    const auto width = static_cast<std::size_t>(array.num_entries());
    numbers_.resize(width * static_cast<std::size_t>(num_rows_));
    evaluator_.write_rows(array, numbers_.data(), width);
    return numbers_;
  }

 private:
  const trajectory::Trajectory& motion_;
  int capacity_;
  trajectory::TrajectoryCursor cursor_;
  model::StateBlock states_;
  Evaluator evaluator_;
  std::vector<double> times_;
  std::vector<double> numbers_;
  int num_rows_ = 0;
};

}  // namespace appell::analysis
