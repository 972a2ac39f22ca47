#pragma once

#include <span>
#include <string>

#include "appell/io/study_file.hpp"
#include "appell/model/state_block.hpp"
#include "appell/trajectory/law.hpp"

namespace appell::study {

/// Times of the samples along a motion: as many as the study says, or a step apart. None is kept.
class MotionTimes {
 public:
  /// @param path  of the motion, for messages.
  /// @throws InvalidArgument, with file and line, if the step is longer than the motion, or there
  ///   are too many samples.
  MotionTimes(const io::StudyFile& file, const std::string& path, trajectory::TimeRange range);

  long long count() const { return count_; }
  /// From one sample to the next, in s.
  double step() const { return step_; }
  /// Sample i, in s.
  double operator[](long long i) const;
  /// Those from a sample on.
  void copy(long long first, std::span<double> out) const;

 private:
  trajectory::TimeRange range_;
  double step_ = 0.0;
  long long count_ = 0;
};

/// The states of a motion that begins at `start` and runs so many times as fast: q(λt) has the
/// coefficients λᵏ q[k].
/// @param out  of the size of `from`, which it may be.
void speed_up(const model::StateBlock& from, double start, double speed, model::StateBlock& out);

}  // namespace appell::study
