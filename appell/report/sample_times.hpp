#pragma once

#include <memory>
#include <vector>

#include "appell/trajectory/law.hpp"

namespace appell::report {

/// So many times at most: far more than any disk holds, and far from what overflows.
inline constexpr long long kMostSamples = 1'000'000'000'000;

/// Times along a motion: equidistant ones, computed one by one, so that there may be any number of
/// them; or those of a recording.
class SampleTimes {
 public:
  /// @throws InvalidArgument unless 1 <= count <= kMostSamples.
  SampleTimes(double start, double step, double end, long long count);

  /// Times of one's own, ascending.
  explicit SampleTimes(std::shared_ptr<const std::vector<double>> given);

  long long size() const { return count_; }
  double step() const { return step_; }  ///< The mean one, of given times.
  /// Never beyond the end of the motion by rounding.
  double operator[](long long i) const {
    if (given_) return (*given_)[i];
    const double t = start_ + step_ * static_cast<double>(i);
    return t < end_ ? t : end_;
  }

 private:
  double start_;
  double step_;
  double end_;
  long long count_;
  std::shared_ptr<const std::vector<double>> given_;  ///< Null: equidistant.
};

/// From the start in steps of dt; the end is among them if it is a whole number of steps away.
/// @throws InvalidArgument unless dt > 0 and finite, or if that are more than kMostSamples.
SampleTimes times_every(trajectory::TimeRange range, double dt);

/// `count` samples, the first at the start and the last at the end.
/// @throws InvalidArgument unless 2 <= count <= kMostSamples.
SampleTimes times_between(trajectory::TimeRange range, long long count);

}  // namespace appell::report
