// What is wrong with an MJCF file, and what the user is told: every message in full.
#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/io/load_model.hpp"
#include "tests/support/program.hpp"

namespace appell::io {
namespace {

using Texts = std::vector<std::string>;

/// What is wrong with a text that is called "m.xml"; empty if it loads.
Texts mjcf_problems(const std::string& text) {
  try {
    read_mjcf("m.xml", text);
  } catch (const ModelError& error) {
    return error.problems();
  }
  return {};
}

/// A body 'b' that has a joint and this inside, on line 2.
std::string in_body(const std::string& inside, const std::string& before = "") {
  return "<mujoco>" + before + "<worldbody><body name='b'><joint/>\n" + inside +
         "\n</body></worldbody></mujoco>";
}

struct MjcfCase {
  const char* what;
  std::string text;
  Texts expected;
};

const std::string kSphere = "<geom size='1'/>";

const MjcfCase kMjcfCases[] = {
    {"no XML", "<mujoco>", {"m.xml:1:8: not well-formed XML: Start-end tags mismatch"}},
    {"another root",
     "<robot/>",
     {"m.xml:1:1: <robot> is the outermost element; <mujoco> is needed"}},
    {"empty", "", {"m.xml:1:1: there is no element; exactly one is needed"}},
    {"section",
     "<mujoco>\n<worldbdy/></mujoco>",
     {"m.xml:2:1: <worldbdy> is not known here (did you mean 'worldbody'?)"}},
    {"type of a joint",
     in_body("<joint type='hing'/>" + kSphere),
     {"m.xml:2:1: body 'b': <joint> type is \"hing\" (did you mean 'hinge'?); one of free, ball, "
      "slide, hinge is needed"}},
    {"axis",
     in_body("<joint name='j' axis='0 0 0'/>" + kSphere),
     {"m.xml:2:1: joint 'j': axis is \"0 0 0\"; a direction is needed"}},
    {"a near miss that carries a number",
     in_body("<joint name='j' armatur='1'/>" + kSphere),
     {"m.xml:2:1: joint 'j': attribute 'armatur' is not known (did you mean 'armature'?)"}},
    {"numbers",
     in_body("<joint name='j' damping='x' range='1'/>" + kSphere),
     {"m.xml:2:1: joint 'j': damping is \"x\"; a finite number is needed",
      "m.xml:2:1: joint 'j': range is \"1\"; 2 finite numbers are needed"}},
    {"negative",
     in_body("<joint name='j' frictionloss='-1'/>" + kSphere),
     {"m.xml:2:1: joint 'j': frictionloss is -1; it must not be negative"}},
    {"a wrong default is shown where it stands",
     in_body("<geom/>", "<default><geom size='-1'/></default>"),
     {"m.xml:1:18: <geom> size is \"-1\"; a sphere needs 1 positive number"}},
    {"size of a geom",
     in_body("<geom name='g' type='box' size='1 1'/>"),
     {"m.xml:2:1: geom 'g': size is \"1 1\"; a box needs 3 positive numbers"}},
    {"fromto of a sphere",
     in_body("<geom name='g' size='1' fromto='0 0 0 1 1 1'/>"),
     {"m.xml:2:1: geom 'g': a sphere has no fromto; capsule, cylinder, box or ellipsoid has"}},
    {"no length",
     in_body("<geom name='g' type='capsule' size='1' fromto='1 1 1 1 1 1'/>"),
     {"m.xml:2:1: geom 'g': fromto is \"1 1 1 1 1 1\"; two different points are needed"}},
    {"pos and fromto",
     in_body("<geom name='g' type='capsule' size='1' pos='1 0 0' fromto='1 1 1 2 1 1'/>"),
     {"m.xml:2:1: geom 'g': has both pos and fromto; one is needed"}},
    {"type of a geom",
     in_body("<geom name='g' type='ball' size='1'/>"),
     {"m.xml:2:1: geom 'g': type is \"ball\"; one of sphere, capsule, cylinder, box, ellipsoid, "
      "mesh, plane, hfield, sdf is needed"}},
    {"a mesh that is not there",
     in_body("<geom name='g' type='mesh' mesh='q'/>",
             "<asset><mesh name='q' file='q.stl'/></asset>"),
     {"m.xml:2:1: geom 'g': cannot be weighed: file 'q.stl' is not found; its body needs an "
      "<inertial>, or the geom a file that is there"}},
    {"a mesh that nobody has",
     in_body("<geom name='g' type='mesh' mesh='q'/>"),
     {"m.xml:2:1: geom 'g': cannot be weighed: there is no mesh 'q'; its body needs an <inertial>, "
      "or the geom a file that is there"}},
    {"a fitted geom",
     in_body("<geom name='g' type='box' mesh='q'/>"),
     {"m.xml:2:1: geom 'g': is a box fitted to a mesh, which cannot be weighed; its body needs an "
      "<inertial>"}},
    {"a shell",
     in_body("<geom name='g' size='1' shellinertia='true'/>"),
     {"m.xml:2:1: geom 'g': shellinertia is true; only solid geoms can be weighed, so the body "
      "needs an <inertial>"}},
    {"class",
     in_body("<geom name='g' class='hevy' size='1'/>",
             "<default><default class='heavy'/></default>"),
     {"m.xml:2:1: geom 'g': class is 'hevy' (did you mean 'heavy'?); known are heavy, main"}},
    {"no classes",
     in_body("<geom name='g' class='c' size='1'/>"),
     {"m.xml:2:1: geom 'g': class is 'c'; there are no classes"}},
    {"a class twice",
     "<mujoco><default><default class='a'/>\n<default class='a'/></default></mujoco>",
     {"m.xml:1:18: <default> class 'a' is there already; names must be unique"}},
    {"a class without a name",
     "<mujoco><default>\n<default/></default></mujoco>",
     {"m.xml:2:1: <default> attribute 'class' is missing; a text is needed"}},
    {"two orientations",
     in_body("<geom name='g' size='1' quat='1 0 0 0' euler='0 0 0'/>"),
     {"m.xml:2:1: geom 'g': has quat, euler; one form of orientation is needed"}},
    {"a zero quaternion",
     in_body("<geom name='g' size='1' quat='0 0 0 0'/>"),
     {"m.xml:2:1: geom 'g': quat is \"0 0 0 0\"; a quaternion w x y z that is not zero is needed"}},
    {"parallel axes",
     in_body("<geom name='g' size='1' xyaxes='1 0 0 2 0 0'/>"),
     {"m.xml:2:1: geom 'g': xyaxes is \"1 0 0 2 0 0\"; two directions that are not parallel are "
      "needed"}},
    {"sequence of angles",
     "<mujoco>\n<compiler eulerseq='xyw'/></mujoco>",
     {"m.xml:2:1: <compiler> eulerseq is \"xyw\"; three of the letters x, y, z, X, Y, Z are "
      "needed"}},
    {"global coordinates",
     "<mujoco>\n<compiler coordinate='global'/></mujoco>",
     {"m.xml:2:1: <compiler> coordinate is \"global\"; local coordinates are needed (MuJoCo has "
      "given up global ones; its older versions can save the model in local ones)"}},
    {"unit of angles",
     "<mujoco>\n<compiler angle='gon'/></mujoco>",
     {"m.xml:2:1: <compiler> angle is \"gon\"; one of degree, radian is needed"}},
    {"a word that is no flag",
     "<mujoco>\n<compiler autolimits='yes'/></mujoco>",
     {"m.xml:2:1: <compiler> autolimits is \"yes\"; true or false is needed"}},
    {"an inertial without inertia",
     in_body("<inertial pos='0 0 0' mass='1'/>"),
     {"m.xml:2:1: body 'b': <inertial> has neither diaginertia nor fullinertia; one is needed"}},
    {"an inertial with too much",
     in_body("<inertial mass='1' fullinertia='1 1 1 0 0 0' euler='1 0 0'/>"),
     {"m.xml:2:1: body 'b': <inertial> has both fullinertia and euler"}},
    {"an impossible inertia",
     in_body("<inertial mass='1' diaginertia='1 1 3'/>"),
     {"m.xml:1:20: body 'b': no real body has this inertia: its principal moments 1, 1, 3 kg m² "
      "break the triangle inequality (the largest exceeds the sum of the others by 1)"}},
    {"a free body that hangs on another",
     in_body(kSphere + "<body name='c'><freejoint/>" + kSphere + "</body>"),
     {"m.xml:2:32: body 'c': <freejoint> is free; only a body of the world without other joints "
      "can be"}},
    {"a joint of the world",
     "<mujoco><worldbody>\n<joint name='j'/></worldbody></mujoco>",
     {"m.xml:2:1: joint 'j': the world cannot move; no joint"}},
    {"what would add bodies",
     in_body("<replicate count='3'/>" + kSphere),
     {"m.xml:2:1: body 'b': <replicate> is not read, and it changes the mechanics; write out what "
      "it stands for (MuJoCo can save the compiled model as XML)"}},
    {"a name twice",
     in_body(kSphere + "<body name='b'/>"),
     {"m.xml:2:17: body 'b': this name is already taken; names must be unique",
      "m.xml:2:17: body 'b': its child link 'b' already hangs on joint 'b_joint'; a link has one "
      "parent"}},
    {"a loop",
     "<mujoco><worldbody/><equality>\n<weld name='w' body1='a' body2='b'/></equality></mujoco>",
     {"m.xml:2:1: weld 'w': closes a loop of body1 'a', body2 'b'; only trees can be loaded, "
      "unless "
      "loops may stay open"}},
    {"a coupling of nothing",
     "<mujoco><worldbody/><equality>\n<joint joint1='a' joint2='b'/></equality></mujoco>",
     {"m.xml:2:1: <joint> joint1 is 'a'; a hinge or slide joint of this model is needed",
      "m.xml:2:1: <joint> joint2 is 'b'; a hinge or slide joint of this model is needed"}},
    {"a near miss of an option",
     "<mujoco>\n<option gravty='0 0 -1'/></mujoco>",
     {"m.xml:2:1: <option> attribute 'gravty' is not known (did you mean 'gravity'?)"}},
    {"a near miss of a flag",
     "<mujoco>\n<option><flg gravity='disable'/>\n<flag gravty='disable'/></option></mujoco>",
     {"m.xml:2:9: <flg> is not known here (did you mean 'flag'?)",
      "m.xml:3:1: <flag> attribute 'gravty' is not known (did you mean 'gravity'?)"}},
    {"a word that is no switch",
     "<mujoco>\n<option><flag gravity='off'/></option></mujoco>",
     {"m.xml:2:9: <flag> gravity is \"off\"; one of enable, disable is needed"}},
    {"a near miss of a default",
     "<mujoco><default>\n<jiont damping='1'/></default></mujoco>",
     {"m.xml:2:1: <jiont> is not known here (did you mean 'joint'?)"}},
    {"an inertial in a frame",
     in_body("<frame pos='1 0 0'><inertial mass='1' diaginertia='1 1 1'/></frame>"),
     {"m.xml:2:20: body 'b': <inertial> stands in a <frame>; put it into the <body> itself"}},
    {"a shell of a mesh",
     in_body("<geom name='g' type='mesh' mesh='q'/>",
             "<asset><mesh name='q' file='q.stl' inertia='shell'/></asset>"),
     {"m.xml:2:1: geom 'g': shows a mesh with inertia=\"shell\"; only solid geoms can be weighed, "
      "so "
      "the body needs an <inertial>"}},
    {"a file that is not there",
     "<mujoco>\n<include file='no/such.xml'/></mujoco>",
     {"m.xml:2:1: <include> file 'no/such.xml': no/such.xml: cannot be opened: No such file or "
      "directory"}},
    {"an include without file",
     "<mujoco>\n<include/></mujoco>",
     {"m.xml:2:1: <include> attribute 'file' is missing; a text is needed"}},
    {"masses beyond a double",
     "<mujoco><compiler boundmass='1'/><worldbody>\n<body name='b'><joint/><geom size='1e40' "
     "density='1e300'/></body></worldbody></mujoco>",
     {"m.xml:2:1: body 'b': mass, centre of mass and inertia must be finite numbers"}},
};

TEST(MjcfErrors, EveryMessageSaysWhereWhatAndWhatIsNeeded) {
  for (const MjcfCase& wrong : kMjcfCases) {
    EXPECT_EQ(mjcf_problems(wrong.text), wrong.expected) << wrong.what;
  }
}

TEST(MjcfErrors, AnIncludedFileIsNamed) {
  const support::TemporaryFolder folder;
  const std::string part = folder.write("part.xml", "<x>\n<body name='b' pos='1'/></x>");
  const std::string main = folder.write(
      "main.xml", "<mujoco><worldbody><include file='part.xml'/></worldbody></mujoco>");
  try {
    load_model(main);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const ModelError& error) {
    EXPECT_EQ(error.problems(),
              Texts{part + ":2:1: body 'b': pos is \"1\"; 3 finite numbers are needed"});
  }
}

}  // namespace
}  // namespace appell::io
