// Joints without a motor, free bases above all, through the programs that are about motors.
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::Outcome;
using support::run_program;
using support::TemporaryFolder;

constexpr double kMassOfBody = 3.0, kMassOfRotor = 1.0, kRotor = 0.02, kGravity = 9.81;

/// A body that flies, with a rotor in its centre: about an axis through both centres of mass.
std::string flier_urdf() {
  return R"(<robot name="flier">
  <link name="world"/>
  <link name="body"><inertial><mass value="3"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="rotor"><inertial><mass value="1"/><inertia ixx="0.02" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="base" type="floating"><parent link="world"/><child link="body"/></joint>
  <joint name="spin" type="continuous"><parent link="body"/><child link="rotor"/><axis xyz="0 0 1"/></joint>
</robot>
)";
}

/// The same with six joints of one coordinate, which MuJoCo's actuators leave out.
std::string flier_mjcf() {
  return R"(<mujoco model="flier"><worldbody><body name="body">
  <joint name="x" type="slide" axis="1 0 0"/><joint name="y" type="slide" axis="0 1 0"/>
  <joint name="z" type="slide" axis="0 0 1"/><joint name="roll" type="hinge" axis="1 0 0"/>
  <joint name="pitch" type="hinge" axis="0 1 0"/><joint name="yaw" type="hinge" axis="0 0 1"/>
  <inertial pos="0 0 0" mass="3" diaginertia="0.1 0.1 0.1"/>
  <body name="rotor"><joint name="spin" type="hinge" axis="0 0 1"/>
  <inertial pos="0 0 0" mass="1" diaginertia="0.02 0.02 0.02"/></body>
</body></worldbody><actuator><motor joint="spin"/></actuator></mujoco>
)";
}

/// The body stands in the air, the rotor swings by 0.5 sin 2t.
std::string hover(const std::vector<std::string>& base) {
  std::string text = "kind = \"expression\"\nduration = 3\n";
  for (const std::string& name : base) text += "[[joint]]\nname = \"" + name + "\"\nq = \"0\"\n";
  return text + "[[joint]]\nname = \"spin\"\nq = \"0.5*sin(2*t)\"\n";
}

const std::vector<std::string> kBase{"base.x",     "base.y",    "base.z",
                                     "base.alpha", "base.beta", "base.gamma"};
const std::vector<std::string> kSix{"x", "y", "z", "roll", "pitch", "yaw"};

// Oracle: closed form. With q = A sin ωt the rotor's torque is J A ω² at most and its power
// ½ J A² ω³; something else must hold up (m₁ + m₂) g, and turn the body against the rotor.
TEST(Passive, FreeBasesHaveNoMotors) {
  const TemporaryFolder folder;
  const std::string limits = folder.write(
      "limits.toml", "[default]\ntorque = 0.05\npower = 0.03\nenergy = 1\n[total]\npower = 0.03\n");
  const auto check_it = [&](const std::string& model, const std::vector<std::string>& base,
                            const std::string& options) {
    const std::string motion = folder.write("hover.toml", hover(base));
    const Outcome outcome =
        run_program("check " + model + " " + motion + " --limits " + limits + options + " --json");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err << outcome.out;
    const json found = json::parse(outcome.out);
    EXPECT_EQ(found["limits"].size(), 4u);  // None of the base.
    for (const json& limit : found["limits"]) {
      const std::string kind = limit["kind"];
      const double worst = limit["worst"];
      if (kind == "torque") {
        EXPECT_NEAR(worst, kRotor * 0.5 * 4.0, 1e-12);
      }
      if (kind == "total_power") {
        EXPECT_NEAR(worst, 0.5 * kRotor * 0.25 * 8.0, 1e-12);
      }
    }
    EXPECT_EQ(found["energy"]["joints"].size(), 1u);
    EXPECT_EQ(found["energy"]["total"], found["energy"]["joints"]["spin"]);
    ASSERT_EQ(found["unbalanced"].size(), 6u);
    std::map<std::string, double> worst;
    for (const json& one : found["unbalanced"]) worst[one["joint"]] = one["worst"];
    EXPECT_NEAR(worst[base[2]], (kMassOfBody + kMassOfRotor) * kGravity, 1e-12);
    EXPECT_NEAR(worst[base[5]], kRotor * 0.5 * 4.0, 1e-12);
    EXPECT_LT(worst[base[0]], 1e-12);
    const Outcome text =
        run_program("check " + model + " " + motion + " --limits " + limits + options);
    EXPECT_NE(text.out.find("No motor: " + base[0]), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("must supply up to 39.24 N (" + base[2] + ")"), std::string::npos)
        << text.out;
  };
  const std::string urdf = folder.write("flier.urdf", flier_urdf());
  const std::string mjcf = folder.write("flier.xml", flier_mjcf());
  check_it(urdf, kBase, "");
  check_it(mjcf, kSix, "");
  // Without actuators nothing says so: the option does, and a model file of ours keeps it.
  std::string silent_text = flier_mjcf();
  silent_text.erase(silent_text.find("<actuator>"),
                    std::string("<actuator><motor joint=\"spin\"/></actuator>").size());
  const std::string silent = folder.write("silent.xml", silent_text);
  check_it(silent, kSix, " --passive x,y,z,roll,pitch,yaw");
  const std::string own = (folder.path() / "flier.toml").string();
  ASSERT_EQ(run_program("convert " + mjcf + " -o " + own).exit_code, 0);
  check_it(own, kSix, "");
  const Outcome unknown = run_program("check " + silent + " x.toml --passive w --limits " + limits);
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("--passive: 'w' is no joint of 'flier'"), std::string::npos)
      << unknown.err;
}

