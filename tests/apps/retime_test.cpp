// `appell retime` through the program.
#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <nlohmann/json.hpp>

#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::Outcome;
using support::run_program;

constexpr const char* kWay =
    "kind = \"path\"\ndegree = 5\njoints = [\"elbow\", \"shoulder\"]\n"
    "waypoints = [[1.0, 0.0], [0.2, 0.8], [-0.6, 1.2], [-1.2, 0.3]]\n";
constexpr const char* kWayLimits =
    "[joint.shoulder]\nvelocity = 4\nacceleration = 20\njerk = 400\ntorque = 40\ntorque_rate = "
    "400\n"
    "[joint.elbow]\nvelocity = 6\nacceleration = 40\njerk = 800\ntorque = 12\ntorque_rate = 120\n";

/// A folder with a path and limits, and where results go.
struct RetimeFolder {
  support::TemporaryFolder folder;
  std::string path = folder.write("path.toml", kWay);
  std::string limits = folder.write("limits.toml", kWayLimits);
  std::string at(const std::string& name) const { return (folder.path() / name).string(); }
  Outcome retime(const std::string& of, const std::string& to, const std::string& more = "") const {
    return run_program("retime planar2r " + of + " --limits " + limits + " -o " + at(to) + " " +
                       more);
  }
};

