#include "appell/report/sample_times.hpp"

#include <cmath>
#include <utility>

#include "appell/base/check.hpp"

namespace appell::report {

SampleTimes::SampleTimes(double start, double step, double end, long long count)
    : start_(start), step_(step), end_(end), count_(count) {
  check(count >= 1 && count <= kMostSamples, "SampleTimes: ", count, " times; 1 to ", kMostSamples,
        " are possible.");
}

SampleTimes::SampleTimes(std::shared_ptr<const std::vector<double>> given)
    : start_(given->front()),
      step_((given->back() - given->front()) / static_cast<double>(given->size() - 1)),
      end_(given->back()),
      count_(static_cast<long long>(given->size())),
      given_(std::move(given)) {}

SampleTimes times_every(trajectory::TimeRange range, double dt) {
  check(std::isfinite(dt) && dt > 0.0, "times_every: the step is ", dt,
        " s; a positive number is needed.");
  const double steps = range.duration() / dt;
  check(steps < static_cast<double>(kMostSamples), "times_every: steps of ", dt, " s make ",
        short_text(steps), " samples of the ", range.duration(), " s of the motion; at most ",
        kMostSamples, " are possible.");
  // A step that rounding cuts off is one.
  const auto whole = static_cast<long long>(std::floor(steps * (1.0 + 1e-12) + 1e-9));
  return {range.start, dt, range.end, whole + 1};
}

SampleTimes times_between(trajectory::TimeRange range, long long count) {
  check(count >= 2, "times_between: ", count, " samples; at least 2 are needed.");
  return {range.start, range.duration() / static_cast<double>(count - 1), range.end, count};
}

}  // namespace appell::report
