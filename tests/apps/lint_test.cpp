// What `appell lint` finds, through the program.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/io/embedded_models.hpp"
#include "tests/support/program.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::Outcome;
using support::run_program;

std::string robot_with(const std::string& inertial, const std::string& joint_child = "") {
  return R"(<robot name="r"><link name="base"/><link name="arm">)" + inertial +
         R"(</link><joint name="j" type="revolute"><parent link="base"/><child link="arm"/>)" +
         joint_child + "</joint></robot>";
}

json lint(const std::string& urdf, int expected_exit) {
  const support::TemporaryFolder folder;
  const Outcome outcome = run_program("lint --json " + folder.write("r.urdf", urdf));
  EXPECT_EQ(outcome.exit_code, expected_exit) << outcome.err;
  return json::parse(outcome.out);
}

TEST(Lint, LoadsAnImpossibleModelAndSaysSo) {
  const json result = lint(robot_with(R"(<inertial><mass value="1"/>
    <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="3"/></inertial>)"),
                           1);
  EXPECT_EQ(result["impossible"], true);
  EXPECT_EQ(result["findings"][0]["severity"], "impossible");
  EXPECT_EQ(result["findings"][0]["where"], "link 'arm'");
  EXPECT_EQ(result["findings"][0]["text"],
            "no real body has this inertia: its principal moments 1, 1, 3 kg m² break the triangle "
            "inequality (the largest exceeds the sum of the others by 1)");
  // J = ½ tr(I) 1 - I = diag(1.5, 1.5, -0.5).
  EXPECT_NEAR(result["links"][0]["margin"].get<double>(), -0.5 / 1.5, 1e-15);
}

TEST(Lint, NegativeMassIsImpossible) {
  const json result = lint(robot_with(R"(<inertial><mass value="-2"/>
    <inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial>)"),
                           1);
  EXPECT_EQ(result["findings"][0]["text"], "the mass is -2 kg; it must not be negative");
}

TEST(Lint, OddJointsAndMasslessMoversAreWarnings) {
  const json result =
      lint(robot_with("", R"(<limit lower="1" upper="1" velocity="0" effort="0"/>)"), 0);
  std::vector<std::string> texts;
  for (const json& finding : result["findings"]) texts.push_back(finding["text"]);
  EXPECT_EQ(texts, (std::vector<std::string>{
                       "cannot move: both limits are 1", "has the velocity limit 0",
                       "has the effort limit 0",
                       "moves no mass: the mass matrix is singular, forward dynamics impossible"}));
}

// Oracle: a ball has three equal second moments (margin 1), a point mass has none.
TEST(Lint, MarginOfABallIsOneAndOfAPointZero) {
  const json ball = lint(robot_with(R"(<inertial><mass value="1"/>
    <inertia ixx="2" ixy="0" ixz="0" iyy="2" iyz="0" izz="2"/></inertial>)"),
                         0);
  EXPECT_EQ(ball["links"][0]["margin"], 1.0);
  const json point = lint(robot_with(R"(<inertial><mass value="1"/>
    <inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial>)"),
                          0);
  EXPECT_EQ(point["links"][0]["margin"], 0.0);
  EXPECT_EQ(point["findings"][0]["severity"], "note");
}

TEST(Lint, EmbeddedModelsAreSound) {
  for (const io::EmbeddedModel& model : io::embedded_models()) {
    const Outcome outcome = run_program("lint " + std::string(model.name));
    EXPECT_EQ(outcome.exit_code, 0) << model.name << "\n" << outcome.out;
    EXPECT_NE(outcome.out.find("Nothing found."), std::string::npos) << outcome.out;
  }
}

}  // namespace
}  // namespace appell