// Properties: the fields of the contract; the motion that is written is as long as it says, passes
// check with all limits, and goes through the waypoints (natural spline: at thirds of its way).
TEST(RetimeProgram, WritesALegalMotion) {
  const RetimeFolder files;
  const Outcome outcome = files.retime(files.path, "fast.toml", "--json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json found = json::parse(outcome.out);
  const double duration = found["duration"], optimum = found["optimum"];
  EXPECT_GE(duration, optimum);
  EXPECT_LE(duration, 1.005 * optimum);
  EXPECT_EQ(found["intervals"], 1000);
  EXPECT_EQ(found["asked_intervals"], 1000);
  EXPECT_TRUE(found["other_intervals"].is_null());
  EXPECT_EQ(found["divisions"], 0);
  EXPECT_LE(found["iterations"].get<int>(), 80);
  ASSERT_FALSE(found["active"].empty());
  double shares = 0.0;
  for (const json& active : found["active"]) {
    EXPECT_TRUE(active.contains("kind") && active.contains("joint"));
    shares += active["share"].get<double>();
  }
  EXPECT_GT(shares, 0.9);  // An optimum is at some limit nearly always.
  const Outcome check = run_program("check planar2r " + files.at("fast.toml") + " --limits " +
                                    files.limits + " --json");
  EXPECT_EQ(check.exit_code, 0) << check.out;
  const Outcome sample = run_program("sample " + files.at("fast.toml") + " --at 0," +
                                     found["duration"].dump() + " --order 2 --json");
  ASSERT_EQ(sample.exit_code, 0) << sample.err;
  const json q = json::parse(sample.out)["q"];
  EXPECT_NEAR(q[0][0][0].get<double>(), 1.0, 1e-12);  // The elbow is first in the file.
  EXPECT_NEAR(q[1][0][1].get<double>(), 0.3, 1e-12);
  EXPECT_NEAR(q[0][2][1].get<double>(), 0.0, 1e-9);
}

// Property: a motion's way is kept and its timing dropped; the file that is written names it; and
// to retime once more changes nothing.
TEST(RetimeProgram, TakesTheWayOfAMotion) {
  const RetimeFolder files;
  const std::string slow = files.folder.write(
      "slow.toml",
      "kind = \"spline\"\norder = 4\nknots = [0, 2, 5, 6]\n"
      "[[joint]]\nname = \"shoulder\"\npositions = [0, 0.5, 0.9, 1.2]\nstart = {d1 = 0, d2 = 0}\n"
      "end = {d1 = 0, d2 = 0}\n"
      "[[joint]]\nname = \"elbow\"\npositions = [1, 0.2, -0.3, -0.4]\nstart = {d1 = 0, d2 = 0}\n"
      "end = {d1 = 0, d2 = 0}\n");
  const Outcome first = files.retime(slow, "fast.toml", "--json");
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_LT(json::parse(first.out)["duration"].get<double>(), 3.0);
  const Outcome again = files.retime(files.at("fast.toml"), "again.toml", "--json");
  ASSERT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(json::parse(again.out)["duration"], json::parse(first.out)["duration"]);
  EXPECT_EQ(run_program("check planar2r " + files.at("again.toml") + " --limits " + files.limits)
                .exit_code,
            0);
}

/// The largest size of a column of a table that analyze wrote.
double largest_of(const std::string& file, const std::string& column) {
  std::ifstream table(file);
  std::string line;
  while (std::getline(table, line) && line[0] == '#') {
  }
  const auto cells = [](const std::string& text) {
    std::vector<std::string> all;
    std::istringstream stream(text);
    for (std::string cell; std::getline(stream, cell, ',');) all.push_back(cell);
    return all;
  };
  const std::vector<std::string> names = cells(line);
  const auto at = std::find(names.begin(), names.end(), column) - names.begin();
  double largest = 0.0;
  while (std::getline(table, line)) {
    largest = std::max(largest, std::abs(std::stod(cells(line)[at])));
  }
  return largest;
}

// Property: the samples at 1 kHz, read back at and between the same instants, keep the limits; they
// are a few per cent slower than the motion, so that polynomials between rows do.
TEST(RetimeProgram, SamplesKeepTheLimits) {
  const RetimeFolder files;
  ASSERT_EQ(files.retime(files.path, "fast.csv", "--rate 1000").exit_code, 0);
  const Outcome outcome =
      run_program("analyze planar2r " + files.at("fast.csv") +
                  " --order 1 --rate 1000 --only Q_drive -o " + files.at("out.csv"));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const double torque = largest_of(files.at("out.csv"), "Q_drive.shoulder");
  const double rate = largest_of(files.at("out.csv"), "Q_drive.shoulder.d1");
  EXPECT_LE(torque, 40.0);
  EXPECT_LE(rate, 400.0);
  EXPECT_LE(largest_of(files.at("out.csv"), "Q_drive.elbow.d1"), 120.0);
  EXPECT_GE(torque, 40.0 * 0.9);
  EXPECT_GE(rate, 400.0 * 0.8);
}

// Property: the second order alone is faster, and its torque rate is infinite.
TEST(RetimeProgram, SecondOrder) {
  const RetimeFolder files;
  const Outcome third = files.retime(files.path, "a.toml", "--json");
  const Outcome second = files.retime(files.path, "b.toml", "--json --order 2");
  ASSERT_EQ(second.exit_code, 0) << second.err;
  EXPECT_NE(second.err.find("accelerations jump"), std::string::npos);
  EXPECT_LT(json::parse(second.out)["duration"], json::parse(third.out)["duration"]);
  EXPECT_EQ(
      run_program("check planar2r " + files.at("b.toml") + " --limits " + files.limits).exit_code,
      1);
}

// Bad input: exit 1 where no timing is legal, with joint and place; 2 for files that are wrong.
TEST(RetimeProgram, SaysWhyNot) {
  const RetimeFolder files;
  const auto says = [&](const Outcome& outcome, int code, const std::string& text) {
    EXPECT_EQ(outcome.exit_code, code) << outcome.err;
    EXPECT_NE(outcome.err.find(text), std::string::npos) << outcome.err;
    EXPECT_TRUE(outcome.out.empty());
  };
  const std::string weak = files.folder.write("weak.toml", "[joint.elbow]\ntorque = 1.0\n");
  says(run_program("retime planar2r " + files.path + " --limits " + weak + " -o " +
                   files.at("x.toml")),
       1, "joint 'elbow' needs 2.12");
  EXPECT_FALSE(std::filesystem::exists(files.at("x.toml")));
  const std::string fast_start =
      files.folder.write("start.toml", std::string(kWay) + "start_velocity = [-40.0, 40.0]\n");
  says(files.retime(fast_start, "x.toml"), 2, "not along the path");
  const auto path = [&](const std::string& text) { return files.folder.write("bad.toml", text); };
  const std::string head = "kind = \"path\"\njoints = [\"shoulder\", \"elbow\"]\n";
  says(files.retime(path(head), "x.toml"), 2, "waypoints is missing");
  says(files.retime(path(head + "waypoints = [[0, 1], [2]]\n"), "x.toml"), 2,
       "waypoint 2 has 1 number;");
  says(files.retime(path(head + "degree = 2\nwaypoints = [[0, 1], [2, 1]]\n"), "x.toml"), 2,
       "degree is 2; a whole number in 3..21");
  says(files.retime(path(head + "waypoint = [[0, 1], [2, 1]]\n"), "x.toml"), 2, "waypoint");
  says(files.retime(files.path, "x.txt"), 2, "does not end with .toml or .csv");
  says(run_program("analyze planar2r " + files.path + " -o " + files.at("x.csv")), 2,
       "kind is 'path': a way without timing");
  const std::string retimed =
      "kind = \"retimed\"\ngrading = [3, 3]\nknots = [0, 1]\nalpha = [1, 1, 1]\n";
  says(run_program("trajectory " + path(retimed)), 2, "there is no [path]");
  says(run_program("trajectory " +
                   path(retimed + "[path]\njoints = [\"a\"]\nwaypoints = [[0], [1], [2]]\n"
                                  "order = 3\n")),
       2, "order");
}

// Bad input: what is wrong with a limit is said of the line that has it, not of the path.
TEST(RetimeProgram, NamesTheLineOfALimit) {
  const RetimeFolder files;
  const auto says = [&](const std::string& path, const std::string& limits, const char* text) {
    const Outcome outcome =
        run_program("retime planar2r " + path + " --limits " +
                    files.folder.write("bad.toml", limits) + " -o " + files.at("x.toml"));
    EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
    EXPECT_NE(outcome.err.find(text), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find("path.toml"), std::string::npos) << outcome.err;
  };
  says(files.path, "[default]\nq_d4 = 1e6\n",
       "bad.toml:2:8: [default]: q_d4: there is no place for limit 'q_d4'");
  says(files.path, "[joint.shoulder]\nacceleration = 3\nvelocity = [0.1, 2]\n",
       "bad.toml:3:12: joint 'shoulder': velocity: limit 'velocity' is 0.1 to 2");
  says(files.path, "[total]\npower = 3\nenergy = 4\n",
       "bad.toml:3:10: [total]: energy: there is no place");
  files.folder.write("slow.toml", "[joint.elbow]\nq_d5 = 1\n");
  const std::string zones = files.folder.write(
      "zones.toml", std::string(kWay) + "[[zone]]\nfrom = 0.4\nto = 0.6\nlimits = \"slow.toml\"\n");
  says(zones, "[default]\nvelocity = 1\n", "slow.toml:2:8: joint 'elbow': q_d5: there is no");
  std::string many = kWay;
  for (int i = 0; i <= 1000; ++i) {
    many += "[[zone]]\nfrom = " + std::to_string(i / 1001.0) +
            "\nto = " + std::to_string((i + 1) / 1001.0) + "\nlimits = \"limits.toml\"\n";
  }
  says(files.folder.write("many.toml", many), "[default]\nvelocity = 1\n",
       "many.toml: the path has 1001 zones; at most 1000 are possible");
  // What a zone names is missing or wrong: the place of the zone is said, too.
  const std::string none = files.folder.write(
      "none.toml", std::string(kWay) + "[[zone]]\nfrom = 0.4\nto = 0.6\nlimits = \"gone.toml\"\n");
  says(none, "[default]\nvelocity = 1\n", "none.toml:8:10: zone 1: ");
  says(none, "[default]\nvelocity = 1\n", "gone.toml: ");
}

// Bad input: where no joint moves there is nothing to be retimed, and that is said, not that a
// limit is missing.
TEST(RetimeProgram, RefusesAPathWithoutLength) {
  const RetimeFolder files;
  std::string rows = "t,shoulder,elbow\n";
  for (int i = 0; i < 10; ++i) rows += "0." + std::to_string(i) + ",1.1,0.3\n";
  const Outcome log = files.retime(files.folder.write("still.csv", rows), "x.toml");
  EXPECT_EQ(log.exit_code, 2);
  EXPECT_NE(log.err.find("still.csv: the path has no length"), std::string::npos) << log.err;
  const Outcome law = files.retime(
      files.folder.write("still.toml",
                         "kind = \"expression\"\nduration = 1\n[[joint]]\nname = \"shoulder\"\n"
                         "q = \"1\"\n[[joint]]\nname = \"elbow\"\nq = \"2\"\n"),
      "x.toml");
  EXPECT_EQ(law.exit_code, 2) << law.out;
  EXPECT_NE(law.err.find("still.toml: the path has no length"), std::string::npos) << law.err;
  const Outcome way =
      files.retime(files.folder.write("same.toml",
                                      "kind = \"path\"\njoints = [\"shoulder\", \"elbow\"]\n"
                                      "waypoints = [[0.5, 1.0], [0.5, 1.0], [0.5, 1.0]]\n"),
                   "x.toml");
  EXPECT_EQ(way.exit_code, 2);
  EXPECT_NE(way.err.find("same.toml:3:13: path: all waypoints are the same, so that the path has "
                         "no length"),
            std::string::npos)
      << way.err;
  EXPECT_FALSE(std::filesystem::exists(files.at("x.toml")));
}

/// A straight way of both joints, one radian each, so that velocities at its ends are equal.
std::string line_path(const std::string& more) {
  return "kind = \"path\"\njoints = [\"elbow\", \"shoulder\"]\n"
         "waypoints = [[0.0, 0.0], [1.0, 1.0]]\n" +
         more;
}

// A velocity at an end that is itself beyond a limit: that limit is named, at that end. On the line
// all q'' are α'/2: an acceleration has no part of the velocity, but the end effector's has v²/r.
TEST(RetimeProgram, NamesTheLimitThatAnEndBreaks) {
  const RetimeFolder files;
  const auto says = [&](const std::string& limits, const std::string& ends, const char* text) {
    for (const char* order : {"", " --order 2"}) {
      const Outcome outcome =
          run_program("retime planar2r " + files.folder.write("ends.toml", line_path(ends)) +
                      " --limits " + limits + " -o " + files.at("x.toml") + order);
      EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
      EXPECT_NE(outcome.err.find(text), std::string::npos) << outcome.err;
    }
  };
  says(files.limits, "start_velocity = [75, 75]\n",
       "the velocity that is given at the start is beyond 'velocity' of joint 'shoulder' at 0 of "
       "the path: 18.75 times");
  says(files.limits, "end_velocity = [5, 5]\n",
       "the velocity that is given at the end is beyond 'velocity' of joint 'shoulder' at 1 of "
       "the path: 1.25 times");
  // Centripetal: elbow straight at the start, the tip on circles of l₁ with v and of l₂ with 2 v.
  const std::string tip = files.folder.write("tip.toml", "[end_effector]\nacceleration = 1\n");
  says(tip, "start_velocity = [9, 9]\n", "beyond 'end_effector_acceleration' at 0 of the path");
  // Torques at such a velocity: what one joint needs the other does not allow.
  const std::string torque = files.folder.write(
      "torque.toml", "[joint.shoulder]\ntorque = 40\n[joint.elbow]\ntorque = 12\n");
  says(torque, "end_velocity = [30, 30]\n", "no acceleration at the end keeps both 'torque' of");
}

// Scaling: with limits of velocity alone T is inversely proportional to them. A limit of 1e-9 takes
// 1e9 times as long as one of 1; what takes longer than anything is refused with the limit.
TEST(RetimeProgram, FindsVerySlowMotions) {
  const RetimeFolder files;
  const auto with = [&](const std::string& velocity) {
    const std::string limits =
        files.folder.write("v.toml", "[default]\nvelocity = " + velocity + "\n");
    return run_program("retime planar2r " + files.path + " --limits " + limits +
                       " --json --force -o " + files.at("x.toml"));
  };
  const Outcome usual = with("1"), slow = with("1e-9"), never = with("1e-13");
  ASSERT_EQ(slow.exit_code, 0) << slow.err;
  const double ratio = json::parse(slow.out)["optimum"].get<double>() /
                       json::parse(usual.out)["optimum"].get<double>();
  EXPECT_NEAR(ratio, 1e9, 1e5);  // The gaps of both are below 1e-4.
  EXPECT_EQ(never.exit_code, 1);
  EXPECT_NE(never.err.find("it would take more than 1e+12 s to keep 'velocity' of joint "),
            std::string::npos)
      << never.err;
  EXPECT_NE(never.err.find(" of the path"), std::string::npos) << never.err;
}

// Property: a cubic spline through many waypoints takes as many intervals as its seams need, if
// nobody asks for others; too few are refused with the number that is needed: two for each.
TEST(RetimeProgram, ManyWaypointsTakeMoreIntervals) {
  const RetimeFolder files;
  std::string way =
      "kind = \"path\"\ndegree = 3\njoints = [\"shoulder\", \"elbow\"]\nwaypoints = [";
  for (int i = 0; i < 700; ++i) {
    way +=
        "[" + std::to_string(std::sin(0.05 * i)) + "," + std::to_string(std::cos(0.11 * i)) + "],";
  }
  const std::string path = files.folder.write("many.toml", way + "]\n");
  const Outcome given = files.retime(path, "x.toml", "--intervals 1000");
  EXPECT_EQ(given.exit_code, 2);
  EXPECT_NE(given.err.find("many.toml: the path has 698 seams at which q''' jumps, for which 1000 "
                           "intervals are too few; at least 1396 are needed"),
            std::string::npos)
      << given.err;
  EXPECT_EQ(files.retime(path, "x.toml", "--intervals 1396").exit_code, 0);
  const Outcome usual = files.retime(path, "fast.toml", "--json");
  ASSERT_EQ(usual.exit_code, 0) << usual.err;
  EXPECT_NE(usual.err.find("2796 intervals are taken, not 1000"), std::string::npos) << usual.err;
  const json found = json::parse(usual.out);
  EXPECT_EQ(found["asked_intervals"], 2796);
  EXPECT_TRUE(found["other_intervals"].is_null());
  EXPECT_LE(found["duration"].get<double>(), 1.001 * found["optimum"].get<double>());
}

// Property: samples that are slowed to end with a cycle have lower velocities at the ends, by the
// same factor, which is said.
TEST(RetimeProgram, SaysThatSamplesHaveOtherEnds) {
  const RetimeFolder files;
  const std::string path =
      files.folder.write("ends.toml", line_path("start_velocity = [1.0, 1.0]\n"));
  const Outcome outcome = files.retime(path, "fast.toml", "--rate 20");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string words = "velocities at the ends are ";
  const std::size_t at = outcome.err.find(words);
  ASSERT_NE(at, std::string::npos) << outcome.err;
  const double said = std::stod(outcome.err.substr(at + words.size())) / 100.0;
  std::ifstream table(files.at("fast.csv"));
  std::string names, first;
  std::getline(table, names);
  std::getline(table, first);
  std::istringstream cells(first);
  std::vector<double> row;
  for (std::string cell; std::getline(cells, cell, ',');) row.push_back(std::stod(cell));
  ASSERT_TRUE(names.starts_with("t,shoulder,shoulder.d1,")) << names;
  ASSERT_GE(row.size(), 3u);
  EXPECT_NEAR(1.0 - row[2], said, 0.05 * said) << first;  // Two digits are printed.
  EXPECT_GT(said, 1e-4);
  const Outcome rest = files.retime(files.path, "rest.toml", "--rate 20");
  EXPECT_EQ(rest.err.find("velocities at the ends"), std::string::npos) << rest.err;
}

// Property: where nothing can be written the motion is not done: exit 3 with the file, nothing
// under the final names, and what was there before stays.
TEST(RetimeProgram, FullDiskLeavesNothing) {
  const RetimeFolder files;
  const Outcome nowhere = files.retime(files.path, "no/such/folder/fast.toml", "--intervals 100");
  EXPECT_EQ(nowhere.exit_code, 2) << nowhere.err;
  EXPECT_NE(nowhere.err.find("no/such/folder"), std::string::npos) << nowhere.err;
  const support::SmallDisk disk(16 << 10);
  if (!disk.is_there()) GTEST_SKIP() << "mounting a small disk is not allowed here";
  const std::string before = "kind = \"before\"\n";
  const std::string out = (disk.path() / "fast.toml").string();
  std::ofstream(out) << before;
  for (const char* rate : {"", " --rate 1000"}) {
    const Outcome full = run_program("retime planar2r " + files.path + " --limits " + files.limits +
                                     " --force -o " + out + rate);
    EXPECT_EQ(full.exit_code, 3) << full.err;
    EXPECT_NE(full.err.find("No space left on device"), std::string::npos) << full.err;
    EXPECT_NE(full.err.find("fast.toml"), std::string::npos) << full.err;
    EXPECT_EQ(full.out, "");
    EXPECT_EQ(support::text_of(out), before);
    EXPECT_FALSE(std::filesystem::exists(disk.path() / "fast.csv"));
  }
  const std::string csv = (disk.path() / "fast.csv").string();
  const Outcome samples = run_program("retime planar2r " + files.path + " --limits " +
                                      files.limits + " --rate 10000 -o " + csv);
  EXPECT_EQ(samples.exit_code, 3) << samples.err;
  EXPECT_NE(samples.err.find("fast.csv"), std::string::npos) << samples.err;
  EXPECT_FALSE(std::filesystem::exists(csv));
}

// Property: plots and page are written, and named in the text.
TEST(RetimeProgram, PlotsAndPage) {
  const RetimeFolder files;
  const Outcome outcome = files.retime(
      files.path, "fast.toml",
      "--intervals 200 --plots " + files.at("plots") + " --report " + files.at("page.html"));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(std::filesystem::exists(files.at("plots/structure.svg")));
  EXPECT_TRUE(std::filesystem::exists(files.at("plots/index.html")));
  EXPECT_GT(std::filesystem::file_size(files.at("page.html")), 100000u);
  EXPECT_NE(outcome.out.find("limit that is reached"), std::string::npos);
}

// Property: exact samples with a pause between two moves, and before and after them, become a
// motion without any: two moves of half a radian, each of which takes 0.39 s alone.
TEST(RetimeProgram, PausesTakeNoTime) {
  const RetimeFolder files;
  std::string rows = "t,shoulder,elbow\n";
  for (int i = 0; i <= 100; ++i) {
    const double t = 0.05 * i;
    const auto step = [](double x) {
      x = std::clamp(x, 0.0, 1.0);
      return x * x * x * (10.0 - 15.0 * x + 6.0 * x * x);
    };
    char row[80];
    std::snprintf(row, sizeof row, "%.2f,%.15g,0.5\n", t,
                  0.5 * step(t - 1.0) + 0.5 * step(t - 3.0));
    rows += row;
  }
  const std::string log = files.folder.write("log.csv", rows);
  const Outcome outcome = files.retime(log, "fast.toml", "--json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_LT(json::parse(outcome.out)["duration"].get<double>(), 0.8);
  const std::string check = "check planar2r " + files.at("fast.toml") + " --limits " + files.limits;
  EXPECT_EQ(run_program(check).exit_code, 0);
  // The motion is that of this log, not of another one that has its name.
  files.folder.write("log.csv", rows + "5.05,1.0,0.5\n");
  const Outcome changed = run_program(check);
  EXPECT_EQ(changed.exit_code, 2);
  EXPECT_NE(changed.err.find("log.csv: was changed after"), std::string::npos) << changed.err;
  EXPECT_NE(changed.err.find("fast.toml was made of it"), std::string::npos) << changed.err;
  // Nor is it retimed once more, as if it were the way of the other one.
  const Outcome again = files.retime(files.at("fast.toml"), "again.toml");
  EXPECT_EQ(again.exit_code, 2) << again.out;
  const std::size_t place = again.err.find("fast.toml:");
  ASSERT_NE(place, std::string::npos) << again.err;
  EXPECT_TRUE(std::isdigit(again.err[place + 10])) << again.err;
  EXPECT_NE(again.err.find("log.csv: was changed after"), std::string::npos) << again.err;
}

// Property: the end of the samples is a whole cycle, which is said; and more rows than anybody
// reads are refused before anything is written.
TEST(RetimeProgram, RatesOfSamples) {
  const RetimeFolder files;
  const Outcome slow = files.retime(files.path, "fast.csv", "--rate 100");
  ASSERT_EQ(slow.exit_code, 0) << slow.err;
  EXPECT_NE(slow.out.find(" cycles of 0.01 s, 1."), std::string::npos) << slow.out;
  const Outcome many = files.retime(files.path, "many.toml", "--rate 1e9");
  EXPECT_EQ(many.exit_code, 2);
  EXPECT_NE(many.err.find("--rate 1e+09: at 1e+09 Hz there are 9.85"), std::string::npos)
      << many.err;
  EXPECT_FALSE(std::filesystem::exists(files.at("many.toml")));
}

/// CPU time of the programs that were run so far, s.
double children_seconds() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

// Budget: a table of other joints is refused in about the time that check takes to read and refuse
// it (1.0 times was seen; 20 times if all columns are searched for pauses first).
TEST(RetimeProgram, ForeignColumnsAreRefusedAtOnce) {
  const RetimeFolder files;
  std::string text = "t";
  for (int column = 0; column < 20'000; ++column) text += ",c" + std::to_string(column);
  for (int row = 0; row < 12; ++row) {
    text += "\n" + std::to_string(row);
    for (int column = 0; column < 20'000; ++column) {
      text += "," + std::to_string((row * 7 + column) % 10);
    }
  }
  const std::string wide = files.folder.write("wide.csv", text + "\n");
  const double before = children_seconds();
  EXPECT_EQ(run_program("check planar2r " + wide + " --limits " + files.limits).exit_code, 2);
  const double checked = children_seconds();
  const Outcome outcome = files.retime(wide, "fast.toml");
  const double retimed = children_seconds();
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("wide.csv: joint 'shoulder' of model 'planar2r' is not in the motion"),
            std::string::npos)
      << outcome.err.substr(0, 500);
  EXPECT_LT(retimed - checked, 4.0 * (checked - before));
}

// Property: no file that is read is written over, but with --force: path, limits, those of a zone,
// and the motion whose way it is.
TEST(RetimeProgram, FilesThatAreReadStay) {
  const RetimeFolder files;
  const std::string slow = files.folder.write("slow.toml", "[default]\nvelocity = 0.5\n");
  const std::string zones = files.folder.write(
      "zones.toml", std::string(kWay) + "[[zone]]\nfrom = 0.4\nto = 0.6\nlimits = \"slow.toml\"\n");
  for (const char* name : {"slow.toml", "zones.toml", "limits.toml"}) {
    const Outcome outcome = files.retime(zones, name, "--intervals 100");
    EXPECT_EQ(outcome.exit_code, 2) << name;
    EXPECT_NE(outcome.err.find(name), std::string::npos) << outcome.err;
  }
  const auto text = [](const std::string& file) {
    std::ifstream stream(file);
    std::ostringstream all;
    all << stream.rdbuf();
    return all.str();
  };
  EXPECT_EQ(text(slow), "[default]\nvelocity = 0.5\n");
  ASSERT_EQ(files.retime(zones, "fast.toml", "--intervals 100 --rate 1000").exit_code, 0);
  const Outcome again = files.retime(files.at("fast.csv"), "fast.csv", "--intervals 100");
  EXPECT_EQ(again.exit_code, 2) << again.out;
  EXPECT_EQ(files.retime(zones, "slow.toml", "--intervals 100 --force").exit_code, 0);
}

// Property: what is far from the optimum is said. Friction that is smoothed over less than the
// speed at which an interval of the second order ends shows on few of them.
TEST(RetimeProgram, WarnsOfSlowResults) {
  const RetimeFolder files;
  const std::string limits = files.folder.write(
      "torque.toml", "[joint.shoulder]\ntorque = 40\n[joint.elbow]\ntorque = 12\n");
  const std::string law = "friction = {dry = 2.0, law = \"smooth\", velocity = 1e-4}\n";
  const std::string friction =
      files.folder.write("friction.toml", "[[joint]]\nname = \"shoulder\"\n" + law +
                                              "[[joint]]\nname = \"elbow\"\n" + law);
  const std::string command = "retime planar2r " + files.path + " --limits " + limits +
                              " --friction " + friction + " -o " + files.at("x.toml");
  const Outcome second = run_program(command + " --order 2 --intervals 20");
  ASSERT_EQ(second.exit_code, 0) << second.err;
  EXPECT_NE(second.err.find("% slower than the optimum"), std::string::npos) << second.err;
  const Outcome fine = run_program(command + " --order 2 --force");
  EXPECT_EQ(fine.exit_code, 0);
  EXPECT_EQ(fine.err.find("slower than the optimum"), std::string::npos) << fine.err;
}

// A velocity that cannot be told from rest is refused, with what to do; larger ones are not.
TEST(RetimeProgram, RefusesEndsThatAreNearlyAtRest) {
  const RetimeFolder files;
  const auto line = [&](const std::string& velocity) {
    const std::string path =
        files.folder.write("line.toml",
                           "kind = \"path\"\njoints = [\"elbow\", \"shoulder\"]\nwaypoints = "
                           "[[0.0, 0.0], [1.0, 1.0]]\n" +
                               velocity);
    return files.retime(path, "line_fast.toml", "--force");
  };
  const Outcome small = line("start_velocity = [1e-5, 1e-5]\n");
  EXPECT_EQ(small.exit_code, 2);
  EXPECT_NE(small.err.find("too small to be told from rest"), std::string::npos) << small.err;
  EXPECT_EQ(line("start_velocity = [0.01, 0.01]\n").exit_code, 0);
}

// Property: where the legal motion on the intervals that are asked for is far from the optimum,
// more are taken, and that is said: friction that is steep near rest, on 20 of them. A jerk alone
// on 6000 takes what it is asked for. (It did not converge: the digits of α''.)
TEST(RetimeProgram, SaysThatOtherIntervalsWereTaken) {
  const RetimeFolder files;
  std::string laws;
  for (const std::string joint : {"shoulder", "elbow"}) {
    laws += "[[joint]]\nname = \"" + joint +
            "\"\nfriction = {dry = 1.0, law = \"smooth\", velocity = 0.003}\n";
  }
  const std::string friction = files.folder.write("friction.toml", laws);
  const std::string path = files.folder.write(
      "way.toml",
      "kind = \"path\"\ndegree = 5\njoints = [\"shoulder\", \"elbow\"]\n"
      "waypoints = [[0.45, -0.12], [0.72, -0.64], [0.92, -0.72], [0.85, -0.57], [1.13, -0.56], "
      "[0.78, -0.22]]\n");
  const Outcome outcome =
      files.retime(path, "fast.toml", "--intervals 20 --json --friction " + friction);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("--intervals 20: "), std::string::npos) << outcome.err;
  EXPECT_EQ(json::parse(outcome.out)["asked_intervals"], 20);
  const json taken = json::parse(outcome.out)["other_intervals"];
  ASSERT_TRUE(taken.is_number()) << outcome.out;
  EXPECT_NE(outcome.err.find("; " + taken.dump() + " were taken"), std::string::npos)
      << outcome.err;
  const std::string jerk = files.folder.write("jerk.toml", "[joint.shoulder]\njerk = 100\n");
  const std::string line =
      files.folder.write("line.toml",
                         "kind = \"path\"\ndegree = 3\njoints = [\"shoulder\", \"elbow\"]\n"
                         "waypoints = [[0.0, 0.0], [2.0, 0.0]]\n");
  const std::string many = files.at("many.toml");
  const Outcome alone = run_program("retime planar2r " + line + " --limits " + jerk +
                                    " --intervals 6000 --json -o " + many);
  EXPECT_EQ(alone.exit_code, 0) << alone.err;
  EXPECT_TRUE(json::parse(alone.out)["other_intervals"].is_null());
  EXPECT_EQ(run_program("check planar2r " + many + " --limits " + jerk).exit_code, 0);
}

// Interrupted: exit 3, and nothing under the final name or beside it.
TEST(RetimeProgram, InterruptLeavesNothing) {
  const RetimeFolder files;
  std::string way = "kind = \"path\"\njoints = [\"shoulder\", \"elbow\"]\nwaypoints = [";
  for (int i = 0; i < 1500; ++i) {
    way +=
        "[" + std::to_string(std::sin(0.7 * i)) + ", " + std::to_string(std::cos(1.1 * i)) + "],";
  }
  const std::string path = files.folder.write("long.toml", way + "]\n");
  support::Background run({"retime", "planar2r", path, "--limits", files.limits, "--intervals",
                           "10000", "-o", files.at("long-fast.toml"), "--rate", "1000"},
                          files.at("err"));
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  ASSERT_TRUE(run.is_running());
  run.send(SIGINT);
  EXPECT_EQ(run.wait(), 3);
  EXPECT_NE(run.err().find("interrupted"), std::string::npos) << run.err();
  for (const auto& entry : std::filesystem::directory_iterator(files.folder.path())) {
    EXPECT_EQ(entry.path().filename().string().find("long-fast"), std::string::npos) << entry;
  }
}

}  // namespace
}  // namespace appell
