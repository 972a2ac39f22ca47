// What is shown of measured forces: the table, JSON, the friction file and plots say the same.
#include "appell/jobs/analyze/measured.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/io/friction_file.hpp"
#include "appell/report/rendering.hpp"

namespace appell::jobs {
namespace {

/// A joint that slides with a force of 3 N sgn(q') that the model lacks, and one that rests.
analysis::MeasuredForces forces() {
  analysis::MeasuredForces forces;
  forces.skipped = 0.5;
  forces.left_out = {"joint 'finger': follows"};
  forces.joints = {{.name = "rail/1", .turns = false}, {.name = "wheel"}};
  for (int i = 0; i < 3000; ++i) {
    const double t = 0.5 + 0.01 * i;
    forces.times.push_back(t);
    analysis::MeasuredJoint& rail = forces.joints[0];
    rail.rate.push_back(2.0 * std::sin(t));
    rail.drive.push_back(5.0 * std::cos(t));
    rail.deviation.push_back(0.25);
    rail.measured.push_back(rail.drive.back() + 3.0 * std::tanh(rail.rate.back() / 0.01));
    analysis::MeasuredJoint& wheel = forces.joints[1];
    wheel.rate.push_back(0.0);
    wheel.drive.push_back(1.0);
    wheel.deviation.push_back(0.0);
    wheel.measured.push_back(1.5);
  }
  return forces;
}

MeasuredResult comparison(std::optional<analysis::FittedLaw> law = analysis::FittedLaw::kCoulomb) {
  MeasuredResult result{
      .model = "robot", .motion = "log.csv", .forces = forces(), .law = law, .velocity = 0.01};
  fit(result);
  return result;
}

std::string measured_text(const MeasuredResult& result) {
  return report::terminal_text(show(result, Detail::kWords));
}

TEST(MeasuredReport, TableHasALinePerJoint) {
  const std::string text = measured_text(comparison());
  for (const char* part :
       {"3000 rows, t = 0.5 to 30.49 s", "(0.5 s at either end left out)", "rail/1 (N)",
        "wheel (N m)", "sd(Q_drive)", "0.25", "after fit", "velocity = 0.01 rad/s or m/s",
        "note: wheel: hardly moves", "left out: joint 'finger': follows"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  EXPECT_EQ(text.find("with friction"), std::string::npos);  // The model has none.
  const std::string plain = measured_text(comparison(std::nullopt));
  EXPECT_EQ(plain.find("after fit"), std::string::npos);
}

// Oracle: closed forms of the means of squares, to what 3000 rows are of whole periods.
TEST(MeasuredReport, JsonHasTheNumbers) {
  const nlohmann::json all = nlohmann::json::parse(report::json_text(json(comparison())));
  EXPECT_EQ(all["rows"], 3000);
  EXPECT_EQ(all["skipped"], 0.5);
  const nlohmann::json& rail = all["joints"][0];
  EXPECT_EQ(rail["unit"], "N");
  EXPECT_NEAR(rail["measured"].get<double>(), std::sqrt(12.5 + 9.0), 0.1);
  EXPECT_NEAR(rail["difference"].get<double>(), 3.0, 0.02);
  EXPECT_NEAR(rail["explained"].get<double>(), 1.0 - 9.0 / 21.5, 0.02);
  EXPECT_NEAR(rail["deviation"].get<double>(), 0.25, 1e-15);
  EXPECT_NEAR(rail["parameters"]["dry"]["value"].get<double>(), 3.0, 1e-9);
  EXPECT_LT(rail["after_fit"].get<double>(), 1e-9);
  const nlohmann::json& wheel = all["joints"][1];
  EXPECT_FALSE(wheel.contains("explained"));  // A constant.
  EXPECT_NEAR(wheel["parameters"]["offset"]["value"].get<double>(), 0.5, 1e-12);
  EXPECT_FALSE(wheel["parameters"]["dry"].contains("sd"));
  EXPECT_EQ(all["left_out"].size(), 1U);
}

// Oracle: what is measured beyond the model is 3 N tanh(q'/v), so the fit finds it and nothing is
// left; the wheel's constant difference of 0.5 N m stays what it is.
TEST(MeasuredReport, PageHasDifferencesFitAndRest) {
  MeasuredResult result = comparison();
  result.coordinates = {"rail/1"};
  const Document page = show(result, Detail::kPage);
  const report::PageGroup& group = page.groups.back();
  ASSERT_EQ(group.charts.size(), 6u);
  const auto largest = [](const report::PageLine& line) {
    double most = 0.0;
    for (const float y : line.y) most = std::max(most, std::abs(static_cast<double>(y)));
    return most;
  };
  for (const report::PageChart& chart : group.charts) {
    ASSERT_EQ(chart.lines.size(), 1u);
    const report::PageLine& line = chart.lines[0];
    EXPECT_EQ(line.y.size(), chart.time->size());
    EXPECT_EQ(chart.time->front(), 0.5);
    const bool is_rail = chart.unit == "N";
    EXPECT_EQ(line.joint.has_value(), is_rail);
    EXPECT_EQ(chart.title.ends_with(", sliding"), is_rail);
    const double expected = chart.order == 3 ? 0.0 : is_rail ? 3.0 : 0.5;
    EXPECT_NEAR(largest(line), expected, 1e-3) << chart.title << " of " << line.name;
  }
  const std::vector<report::PageTable>& tables = page.tables;
  ASSERT_EQ(tables.size(), 2u);
  EXPECT_EQ(tables[0].columns.size(), tables[0].rows.at(1).size());
  EXPECT_EQ(std::get<double>(tables[0].rows[1][2]), 1.5);
  EXPECT_EQ(tables[1].columns.size(), tables[1].rows.at(0).size());
  const auto dry =
      std::find_if(tables[1].columns.begin(), tables[1].columns.end(),
                   [](const report::PageTable::Column& c) { return c.title == "dry"; });
  ASSERT_NE(dry, tables[1].columns.end());
  EXPECT_NEAR(std::get<double>(tables[1].rows[0][std::size_t(dry - tables[1].columns.begin())]),
              3.0, 1e-3);
  EXPECT_EQ(show(comparison(std::nullopt), Detail::kPage).tables.size(), 1u);
}

TEST(MeasuredReport, FrictionFileReadsBack) {
  const std::string text = friction_toml(comparison());
  const io::FrictionFile file = io::read_friction_toml("f.toml", text);
  ASSERT_EQ(file.joints.size(), 2U);
  EXPECT_EQ(file.joints[0].name, "rail/1");
  EXPECT_NEAR(file.joints[0].friction.dry, 3.0, 1e-9);
  EXPECT_EQ(file.joints[0].friction.velocity, 0.01);
  EXPECT_NEAR(file.joints[1].friction.offset, 0.5, 1e-12);
  EXPECT_NE(text.find("# hardly moves"), std::string::npos) << text;
}

TEST(MeasuredReport, APlotPerJoint) {
  const std::vector<report::Figure> figures = report::figures_of(show(comparison(), Detail::kPage));
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[0].file, "measured.rail_1.svg");
  ASSERT_EQ(figures[0].panels.size(), 1U);
  const report::Plot& plot = figures[0].panels[0];
  ASSERT_EQ(plot.lines.size(), 4U);
  EXPECT_EQ(plot.lines[0].values.size(), plot.x.size());
  EXPECT_LT(plot.x.size(), 2100U);
  EXPECT_NO_THROW(report::svg_plot(figures[1].panels[0]));
}

}  // namespace
}  // namespace appell::jobs
