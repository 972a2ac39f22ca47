#include "appell/model/wrench.hpp"

#include <gtest/gtest.h>

namespace appell::model {
namespace {

// Oracle: x⁽ᵏ⁾/k! by hand; what is not given is zero, what is not asked for is left out.
TEST(WrenchComponents, AreNormalisedAndPadded) {
  const Wrench wrench{.frame = {},
                      .force_derivatives = {{1, 2, 3}, {4, 5, 6}, {14, 16, 18}, {6, 12, 18}},
                      .moment_derivatives = {{-1, 0, 1}}};
  const spatial::WrenchSeries w = components(wrench, 2);
  ASSERT_EQ(w.force.order(), 2);
  ASSERT_EQ(w.moment.order(), 2);
  EXPECT_EQ(w.force[0], Vec3(1, 2, 3));
  EXPECT_EQ(w.force[1], Vec3(4, 5, 6));
  EXPECT_EQ(w.force[2], Vec3(7, 8, 9));
  EXPECT_EQ(w.moment[0], Vec3(-1, 0, 1));
  EXPECT_EQ(w.moment[1], Vec3(Vec3::Zero()));
  EXPECT_EQ(w.moment[2], Vec3(Vec3::Zero()));
  EXPECT_EQ(components(wrench, 3).force[3], Vec3(1, 2, 3));
}

// Oracle: nothing is given.
TEST(WrenchComponents, OfNothingAreZero) {
  const spatial::WrenchSeries w = components(Wrench{}, 1);
  for (int k = 0; k <= 1; ++k) {
    EXPECT_EQ(w.force[k], Vec3(Vec3::Zero()));
    EXPECT_EQ(w.moment[k], Vec3(Vec3::Zero()));
  }
}

}  // namespace
}  // namespace appell::model
