#include "appell/report/limit_levels.hpp"

#include <gtest/gtest.h>

namespace appell::report {
namespace {

// Oracle: the first line comes near its limit of 2, which widens the plot to 0..2. The limit of the
// second, 1, lies in it, though that line stays far below; 50, -1 and -2 would widen it more.
TEST(LimitLevels, WhatLiesInThePlotIsDrawn) {
  Plot panel{.title = "v", .y_label = "rad/s", .x = {0.0, 1.0}, .lines = {}};
  panel.lines = {{.name = "a", .values = {0.0, 1.9}},
                 {.name = "b", .values = {0.0, 0.1}},
                 {.name = "c", .values = {0.0, 0.1}},
                 {.name = "free", .values = {0.0, 0.1}}};
  const model::MotionLimit two{.low = -2.0, .high = 2.0};
  const model::MotionLimit one{.low = -1.0, .high = 1.0};
  const model::MotionLimit fifty{.low = -50.0, .high = 50.0};
  show_limits(panel, {&two, &one, &fifty, nullptr});
  ASSERT_EQ(panel.levels.size(), 2u);
  EXPECT_EQ(panel.levels[0].y, 1.0);
  EXPECT_EQ(panel.levels[0].line, 1);
  EXPECT_EQ(panel.levels[1].y, 2.0);
  EXPECT_EQ(panel.levels[1].line, 0);
  EXPECT_TRUE(panel.spans.empty());
}

// Where no line comes near its limit, none is drawn: curves would be flat.
TEST(LimitLevels, FarLimitsAreInTheLegendOnly) {
  Plot panel{.title = "v", .y_label = "rad/s", .x = {0.0, 1.0}, .lines = {}};
  panel.lines = {{.name = "a", .values = {0.0, 0.9}}};
  const model::MotionLimit two{.low = -2.0, .high = 2.0};
  show_limits(panel, {&two});
  EXPECT_TRUE(panel.levels.empty());
  EXPECT_EQ(panel.lines[0].name, "a (±2)");
}

}  // namespace
}  // namespace appell::report
