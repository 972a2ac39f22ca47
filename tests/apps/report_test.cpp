// --report of every command, as users call it.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.hpp"
#include "tests/support/report_page.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::Outcome;
using support::ReportPage;
using support::run_program;
using support::TemporaryFolder;

constexpr const char* kTwoJointMove =
    "kind = \"minimum_jerk\"\nduration = 2\n[[joint]]\nname = \"shoulder\"\nfrom = 0.1\nto = 0.9\n"
    "[[joint]]\nname = \"elbow\"\nfrom = 1.0\nto = 0.4\n";

/// Runs a command with --report and gives the page.
ReportPage report_of(const TemporaryFolder& folder, const std::string& command, int code = 0) {
  const std::string path = (folder.path() / "page.html").string();
  const Outcome outcome = run_program(command + " --report " + path);
  EXPECT_EQ(outcome.exit_code, code) << outcome.err;
  ReportPage page = support::read_report(support::text_of(path));
  EXPECT_GT(page.count_views(), 5);
  EXPECT_TRUE(support::partial_files(path).empty());
  return page;
}

const json& chart_of(const ReportPage& page, std::string_view group, std::string_view title) {
  for (const json& chart : page.group(group)["charts"]) {
    if (chart["title"] == title) return chart;
  }
  throw std::runtime_error("no chart " + std::string(title));
}

const json& card_of(const ReportPage& page, std::string_view title) {
  for (const json& card : page.fields["cards"]) {
    if (card["title"] == title) return card;
  }
  throw std::runtime_error("no card " + std::string(title));
}

double largest_of(const std::vector<double>& numbers) {
  double most = 0.0;
  for (const double x : numbers) most = std::max(most, std::abs(x));
  return most;
}

// Oracle: a minimum-jerk move over D in T has its largest velocity 15/8 D/T in the middle.
// Cross-check: torques are those of the table that the same run wrote.
TEST(Report, OfAnalyze) {
  const TemporaryFolder folder;
  const std::string motion = folder.write("swing.toml", kTwoJointMove);
  const std::string table = (folder.path() / "table.csv").string();
  const ReportPage page = report_of(folder, "analyze planar2r " + motion + " -o " + table);
  EXPECT_EQ(page.fields["title"], "planar2r: swing.toml");
  EXPECT_EQ(page.fields["joints"].size(), 2u);
  const json& velocity = chart_of(page, "motion", "Velocity");
  EXPECT_EQ(velocity["unit"], "rad/s");
  EXPECT_NEAR(largest_of(page.numbers(velocity["lines"][0]["y"])), 0.75, 1e-6);
  const auto columns = support::csv_columns(table);
  const json& torque = chart_of(page, "torque", "Torque rate");
  const std::vector<double> y = page.numbers(torque["lines"][1]["y"]);
  EXPECT_EQ(torque["lines"][1]["term"], "drive");
  const std::vector<double>& expected = columns.at("Q_drive.elbow.d1");
  ASSERT_EQ(y.size(), expected.size());
  for (std::size_t i = 0; i < y.size(); ++i) EXPECT_NEAR(y[i], expected[i], 1e-5);
  EXPECT_EQ(card_of(page, "Verification")["state"], "good");
  EXPECT_EQ(page.fields["scene"]["drawn"], "shapes");
  EXPECT_EQ(page.fields["scene"]["motions"].size(), 1u);
  for (const json& term : torque["lines"]) EXPECT_NE(term["term"], "load");  // There is none.
}

// Alone it chooses what it shows; with --only it shows what was chosen, other quantities too.
TEST(Report, OfAnalyzeAloneAndWithChosenQuantities) {
  const TemporaryFolder folder;
  const std::string motion = folder.write("swing.toml", kTwoJointMove);
  const ReportPage alone = report_of(folder, "analyze planar2r " + motion);
  for (const char* group : {"motion", "torque", "power", "energy", "acceleration_energy",
                            "end_effector", "end_effector_turning"}) {
    EXPECT_FALSE(alone.group(group)["charts"].empty());
  }
  EXPECT_EQ(chart_of(alone, "acceleration_energy", "Order 1 (Gibbs–Appell)")["unit"], "J/s²");
  const ReportPage chosen =
      report_of(folder, "analyze planar2r " + motion + " --only Q_gravity,linear_momentum");
  EXPECT_EQ(chosen.fields["groups"].size(), 3u);  // And the motion itself.
  EXPECT_EQ(chosen.group("torque")["charts"][0]["lines"][0]["term"], "gravity");
  EXPECT_EQ(chosen.group("linear_momentum")["charts"][0]["lines"].size(), 3u);
}

