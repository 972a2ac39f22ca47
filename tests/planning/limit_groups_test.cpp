// Limits of zones that share rows of the optimization.
#include "appell/planning/limit_groups.hpp"

#include <gtest/gtest.h>

#include "tests/support/matchers.hpp"

namespace appell::planning {
namespace {

using model::Limited;

PathLimit zone_limit(double size, double from, double to, int joint = 0, int order = 2) {
  return {{Limited::kCoordinate, order, joint, -size, size}, from, to};
}

// Oracle: by hand. Neighbours of one quantity share a row, whatever their sizes and their sequence
// in the file; what overlaps, is of another joint, order or shape, does not.
TEST(LimitGroups, NeighboursShareARow) {
  const std::vector<PathLimit> limits{
      zone_limit(3.0, 0.5, 1.0),     // 0
      zone_limit(1.0, 0.0, 0.25),    // 1: before it
      zone_limit(2.0, 0.2, 0.4),     // 2: overlaps 1
      zone_limit(2.0, 0.25, 0.5),    // 3: between 1 and 0
      zone_limit(1.0, 0.0, 0.5, 1),  // 4: another joint
      zone_limit(1.0, 0.5, 1.0, 0, 3),
      {{Limited::kCoordinate, 2, 0, -1.0, 2.0}, 0.25, 0.5},  // 6: another shape
      zone_limit(5.0, 0.0, 1.0)};
  const std::vector<LimitGroup> found = limit_groups(limits, {0, 1, 2, 3, 4, 5, 6, 7});
  const std::vector<LimitGroup> expected{{1, 3, 0}, {2}, {4}, {5}, {6}, {7}};
  EXPECT_EQ(found, expected);
}

// Oracle: by hand. Where one zone ends and the next begins the stricter limit holds.
TEST(LimitGroups, TheStricterHoldsAtABorder) {
  const std::vector<PathLimit> limits{zone_limit(2.0, 0.2, 0.4), zone_limit(1.0, 0.4, 0.6)};
  const HeldLimits held = held_limits(limits, {0, 1}, {0.0, 0.2, 0.3, 0.4, 0.4, 0.5, 0.6, 0.7});
  EXPECT_EQ(held.limit, (std::vector<int>{-1, 0, 0, 1, 1, 1, 1, -1}));
  EXPECT_EQ(held.scale, (std::vector<double>{0.0, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0, 0.0}));
}

// Bad input: more zones than can be checked in a reasonable time.
TEST(LimitGroups, TooManyZonesAreRefused) {
  std::vector<PathLimit> limits;
  for (std::size_t i = 0; i < kMostZones; ++i) {
    limits.push_back(
        zone_limit(1.0, static_cast<double>(i) / 2e3, static_cast<double>(i + 1) / 2e3));
    limits.push_back(limits.back());  // Another limit of the same zone is none more.
  }
  check_limits(limits);
  limits.push_back(zone_limit(1.0, 0.9, 0.95));
  EXPECT_THROW_MESSAGE(check_limits(limits), InvalidArgument,
                       "retime: the path has 1001 zones; at most 1000 are possible");
}

}  // namespace
}  // namespace appell::planning