// Oracle: by the names in them.
TEST(Passive, PlotsOfMotors) {
  const TemporaryFolder folder;
  const std::string urdf = folder.write("flier.urdf", flier_urdf());
  const std::string motion = folder.write("hover.toml", hover(kBase));
  const std::string limits = folder.write("limits.toml", "[default]\ntorque = 0.05\n");
  const auto plots = folder.path() / "plots";
  ASSERT_EQ(run_program("check " + urdf + " " + motion + " --limits " + limits + " --plots " +
                        plots.string())
                .exit_code,
            0);
  EXPECT_EQ(support::text_of(plots / "utilisation_torque.svg").find("base.x"), std::string::npos);
  EXPECT_NE(support::text_of(plots / "motion_velocity_sliding.svg").find("base.x"),
            std::string::npos);
}

// Oracle: as above. A limit that names the base counts: of what holds it.
TEST(Passive, LimitsByNameCount) {
  const TemporaryFolder folder;
  const std::string urdf = folder.write("flier.urdf", flier_urdf());
  const std::string motion = folder.write("hover.toml", hover(kBase));
  const std::string limits = folder.write("limits.toml", "[joint.\"base.z\"]\ntorque = 30\n");
  const Outcome outcome =
      run_program("check " + urdf + " " + motion + " --limits " + limits + " --json");
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  const json found = json::parse(outcome.out);
  ASSERT_EQ(found["limits"].size(), 1u);
  EXPECT_NEAR(found["limits"][0]["worst"].get<double>(), 39.24, 1e-12);
}

