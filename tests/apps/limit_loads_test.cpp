// `appell check --loads` and `appell retime --loads` through the program.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::Outcome;
using support::run_program;

/// A folder with a path, limits and a weight in the hand.
struct LoadedFolder {
  support::TemporaryFolder folder;
  std::string path =
      folder.write("path.toml",
                   "kind = \"path\"\ndegree = 5\njoints = [\"elbow\", \"shoulder\"]\n"
                   "waypoints = [[1.0, 0.0], [0.2, 0.8], [-0.6, 1.2], [-1.2, 0.3]]\n");
  std::string limits =
      folder.write("limits.toml",
                   "[joint.shoulder]\nvelocity = 4\nacceleration = 20\njerk = 400\ntorque = 40\n"
                   "torque_rate = 400\n[joint.elbow]\nvelocity = 6\nacceleration = 40\njerk = 800\n"
                   "torque = 12\ntorque_rate = 120\n");
  std::string loads =
      folder.write("loads.json", R"({"loads": [{"link": "tip", "force": [[0, 0, 3]]},
      {"link": "tip", "force": [[1, 0.5, 0]], "moment": [[0, 0.2, 0]], "frame": "link"}],
      "external": [{"link": "link1", "force": [[0.5, 0, 0.5]]}]})");
  std::string at(const std::string& name) const { return (folder.path() / name).string(); }
  Outcome retime(const std::string& under, const std::string& to,
                 const std::string& more = "") const {
    return run_program("retime planar2r " + path + " --limits " + limits +
                       (under.empty() ? "" : " --loads " + under) + " -o " + at(to) + " " + more);
  }
  Outcome check(const std::string& motion, const std::string& under,
                const std::string& more = "") const {
    return run_program("check planar2r " + motion + " --limits " + limits +
                       (under.empty() ? "" : " --loads " + under) + " " + more);
  }
  /// The largest torques and torque rates over their limits, as `analyze` has them.
  double largest_share(const std::string& motion) const {
    const Outcome outcome =
        run_program("analyze planar2r " + motion + " --loads " + loads +
                    " --only Q_drive --order 1 --samples 4001 --force -o " + at("q.csv"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    auto columns = support::csv_columns(at("q.csv"));
    double largest = 0.0;
    for (const auto& [name, limit] : {std::pair{"Q_drive.shoulder", 40.0},
                                      {"Q_drive.elbow", 12.0},
                                      {"Q_drive.shoulder.d1", 400.0},
                                      {"Q_drive.elbow.d1", 120.0}}) {
      EXPECT_FALSE(columns[name].empty()) << name;
      for (const double value : columns[name]) {
        largest = std::max(largest, std::abs(value) / limit);
      }
    }
    return largest;
  }
};

// Cross-check: torques of the motion that is written, by analyze, whose route is another, are
// within their limits with the loads; those of the motion without loads are not. check agrees on
// both, and every output names the loads.
TEST(LimitLoads, RetimedMotionIsLegalUnderThem) {
  const LoadedFolder files;
  const Outcome loaded = files.retime(files.loads, "loaded.toml", "--intervals 400 --json");
  ASSERT_EQ(loaded.exit_code, 0) << loaded.err;
  EXPECT_EQ(json::parse(loaded.out)["loads"], files.loads);
  const Outcome free = files.retime("", "free.toml", "--intervals 400 --json");
  EXPECT_TRUE(json::parse(free.out)["loads"].is_null());
  EXPECT_LE(files.largest_share(files.at("loaded.toml")), 1.0 + 1e-9);
  EXPECT_GE(files.largest_share(files.at("loaded.toml")), 0.99);
  EXPECT_GT(files.largest_share(files.at("free.toml")), 1.01);
  const Outcome legal = files.check(files.at("loaded.toml"), files.loads);
  EXPECT_EQ(legal.exit_code, 0) << legal.out;
  EXPECT_NE(legal.out.find("Loads: " + files.loads), std::string::npos) << legal.out;
  EXPECT_EQ(files.check(files.at("free.toml"), files.loads).exit_code, 1);
  EXPECT_EQ(files.check(files.at("free.toml"), "").exit_code, 0);
}

// Properties: without the third order, and as samples of a controller, loads count as well; the
// page and the plots are those of the motion under loads.
TEST(LimitLoads, SecondOrderSamplesAndPages) {
  const LoadedFolder files;
  const Outcome outcome =
      files.retime(files.loads, "fast.toml",
                   "--intervals 100 --order 2 --rate 1000 --plots " + files.at("plots") +
                       " --report " + files.at("fast.html"));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("Loads: " + files.loads), std::string::npos) << outcome.out;
  const std::string torques = files.folder.write(
      "torques.toml", "[joint.shoulder]\ntorque = 40\n[joint.elbow]\ntorque = 12\n");
  const Outcome legal = run_program("check planar2r " + files.at("fast.toml") + " --limits " +
                                    torques + " --loads " + files.loads + " --report " +
                                    files.at("check.html") + " --plots " + files.at("check"));
  EXPECT_EQ(legal.exit_code, 0) << legal.out;
}