// Property: a single sample among 100,000 that sticks out is in the page.
TEST(Report, LongMotionsLoseNoExtreme) {
  const TemporaryFolder folder;
  const std::string motion = folder.write(
      "spike.toml",
      "kind = \"expression\"\nduration = 10\n[[joint]]\nname = \"shoulder\"\nq = "
      "\"0.2*sin(t) + 0.5*exp(-((t - 4.0001)/0.0002)^2)\"\n[[joint]]\nname = \"elbow\"\nq = "
      "\"0.3*t\"\n");
  const ReportPage page =
      report_of(folder, "analyze planar2r " + motion + " --order 0 --samples 100001");
  const json& position = chart_of(page, "motion", "Position");
  const std::vector<double> y = page.numbers(position["lines"][0]["y"]);
  EXPECT_EQ(y.size(), 2000u);
  EXPECT_NEAR(*std::max_element(y.begin(), y.end()), 0.5 + 0.2 * std::sin(4.0001), 1e-4);
  const std::vector<double> elbow = page.numbers(position["lines"][1]["y"]);
  EXPECT_EQ(elbow.front(), 0.0);
  EXPECT_NEAR(elbow.back(), 3.0, 1e-6);
  EXPECT_LT(std::filesystem::file_size(folder.path() / "page.html"), std::size_t{4} << 20);
}

// Oracle: q' = 0.2 cos t + v g(s), v = -2 a/w, s = (t - c)/w, g = s exp(-s²), whose size is
// largest, 1/√(2e), at s = ±1/√2. A spike of milliseconds in 100 s is in every part of the page of
// a check.
TEST(Report, OfCheckSeesWhatIsShort) {
  const TemporaryFolder folder;
  const std::string motion = folder.write(
      "spike.toml",
      "kind = \"expression\"\nduration = 100\n[[joint]]\nname = \"shoulder\"\nq = "
      "\"0.0005*exp(-((t - 50.02123)/0.004)^2)\"\n[[joint]]\nname = \"elbow\"\nq = \"1\"\n");
  const std::string limits = folder.write("limits.toml", "[default]\nvelocity = 0.1\n");
  const ReportPage page = report_of(folder, "check planar2r " + motion + " --limits " + limits, 1);
  const double peak = 2.0 * 0.0005 / 0.004 / std::sqrt(2.0 * std::exp(1.0));
  const json& velocity = chart_of(page, "motion", "Velocity")["lines"][0];
  EXPECT_NEAR(largest_of(page.numbers(velocity["y"])), peak, 0.01 * peak);
  EXPECT_FALSE(velocity["beyond"].empty());
  for (const json& table : page.fields["tables"]) {
    if (table["title"] != "Extremes") continue;
    EXPECT_FALSE(table["marked"].empty());
  }
  const json& used = chart_of(page, "utilisation", "Velocity")["lines"][0];
  EXPECT_NEAR(largest_of(page.numbers(used["y"])), 100.0 * peak / 0.1, 1e-3);
  // Beyond the limit from s ≈ -1.3 on: within a step of the instants about what is worst.
  EXPECT_NEAR(used["beyond"][0][0].get<double>(), 50.02123 - 1.3 * 0.004, 0.002);
}

// Files of the same name in two folders are told apart.
TEST(Report, OfCompareTellsFilesApart) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "a");
  std::filesystem::create_directories(folder.path() / "b");
  const std::string first = folder.write("a/move.toml", kTwoJointMove);
  const std::string second = folder.write("b/move.toml", kTwoJointMove);
  const ReportPage page = report_of(folder, "compare planar2r " + first + " " + second);
  const json& motions = page.fields["scene"]["motions"];
  ASSERT_EQ(motions.size(), 2u);
  EXPECT_EQ(motions[0]["name"], first);
  EXPECT_EQ(motions[1]["name"], second);
}

// What was said on stderr is on the page: here that the CSV has noise.
TEST(Report, HasTheWarnings) {
  const TemporaryFolder folder;
  const std::string motion = folder.write("log.csv",
                                          "t,shoulder,elbow\n0,0,0\n0.1,0.1,0\n0.2,0.3,0\n0.3,0.2,"
                                          "0\n0.4,0.5,0\n0.5,0.4,0\n0.6,0.7,0\n0.7,0.6,0\n");
  const std::string limits = folder.write("limits.toml", "[default]\nvelocity = 100\n");
  const ReportPage page =
      report_of(folder, "check planar2r " + motion + " --smooth none --limits " + limits);
  ASSERT_FALSE(page.fields["warnings"].empty());
  EXPECT_NE(page.fields["warnings"][0].get<std::string>().find("interpolates the samples"),
            std::string::npos);
}

