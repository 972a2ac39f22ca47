// Plots as SVG and on a terminal: round ticks, everything there, nothing that is no number.
#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/report/svg_plot.hpp"
#include "tests/support/matchers.hpp"

namespace appell::report {
namespace {

TEST(Plot, TicksAreRound) {
  EXPECT_EQ(plot_ticks(0.0, 1.0, 5), (std::vector<double>{0.0, 0.2, 0.4, 0.2 * 3, 0.8, 1.0}));
  EXPECT_EQ(plot_ticks(-3.0, 17.0, 4), (std::vector<double>{0.0, 5.0, 10.0, 15.0}));
  EXPECT_TRUE(plot_ticks(1.0, 1.0, 4).empty());
}

TEST(Plot, SvgHasEverything) {
  Plot plot{.title = "a < b", .y_label = "N m", .x = {0, 1, 2}};
  plot.lines = {{"first", {1, 2, 3}}, {"second & last", {-1, 0, 4}}};
  const std::string svg = svg_plot(plot);
  for (const char* part : {"<svg xmlns", "a &lt; b", "N m", "t (s)", "first", "second &amp; last",
                           "polyline", "prefers-color-scheme:dark", "</svg>"}) {
    EXPECT_NE(svg.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  plot.lines = {{"constant", {2, 2, 2}}};
  EXPECT_EQ(svg_plot(plot).find("nan"), std::string::npos);
  EXPECT_NE(terminal_plot(plot).find("a < b (N m)"), std::string::npos);
  plot.lines = {{"short", {2, 2}}};
  EXPECT_THROW_MESSAGE(svg_plot(plot), InvalidArgument, "has 2 values for 3 x");
}

}  // namespace
}  // namespace appell::report
