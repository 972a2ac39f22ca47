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

TEST(Lint, OneLinkIsOneLink) {
  const support::TemporaryFolder folder;
  const Outcome outcome = run_program("lint " + folder.write("r.urdf", robot_with(R"(<inertial>
    <mass value="1"/><inertia ixx="2" ixy="0" ixz="0" iyy="2" iyz="0" izz="2.5"/></inertial>)")));
  EXPECT_TRUE(outcome.out.starts_with("Model r: 1 link with mass\n")) << outcome.out;
}

// Oracle: a box of 0.2 x 0.1 x 0.4 m of 2 kg has 2/12 (0.1² + 0.4²), ... kg m². The fixed robot
// loads everywhere, every change is listed, and the old robot stays.
TEST(Lint, FixWritesARobotWithInertiasOfItsGeometry) {
  const support::TemporaryFolder folder;
  const std::string shape = R"(<visual><geometry><box size="0.2 0.1 0.4"/></geometry></visual>)";
  const std::string file = folder.write("r.urdf", robot_with(R"(<inertial><mass value="2"/>
    <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="3"/></inertial>)" +
                                                             shape));
  for (const char* name : {"fixed.toml", "fixed.urdf"}) {
    const std::string fixed = (folder.path() / name).string();
    const Outcome outcome = run_program("lint " + file + " --json --fix " + fixed);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json result = json::parse(outcome.out);
    EXPECT_EQ(result["impossible"], true);  // It is what was read.
    EXPECT_EQ(result["file"], fixed);
    ASSERT_EQ(result["fixes"].size(), 1U);
    const json& fix = result["fixes"][0];
    EXPECT_EQ(fix["link"], "arm");
    EXPECT_EQ(fix["source"], "visual: box");
    EXPECT_EQ(fix["keeps_mass"], true);
    EXPECT_EQ(fix["before"]["inertia"][2][2], 3.0);
    EXPECT_EQ(fix["after"]["mass"], 2.0);
    EXPECT_NEAR(fix["after"]["inertia"][0][0].get<double>(), 2.0 / 12.0 * (0.01 + 0.16), 1e-15);
    EXPECT_EQ(result["not_fixed"].size(), 0U);
    EXPECT_EQ(run_program("lint " + fixed).exit_code, 0);
  }
  const Outcome text =
      run_program("lint " + file + " --fix " + (folder.path() / "t.toml").string());
  EXPECT_NE(text.out.find("1 link got the inertia of its geometry, written to "), std::string::npos)
      << text.out;
  EXPECT_NE(text.out.find("fixed: link 'arm': no real body has this inertia"), std::string::npos);
}

// What could not be fixed is named, and the answer is still no.
TEST(Lint, FixSaysWhatItCouldNotDo) {
  const support::TemporaryFolder folder;
  const std::string file = folder.write("r.urdf", robot_with(R"(<inertial><mass value="-2"/>
    <inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial>
    <visual><geometry><sphere radius="0.1"/></geometry></visual>)"));
  const std::string fixed = (folder.path() / "f.toml").string();
  const Outcome without = run_program("lint " + file + " --fix " + fixed);
  EXPECT_EQ(without.exit_code, 1);
  EXPECT_NE(without.out.find("not fixed: link 'arm': the mass is -2 kg; it must not be negative; a "
                             "density is needed, its shapes have 0.00418879 m³"),
            std::string::npos)
      << without.out;
  EXPECT_NE(without.err.find("note: --density KG_PER_M3"), std::string::npos) << without.err;
  EXPECT_EQ(run_program("lint " + file + " --density 1000 --fix " + fixed).exit_code, 0);
  const std::pair<std::string, std::string> wrong[] = {
      {"--density 1000", "--density: is for --fix"},
      {"--fix robot.sdf", "--fix robot.sdf: ends with neither .toml nor .urdf"},
      {"--fix " + file, "r.urdf"},
      {"--open-meshes shut", "--open-meshes: is 'shut'; close, hull or refuse is needed"}};
  for (const auto& [options, message] : wrong) {
    const Outcome outcome = run_program("lint " + file + " " + options);
    EXPECT_EQ(outcome.exit_code, 2) << options;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
  }
}

}  // namespace
}  // namespace appell
