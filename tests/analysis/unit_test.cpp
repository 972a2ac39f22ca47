#include "appell/analysis/unit.hpp"

#include <gtest/gtest.h>

namespace appell::analysis {
namespace {

// Every time derivative is one more division by s.
TEST(Unit, SaysHowOftenItIsPerSecond) {
  EXPECT_EQ((Unit{"N m"}.text()), "N m");
  EXPECT_EQ((Unit{"N m", 1}.text()), "N m/s");
  EXPECT_EQ((Unit{"rad", 2}.text()), "rad/s^2");
  EXPECT_EQ((Unit{"J", 12}.text()), "J/s^12");
  EXPECT_EQ((Unit{"1", 0}.text()), "1");
  EXPECT_EQ((Unit{"1", 1}.text()), "1/s");
}

}  // namespace
}  // namespace appell::analysis
