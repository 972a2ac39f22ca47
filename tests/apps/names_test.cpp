// Awkward names of joints through the program: what one command writes, another reads.
#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/base/quoted.hpp"
#include "appell/io/write_model.hpp"
#include "appell/model/description.hpp"
#include "tests/support/program.hpp"

namespace appell::apps {
namespace {

using support::run_program;
using support::text_of;

/// Joints whose names mean something in CSV, TOML, YAML, JSON, XML or Markdown.
const std::vector<std::string>& awkward_joints() {
  static const std::vector<std::string> names{
      "left, upper", " elbow", "wrist ",      "say \"hi\"",         "a|b",      "#4",
      "x;y",         "<j&k>",  "back\\slash", "gr\xC3\xBC\xC3\x9F", "it's: {1}"};
  return names;
}

/// A chain of such joints, a motion and a path of all of them.
class AwkwardNamesOf : public ::testing::Test {
 protected:
  AwkwardNamesOf() {
    model::Description arm{.name = "arm, \"left\" | 1"};
    arm.links.push_back({.name = "base"});
    std::string motion = "kind = \"minimum_jerk\"\nduration = 2\n";
    for (const std::string& name : awkward_joints()) {
      model::Link link{.name = "link of " + name};
      link.inertial.mass = 1.0;
      link.inertial.inertia = Mat3::Identity();
      link.inertial.X_LC.xyz = {0.1, 0.0, 0.0};
      model::Joint joint{.name = name, .kind = model::JointKind::kContinuous};
      joint.parent = arm.links.back().name;
      joint.child = link.name;
      joint.X_PJ.xyz = {0.2, 0.0, 0.0};
      arm.links.push_back(link);
      arm.joints.push_back(joint);
      motion += "[[joint]]\nname = " + quoted_text(name) + "\nfrom = 0\nto = 0.1\n";
    }
    robot_ = folder_.write("arm.toml", io::model_toml(arm));
    motion_ = folder_.write("motion.toml", motion);
  }

  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  void run(const std::string& arguments) const {
    const support::Outcome done = run_program(arguments);
    ASSERT_EQ(done.exit_code, 0) << arguments << "\n" << done.err;
  }

  /// The joints of a motion, as sample reads them.
  static std::vector<std::string> joints_in(const std::string& motion) {
    const support::Outcome sampled = run_program("sample " + motion + " --at 0.5 --json");
    EXPECT_EQ(sampled.exit_code, 0) << sampled.err;
    if (sampled.exit_code != 0) return {};
    return nlohmann::json::parse(sampled.out).at("joints");
  }

  support::TemporaryFolder folder_;
  std::string robot_;
  std::string motion_;
};

TEST_F(AwkwardNamesOf, JointsSurviveEveryTable) {
  run("trajectory " + motion_ + " --samples 51 -o " + path("samples.csv"));
  EXPECT_EQ(joints_in(path("samples.csv")), awkward_joints());
  run("feedforward " + robot_ + " " + motion_ + " --every 0.1 -o " + path("points.csv"));
  EXPECT_EQ(joints_in(path("points.csv")), awkward_joints());
  run("feedforward " + robot_ + " " + motion_ + " --every 0.1 -o " + path("points.yaml"));
  const std::string yaml = text_of(path("points.yaml"));
  const std::size_t at = yaml.find("joint_names: ") + 13;  // A list of YAML that is one of JSON.
  const nlohmann::json names = nlohmann::json::parse(yaml.substr(at, yaml.find('\n', at) - at));
  EXPECT_EQ(names.get<std::vector<std::string>>(), awkward_joints());
}

TEST_F(AwkwardNamesOf, JointsSurviveRetiming) {
  const std::string limits =
      folder_.write("limits.toml", "[default]\nvelocity = 1\nacceleration = 5\njerk = 50\n");
  std::string waypoints = "kind = \"path\"\njoints = [", zeros, ones;
  for (const std::string& name : awkward_joints()) {
    waypoints += quoted_text(name) + ", ";
    zeros += "0, ";
    ones += "0.3, ";
  }
  const std::string way =
      folder_.write("way.toml", waypoints + "]\nwaypoints = [[" + zeros + "], [" + ones + "]]\n");
  run("retime " + robot_ + " " + way + " --limits " + limits + " --intervals 50 -o " +
      path("fast.toml") + " --rate 100");
  EXPECT_EQ(joints_in(path("fast.toml")), awkward_joints());
  EXPECT_EQ(joints_in(path("fast.csv")), awkward_joints());
}

TEST_F(AwkwardNamesOf, JointsSurviveConversionAndJson) {
  run("convert " + robot_ + " -o " + path("arm.urdf"));
  run("convert " + path("arm.urdf") + " -o " + path("again.toml"));
  for (const std::string& robot : {robot_, path("arm.urdf"), path("again.toml")}) {
    const support::Outcome json =
        run_program("analyze " + robot + " " + motion_ + " --only Q_drive --samples 11 --json -o " +
                    path("table.csv"));
    ASSERT_EQ(json.exit_code, 0) << json.err;
    EXPECT_TRUE(nlohmann::json::accept(json.out)) << json.out;
    const std::string table = text_of(path("table.csv"));
    EXPECT_NE(table.find("\"Q_drive.left, upper\""), std::string::npos) << table.substr(0, 2000);
  }
}

// Every row of a table has as many cells as its head.
TEST_F(AwkwardNamesOf, JointsFillOneCellEachInMarkdown) {
  std::string zeros;
  for (std::size_t i = 0; i < awkward_joints().size(); ++i) zeros += i == 0 ? "0" : ",0";
  const std::string state =
      folder_.write("state.json", "{\"q\": [[" + zeros + "], [" + zeros + "], [" + zeros + "]]}");
  const support::Outcome page =
      run_program("equations " + robot_ + " --state " + state + " --markdown");
  ASSERT_EQ(page.exit_code, 0) << page.err;
  std::size_t cells = 0;
  std::istringstream lines(page.out);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('|')) {
      cells = 0;
      continue;
    }
    std::size_t count = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '\\')
        ++i;
      else
        count += line[i] == '|' ? 1 : 0;
    }
    if (cells == 0) cells = count;
    EXPECT_EQ(count, cells) << line;
  }
  EXPECT_NE(page.out.find("a\\|b"), std::string::npos);
}

}  // namespace
}  // namespace appell::apps
