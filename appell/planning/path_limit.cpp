#include "appell/planning/path_limit.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "appell/base/check.hpp"
#include "appell/base/text.hpp"

namespace appell::planning {
namespace {

using model::Limited;
using model::MotionLimit;

bool is_kept_by_retiming(const MotionLimit& limit) {
  switch (limit.what) {
    case Limited::kCoordinate:
    case Limited::kFrameLinear:
    case Limited::kFrameAngular:
      return limit.order <= 3;
    case Limited::kForce:
      return limit.order <= 1;
    case Limited::kPower:
    case Limited::kTotalPower:
      return true;
    default:
      return false;
  }
}

bool is_end(double end) { return std::isfinite(end) && end != 0.0; }

void check_limit(const PathLimit& given) {
  const MotionLimit& limit = given.limit;
  const std::string place = limit.place.empty() ? "retime: " : concat(limit.place, ": ");
  check(is_kept_by_retiming(limit), place, "there is no place for limit '", kind_name(limit),
        "' in retiming: velocity, acceleration, jerk, torque, torque rate and power of joints, "
        "speed, acceleration and jerk of the end effector and total power can be kept.");
  check((is_end(limit.low) || is_end(limit.high)) && limit.low <= limit.high, place, "limit '",
        kind_name(limit), "' is ", limit.low, " to ", limit.high,
        "; a range with a finite end that is not zero is needed.");
  const bool is_torque = limit.what == Limited::kForce && limit.order == 0;
  const bool may_exclude_rest = limit.is_position() || is_torque;
  check(may_exclude_rest || (limit.low <= 0.0 && limit.high >= 0.0), place, "limit '",
        kind_name(limit), "' is ", limit.low, " to ", limit.high,
        ", which no motion from rest to rest keeps; a range with zero in it is needed.");
  check(given.from < given.to, place, "limit '", kind_name(limit), "' holds from ", given.from,
        " to ", given.to, " of the path; an ascending range is needed.");
}

}  // namespace

std::size_t PathLimit::first_of(const std::vector<double>& places) const {
  const auto first = std::lower_bound(places.begin(), places.end(), from - 1e-10);
  return static_cast<std::size_t>(first - places.begin());
}

void check_zones(const std::vector<PathLimit>& limits) {
  std::set<std::pair<double, double>> zones;
  for (const PathLimit& limit : limits) {
    if (!limit.is_everywhere()) zones.emplace(limit.from, limit.to);
  }
  check(zones.size() <= kMostZones, "retime: the path has ", zones.size(), " zones; at most ",
        kMostZones, " are possible. Neighbours with the same limits can be one zone.");
}

void check_limits(const std::vector<PathLimit>& limits) {
  check_zones(limits);
  for (const PathLimit& limit : limits) check_limit(limit);
}

}  // namespace appell::planning
