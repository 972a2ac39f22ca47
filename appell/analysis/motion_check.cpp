#include "appell/analysis/motion_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "appell/analysis/limit_cover.hpp"
#include "appell/analysis/limit_jumps.hpp"
#include "appell/base/check.hpp"

namespace appell::analysis {
namespace {

using model::MotionLimit;

/// What is nearest to an end of a limit, or farthest beyond it.
LimitVerdict verdict_of(const WatchedLimit& watched) {
  const MotionLimit& limit = watched.limit;
  LimitVerdict verdict{.limit = limit, .uncertainty = watched.uncertainty};
  const double most = watched.high.value, least = -watched.low.value;
  const double half_range = 0.5 * (limit.high - limit.low);
  // From a value to an end of the range: in units of the end, whose other side zero may be on; of
  // positions, and where the end is zero, in units of half the range.
  const auto margin = [&](double distance, double end) {
    if (limit.is_position() || end == 0.0) {
      return distance / (std::isfinite(half_range) ? half_range : std::max(std::abs(end), 1.0));
    }
    return distance / std::abs(end);
  };
  if (LimitSeries::is_square(limit)) {
    verdict.worst = std::sqrt(std::max(most, 0.0));
    verdict.end = limit.high;
    verdict.time = watched.high.time;
    verdict.margin = 1.0 - verdict.worst / verdict.end;
    if (watched.uncertainty > 0.0) {
      verdict.uncertainty =
          watched.uncertainty / std::max(verdict.worst, std::sqrt(watched.uncertainty));
    }
  } else {
    const double above = std::isfinite(limit.high) ? margin(limit.high - most, limit.high)
                                                   : std::numeric_limits<double>::infinity();
    const double below = std::isfinite(limit.low) ? margin(least - limit.low, limit.low)
                                                  : std::numeric_limits<double>::infinity();
    const bool is_above = above <= below;
    verdict.worst = is_above ? most : least;
    verdict.end = is_above ? limit.high : limit.low;
    verdict.time = is_above ? watched.high.time : watched.low.time;
    verdict.margin = std::min(above, below);
    if (!limit.is_position() && limit.low == -limit.high) {  // A limit of size.
      verdict.worst = std::abs(verdict.worst);
      verdict.end = limit.high;
    }
  }
  if (watched.is_impulse) {
    verdict.is_impulse = true;
    verdict.worst = std::numeric_limits<double>::quiet_NaN();
    verdict.margin = -std::numeric_limits<double>::infinity();
    verdict.time = watched.impulse_time;
  }
  return verdict;
}

}  // namespace

bool MotionCheck::is_legal() const {
  return std::all_of(verdicts.begin(), verdicts.end(),
                     [](const LimitVerdict& verdict) { return verdict.is_legal(); });
}

MotionCheck check_motion(const model::Model& model, const trajectory::Trajectory& motion,
                         const model::Frame& frame, const std::vector<MotionLimit>& limits) {
  check(motion.num_joints() == model.num_coordinates(), "check_motion: the motion has ",
        motion.num_joints(), " joints; the model has ", model.num_coordinates(), " coordinates.");
  for (const MotionLimit& limit : limits) {
    check(limit.order >= 0 && limit.order <= kHighestLimit, "check_motion: limit '",
          kind_name(limit), "' is of the derivative ", limit.order, "; 0 to ", kHighestLimit,
          " are possible.");
    check(larger_end(limit) > 0.0 && limit.low <= limit.high, "check_motion: limit '",
          kind_name(limit), "' is ", limit.low, " to ", limit.high,
          "; a range with a finite end that is not zero is needed.");
  }
  LimitCover cover(model, motion, frame, limits);
  cover.run();
  find_impulses(model, motion, frame, cover.watched());
  MotionCheck result{.verdicts = {}, .segments = cover.segments()};
  for (const WatchedLimit& watched : cover.watched()) {
    result.verdicts.push_back(verdict_of(watched));
    double& t = result.verdicts.back().time;
    t = std::clamp(t, motion.range().start, motion.range().end);
  }
  return result;
}

}  // namespace appell::analysis