// Oracle: the limit 0.6 is passed where 15/8 D/T 16 (s (1 - s))² is: s (1 - s) = √(0.6/0.75)/4.
TEST(Report, OfCheck) {
  const TemporaryFolder folder;
  const std::string motion = folder.write("swing.toml", kTwoJointMove);
  const std::string limits = folder.write(
      "limits.toml", "[joint.shoulder]\nvelocity = 0.6\n[default]\nacceleration = 9\n");
  const ReportPage page = report_of(folder, "check planar2r " + motion + " --limits " + limits, 1);
  EXPECT_EQ(page.fields["verdict"]["ok"], false);
  EXPECT_EQ(page.fields["verdict"]["text"], "NOT legal: 1 of 3 limits is exceeded.");
  const json& line = chart_of(page, "motion", "Velocity")["lines"][0];
  EXPECT_EQ(line["limit"], json::array({-0.6, 0.6}));
  ASSERT_EQ(line["beyond"].size(), 1u);
  const double s = 0.5 - std::sqrt(0.25 - std::sqrt(0.6 / 0.75) / 4.0);
  EXPECT_NEAR(line["beyond"][0][0].get<double>(), 2.0 * s, 1e-4);
  EXPECT_NEAR(line["beyond"][0][1].get<double>(), 2.0 * (1.0 - s), 1e-4);
  const json& table = page.fields["tables"][0];
  EXPECT_EQ(table["title"], "Limits");
  EXPECT_EQ(table["marked"], json::array({0}));
  EXPECT_NEAR(table["rows"][0][2].get<double>(), 0.75, 1e-9);
  EXPECT_NEAR(table["rows"][0][6].get<double>(), 1.0, 1e-6);
  const json& used = chart_of(page, "utilisation", "Velocity")["lines"][0];
  EXPECT_NEAR(largest_of(page.numbers(used["y"])), 125.0, 1e-4);
  EXPECT_FALSE(used["beyond"].empty());
  EXPECT_EQ(card_of(page, "Legal speeds")["rows"][0][1], "0 to 0.8 times as fast");
  const ReportPage legal =
      report_of(folder, "check planar2r " + motion + " --limits " +
                            folder.write("wide.toml", "[default]\nvelocity = 9\n"));
  EXPECT_EQ(legal.fields["verdict"]["ok"], true);
}

// Oracle: θ = q + τ/k, so the deflection is that of the spring's force.
TEST(Report, OfElastic) {
  const TemporaryFolder folder;
  const std::string motion = folder.write("swing.toml", kTwoJointMove);
  const std::string springs = folder.write(
      "springs.toml", "[default]\ngear_ratio = 50\nrotor_inertia = 1e-4\nstiffness = 2000\n");
  const ReportPage page =
      report_of(folder, "elastic planar2r " + motion + " --actuators " + springs);
  const json& torque = chart_of(page, "torque", "Torque");
  const json& deflection = chart_of(page, "deflection", "Deflection");
  const json* spring = nullptr;
  for (const json& line : torque["lines"]) {
    if (line["term"] == "spring" && line["joint"] == 1) spring = &line;
  }
  ASSERT_NE(spring, nullptr);
  const std::vector<double> force = page.numbers((*spring)["y"]);
  const std::vector<double> angle = page.numbers(deflection["lines"][1]["y"]);
  ASSERT_EQ(force.size(), angle.size());
  for (std::size_t i = 0; i < force.size(); ++i) EXPECT_NEAR(angle[i], force[i] / 2000.0, 1e-8);
  EXPECT_GT(largest_of(angle), 1e-4);
  EXPECT_EQ(page.group("frequencies")["charts"].size(), 2u);
  EXPECT_EQ(chart_of(page, "motor", "Motor velocity, motor side")["unit"], "rad/s");
}

// Oracle: largest velocities of quintic and septic, 15/8 and 35/16 of D/T.
TEST(Report, OfCompare) {
  const TemporaryFolder folder;
  const std::string motion = folder.write("swing.toml", kTwoJointMove);
  const ReportPage page = report_of(folder, "compare planar2r " + motion);
  ASSERT_EQ(page.fields["scene"]["motions"].size(), 4u);
  EXPECT_EQ(page.fields["scene"]["motions"][2]["name"], "minimum_snap");
  for (const json& line : chart_of(page, "motion", "Velocity")["lines"]) {
    if (line["joint"] != 0) continue;
    const double most = largest_of(page.numbers(line["y"]));
    if (line["motion"] == 1) {
      EXPECT_NEAR(most, 15.0 / 8.0 * 0.4, 1e-6);
    } else if (line["motion"] == 2) {
      EXPECT_NEAR(most, 35.0 / 16.0 * 0.4, 1e-6);
    }
  }
  EXPECT_EQ(page.fields["tables"][0]["title"], "Figures");
}

