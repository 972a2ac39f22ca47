// What is wrong with a URDF file, and what the user is told: every message in full.
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/io/load_model.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"

namespace appell::io {
namespace {

using Texts = std::vector<std::string>;

/// What is wrong with a text that is called "r.urdf"; empty if it loads.
Texts urdf_problems(const std::string& text) {
  try {
    read_urdf("r.urdf", text);
  } catch (const ModelError& error) {
    return error.problems();
  }
  return {};
}

/// A robot whose only link 'a' has this inside, from line 3 on.
std::string in_link(const std::string& inside) {
  return "<robot name='r'>\n<link name='a'>\n" + inside + "\n</link>\n</robot>\n";
}

/// The same inside of <inertial>, from line 3 on, of a link that moves.
std::string in_inertial(const std::string& inside) {
  return "<robot name='r'>\n<link name='a'><inertial>\n" + inside +
         "\n</inertial></link>\n<link name='ground'/><joint name='j' type='continuous'>"
         "<parent link='ground'/><child link='a'/></joint>\n</robot>\n";
}

/// A robot of links 'a' and 'b' whose joint 'j', at 4:1, has this inside, from line 6 on.
std::string in_joint(const std::string& inside, const std::string& type = "revolute") {
  return "<robot name='r'>\n<link name='a'/>\n<link name='b'/>\n<joint name='j' type='" + type +
         "'>\n<parent link='a'/><child link='b'/>\n" + inside + "\n</joint>\n</robot>\n";
}

/// A robot of links 'a', 'b', 'c', which are on lines 2 to 4, and these joints, from line 5 on.
std::string with_joints(const std::string& joints) {
  return "<robot name='r'>\n<link name='a'/>\n<link name='b'/>\n<link name='c'/>\n" + joints +
         "\n</robot>\n";
}

std::string revolute(const std::string& name, const std::string& parent, const std::string& child,
                     const std::string& inside = "") {
  return "<joint name='" + name + "' type='continuous'><parent link='" + parent +
         "'/><child link='" + child + "'/>" + inside + "</joint>\n";
}

const std::string kInertia = "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>";
const std::string kMass = "<mass value='1'/>";

struct UrdfCase {
  const char* what;
  std::string text;
  Texts problems;
};

std::vector<UrdfCase> number_cases() {
  const std::string mass = "r.urdf:3:1: link 'a': <mass> value is ";
  const auto mass_of = [](const std::string& value) {
    return in_inertial("<mass value=\"" + value + "\"/>\n" + kInertia);
  };
  return {
      {"decimal comma and unit", mass_of("2,5kg"), {mass + "\"2,5kg\"; a finite number is needed"}},
      {"xacro expression",
       mass_of("${m}"),
       {mass + "\"${m}\"; a finite number is needed (a xacro expression: run xacro on the file "
               "first)"}},
      {"nan", mass_of("NaN"), {mass + "\"NaN\"; a finite number is needed"}},
      {"infinity", mass_of("-inf"), {mass + "\"-inf\"; a finite number is needed"}},
      {"overflow", mass_of("1e400"), {mass + "\"1e400\"; a finite number is needed"}},
      {"hexadecimal", mass_of("0x10"), {mass + "\"0x10\"; a finite number is needed"}},
      {"two signs", mass_of("+-1"), {mass + "\"+-1\"; a finite number is needed"}},
      {"empty", mass_of(""), {mass + "\"\"; a finite number is needed"}},
      {"entity that nobody defined",
       mass_of("&pi;"),
       {mass + "\"&pi;\"; a finite number is needed"}},
      {"long value is cut",
       mass_of(std::string(1000, '7') + "x"),
       {mass + "\"" + std::string(60, '7') + "...\"; a finite number is needed"}},
      {"no value",
       in_inertial("<mass/>\n" + kInertia),
       {"r.urdf:3:1: link 'a': <mass> attribute 'value' is missing; a number is needed"}},
      {"too few numbers",
       in_inertial("<origin xyz='1 2'/>\n" + kMass + kInertia),
       {"r.urdf:3:1: link 'a': <origin> xyz is \"1 2\"; 3 finite numbers are needed"}},
      {"too many numbers",
       in_joint("<axis xyz='0 0 1 0'/>", "continuous"),
       {"r.urdf:6:1: joint 'j': <axis> xyz is \"0 0 1 0\"; 3 finite numbers are needed"}},
      {"commas in a list",
       in_joint("<origin xyz='0, 0, 1'/>", "fixed"),
       {"r.urdf:6:1: joint 'j': <origin> xyz is \"0, 0, 1\"; 3 finite numbers are needed"}},
      {"nan in a list",
       in_joint("<origin rpy='0 nan 1'/>", "fixed"),
       {"r.urdf:6:1: joint 'j': <origin> rpy is \"0 nan 1\"; 3 finite numbers are needed"}},
      {"wrong limit does not count as a bound",
       in_joint("<limit lower='low' upper='-1'/>"),
       {"r.urdf:6:1: joint 'j': <limit> lower is \"low\"; a finite number is needed"}},
      {"missing product of inertia",
       in_inertial(kMass + "\n<inertia ixx='1' ixy='0' ixz='0' iyy='1' izz='1'/>"),
       {"r.urdf:4:1: link 'a': <inertia> attribute 'iyz' is missing; a number is needed"}},
  };
}

std::vector<UrdfCase> body_cases() {
  return {
      {"negative mass",
       in_inertial("<mass value='-2.5'/>" + kInertia),
       {"r.urdf:2:1: link 'a': the mass is -2.5 kg; it must not be negative"}},
      {"impossible inertia",
       in_inertial(kMass + "<inertia ixx='1' ixy='0' ixz='0' iyy='2' iyz='0' izz='4'/>"),
       {"r.urdf:2:1: link 'a': no real body has this inertia: its principal moments 1, 2, 4 kg m² "
        "break the triangle inequality (the largest exceeds the sum of the others by 1)"}},
      {"mass zero with inertia",
       in_inertial("<mass value='0'/>" + kInertia),
       {"r.urdf:2:1: link 'a': the mass is zero but the inertia is not; give a mass or remove the "
        "inertia"}},
      {"inertia beyond a double",
       in_inertial(kMass +
                   "<inertia ixx='1e308' ixy='0' ixz='0' iyy='1e308' iyz='0' izz='1e308'/>"),
       {"r.urdf:2:1: link 'a': the inertia is too large for a double; check its unit"}},
      {"no mass",
       in_inertial(kInertia),
       {"r.urdf:2:16: link 'a': <inertial> has no <mass>; one is needed"}},
      {"no inertia",
       in_inertial(kMass),
       {"r.urdf:2:16: link 'a': <inertial> has no <inertia>; one is needed (zeros for a point "
        "mass)"}},
      {"two inertials",
       in_link("<inertial>" + kMass + kInertia + "</inertial>\n<inertial>" + kMass + kInertia +
               "</inertial>"),
       {"r.urdf:4:1: link 'a': <inertial> is given more than once; one is needed"}},
      {"two masses",
       in_inertial(kMass + "\n" + kMass + kInertia),
       {"r.urdf:4:1: link 'a': <mass> is given more than once; one is needed"}},
      {"two origins",
       in_inertial("<origin/>\n<origin/>" + kMass + kInertia),
       {"r.urdf:4:1: link 'a': <origin> is given more than once; one is needed"}},
      {"repeated attribute",
       in_inertial("<mass value='1' value='2'/>" + kInertia),
       {"r.urdf:3:1: link 'a': <mass> attribute 'value' is given twice; once is needed"}},
      {"mistyped child of link",
       in_link("<inertal/>"),
       {"r.urdf:3:1: link 'a': <inertal> is not a child of <link> (did you mean 'inertial'?); "
        "known are inertial, visual, collision"}},
      {"two letters swapped",
       in_link("<inertail/>"),
       {"r.urdf:3:1: link 'a': <inertail> is not a child of <link> (did you mean 'inertial'?); "
        "known are inertial, visual, collision"}},
      {"capital letters",
       in_link("<Inertial/>"),
       {"r.urdf:3:1: link 'a': <Inertial> is not a child of <link> (did you mean 'inertial'?); "
        "known are inertial, visual, collision"}},
      {"what belongs elsewhere",
       in_link("<mass value='1'/>"),
       {"r.urdf:3:1: link 'a': <mass> is not a child of <link>, but belongs elsewhere; known are "
        "inertial, visual, collision"}},
      {"what looks like something that belongs elsewhere",
       in_link("<mas value='1'/>"),
       {"r.urdf:3:1: link 'a': <mas> is not a child of <link> (did you mean 'mass'?); known are "
        "inertial, visual, collision"}},
      {"mistyped attribute",
       in_inertial("<origin xzy='1 0 0'/>" + kMass + kInertia),
       {"r.urdf:3:1: link 'a': <origin> attribute 'xzy' is not known (did you mean 'xyz'?); known "
        "are xyz, rpy, quat_xyzw"}},
      {"a placement in other words",
       in_inertial("<origin x='1'/>" + kMass + kInertia),
       {"r.urdf:3:1: link 'a': <origin> attribute 'x' is a placement in other words; xyz with rpy "
        "or quat_xyzw is needed"}},
      {"a number in the text",
       in_inertial("<origin>1 0 0</origin>" + kMass + kInertia),
       {"r.urdf:3:9: link 'a': <origin> has the text \"1 0 0\"; its attributes xyz, rpy, quat_xyzw "
        "are read, and nothing else"}},
      {"placeholder",
       in_inertial(kMass + "<inertia ixx='.1' ixy='.1' ixz='.1' iyy='.1' iyz='.1' izz='.1'/>"),
       {"r.urdf:2:1: link 'a': no real body has this inertia: all six entries are 0.1 kg m², a "
        "placeholder; give the inertia, its products zero if nothing else is known"}},
      {"mistyped child of inertial",
       in_inertial("<mas value='1'/>\n" + kMass + kInertia),
       {"r.urdf:3:1: link 'a': <mas> is not a child of <inertial> (did you mean 'mass'?); known "
        "are origin, mass, inertia"}},
      {"zero quaternion",
       in_inertial("<origin quat_xyzw='0 0 0 0'/>" + kMass + kInertia),
       {"r.urdf:3:1: link 'a': <origin> quat_xyzw is \"0 0 0 0\"; a unit quaternion x y z w is "
        "needed"}},
      {"quaternion beyond a double",
       in_inertial("<origin quat_xyzw='1e200 0 0 0'/>" + kMass + kInertia),
       {"r.urdf:3:1: link 'a': <origin> quat_xyzw is \"1e200 0 0 0\"; a unit quaternion x y z w is "
        "needed"}},
      {"rpy and quaternion",
       in_inertial("<origin rpy='0 0 0' quat_xyzw='0 0 0 1'/>" + kMass + kInertia),
       {"r.urdf:3:1: link 'a': <origin> has both rpy and quat_xyzw; one is needed"}},
  };
}

std::vector<UrdfCase> joint_cases() {
  const std::string known_types = "continuous, fixed, floating, planar, prismatic, revolute";
  return {
      {"zero axis",
       in_joint("<axis xyz='0 0 0'/>", "continuous"),
       {"r.urdf:6:1: joint 'j': <axis> xyz is \"0 0 0\"; a direction is needed"}},
      {"axis that cannot be scaled",
       in_joint("<axis xyz='0 1e-200 0'/>", "continuous"),
       {"r.urdf:6:1: joint 'j': <axis> xyz is \"0 1e-200 0\"; a direction is needed"}},
      {"mistyped type",
       in_joint("", "revolut"),
       {"r.urdf:4:1: joint 'j': type is 'revolut' (did you mean 'revolute'?); one of " +
        known_types + " is needed"}},
      {"swapped letters",
       in_joint("", "fxied"),
       {"r.urdf:4:1: joint 'j': type is 'fxied' (did you mean 'fixed'?); one of " + known_types +
        " is needed"}},
      {"type of another format, and nothing that follows from it",
       in_joint("<mimic joint='k'/>", "ball"),
       {"r.urdf:4:1: joint 'j': type is 'ball'; one of " + known_types + " is needed",
        "r.urdf:4:1: joint 'j': mimics joint 'k', which does not exist (did you mean 'j'?); name a "
        "joint of this model"}},
      {"empty type",
       in_joint("", ""),
       {"r.urdf:4:1: joint 'j': attribute 'type' is empty; a text is needed"}},
      {"negative velocity limit",
       in_joint("<limit lower='0' upper='1' velocity='-2'/>"),
       {"r.urdf:6:1: joint 'j': <limit> velocity is -2; it must not be negative"}},
      {"negative effort limit",
       in_joint("<limit effort='-0.5'/>", "continuous"),
       {"r.urdf:6:1: joint 'j': <limit> effort is -0.5; it must not be negative"}},
      {"negative damping",
       in_joint("<dynamics damping='-1'/>", "continuous"),
       {"r.urdf:6:1: joint 'j': <dynamics> damping is -1; it must not be negative"}},
      {"mistyped child of joint",
       in_joint("<limits lower='0'/>", "continuous"),
       {"r.urdf:6:1: joint 'j': <limits> is not a child of <joint> (did you mean 'limit'?); known "
        "are origin, parent, child, axis, calibration, dynamics, limit, mimic, "
        "safety_controller"}},
      {"two limits",
       in_joint("<limit lower='0' upper='1'/>\n<limit lower='0' upper='2'/>"),
       {"r.urdf:7:1: joint 'j': <limit> is given more than once; one is needed"}},
      {"mimic of nothing",
       in_joint("<mimic/>", "continuous"),
       {"r.urdf:6:1: joint 'j': <mimic> attribute 'joint' is missing; a text is needed"}},
      {"mimic of itself",
       in_joint("<mimic joint='j'/>", "continuous"),
       {"r.urdf:4:1: joint 'j': mimics itself; name another joint"}},
      {"mimic in a circle",
       with_joints(revolute("j", "a", "b", "<mimic joint='k'/>") +
                   revolute("k", "b", "c", "<mimic joint='j'/>")),
       {"r.urdf:5:1: joint 'j': mimics itself over others; the chain must end at a joint that "
        "mimics none"}},
      {"mimic of a compound joint",
       with_joints("<joint name='k' type='floating'><parent link='a'/><child link='b'/></joint>\n" +
                   revolute("j", "b", "c", "<mimic joint='k'/>")),
       {"r.urdf:6:1: joint 'j': mimics joint 'k', which is free; one with one coordinate is "
        "needed"}},
      {"mimic by a compound joint",
       with_joints("<joint name='k' type='planar'><parent link='a'/><child link='b'/>"
                   "<mimic joint='j'/></joint>\n" +
                   revolute("j", "b", "c")),
       {"r.urdf:5:1: joint 'k': is planar and cannot mimic; a joint with one coordinate can"}},
  };
}

std::vector<UrdfCase> tree_cases() {
  return {
      {"duplicate link",
       "<robot name='r'>\n<link name='a'/>\n <link name='a'/>\n</robot>",
       {"r.urdf:3:2: link 'a': this name is already taken; names must be unique"}},
      {"duplicate joint",
       with_joints(revolute("j", "a", "b") + revolute("j", "b", "c")),
       {"r.urdf:6:1: joint 'j': this name is already taken; names must be unique"}},
      {"link without a name",
       "<robot name='r'>\n<link/>\n</robot>",
       {"r.urdf:2:1: robot 'r': <link> attribute 'name' is missing; a text is needed"}},
      {"joint with an empty name",
       "<robot name='r'>\n<link name='a'/><link name='b'/>\n<joint name='' type='fixed'>"
       "<parent link='a'/><child link='b'/></joint>\n</robot>",
       {"r.urdf:3:1: joint '': attribute 'name' is empty; a text is needed"}},
      {"robot without a name",
       "<robot>\n<link name='a'/>\n</robot>",
       {"r.urdf:1:1: <robot> attribute 'name' is missing; a text is needed"}},
      {"no link",
       "<robot name='r'>\n</robot>",
       {"r.urdf:1:1: robot 'r': has no link; it needs at least one"}},
      {"parent that does not exist",
       with_joints(revolute("j", "a", "b") + revolute("k", "forearm", "c")),
       {"r.urdf:6:1: joint 'k': its parent link 'forearm' does not exist; name a link of this "
        "model"}},
      {"child that does not exist",
       "<robot name='r'>\n<link name='upper_arm'/><link name='forearm'/>\n" +
           revolute("j", "upper_arm", "foraerm") + "</robot>",
       {"r.urdf:3:1: joint 'j': its child link 'foraerm' does not exist (did you mean 'forearm'?); "
        "name a link of this model"}},
      {"no parent",
       "<robot name='r'>\n<link name='a'/>\n<joint name='j' type='fixed'><child link='a'/></joint>"
       "\n</robot>",
       {"r.urdf:3:1: joint 'j': has no <parent>; <parent link=\"...\"/> is needed"}},
      {"no child",
       "<robot name='r'>\n<link name='a'/>\n<joint name='j' type='fixed'><parent link='a'/>"
       "</joint>\n</robot>",
       {"r.urdf:3:1: joint 'j': has no <child>; <child link=\"...\"/> is needed"}},
      {"parent that names none",
       "<robot name='r'>\n<link name='a'/>\n<joint name='j' type='fixed'>\n<parent/>"
       "<child link='a'/></joint>\n</robot>",
       {"r.urdf:4:1: joint 'j': <parent> attribute 'link' is missing; a text is needed"}},
      {"two parents",
       with_joints(revolute("j", "a", "b") + revolute("k", "a", "c") + revolute("l", "b", "c")),
       {"r.urdf:7:1: joint 'l': its child link 'c' already hangs on joint 'k'; a link has one "
        "parent"}},
      {"two roots",
       with_joints(revolute("j", "a", "b")),
       {"r.urdf:1:1: robot 'r': has 2 root links (a, c); all but one must be the child of a "
        "joint"}},
      {"loop beside a root",
       with_joints(revolute("j", "b", "c") + revolute("k", "c", "b")),
       {"r.urdf:6:1: joint 'k': link 'b' is its own ancestor: the joints form a loop; only trees "
        "can be loaded"}},
      {"loop without a root",
       with_joints(revolute("j", "a", "b") + revolute("k", "b", "c") + revolute("l", "c", "a")),
       {"r.urdf:7:1: joint 'l': link 'a' is its own ancestor: the joints form a loop; only trees "
        "can be loaded"}},
      {"link on itself",
       with_joints(revolute("j", "a", "b") + revolute("k", "c", "c")),
       {"r.urdf:6:1: joint 'k': link 'c' is its own ancestor: the joints form a loop; only trees "
        "can be loaded"}},
  };
}

std::vector<UrdfCase> geometry_cases() {
  const auto visual = [](const std::string& inside) {
    return in_link("<visual><geometry>\n" + inside + "\n</geometry></visual>");
  };
  return {
      {"no geometry",
       in_link("<collision/>"),
       {"r.urdf:3:1: link 'a': <collision> has no <geometry>; one is needed"}},
      {"no shape",
       visual(""),
       {"r.urdf:3:9: link 'a': <geometry> has 0 shapes; one of box, cylinder, sphere, capsule, "
        "mesh is needed"}},
      {"two shapes",
       visual("<sphere radius='1'/><sphere radius='2'/>"),
       {"r.urdf:3:9: link 'a': <geometry> has 2 shapes; one of box, cylinder, sphere, capsule, "
        "mesh is needed"}},
      {"no radius",
       visual("<cylinder length='1'/>"),
       {"r.urdf:4:1: link 'a': <cylinder> attribute 'radius' is missing; a number is needed"}},
      {"radius zero",
       visual("<sphere radius='0'/>"),
       {"r.urdf:4:1: link 'a': <sphere> radius is 0; it must be positive"}},
      {"negative size",
       visual("<box size='1 1 -1'/>"),
       {"r.urdf:4:1: link 'a': <box> size is \"1 1 -1\"; three positive numbers are needed"}},
      {"no size",
       visual("<box/>"),
       {"r.urdf:4:1: link 'a': <box> attribute 'size' is missing; 3 finite numbers are needed"}},
      {"mesh without a file",
       visual("<mesh/>"),
       {"r.urdf:4:1: link 'a': <mesh> attribute 'filename' is missing; a text is needed"}},
      {"mistyped scale",
       visual("<mesh filename='m.stl' scale='1'/>"),
       {"r.urdf:4:1: link 'a': <mesh> scale is \"1\"; 3 finite numbers are needed"}},
      {"a visual with a name",
       in_link("<visual name='cover'><geometry>\n<sphere radius='-1'/></geometry></visual>"),
       {"r.urdf:4:1: link 'a': visual 'cover': <sphere> radius is -1; it must be positive"}},
  };
}

std::vector<UrdfCase> text_cases() {
  return {
      {"empty file", "", {"r.urdf:1:1: there is no element; exactly one <robot> is needed"}},
      {"blanks", " \n\n", {"r.urdf:1:1: there is no element; exactly one <robot> is needed"}},
      {"not XML", "robot: r\n", {"r.urdf:1:1: there is no element; exactly one <robot> is needed"}},
      {"another format",
       "<?xml version='1.0'?>\n<sdf version='1.6'/>",
       {"r.urdf:2:1: <sdf> is the outermost element; <robot> is needed"}},
      {"two robots",
       "<robot name='r'><link name='a'/></robot>\n<robot name='s'/>",
       {"r.urdf:2:1: robot 's': is a second outermost element; one <robot> is needed"}},
      {"text around the robot",
       "<robot name='r'><link name='a'/></robot>\n>>>>>>> theirs",
       {"r.urdf:2:1: has the stray text \">>>>>>> theirs\", a mark of two versions that were not "
        "merged; choose one"}},
      {"wrong end tag",
       "<robot name='r'>\n  <link name='a'>\n  </robot>\n",
       {"r.urdf:3:5: not well-formed XML: Start-end tags mismatch"}},
      {"unquoted attribute",
       "<robot name='r'>\n<link name=a/>\n</robot>",
       {"r.urdf:2:12: not well-formed XML: Error parsing element attribute"}},
      {"cut off",
       "<robot name='r'>\n<link name='a'/>\n<link na",
       {"r.urdf:3:9: not well-formed XML: Error parsing element attribute"}},
      {"zero byte",
       std::string("<robot name='r'>\n<link name='a\0'/></robot>", 41),
       {"r.urdf:2:14: has a zero byte; this is no text file"}},
      {"not UTF-8",
       "<robot name='r'>\n<link name='\xE9paule'/></robot>",
       {"r.urdf:2:13: has a byte that is not UTF-8; save it as UTF-8"}},
      {"UTF-16",
       std::string("\xFF\xFE<\0r\0", 6),
       {"r.urdf:1:1: is UTF-16 text; save it as UTF-8"}},
      {"xacro",
       "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>\n"
       "  <xacro:property name='m' value='3'/>\n<link name='a'/></robot>",
       {"r.urdf:2:3: xacro:property 'm': this is a xacro file; turn it into URDF first: xacro "
        "r.urdf > robot.urdf"}},
      {"mistyped element of the robot",
       "<robot name='r'>\n<link name='a'/>\n<jonit/>\n</robot>",
       {"r.urdf:3:1: robot 'r': <jonit> is not a child of <robot> (did you mean 'joint'?)"}},
  };
}

class UrdfErrors : public testing::Test {
 protected:
  static void expect_all(const std::vector<UrdfCase>& cases) {
    for (const auto& [what, text, problems] : cases) {
      EXPECT_EQ(urdf_problems(text), problems) << what << ":\n" << text.substr(0, 500);
    }
  }
};

TEST_F(UrdfErrors, Numbers) { expect_all(number_cases()); }
TEST_F(UrdfErrors, Bodies) { expect_all(body_cases()); }
TEST_F(UrdfErrors, Joints) { expect_all(joint_cases()); }
TEST_F(UrdfErrors, Trees) { expect_all(tree_cases()); }

// No result needs the shapes of links: what is wrong with one is a warning, and the shape is not
// there. Strict reading refuses it.
TEST_F(UrdfErrors, GeometriesAreWarnings) {
  for (const auto& [what, text, problems] : geometry_cases()) {
    const LoadResult loaded = read_urdf("r.urdf", text);
    EXPECT_TRUE(loaded.model.description().links[0].geometries.empty()) << what;
    for (const std::string& problem : problems) {
      const std::string expected = problem + " (ignored: no result needs it)";
      EXPECT_NE(std::find(loaded.warnings.begin(), loaded.warnings.end(), expected),
                loaded.warnings.end())
          << what;
    }
    try {
      read_urdf("r.urdf", text, {.strictness = Strictness::kStrict});
      ADD_FAILURE() << what;
    } catch (const ModelError& error) {
      EXPECT_EQ(error.problems(), problems) << what;
    }
  }
}

// Others of the same link stay.
TEST_F(UrdfErrors, AWrongShapeDoesNotTakeOthersAlong) {
  const LoadResult loaded = read_urdf(
      "r.urdf", in_link("<visual><geometry><sphere radius='0'/></geometry></visual>"
                        "<collision><geometry><sphere radius='0.5'/></geometry></collision>"));
  const auto& geometries = loaded.model.description().links[0].geometries;
  ASSERT_EQ(geometries.size(), 1U);
  EXPECT_EQ(std::get<mass::Sphere>(geometries[0].shape).radius, 0.5);
}

// A lower limit above the upper one is how some programs write that there is none.
TEST_F(UrdfErrors, AnEmptyRangeIsNoLimit) {
  const std::string text = in_joint("<limit lower='1' upper='-1' velocity='2'/>");
  const LoadResult loaded = read_urdf("r.urdf", text);
  const model::Limits& limits = loaded.model.description().joints[0].limits;
  EXPECT_EQ(limits.lower, -model::Limits::kNone);
  EXPECT_EQ(limits.upper, model::Limits::kNone);
  EXPECT_EQ(limits.velocity, 2.0);
  const Texts expected{
      "r.urdf:6:1: joint 'j': <limit> the range from 1 to -1 is empty, so the joint "
      "has no position limit; it is ignored"};
  EXPECT_EQ(loaded.warnings, expected);
  EXPECT_THROW_MESSAGE(
      read_urdf("r.urdf", text, {.strictness = Strictness::kStrict}), ModelError,
      "the range from 1 to -1 is empty, so the joint has no position limit; strict");
}

TEST_F(UrdfErrors, TextsThatAreNoUrdf) { expect_all(text_cases()); }

// Bad input: everything at once, in the order of the text, and nothing that only follows from
// another problem.
TEST_F(UrdfErrors, AllProblemsOfAFileComeInTheOrderOfTheText) {
  const std::string text = R"(<robot name="r">
  <link name="base"/>
  <link name="arm">
    <inertial>
      <mass value="2,5"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>
    </inertial>
  </link>
  <joint name="shoulder" type="revolvte">
    <parent link="bse"/>
    <child link="arm"/>
    <axis xyz="0 0 0"/>
    <limit lower="0" upper="1" effort="-3"/>
    <mimik joint="elbow"/>
  </joint>
</robot>)";
  const Texts expected{
      "r.urdf:5:7: link 'arm': <mass> value is \"2,5\"; a finite number is needed",
      "r.urdf:9:3: joint 'shoulder': type is 'revolvte' (did you mean 'revolute'?); one of "
      "continuous, fixed, floating, planar, prismatic, revolute is needed",
      "r.urdf:9:3: joint 'shoulder': its parent link 'bse' does not exist (did you mean 'base'?); "
      "name a link of this model",
      "r.urdf:12:5: joint 'shoulder': <axis> xyz is \"0 0 0\"; a direction is needed",
      "r.urdf:13:5: joint 'shoulder': <limit> effort is -3; it must not be negative",
      "r.urdf:14:5: joint 'shoulder': <mimik> is not a child of <joint> (did you mean 'mimic'?); "
      "known are origin, parent, child, axis, calibration, dynamics, limit, mimic, "
      "safety_controller"};
  EXPECT_EQ(urdf_problems(text), expected);
  std::string joined;
  for (const std::string& problem : expected) joined += (joined.empty() ? "" : "\n") + problem;
  EXPECT_THROW_MESSAGE(read_urdf("r.urdf", text), ModelError, joined);
}

TEST_F(UrdfErrors, InertiasAreJudgedOnlyIfAsked) {
  const std::string text =
      in_inertial("<mass value='0'/><inertia ixx='1' ixy='0' ixz='0' iyy='2' iyz='0' izz='4'/>");
  EXPECT_EQ(urdf_problems(text).size(), 1U);
  EXPECT_NO_THROW(read_urdf("r.urdf", text, {.physics = mass::Physics::kNotChecked}));
}

// What cannot touch a number is a warning each; strict reading refuses all of it.
TEST_F(UrdfErrors, WhatCannotTouchANumberIsRefusedByStrictReadingOnly) {
  const std::string text =
      "<robot name='r'>\n<link name='a'>\n<kinematic>0</kinematic>\n<self_filter a='1'/>\n"
      "<gravity>1</gravity>\n<surface/></link>\n--&gt;\n<link name='b' dont_collapse='1'/>\n"
      "<joint name='j' type='fixed'><parent link='a'/><child link='b'/>\n<mimic joint='k'/>\n"
      "<dynamics D='1'/></joint>\n</robot>";
  const Texts places{
      "r.urdf:3:1: link 'a': <kinematic> is not a child of <link>; ",
      "r.urdf:4:1: link 'a': <self_filter> is not a child of <link>; ",
      "r.urdf:5:1: link 'a': <gravity> is not a child of <link>; ",
      "r.urdf:6:1: link 'a': <surface> is not a child of <link>; ",
      "r.urdf:7:1: robot 'r': has the stray text \"-->\"; ",
      "r.urdf:8:1: link 'b': attribute 'dont_collapse' is not known; ",
      "r.urdf:10:1: joint 'j': <mimic> has no meaning on a fixed joint, which never moves; ",
      "r.urdf:11:1: joint 'j': <dynamics> attribute 'D' is not known; "};
  Texts warnings, errors;
  for (const std::string& place : places) {
    warnings.push_back(place + "it is ignored");
    errors.push_back(place + "strict reading refuses it");
  }
  EXPECT_EQ(read_urdf("r.urdf", text).warnings, warnings);
  try {
    read_urdf("r.urdf", text, {.strictness = Strictness::kStrict});
    FAIL() << "strict reading took it";
  } catch (const ModelError& error) {
    EXPECT_EQ(error.problems(), errors);
  }
}

// An impossible inertia keeps no robot from loading where it cannot move, here by a chain of fixed
// links; the same links on a joint are refused.
TEST_F(UrdfErrors, AnImmobileLinkIsNotRefusedForItsInertia) {
  const std::string bad =
      "<inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' "
      "iyz='0' izz='9'/></inertial>";
  const auto robot = [&](const std::string& type) {
    return "<robot name='r'>\n<link name='root'/>\n<link name='a'>" + bad +
           "</link>\n<link name='b'>" + bad + "</link>\n<joint name='i' type='" + type +
           "'><parent link='root'/><child link='a'/></joint><joint name='j' type='fixed'><parent "
           "link='a'/><child link='b'/></joint></robot>";
  };
  const LoadResult loaded = read_urdf("r.urdf", robot("fixed"));
  ASSERT_EQ(loaded.warnings.size(), 2U);
  EXPECT_EQ(
      loaded.warnings[1],
      "r.urdf:4:1: link 'b': no real body has this inertia: its principal moments 1, 1, 9 kg "
      "m² break the triangle inequality (the largest exceeds the sum of the others by 7); the "
      "link does not move, so nothing comes of it");
  EXPECT_EQ(urdf_problems(robot("continuous")).size(), 2U);
}

TEST_F(UrdfErrors, FilesThatCannotBeRead) {
  const support::TemporaryFolder folder;
  const std::string path = (folder.path() / "robot.urdf").string();
  EXPECT_THROW_MESSAGE(load_model(path), ModelError,
                       path + ": cannot be opened: No such file or directory");
  std::filesystem::create_directory(path);
  EXPECT_THROW_MESSAGE(load_model(path), ModelError, path + ": is a folder; a file is needed");
}

// The same through the program: exit code 2, the message on stderr, nothing on stdout.
TEST_F(UrdfErrors, ReachTheUserOfTheProgram) {
  const support::TemporaryFolder folder;
  const UrdfCase cases[] = {
      {"number",
       in_inertial("<mass value='2,5kg'/>" + kInertia),
       {":3:1: link 'a': <mass> value is \"2,5kg\"; a finite number is needed"}},
      {"two problems",
       in_joint("<axis xyz='0 0 0'/>\n<limit effort='-1'/>", "continuous"),
       {":6:1: joint 'j': <axis> xyz is \"0 0 0\"; a direction is needed",
        ":7:1: joint 'j': <limit> effort is -1; it must not be negative"}},
      {"syntax",
       "<robot name='r'>\n<link>",
       {":2:6: not well-formed XML: Start-end tags mismatch"}},
      {"tree",
       with_joints(revolute("j", "a", "b")),
       {":1:1: robot 'r': has 2 root links (a, c); all but one must be the child of a joint"}},
      {"empty", "", {":1:1: there is no element; exactly one <robot> is needed"}},
      {"inertia",
       in_inertial("<mass value='-1'/>" + kInertia),
       {":2:1: link 'a': the mass is -1 kg; it must not be negative",
        ": --accept-inertia goes on with these numbers, and every output then says so; appell lint "
        "explains them, and lint --fix FILE replaces them"}},
  };
  for (const auto& [what, text, problems] : cases) {
    const std::string path = folder.write("robot.urdf", text);
    const support::Outcome outcome =
        support::run_program("eval " + path + " --state -", R"({"q": [[]]})");
    std::string expected;
    for (const std::string& problem : problems) expected += "appell: " + path + problem + "\n";
    EXPECT_EQ(outcome.exit_code, 2) << what;
    EXPECT_EQ(outcome.out, "") << what;
    EXPECT_EQ(outcome.err, expected) << what;
  }
}

}  // namespace
}  // namespace appell::io
