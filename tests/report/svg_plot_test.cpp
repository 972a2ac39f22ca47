// Plots as SVG and on a terminal: round ticks, everything there, nothing that is no number.
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/report/page_charts.hpp"
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

/// CIE 1976 L*, a*, b* of a colour "#rrggbb".
std::array<double, 3> lab_of(const std::string& colour) {
  std::array<double, 3> linear{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double x = std::stoi(colour.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    linear[i] = x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
  }
  const auto [r, g, b] = linear;
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0; };
  const double x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const double y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const double z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return {116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

// Oracle: the difference ΔE of CIE 1976, 2.3 of which can just be seen: the colours of a panel are
// more than ten times as far from each other, on light and on dark backgrounds.
TEST(Plot, ColoursStayApart) {
  const std::string svg =
      svg_plot({.title = "x", .y_label = "m", .x = {0, 1}, .lines = {{"a", {1, 2}}}});
  const std::size_t dark = svg.find("@media");
  for (const std::string& css : {svg.substr(0, dark), svg.substr(dark)}) {
    std::vector<std::array<double, 3>> colours;
    for (std::size_t i = 0; i < 7; ++i) {
      const std::string rule = ".c" + std::to_string(i) + "{stroke:";
      const std::size_t at = css.find(rule);
      ASSERT_NE(at, std::string::npos) << rule;
      colours.push_back(lab_of(css.substr(at + rule.size(), 7)));
      for (std::size_t j = 0; j < i; ++j) {
        EXPECT_GT(std::hypot(colours[i][0] - colours[j][0], colours[i][1] - colours[j][1],
                             colours[i][2] - colours[j][2]),
                  25.0)
            << i << " " << j;
      }
    }
  }
}

// Panels have frames of the same width, whatever their legends, and are as high as they say.
TEST(Plot, PanelsAreAligned) {
  Plot one{.title = "", .y_label = "m", .x = {0, 1}, .lines = {{"a", {1, 2}}, {"b", {2, 3}}}};
  Plot two = one;
  two.lines[0].name = "a name that is much longer than the others";
  one.height = two.height = 250.0;
  const std::string svg = svg_panels({one, two}, "both");
  EXPECT_NE(svg.find("height=\"540\""), std::string::npos) << svg;  // And 40 for the title.
  std::vector<std::string> widths;
  const std::string frame = "<rect class=\"axis\"";
  for (std::size_t at = svg.find(frame); at != std::string::npos; at = svg.find(frame, at + 1)) {
    const std::size_t width = svg.find("width=", at);
    widths.push_back(svg.substr(width, svg.find(' ', width) - width));
  }
  ASSERT_EQ(widths.size(), 2U);
  EXPECT_EQ(widths[0], widths[1]);
}

TEST(Plot, LevelsHaveTheColourOfTheirLine) {
  Plot plot{.title = "x", .y_label = "m", .x = {0, 1}, .lines = {{"a", {1, 2}}, {"b", {2, 3}}}};
  plot.levels = {{5.0, "", 1}, {-5.0, "limit"}};
  const std::string svg = svg_plot(plot);
  EXPECT_NE(svg.find("class=\"bound c1\""), std::string::npos) << svg;
  EXPECT_NE(svg.find("<line class=\"level\""), std::string::npos) << svg;
  EXPECT_NE(svg.find(">limit</text>"), std::string::npos) << svg;
}

TEST(Plot, UnitsAndDerivativesInWords) {
  EXPECT_EQ(printed_unit("N m/s^12"), "N m/s¹²");
  EXPECT_EQ(printed_unit("kg m^2/s"), "kg m²/s");
  EXPECT_EQ(derivative_in_words(0), "");
  EXPECT_EQ(derivative_in_words(3), "third derivative");
  EXPECT_EQ(derivative_in_words(11), "derivative 11");
}

}  // namespace
}  // namespace appell::report