// Motions of different length: what is over is a gap, and no number is invented.
TEST(Report, OfMotionsThatEndEarlier) {
  const TemporaryFolder folder;
  const std::string slow = folder.write("slow.toml", kTwoJointMove);
  std::string text = kTwoJointMove;
  const std::string fast =
      folder.write("fast.toml", text.replace(text.find("duration = 2"), 12, "duration = 1"));
  const ReportPage page = report_of(folder, "compare planar2r " + slow + " " + fast);
  EXPECT_EQ(page.fields["range"], json::array({0.0, 2.0}));
  const json& chart = chart_of(page, "motion", "Position");
  const std::vector<double> times = page.numbers(chart["time"]);
  for (const json& line : chart["lines"]) {
    const std::vector<double> y = page.numbers(line["y"]);
    for (std::size_t i = 0; i < y.size(); ++i) {
      EXPECT_EQ(std::isnan(y[i]), line["motion"] == 1 && times[i] > 1.0 + 1e-9);
    }
  }
}

TEST(Report, OfTheDemo) {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "demo").string();
  const Outcome outcome = run_program("demo -o " + out);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string html = support::text_of(out + "/report.html");
  EXPECT_LT(html.size(), std::size_t{4} << 20);
  const ReportPage page = support::read_report(html);
  EXPECT_GT(page.count_views(), 50);
  EXPECT_EQ(card_of(page, "Verification")["state"], "good");
}

// Measured torques are dots over those of the model; what the model lacks has charts of its own.
TEST(Report, OfMeasuredTorques) {
  const TemporaryFolder folder;
  std::string log = "t,shoulder,elbow,shoulder.effort\n";
  for (int i = 0; i <= 400; ++i) {
    const double t = 0.005 * i;
    log += std::to_string(t) + "," + std::to_string(0.5 * std::sin(t)) + "," +
           std::to_string(0.3 * t) + "," + std::to_string(20.0 + t) + "\n";
  }
  const ReportPage page =
      report_of(folder, "analyze planar2r " + folder.write("log.csv", log) + " --measured");
  const json& torque = chart_of(page, "torque", "Torque");
  const auto line = std::find_if(torque["lines"].begin(), torque["lines"].end(),
                                 [](const json& other) { return other.contains("points"); });
  ASSERT_NE(line, torque["lines"].end());
  EXPECT_EQ((*line)["joint"], 0);
  const std::vector<double> y = page.numbers((*line)["points"]["y"]),
                            t = page.numbers((*line)["points"]["time"]);
  ASSERT_EQ(t.size(), 401U);
  EXPECT_NEAR(y[300], 20.0 + t[300], 1e-5);
  EXPECT_EQ(chart_of(page, "measured", "Measured − model")["lines"].size(), 1U);
}

TEST(Report, BadPathsAreRefusedBeforeAnythingIsComputed) {
  const TemporaryFolder folder;
  const std::string motion = folder.write("swing.toml", kTwoJointMove);
  const std::string springs = folder.write("springs.toml", "[default]\nstiffness = 2000\n");
  const auto expect_refused = [](const std::string& arguments, const std::string& text) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments;
    EXPECT_NE(outcome.err.find(text), std::string::npos) << outcome.err;
  };
  const std::string limits = folder.write("limits.toml", "[default]\nvelocity = 9\n");
  const std::string missing = (folder.path() / "none" / "page.html").string();
  for (const std::string& command :
       {"analyze planar2r " + motion, "check planar2r " + motion + " --limits " + limits,
        "elastic planar2r " + motion + " --actuators " + springs, "compare planar2r " + motion}) {
    expect_refused(command + " --report " + (folder.path() / "page.txt").string(), ".html");
    expect_refused(command + " --report " + missing, "none");
    expect_refused(command + " --report " + folder.path().string() + "/.html/..", ".html");
  }
  const std::string html = folder.write("swing.html", kTwoJointMove);
  expect_refused("analyze planar2r " + html + " --report " + html, "swing.html");
}

}  // namespace
}  // namespace appell