// Oracle: closed form. One speed λ: torque λ² I + weight + load = limit; --apply writes the motion
// at the fastest one, which is legal under the load, and 1e-6 more is not.
TEST(LimitLoads, ApplyCountsConstantLoads) {
  const LoadedFolder files;
  ASSERT_EQ(files.retime("", "free.toml", "--intervals 100").exit_code, 0);
  const Outcome slow = files.check(files.at("free.toml"), files.loads,
                                   "--apply " + files.at("slow.toml") + " --json");
  EXPECT_EQ(slow.exit_code, 1);
  const double fastest = json::parse(slow.out)["speeds"]["fastest"];
  EXPECT_LT(fastest, 0.999);
  EXPECT_EQ(files.check(files.at("slow.toml"), files.loads).exit_code, 0);
  std::string beyond(32, '\0');
  beyond.resize(std::snprintf(beyond.data(), beyond.size(), "%.12f", fastest * (1.0 + 1e-6)));
  const Outcome written = files.check(files.at("free.toml"), files.loads,
                                      "--apply " + files.at("fast.toml") + " --speed " + beyond);
  EXPECT_EQ(written.exit_code, 1);
  EXPECT_EQ(files.check(files.at("fast.toml"), files.loads).exit_code, 1);
}

// Cross-check: a table with the same numbers at all times is the constant load of a file; one that
// grows is judged at its own speed alone. Its times must be those of the motion.
TEST(LimitLoads, TablesOfFunctionsOfTime) {
  const LoadedFolder files;
  ASSERT_EQ(files.retime("", "free.toml", "--intervals 100").exit_code, 0);
  std::string same = "t,tip.fx,tip.fz,external.tip.link.ny\n";
  std::string growing = same, brief = same;
  for (int i = 0; i <= 40; ++i) {
    const double t = 0.05 * i;
    same += std::to_string(t) + ",1,3,0.25\n";
    growing += std::to_string(t) + ",1," + std::to_string(3.0 + 40.0 * t) + ",0.25\n";
    if (i <= 8) brief += std::to_string(t) + ",1,3,0.25\n";
  }
  const std::string motion = files.at("free.toml");
  const std::string constant =
      files.folder.write("constant.json", R"({"loads": [{"link": "tip", "force": [[1, 0, 3]]}],
      "external": [{"link": "tip", "moment": [[0, 0.25, 0]], "frame": "link"}]})");
  const json by_table =
      json::parse(files.check(motion, files.folder.write("same.csv", same), "--json").out);
  const json by_numbers = json::parse(files.check(motion, constant, "--json").out);
  ASSERT_EQ(by_table["limits"].size(), by_numbers["limits"].size());
  for (std::size_t i = 0; i < by_table["limits"].size(); ++i) {
    const double worst = by_numbers["limits"][i]["worst"];
    EXPECT_NEAR(by_table["limits"][i]["worst"].get<double>(), worst, 1e-9 * std::abs(worst));
  }
  EXPECT_TRUE(by_table["speeds"]["own_only"].get<bool>());
  EXPECT_TRUE(by_table["speeds"]["fastest"].is_null());
  EXPECT_FALSE(by_numbers["speeds"]["own_only"].get<bool>());
  const Outcome heavy = files.check(motion, files.folder.write("growing.csv", growing));
  EXPECT_EQ(heavy.exit_code, 1);
  EXPECT_NE(heavy.out.find("Other speeds were not looked at"), std::string::npos) << heavy.out;
  const Outcome missing = files.check(motion, files.folder.write("brief.csv", brief));
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_NE(missing.err.find("has t = 0 to 0.4 s"), std::string::npos) << missing.err;
}

// Bad input, and answers that are no: each with its file or joint.
TEST(LimitLoads, SaysWhatIsWrong) {
  const LoadedFolder files;
  ASSERT_EQ(files.retime("", "free.toml", "--intervals 100").exit_code, 0);
  const std::string motion = files.at("free.toml");
  const auto says = [](const Outcome& outcome, int exit_code, const std::string& text) {
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
    EXPECT_NE(outcome.err.find(text), std::string::npos) << outcome.err;
  };
  const std::string heavy =
      files.folder.write("heavy.json", R"({"loads": [{"link": "tip", "force": [[0, 0, 300]]}]})");
  says(files.retime(heavy, "no.toml"), 1, "joint 'shoulder' needs ");
  const std::string changing = files.folder.write(
      "changing.json", R"({"loads": [{"link": "tip", "force": [[0, 0, 3], [0, 0, 1]]}]})");
  for (const Outcome& outcome :
       {files.retime(changing, "no.toml"), files.check(motion, changing)}) {
    says(outcome, 2, "changing.json: load on 'tip': derivative 1 of its force is not zero");
  }
  const std::string operators = files.folder.write(
      "operators.json",
      R"({"loads": [{"link": "tip", "force": [[0, 0, 3]]}], "operators": {"Delta_theta": 0}})");
  says(files.retime(operators, "no.toml"), 2, "operators.json: operators leave out inertia");
  says(files.check(motion, operators), 0,
       "warning: " + operators + ": operators leave out inertia");
  const std::string table =
      files.folder.write("table.csv", "t,tip.fz\n0,1\n0.5,1\n1,1\n1.5,1\n2,1\n");
  says(files.retime(table, "no.toml"), 2, "table.csv: loads are functions of time");
  says(files.check(motion, table, "--apply " + files.at("no.toml")), 2,
       "-o: " + table + " has loads that are functions of time");
  const std::string unknown =
      files.folder.write("unknown.json", R"({"loads": [{"link": "hand", "force": [[0, 0, 3]]}]})");
  says(files.retime(unknown, "no.toml"), 2, "unknown.json: loads[0].link: ");
  says(files.check(motion, unknown), 2, "unknown.json: loads[0].link: ");
  says(files.check(motion, files.loads, "--apply " + files.loads), 2, "-o ");
  says(run_program("retime planar2r " + files.path + " --limits " + files.limits + " --loads " +
                   files.folder.write("own.toml", "") + " -o " + files.at("own.toml")),
       2, "own.toml");
  EXPECT_FALSE(std::filesystem::exists(files.at("no.toml")));
}

}  // namespace
}  // namespace appell
