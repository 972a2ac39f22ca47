// Conversion between URDF and Appell model files, through the program.
#include <cstdlib>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "appell/io/embedded_models.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/write_model.hpp"
#include "tests/support/foreign_robots.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"
#include "tests/support/random_model.hpp"

namespace appell {
namespace {

using nlohmann::json;
using support::Outcome;
using support::run_program;

/// A state with some motion in every coordinate.
std::string state_text(int num_coordinates) {
  json q = json::array();
  for (int k = 0; k <= 4; ++k) {
    json row = json::array();
    for (int j = 0; j < num_coordinates; ++j) row.push_back(0.3 + 0.17 * j - 0.11 * k * (j + 1));
    q.push_back(row);
  }
  return json{{"q", q}}.dump();
}

std::string eval_text(const std::string& model, int num_coordinates) {
  const Outcome outcome =
      run_program("eval --accept-inertia " + model + " --state -", state_text(num_coordinates));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return outcome.out;
}

/// URDF -> TOML must give the same text of `eval`, hence the same doubles.
void expect_bitwise_round_trip(const std::string& model) {
  SCOPED_TRACE(model);
  const support::TemporaryFolder folder;
  const std::string toml = (folder.path() / "robot.toml").string();
  const Outcome outcome = run_program("convert --accept-inertia " + model + " -o " + toml);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  const int n =
      io::load_model(model, {.physics = mass::Physics::kNotChecked}).model.num_coordinates();
  EXPECT_EQ(eval_text(toml, n), eval_text(model, n));
}

TEST(Convert, EmbeddedModelsRoundTripThroughTomlBitForBit) {
  for (const io::EmbeddedModel& model : io::embedded_models()) {
    expect_bitwise_round_trip(std::string(model.name));
  }
}

TEST(Convert, ForeignRobotsRoundTripThroughTomlBitForBit) {
  const auto robots = support::foreign_robots();
  if (robots.empty()) GTEST_SKIP() << "the folder of foreign robots is absent";
  for (const std::string& robot : robots) expect_bitwise_round_trip(robot);
}

// Property: random trees with every joint kind, mimic joints and link frames away from their joints
// come back from TOML exactly as they were: writing what was read gives the same text.
TEST(Convert, RandomTreesComeBackFromToml) {
  support::Random random(7);
  for (int i = 0; i < 50; ++i) {
    const model::Description robot = support::random_description(random, random.integer(1, 15));
    const std::string text = io::model_toml(robot);
    const model::Model again = io::read_model_toml("again.toml", text).model;
    EXPECT_EQ(io::model_toml(again.description()), text);
    EXPECT_EQ(again.num_coordinates(), model::build(robot).num_coordinates());
  }
}

TEST(Convert, UrdfComesBackFromUrdf) {
  const support::TemporaryFolder folder;
  for (const char* name : {"panda", "humanoid32", "free_body", "puma560"}) {
    const std::string urdf = (folder.path() / (std::string(name) + ".urdf")).string();
    const Outcome outcome = run_program(std::string("convert ") + name + " -o " + urdf);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "") << "everything in a URDF can be said in URDF";
    const int n = io::load_model(name).model.num_coordinates();
    EXPECT_EQ(eval_text(urdf, n), eval_text(name, n));
  }
}

constexpr const char* kSaysMore = R"(
name = "more"
gravity = [0, -9.81, 0]
end_effector = "arm"
[[link]]
name = "base"
[[link]]
name = "arm"
mass = 1.0
[[joint]]
name = "j"
type = "revolute"
parent = "base"
child = "arm"
dh = {convention = "standard", a = 0.5, alpha = 0.3}
friction = {viscous = 0.1, dry = 0.2, law = "smooth", velocity = 0.01}
actuator = {gear_ratio = 100, rotor_inertia = 1e-5}
)";

TEST(Convert, ListsWhatUrdfCannotSay) {
  const support::TemporaryFolder folder;
  const std::string toml = folder.write("more.toml", kSaysMore);
  const std::string urdf = (folder.path() / "more.urdf").string();
  const Outcome outcome = run_program("convert " + toml + " -o " + urdf);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(
      outcome.err,
      "warning: URDF cannot say: gravity 0 -9.81 0 m/s²: to be given with every use\n"
      "warning: URDF cannot say: end effector 'arm': to be given with every use\n"
      "warning: URDF cannot say: joint 'j': its dry friction, which is not a constant torque\n"
      "warning: URDF cannot say: joint 'j': its actuator (gear, rotor inertia, elasticity)\n"
      "warning: URDF cannot say: joint 'j': its rotation matrix is written as rpy, to rounding\n"
      "warning: URDF cannot say: joint 'j': its link stands away from it; the extra link "
      "'arm_joint_frame' says so\n");
  // The links still move alike.
  const json before = json::parse(eval_text(toml, 1));
  const json after = json::parse(eval_text(urdf + " --frame arm", 1));
  for (std::size_t k = 0; k < before["X"].size(); ++k) {
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_NEAR(before["X"][k][i].get<double>(), after["X"][k][i].get<double>(), 1e-15);
    }
  }
}

TEST(Convert, RefusesWhatUrdfHasNoJointFor) {
  const support::TemporaryFolder folder;
  const std::string toml = folder.write("helix.toml", R"(
name = "helix"
[[link]]
name = "base"
[[link]]
name = "nut"
[[joint]]
name = "screw"
type = "helical"
parent = "base"
child = "nut"
pitch = 0.01
)");
  const std::string urdf = folder.write("robot.urdf", "precious");
  const Outcome outcome = run_program("convert " + toml + " -o " + urdf);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(
      outcome.err,
      "appell: joint 'screw': is helical; URDF has no such joint, an Appell model file (.toml) "
      "has\n");
  EXPECT_EQ(support::text_of(urdf), "precious");  // Nothing existing is lost.
  EXPECT_TRUE(support::partial_files(urdf).empty());
}

TEST(Convert, WantsAKnownEnding) {
  const Outcome outcome = run_program("convert panda -o robot.sdf");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(
      outcome.err,
      "appell: -o robot.sdf: ends with neither .toml nor .urdf; the ending says which format to "
      "write\n");
}

}  // namespace
}  // namespace appell
