// Bad input: every problem of a description, with its text and its place.
#include <limits>

#include <gtest/gtest.h>

#include "appell/model/description.hpp"
#include "appell/model/model.hpp"
#include "tests/support/matchers.hpp"

namespace appell::model {
namespace {

using Where = Problem::Where;

/// base - shoulder - upper - elbow - fore.
Description arm() {
  Description robot{.name = "arm"};
  robot.links = {{.name = "base"}, {.name = "upper"}, {.name = "fore"}};
  robot.joints = {
      {.name = "shoulder", .kind = JointKind::kRevolute, .parent = "base", .child = "upper"},
      {.name = "elbow", .kind = JointKind::kRevolute, .parent = "upper", .child = "fore"}};
  return robot;
}

struct Expected {
  Where where;
  std::size_t index;
  std::string text;
};

void expect_problems(const Description& robot, const std::vector<Expected>& expected) {
  const std::vector<Problem> problems = find_problems(robot);
  ASSERT_EQ(problems.size(), expected.size());
  for (std::size_t i = 0; i < problems.size(); ++i) {
    EXPECT_EQ(problems[i].where, expected[i].where) << i;
    EXPECT_EQ(problems[i].index, expected[i].index) << i;
    EXPECT_EQ(problems[i].text, expected[i].text) << i;
  }
  EXPECT_THROW(build(robot), ModelError);
}

// Oracle: a sound description has no problem.
TEST(FindProblems, NoneInASoundDescription) {
  EXPECT_TRUE(find_problems(arm()).empty());
  EXPECT_TRUE(find_problems({.links = {{.name = "alone"}}}).empty());
}

// Bad input: no link at all.
TEST(FindProblems, Empty) {
  expect_problems({}, {{Where::kModel, 0, "has no link; it needs at least one"}});
}

// Bad input: names that are missing or taken.
TEST(FindProblems, Names) {
  Description robot = arm();
  robot.links.push_back({.name = ""});
  robot.links.push_back({.name = "upper"});
  robot.joints[1].name = "";
  robot.joints.push_back(robot.joints[0]);
  robot.joints[2].child = "fore";
  robot.joints[1].child = "upper";
  expect_problems(robot,
                  {{Where::kLink, 3, "has no name; every link and joint needs one"},
                   {Where::kLink, 4, "this name is already taken; names must be unique"},
                   {Where::kJoint, 1, "has no name; every link and joint needs one"},
                   {Where::kJoint, 2, "this name is already taken; names must be unique"},
                   {Where::kJoint, 1,
                    "its child link 'upper' already hangs on joint 'shoulder'; a link has one "
                    "parent"}});
}

// Bad input: links that do not exist, one of them nearly.
TEST(FindProblems, MissingLinks) {
  Description robot = arm();
  robot.joints[0].parent = "world";
  robot.joints[1].child = "for";
  expect_problems(
      robot,
      {{Where::kJoint, 0, "its parent link 'world' does not exist; name a link of this model"},
       {Where::kJoint, 1,
        "its child link 'for' does not exist (did you mean 'fore'?); name a link of this model"}});
}

// Bad input: two joints that carry the same link.
TEST(FindProblems, TwoParents) {
  Description robot = arm();
  robot.joints.push_back({.name = "strut", .parent = "base", .child = "fore"});
  expect_problems(robot, {{Where::kJoint, 2,
                           "its child link 'fore' already hangs on joint 'elbow'; a link has one "
                           "parent"}});
}

// Bad input: loops, each named once, also where a tree stands beside them and where a branch hangs
// on them.
TEST(FindProblems, Loops) {
  Description robot = arm();
  for (const char* name : {"a", "b", "branch", "self"}) robot.links.push_back({.name = name});
  robot.joints.push_back({.name = "a_to_b", .parent = "a", .child = "b"});
  robot.joints.push_back({.name = "b_to_a", .parent = "b", .child = "a"});
  robot.joints.push_back({.name = "b_to_branch", .parent = "b", .child = "branch"});
  robot.joints.push_back({.name = "self_to_self", .parent = "self", .child = "self"});
  expect_problems(
      robot,
      {{Where::kJoint, 3,
        "link 'a' is its own ancestor: the joints form a loop; only trees can be loaded"},
       {Where::kJoint, 5,
        "link 'self' is its own ancestor: the joints form a loop; only trees can be loaded"}});
}

// Bad input: a loop without any root.
TEST(FindProblems, LoopThroughTheRoot) {
  Description robot = arm();
  robot.joints.push_back({.name = "back", .parent = "fore", .child = "base"});
  expect_problems(robot, {{Where::kJoint, 2,
                           "link 'base' is its own ancestor: the joints form a loop; only trees "
                           "can be loaded"}});
}

// Bad input: several roots, all of them named.
TEST(FindProblems, SeveralRoots) {
  Description robot = arm();
  robot.links.push_back({.name = "table"});
  robot.links.push_back({.name = "lamp"});
  expect_problems(robot, {{Where::kModel, 0,
                           "has 3 root links (base, table, lamp); all but one must be "
                           "the child of a joint"}});
}

// Bad input: axes. A fixed joint needs none.
TEST(FindProblems, Axes) {
  Description robot = arm();
  robot.joints[0].axis = Vec3::Zero();
  robot.joints[1].axis = Vec3(0, std::numeric_limits<double>::quiet_NaN(), 0);
  expect_problems(robot, {{Where::kJoint, 0, "the axis is 0, 0, 0; a direction is needed"},
                          {Where::kJoint, 1, "the axis is 0, nan, 0; a direction is needed"}});
  robot.joints[1].axis = Vec3(0, 0, 2);  // Any length but zero.
  expect_problems(robot, {{Where::kJoint, 0, "the axis is 0, 0, 0; a direction is needed"}});
  robot.joints[0].kind = JointKind::kFixed;
  EXPECT_TRUE(find_problems(robot).empty());
}

// Bad input: numbers that are not finite, and a placement that is none.
TEST(FindProblems, Numbers) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Description robot = arm();
  robot.gravity.z() = kInfinity;
  robot.links[1].inertial.mass = kInfinity;
  robot.joints[0].X_PJ.xyz.x() = kInfinity;
  robot.joints[1].X_PJ = spatial::Transform{-Mat3::Identity(), Vec3::Zero()};
  expect_problems(robot,
                  {{Where::kLink, 1, "mass, centre of mass and inertia must be finite numbers"},
                   {Where::kJoint, 0, "placement and pitch must be finite numbers"},
                   {Where::kJoint, 1, "the rotation of its placement must be a rotation matrix"},
                   {Where::kModel, 0, "gravity must be three finite numbers"}});
  robot = arm();
  robot.joints[0].pitch = kInfinity;
  expect_problems(robot, {{Where::kJoint, 0, "placement and pitch must be finite numbers"}});
}

// Oracle: the rule. Motor constants are zero where they are not known, else above it.
TEST(FindProblems, MotorConstants) {
  Description robot = arm();
  robot.joints[0].actuator = {.torque_constant = 0.07, .resistance = 0.4};
  EXPECT_TRUE(find_problems(robot).empty());
  robot.joints[0].actuator.torque_constant = -0.07;
  robot.joints[1].actuator.resistance = std::numeric_limits<double>::infinity();
  expect_problems(robot, {{Where::kJoint, 0,
                           "the torque constant of its actuator is -0.07; a finite number that is "
                           "not negative is needed"},
                          {Where::kJoint, 1,
                           "the resistance of its actuator is inf; a finite number that is not "
                           "negative is needed"}});
}

// Bad input: build() throws all problems at once, each with its element.
TEST(Build, ThrowsAllProblems) {
  Description robot = arm();
  robot.links.push_back({.name = "upper"});
  robot.joints[0].axis = Vec3::Zero();
  robot.joints[1].parent = "uper";
  robot.gravity.x() = std::numeric_limits<double>::quiet_NaN();
  try {
    build(robot);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const ModelError& error) {
    EXPECT_EQ(error.problems(),
              (std::vector<std::string>{
                  "link 'upper': this name is already taken; names must be unique",
                  "joint 'shoulder': the axis is 0, 0, 0; a direction is needed",
                  "joint 'elbow': its parent link 'uper' does not exist (did you mean 'upper'?); "
                  "name a link of this model",
                  "model 'arm': gravity must be three finite numbers"}));
  }
}

}  // namespace
}  // namespace appell::model
