// Plots as SVG and on a terminal: round ticks, everything there, nothing that is no number.
#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/report/plot_labels.hpp"
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

// Property: texts of points that lie on each other, at a corner, or near the right edge do not
// cover each other and stay inside; the first of them is beside its point.
TEST(Plot, LabelsDoNotCoverEachOther) {
  const PlotBox area{80.0, 40.0, 600.0, 360.0};
  for (const auto& [x, y] :
       {std::pair{300.0, 200.0}, {85.0, 45.0}, {590.0, 355.0}, {500.0, 50.0}}) {
    PlotLabels labels(area);
    std::vector<PlotBox> boxes;
    for (const std::string text :
         {"135 %: jerk shoulder", "infinite: torque_rate of a joint", "120 %: power",
          "110.5 %: end_effector_angular_acceleration", "limit", "infinite: τ'"}) {
      const PlotLabels::Place at = labels.place(x, y, text);
      const double width = text_width(text), left = at.is_end ? at.x - width : at.x;
      const PlotBox box{left, at.baseline - 11.0, left + width, at.baseline + 4.0};
      EXPECT_GE(box.left, area.left) << text;
      EXPECT_LE(box.right, area.right) << text;
      EXPECT_GE(box.top, area.top) << text;
      EXPECT_LE(box.bottom, area.bottom) << text;
      for (const PlotBox& other : boxes) EXPECT_FALSE(box.overlaps(other)) << text;
      boxes.push_back(box);
    }
  }
  EXPECT_EQ(PlotLabels(area).place(300.0, 200.0, "jerk").baseline, 204.5);
}

// Oracle: by counting. A letter of several bytes is one, and a long name keeps its end.
TEST(Plot, LongNamesKeepTheirEnds) {
  EXPECT_EQ(text_width("τ'"), text_width("ab"));
  EXPECT_EQ(shortened("short", 70.0), "short");
  const std::string cut = shortened("a/long/way/to/ähnlich.toml", text_width("…ähnlich.toml"));
  EXPECT_EQ(cut, "…ähnlich.toml");
}

}  // namespace
}  // namespace appell::report
