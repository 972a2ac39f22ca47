#include "appell/report/sample_times.hpp"

#include <cmath>

#include "appell/base/check.hpp"

namespace appell::report {

SampleTimes times_every(trajectory::TimeRange range, double dt) {
  constexpr double kMost = 1e12;
  check(std::isfinite(dt) && dt > 0.0, "--every: is ", dt, " s; a positive number is needed");
  const double steps = range.duration() / dt;
  check(steps < kMost, "--every: ", dt, " s makes ", short_text(steps), " samples of the ",
        range.duration(), " s of the motion; at most ", short_text(kMost));
  // A step that rounding cuts off is one.
  const auto whole = static_cast<long long>(std::floor(steps * (1.0 + 1e-12) + 1e-9));
  return {range.start, dt, range.end, whole + 1};
}

SampleTimes times_between(trajectory::TimeRange range, long long count) {
  check(count >= 2, "--samples: is ", count, "; at least 2 are needed");
  return {range.start, range.duration() / static_cast<double>(count - 1), range.end, count};
}

}  // namespace appell::report
