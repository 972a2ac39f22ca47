// Files of limits.
#include "appell/io/limit_file.hpp"

#include <map>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/embedded_models.hpp"
#include "appell/io/load_model.hpp"
#include "tests/support/matchers.hpp"

namespace appell::io {
namespace {

using model::Limited;
using model::MotionLimit;

std::vector<MotionLimit> limits_of(const std::string& text) {
  return read_limits_toml("l.toml", text, load_model("planar2r").model);
}

const MotionLimit* find(const std::vector<MotionLimit>& limits, const std::string& kind,
                        int joint) {
  for (const MotionLimit& limit : limits) {
    if (kind_name(limit) == kind && (!limit.has_coordinate() || limit.coordinate == joint))
      return &limit;
  }
  return nullptr;
}

// Oracle: by hand. A table of a joint counts more than [default], kind by kind.
TEST(LimitFile, EveryKind) {
  const auto limits = limits_of(R"(
format = 1
[default]
velocity = 2.0
torque = [-5, 10]
q_d4 = 1e6
[joint.elbow]
position = [-2.9, 1.5]
velocity = 3.0
torque_rate = 1000
torque_d2 = 5e4
power = 300
[end_effector]
speed = 1.7
acceleration = 13.0
jerk = 6500.0
angular_speed = 2.5
angular_acceleration = 25.0
angular_jerk = 12500.0
[total]
power = 1000.0
)");
  EXPECT_EQ(limits.size(), 3u + 7u + 6u + 1u);
  const auto expect = [&](const std::string& kind, int joint, double low, double high) {
    const MotionLimit* limit = find(limits, kind, joint);
    ASSERT_NE(limit, nullptr) << kind;
    EXPECT_EQ(limit->low, low) << kind;
    EXPECT_EQ(limit->high, high) << kind;
  };
  expect("velocity", 0, -2.0, 2.0);
  expect("velocity", 1, -3.0, 3.0);
  expect("torque", 0, -5.0, 10.0);
  expect("torque", 1, -5.0, 10.0);
  expect("q_d4", 1, -1e6, 1e6);
  expect("position", 1, -2.9, 1.5);
  expect("torque_rate", 1, -1000.0, 1000.0);
  expect("torque_d2", 1, -5e4, 5e4);
  expect("power", 1, -300.0, 300.0);
  EXPECT_EQ(find(limits, "position", 0), nullptr);
  for (const auto& [kind, high] : {std::pair{"end_effector_speed", 1.7},
                                   {"end_effector_acceleration", 13.0},
                                   {"end_effector_jerk", 6500.0},
                                   {"end_effector_angular_speed", 2.5},
                                   {"end_effector_angular_acceleration", 25.0},
                                   {"end_effector_angular_jerk", 12500.0},
                                   {"total_power", 1000.0}}) {
    expect(kind, 0, -MotionLimit::kNone, high);
  }
}

// Oracle: the model's own limits stay where the file has none of the kind.
TEST(LimitFile, CountsMoreThanTheModel) {
  const model::Model robot = load_model("panda").model;
  const std::vector<MotionLimit> own = motion_limits(robot);
  ASSERT_FALSE(own.empty());
  const auto all = replaced(
      own, read_limits_toml("l.toml", "[joint.joint1]\nvelocity = 1.0\njerk = 50.0\n", robot));
  EXPECT_EQ(find(all, "velocity", 0)->high, 1.0);
  EXPECT_EQ(find(all, "velocity", 1)->high, find(own, "velocity", 1)->high);
  EXPECT_EQ(find(all, "position", 0)->high, find(own, "position", 0)->high);
  EXPECT_EQ(find(all, "jerk", 0)->high, 50.0);
}

// Oracle: by hand. A finger at -2 q + 0.1 that ends at -0.5 m and 1 m/s leaves q <= 0.3 m and 0.5
// m/s.
TEST(LimitFile, JointsThatFollowLimitWhatTheyFollow) {
  model::Description robot{.name = "gripper"};
  for (const char* name : {"base", "one", "two"}) robot.links.push_back({.name = name});
  robot.joints = {{.name = "slide",
                   .kind = model::JointKind::kPrismatic,
                   .parent = "base",
                   .child = "one",
                   .limits = {.lower = 0.0, .upper = 0.4}},
                  {.name = "follow",
                   .kind = model::JointKind::kPrismatic,
                   .parent = "base",
                   .child = "two",
                   .limits = {.lower = -0.5, .velocity = 1.0},
                   .mimic = model::Mimic{"slide", -2.0, 0.1}}};
  const model::Model built = model::build(robot);
  const auto limits = with_followers(motion_limits(built), built);
  ASSERT_EQ(limits.size(), 2u);
  EXPECT_EQ(limits[0].low, 0.0);
  EXPECT_DOUBLE_EQ(limits[0].high, 0.3);
  EXPECT_EQ(limits[1].high, 0.5);
}

// Oracle: the limits of the embedded robot, which are of the same source, and a robot that has
// names of its own.
TEST(LimitFile, EmbeddedOnesFitByTheEndingOfNames) {
  const model::Model panda = load_model("panda").model;
  const std::vector<MotionLimit> embedded = load_limits("panda", panda);
  EXPECT_EQ(embedded.size(), 7u * 6u + 6u);
  int compared = 0;
  for (const MotionLimit& own : motion_limits(panda)) {
    const MotionLimit* limit = find(embedded, kind_name(own), own.coordinate);
    ASSERT_NE(limit, nullptr) << kind_name(own);
    EXPECT_EQ(limit->low, own.low) << kind_name(own) << " " << own.coordinate;
    EXPECT_EQ(limit->high, own.high) << kind_name(own) << " " << own.coordinate;
    ++compared;
  }
  EXPECT_GE(compared, 7 * 3);
  model::Description renamed = panda.description();
  for (model::Joint& joint : renamed.joints) joint.name = "left_" + joint.name;
  renamed.links.push_back({.name = "finger"});
  renamed.joints.push_back({.name = "left_finger_joint1",
                            .kind = model::JointKind::kPrismatic,
                            .parent = renamed.links[0].name,
                            .child = "finger"});
  EXPECT_EQ(load_limits("panda", model::build(renamed)).size(), embedded.size());
  EXPECT_THROW_MESSAGE(load_limits("ur10e", panda), ModelError,
                       "has joints elbow_joint, shoulder_lift_joint");
  EXPECT_THROW_MESSAGE(load_limits("pnda", panda), ModelError,
                       "is neither a .toml file nor embedded limits (did you mean 'panda'?)");
}

/// A chain of joints with these names, each about z.
model::Model chain_of(const std::vector<std::string>& joints, const model::Actuator& motor = {}) {
  model::Description robot{.name = "chain"};
  robot.links.push_back({.name = "base"});
  for (const std::string& name : joints) {
    robot.links.push_back({.name = name + "_link"});
    robot.joints.push_back({.name = name,
                            .kind = model::JointKind::kRevolute,
                            .parent = robot.links[robot.links.size() - 2].name,
                            .child = name + "_link",
                            .axis = Vec3::UnitZ(),
                            .actuator = motor});
  }
  return model::build(robot);
}

// Oracle: by the files. Each embedded file fits a robot with its joints.
TEST(LimitFile, EveryEmbeddedFileLoads) {
  const auto names = [](const std::string& prefix) {
    std::vector<std::string> all;
    for (int i = 1; i <= 7; ++i) all.push_back(concat(prefix, i));
    return all;
  };
  const std::map<std::string, std::pair<std::vector<std::string>, std::size_t>> expected{
      {"panda", {names("panda_joint"), 7 * 6 + 6}},
      {"fr3", {names("fr3_joint"), 7 * 6 + 6}},
      {"iiwa14", {names("joint_a"), 7 * 3}},
      {"ur10e",
       {{"shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint", "wrist_1_joint",
         "wrist_2_joint", "wrist_3_joint"},
        6 * 3}}};
  for (const EmbeddedText& embedded : embedded_limits()) {
    const std::string name(embedded.name);
    ASSERT_TRUE(expected.contains(name)) << name;
    const auto& [joints, count] = expected.at(name);
    EXPECT_EQ(load_limits(name, chain_of(joints)).size(), count) << name;
    EXPECT_NE(embedded.text.find("# Source"), std::string_view::npos) << name;
  }
  EXPECT_EQ(embedded_limits().size(), expected.size());
}

// Oracle: by hand. Energies are sizes, the electrical power has two ends; [default] means the
// joints whose motors are known.
TEST(LimitFile, EnergyAndElectricalPower) {
  const model::Actuator motor{.torque_constant = 0.1, .resistance = 0.5};
  const std::string text =
      "[default]\nenergy = 5\nelectrical_power = 50\n[joint.b]\nenergy = 7\n[total]\nenergy = "
      "9\nelectrical_power = [-20, 90]\n";
  const auto limits = read_limits_toml("l.toml", text, chain_of({"a", "b"}, motor));
  EXPECT_EQ(limits.size(), 6u);
  EXPECT_EQ(find(limits, "energy", 0)->high, 5.0);
  EXPECT_EQ(find(limits, "energy", 1)->high, 7.0);
  EXPECT_EQ(find(limits, "energy", 1)->low, -MotionLimit::kNone);
  EXPECT_EQ(find(limits, "electrical_power", 1)->low, -50.0);
  EXPECT_EQ(find(limits, "total_energy", 0)->high, 9.0);
  EXPECT_EQ(find(limits, "total_electrical_power", 0)->low, -20.0);
  EXPECT_EQ(find(limits, "total_electrical_power", 0)->high, 90.0);
  EXPECT_THROW_MESSAGE(
      read_limits_toml("l.toml", "[joint.a]\nelectrical_power = 5\n", chain_of({"a", "b"})),
      ModelError, "limits electrical_power, for which model 'chain' has no motor constants of a;");
  EXPECT_THROW_MESSAGE(
      read_limits_toml("l.toml", "[default]\nelectrical_power = 5\n", chain_of({"a", "b"})),
      ModelError, "has no motor constants of a");
  EXPECT_THROW_MESSAGE(
      read_limits_toml("l.toml", "[total]\nelectrical_power = 5\n", chain_of({"a", "b"})),
      ModelError, "no motor constants of a, b;");
  EXPECT_THROW_MESSAGE(limits_of("[default]\nenergy = [1, 2]\n"), ModelError,
                       "a number above 0 is needed");
}

TEST(LimitFile, SaysWhatIsWrong) {
  EXPECT_THROW_MESSAGE(limits_of("[joint.elbw]\nvelocity = 1\n"), ModelError,
                       "l.toml:1:1: joint 'elbw': is none of model 'planar2r'");
  EXPECT_THROW_MESSAGE(limits_of("[default]\nvelocity = -1\n"), ModelError, "l.toml:2:12: ");
  EXPECT_THROW_MESSAGE(limits_of("[default]\nvelocity = [3, 1]\n"), ModelError,
                       "two that ascend, [low, high], are needed");
  EXPECT_THROW_MESSAGE(limits_of("[default]\nvelocty = 1\n"), ModelError, "velocty");
  EXPECT_THROW_MESSAGE(limits_of("[end_effector]\nspeed = [1, 2]\n"), ModelError,
                       "a number above 0 is needed");
  EXPECT_THROW_MESSAGE(limits_of("joint = 3\n"), ModelError, "tables [joint.NAME] are needed");
  EXPECT_THROW_MESSAGE(limits_of("format = 2\n[default]\njerk = 1\n"), ModelError, "1 is needed");
  EXPECT_THROW_MESSAGE(limits_of("format = 1\n"), ModelError, "there is no limit");
}

// Oracle: by hand. A box has ranges of states, which may be one number; and no limits of forces.
TEST(BoxFile, RangesOfStates) {
  const model::Model model = load_model("planar2r").model;
  const auto ranges = read_box_toml("b.toml",
                                    "[default]\nvelocity = 0.5\n[joint.elbow]\nposition = [1, 1]\n"
                                    "velocity = [0, 0.25]\n",
                                    model);
  ASSERT_NE(find(ranges, "position", 1), nullptr);
  EXPECT_EQ(find(ranges, "position", 1)->low, 1.0);
  EXPECT_EQ(find(ranges, "position", 1)->high, 1.0);
  EXPECT_EQ(find(ranges, "velocity", 0)->low, -0.5);
  EXPECT_EQ(find(ranges, "velocity", 1)->low, 0.0);
  EXPECT_EQ(find(ranges, "position", 0), nullptr);
  EXPECT_TRUE(read_box_toml("b.toml", "", model).empty());
  EXPECT_THROW_MESSAGE(read_box_toml("b.toml", "[default]\ntorque = 1\n", model), ModelError,
                       "b.toml:2");
  EXPECT_THROW_MESSAGE(read_box_toml("b.toml", "[end_effector]\nspeed = 1\n", model), ModelError,
                       "end_effector");
  EXPECT_THROW_MESSAGE(read_box_toml("b.toml", "[joint.hip]\nvelocity = 1\n", model), ModelError,
                       "joint 'hip': is none of model 'planar2r'");
}

}  // namespace
}  // namespace appell::io