TEST(Passive, CompareCountsMotorsAlone) {
  const TemporaryFolder folder;
  const std::string urdf = folder.write("flier.urdf", flier_urdf());
  const std::string motion = folder.write("hover.toml", hover(kBase));
  const std::string slow = folder.write(
      "slow.toml", "kind = \"sequence\"\n[[part]]\nfile = \"hover.toml\"\nspeed = 0.5\n");
  const Outcome outcome = run_program("compare " + urdf + " " + motion + " " + slow + " --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  std::map<std::string, json> figures;
  const json found = json::parse(outcome.out);
  for (const json& figure : found["figures"]) figures[figure["name"]] = figure["values"][0];
  EXPECT_NEAR(figures["torque"]["value"].get<double>(), 0.04, 1e-12);
  EXPECT_EQ(figures["torque"]["joint"], "spin");
  EXPECT_FALSE(figures.contains("torque_sliding"));
  EXPECT_NEAR(figures["power"]["value"].get<double>(), 0.02, 1e-12);
  EXPECT_NEAR(figures["total_power"]["value"].get<double>(), 0.02, 1e-12);
  EXPECT_NEAR(figures["torque_unbalanced"]["value"].get<double>(), 0.04, 1e-12);
  EXPECT_EQ(figures["torque_unbalanced"]["joint"], "base.gamma");
  EXPECT_NEAR(figures["torque_unbalanced_sliding"]["value"].get<double>(), 39.24, 1e-12);
}

// Oracle: a controller has no joint 'base.x'; a table remains a motion of the whole robot.
TEST(Passive, FeedforwardIsForMotors) {
  const TemporaryFolder folder;
  const std::string urdf = folder.write("flier.urdf", flier_urdf());
  const std::string motion = folder.write("hover.toml", hover(kBase));
  const auto file = [&](const char* name) { return (folder.path() / name).string(); };
  const std::string start = "feedforward " + urdf + " " + motion + " --rate 10 -o ";
  const Outcome yaml = run_program(start + file("a.yaml"));
  ASSERT_EQ(yaml.exit_code, 0) << yaml.err;
  EXPECT_NE(yaml.out.find("31 points of 1 joint"), std::string::npos) << yaml.out;
  EXPECT_NE(yaml.out.find("39.24 N (base.z)"), std::string::npos) << yaml.out;
  const std::string message = support::text_of(file("a.yaml"));
  EXPECT_NE(message.find("joint_names: [\"spin\"]\n"), std::string::npos) << message;
  EXPECT_NE(message.find("- positions: [0.0000000000000000]\n"), std::string::npos) << message;
  ASSERT_EQ(run_program(start + file("a.csv") + " --order 0").exit_code, 0);
  const auto columns = support::csv_columns(file("a.csv"));
  EXPECT_EQ(columns.size(), 1u + 3u * 7u + 1u);
  EXPECT_TRUE(columns.contains("base.z"));
  EXPECT_FALSE(columns.contains("base.z.effort"));
  EXPECT_NEAR(columns.at("spin.effort")[5], -kRotor * 0.5 * 4.0 * std::sin(1.0), 1e-15);
  EXPECT_EQ(run_program("sample " + file("a.csv") + " --at 1").exit_code, 0);
  const std::string alone = folder.write(
      "alone.urdf",
      R"(<robot name="ball"><link name="world"/><link name="body"><inertial><mass value="3"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="base" type="floating"><parent link="world"/><child link="body"/></joint></robot>)");
  std::string fall = hover(kBase);
  fall.erase(fall.find("[[joint]]\nname = \"spin\""));
  const Outcome none = run_program("feedforward " + alone + " " + folder.write("fall.toml", fall) +
                                   " -o " + file("b.yaml"));
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.err.find("no joint has a motor"), std::string::npos) << none.err;
}

TEST(Passive, CapabilityIsRefused) {
  const TemporaryFolder folder;
  const std::string urdf = folder.write("flier.urdf", flier_urdf());
  const std::string limits = folder.write("limits.toml", "[default]\ntorque = 2\n");
  const std::string state = R"({"q": [[0,0,0,0,0,0,0], [0,0,0,0,0,0,0]]})";
  const Outcome outcome =
      run_program("capability " + urdf + " --state - --limits " + limits, state);
  EXPECT_EQ(outcome.exit_code, 2) << outcome.out;
  EXPECT_NE(
      outcome.err.find("base.x, base.y, base.z, base.alpha, base.beta, base.gamma have no motors"),
      std::string::npos)
      << outcome.err;
  // With limits of what holds the base it is a question like any other.
  std::string held = "[joint.spin]\ntorque = 2\n";
  for (const std::string& name : kBase) held += "[joint.\"" + name + "\"]\ntorque = 1e9\n";
  const Outcome other = run_program(
      "capability " + urdf + " --state - --json --limits " + folder.write("held.toml", held),
      state);
  ASSERT_EQ(other.exit_code, 0) << other.err;
  const json joints = json::parse(other.out)["acceleration"]["joints"];
  EXPECT_NEAR(joints.back()["alone"][1].get<double>(), 2.0 / kRotor, 1e-9);
}

}  // namespace
}  // namespace appell
