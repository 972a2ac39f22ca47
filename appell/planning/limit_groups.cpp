#include "appell/planning/limit_groups.hpp"

#include <algorithm>
#include <cmath>

namespace appell::planning {
namespace {

using model::Limited;
using model::MotionLimit;

/// Whether a row that is divided by the size of either limit has the same bounds.
bool have_one_shape(const MotionLimit& a, const MotionLimit& b) {
  const double of_a = size_of(a), of_b = size_of(b);
  return a.what == b.what && a.order == b.order && a.coordinate == b.coordinate &&
         a.low / of_a == b.low / of_b && a.high / of_a == b.high / of_b;
}

}  // namespace

double size_of(const MotionLimit& limit) {
  const bool is_sum = limit.what == Limited::kTotalPower || limit.what == Limited::kFrameLinear ||
                      limit.what == Limited::kFrameAngular;
  if (is_sum) return limit.high;
  double size = 0.0;
  for (const double end : {limit.low, limit.high}) {
    if (std::isfinite(end)) size = std::max(size, std::abs(end));
  }
  return size;
}

std::vector<LimitGroup> limit_groups(const std::vector<PathLimit>& limits,
                                     const std::vector<int>& chosen) {
  const auto at = [&](int i) -> const PathLimit& { return limits[i]; };
  std::vector<int> along = chosen;
  std::stable_sort(along.begin(), along.end(),
                   [&](int a, int b) { return at(a).from < at(b).from; });
  std::vector<LimitGroup> groups;
  for (const int i : along) {
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const LimitGroup& one) {
      return at(one.back()).to <= at(i).from && have_one_shape(at(one.back()).limit, at(i).limit);
    });
    if (group == groups.end()) {
      groups.push_back({i});
    } else {
      group->push_back(i);
    }
  }
  std::sort(groups.begin(), groups.end(), [](const LimitGroup& a, const LimitGroup& b) {
    return *std::min_element(a.begin(), a.end()) < *std::min_element(b.begin(), b.end());
  });
  return groups;
}

HeldLimits held_limits(const std::vector<PathLimit>& limits, const LimitGroup& group,
                       const std::vector<double>& places) {
  HeldLimits held{std::vector<int>(places.size(), -1), std::vector<double>(places.size(), 0.0)};
  for (const int index : group) {
    const PathLimit& given = limits[index];
    const double scale = 1.0 / size_of(given.limit);
    for (std::size_t k = given.first_of(places); k < places.size() && given.holds_at(places[k]);
         ++k) {
      if (held.scale[k] >= scale) continue;
      held.scale[k] = scale;
      held.limit[k] = index;
    }
  }
  return held;
}

}  // namespace appell::planning
