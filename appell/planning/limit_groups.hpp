#pragma once

#include <vector>

#include "appell/planning/path_limit.hpp"

namespace appell::planning {

/// Limits of one quantity that share a row, because no two of them hold at the same place.
using LimitGroup = std::vector<int>;

/// Limits by groups, in the order of the first of each. Those of zones that follow one another,
/// with ranges of one shape, are one group: then rows are as many as zones overlap, not as there
/// are zones.
/// @param chosen  indices of limits.
std::vector<LimitGroup> limit_groups(const std::vector<PathLimit>& limits,
                                     const std::vector<int>& chosen);

/// What rows of a limit are divided by: its end that is farther from zero; of sums and vectors,
/// which are never negative, the upper one.
double size_of(const model::MotionLimit& limit);

/// Which limit of a group holds at each of many places, and how large it is.
struct HeldLimits {
  std::vector<int> limit;     ///< -1: none.
  std::vector<double> scale;  ///< One over its size; zero: none.
};

/// @param places  ascending. Where one zone ends and the next begins, the stricter limit holds.
HeldLimits held_limits(const std::vector<PathLimit>& limits, const LimitGroup& group,
                       const std::vector<double>& places);

}  // namespace appell::planning
