// SDF files: frames, axes and joints as the format means them, against hand-made expectations and a
// URDF of the same robot; every message in full; hostile files.
#include <algorithm>
#include <filesystem>
#include <iostream>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/force/generalized_force.hpp"
#include "appell/force/motion_matrices.hpp"
#include "appell/io/load_model.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/spatial/rotation.hpp"
#include "tests/io/loaded.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/places.hpp"
#include "tests/support/random_model.hpp"

namespace appell::io {
namespace {

using model::JointKind;
using support::near;
using Texts = std::vector<std::string>;

const std::string kUnit = "<inertial><mass>1</mass></inertial>";

std::string sdf_link(const std::string& name, const std::string& inside = "") {
  return "<link name='" + name + "'>" + inside + kUnit + "</link>";
}

std::string sdf_joint(const std::string& name, const std::string& type, const std::string& parent,
                      const std::string& child, const std::string& inside) {
  return "<joint name='" + name + "' type='" + type + "'><parent>" + parent + "</parent><child>" +
         child + "</child>" + inside + "</joint>";
}

/// A model 'm' with this inside, from line 2 on.
std::string sdf_model(const std::string& inside, const std::string& version = "1.8") {
  return "<sdf version='" + version + "'><model name='m'>\n" + inside + "</model></sdf>";
}

LoadResult from_sdf(const std::string& text, const LoadOptions& options = {}) {
  return read_sdf("m.sdf", text, options);
}

const std::string kAxis = "<axis><xyz>0 0 1</xyz></axis>";

/// Where a link is at q = 0.
spatial::Transform at_rest(const LoadResult& loaded, const std::string& link) {
  const model::StateSeries zero(0, VecX::Zero(loaded.model.num_coordinates()));
  const auto motion = kinematics::propagate(loaded.model, zero);
  const auto X = kinematics::frame_motion(motion, loaded.model.frame(link));
  return {X.R[0], X.p[0]};
}

TEST(Sdf, EveryFieldOfALinkAndAJointArrives) {
  const LoadResult loaded = from_sdf(sdf_model(
      sdf_link("a") +
      "<link name='b'><pose>1 2 3 0 0 0</pose><inertial><pose>0.1 0 0 0.2 0.3 0.4</pose>"
      "<mass>2</mass><inertia><ixx>2</ixx><ixy>0.1</ixy><ixz>0.2</ixz><iyy>3</iyy><iyz>0.3</iyz>"
      "<izz>4</izz></inertia></inertial></link>" +
      sdf_joint("j", "revolute", "a", "b",
                "<axis><xyz>0 2 0</xyz><limit><lower>-1</lower><upper>1e16</upper>"
                "<effort>-1</effort><velocity>5</velocity></limit>"
                "<dynamics><damping>0.5</damping><friction>0.25</friction></dynamics></axis>")));
  const model::Inertial& inertial = link(loaded, 1).inertial;
  EXPECT_EQ(inertial.mass, 2.0);
  EXPECT_EQ(inertial.X_LC.xyz, Vec3(0.1, 0, 0));
  Mat3 I;
  I << 2, 0.1, 0.2, 0.1, 3, 0.3, 0.2, 0.3, 4;
  EXPECT_EQ(inertial.inertia, I);
  const model::Joint& j = joint(loaded, 0);
  EXPECT_EQ(j.kind, JointKind::kRevolute);
  EXPECT_EQ(j.axis, Vec3(0, 2, 0));
  EXPECT_EQ(j.limits.lower, -1.0);
  EXPECT_EQ(j.limits.upper, model::Limits::kNone);
  EXPECT_EQ(j.limits.effort, model::Limits::kNone);
  EXPECT_EQ(j.limits.velocity, 5.0);
  EXPECT_EQ(j.friction.viscous, 0.5);
  EXPECT_EQ(j.friction.dry, 0.25);
  EXPECT_EQ(at_rest(loaded, "b").p, Vec3(1, 2, 3));
}

TEST(Sdf, AnEmptyRangeIsNoLimit) {
  const LoadResult loaded = from_sdf(
      sdf_model(sdf_link("a") + sdf_link("b") +
                sdf_joint("j", "revolute", "a", "b",
                          "<axis><limit><lower>1e16</lower><upper>-1e16</upper></limit></axis>")));
  EXPECT_EQ(joint(loaded, 0).limits.lower, -model::Limits::kNone);
  EXPECT_EQ(joint(loaded, 0).limits.upper, model::Limits::kNone);
  const bool is_said =
      std::any_of(loaded.warnings.begin(), loaded.warnings.end(), [](const std::string& warning) {
        return warning.find("the range from inf to -inf is empty, so the joint has no position") !=
               std::string::npos;
      });
  EXPECT_TRUE(is_said);
}

TEST(Sdf, PosesAreRelativeToAnyFrame) {
  const std::string quarter = "1.5707963267948966";
  const LoadResult loaded = from_sdf(
      sdf_model(sdf_link("a", "<pose>0 0 1 0 0 0</pose>") +
                sdf_link("b", "<pose relative_to='f'>1 0 0 0 0 0</pose>") +
                sdf_link("c", "<pose relative_to='jc'>0 0 0.5 0 0 0</pose>") +
                "<frame name='f' attached_to='a'><pose relative_to='g'>0 0 0 0 0 " + quarter +
                "</pose></frame><frame name='g'><pose degrees='true'>0 2 0 0 0 0</pose></frame>" +
                sdf_joint("jb", "revolute", "f", "b", kAxis) +  // The frame f moves with link a.
                sdf_joint("jc", "prismatic", "b", "c",
                          "<pose relative_to='b' rotation_format='quat_xyzw'>0 0 1 1 0 0 1</pose>"
                          "<axis><xyz expressed_in='__model__'>0 0 3</xyz></axis>")));
  EXPECT_EQ(joint(loaded, 0).parent, "a");
  // World: the frame of link a, which is 1 above the model's. f is at (0, 2, 0), turned about z.
  EXPECT_TRUE(near(at_rest(loaded, "b").p, Vec3(0, 3, -1), 1e-15));
  // jc is 1 above b and turned by 90° about x of b; its z is -y of b: x of the model.
  EXPECT_TRUE(near(at_rest(loaded, "c").p, Vec3(0.5, 3, 0), 1e-15));
  const spatial::Transform X = at_rest(loaded, "c");  // Its axis is z of the model.
  EXPECT_TRUE(near(X.R * joint(loaded, 1).axis, Vec3(0, 0, 3), 1e-15));
  EXPECT_EQ(joint(loaded, 1).X_JC.xyz, Vec3(0, 0, 0.5));
}

TEST(Sdf, EveryTypeOfJoint) {
  const auto only = [](const std::string& type, const std::string& inside) {
    return from_sdf(
        sdf_model(sdf_link("a") + sdf_link("b") + sdf_joint("j", type, "a", "b", inside)));
  };
  EXPECT_EQ(joint(only("fixed", ""), 0).kind, JointKind::kFixed);
  EXPECT_EQ(joint(only("continuous", kAxis), 0).kind, JointKind::kContinuous);
  EXPECT_EQ(joint(only("prismatic", kAxis), 0).kind, JointKind::kPrismatic);
  EXPECT_EQ(joint(only("ball", ""), 0).kind, JointKind::kSpherical);
  const model::Joint old = joint(only("screw", "<thread_pitch>-4</thread_pitch>" + kAxis), 0);
  EXPECT_EQ(old.pitch, 0.25);  // One metre is minus four radians.
  const model::Joint screw =
      joint(only("screw", "<screw_thread_pitch>0.5</screw_thread_pitch>" + kAxis), 0);
  EXPECT_EQ(screw.kind, JointKind::kHelical);
  EXPECT_TRUE(near(screw.pitch, 0.5 / (2.0 * kPi), 1e-15));
  const LoadResult universal =
      only("universal", kAxis +
                            "<axis2><xyz>1 0 0</xyz><dynamics><damping>2</damping></dynamics>"
                            "</axis2>");
  ASSERT_EQ(universal.model.num_coordinates(), 2);
  EXPECT_EQ(universal.model.coordinates()[0].name, "j_axis");
  EXPECT_EQ(universal.model.coordinates()[1].name, "j_axis2");
  EXPECT_EQ(joint(universal, 1).axis, Vec3(1, 0, 0));
  EXPECT_EQ(joint(universal, 1).friction.viscous, 2.0);
}

TEST(Sdf, OldVersionsGiveAxesInTheModelFrame) {
  const std::string turned = sdf_link("a") +
                             sdf_link("b", "<pose>0 0 0 1.5707963267948966 0 0</pose>") +
                             sdf_joint("j", "revolute", "a", "b", kAxis);
  EXPECT_EQ(joint(from_sdf(sdf_model(turned, "1.6")), 0).axis, Vec3(0, 0, 1));
  EXPECT_TRUE(near(joint(from_sdf(sdf_model(turned, "1.4")), 0).axis, Vec3(0, 1, 0), 1e-15));
}

TEST(Sdf, TheWorldIsALinkWhereItMatters) {
  const LoadResult held = from_sdf(sdf_model("<pose>0 0 2 0 0 0</pose>" + sdf_link("a") +
                                             sdf_joint("j", "revolute", "world", "a", kAxis)));
  EXPECT_EQ(link(held, 0).name, "world");
  EXPECT_EQ(at_rest(held, "a").p, Vec3(0, 0, 2));
  EXPECT_EQ(held.warnings, Texts{});
  const LoadResult turned = from_sdf(sdf_model("<pose>0 0 0 1 0 0</pose>" + sdf_link("a")));
  EXPECT_EQ(joint(turned, 0).name, "world_fixed");
  EXPECT_EQ(turned.warnings,
            Texts{"m.sdf:1:20: model 'm': no joint holds link 'a' in the world; it is the fixed "
                  "base here, not a floating one"});
  EXPECT_EQ(from_sdf(sdf_model(sdf_link("a"))).model.frames().size(), 1U);
}

// Oracle: the frame that the pose is said to place is there; here link b, 1 m in front of a and
// turned.
TEST(Sdf, ThePoseMayPlaceAnyFrameOfTheModel) {
  const std::string inside = "<pose>0 0 2 0 0.3 0</pose>" + sdf_link("a") +
                             sdf_link("b", "<pose relative_to='a'>1 0 0 0.5 0 0</pose>") +
                             sdf_joint("h", "fixed", "world", "a", "") +
                             sdf_joint("j", "revolute", "a", "b", kAxis);
  std::string text = sdf_model(inside);
  text.replace(text.find("<model "), 7, "<model placement_frame='b' ");
  const LoadResult placed = from_sdf(text);
  EXPECT_TRUE(near(at_rest(placed, "b").p, Vec3(0, 0, 2), 1e-15));
  EXPECT_TRUE(near(at_rest(placed, "b").R, spatial::rotation_about(Vec3::UnitY(), 0.3), 1e-15));
  EXPECT_GT((at_rest(placed, "a").p - Vec3(0, 0, 2)).norm(), 0.9);
}

struct SdfCase {
  const char* what;
  std::string text;
  Texts expected;
};

const SdfCase kSdfCases[] = {
    {"another root", "<robot/>", {"m.sdf:1:1: <robot> is the outermost element; <sdf> is needed"}},
    {"no model", "<sdf version='1.7'/>", {"m.sdf:1:1: <sdf> has 0 models; one <model> is needed"}},
    {"include",
     sdf_model("<include><uri>model://x</uri></include>"),
     {"m.sdf:2:1: model 'm': <include> other files are not included; put the model into this file "
      "(gz sdf -p)"}},
    {"a model in a model",
     sdf_model("<model name='n'/>"),
     {"m.sdf:2:1: model 'm': model 'n': is a model in a model; put its links, joints and frames "
      "into the outer one"}},
    {"a near miss",
     sdf_model("<lnik name='a'/>"),
     {"m.sdf:2:1: model 'm': lnik 'a': is not known here (did you mean 'link'?)"}},
    {"a near miss in a link",
     sdf_model("<link name='a'><inertail/></link>"),
     {"m.sdf:2:16: model 'm': link 'a': <inertail> is not known here (did you mean 'inertial'?)"}},
    {"a number",
     sdf_model("<link name='a'><inertial><mass>one</mass></inertial></link>"),
     {"m.sdf:2:26: model 'm': link 'a': <mass> is \"one\"; 1 finite number is needed"}},
    {"a pose",
     sdf_model("<link name='a'><pose>1 2 3</pose></link>"),
     {"m.sdf:2:16: model 'm': link 'a': <pose> is \"1 2 3\"; 6 finite numbers are needed"}},
    {"a frame that nobody has",
     sdf_model(sdf_link("a", "<pose relative_to='b'/>")),
     {"m.sdf:2:1: model 'm': link 'a': names 'b', which is no link, joint or frame of this model "
      "(did you mean 'a'?)"}},
    {"a frame to place that nobody has",
     "<sdf version='1.8'><model name='m' placement_frame='b'>\n" + sdf_link("a") + "</model></sdf>",
     {"m.sdf:1:20: model 'm': names 'b', which is no link, joint or frame of this model (did you "
      "mean 'a'?)"}},
    {"a circle of poses",
     sdf_model(sdf_link("a", "<pose relative_to='b'/>") + sdf_link("b", "<pose relative_to='a'/>")),
     {"m.sdf:2:1: model 'm': link 'a': its pose is relative to 'b', and that, over others perhaps, "
      "to itself; such poses mean nothing"}},
    {"a circle of frames",
     sdf_model(sdf_link("a") + "\n<frame name='f' attached_to='g'><pose relative_to='a'/></frame>"
                               "<frame name='g' attached_to='f'><pose relative_to='a'/></frame>"),
     {"m.sdf:3:64: model 'm': frame 'g': is attached to 'f', and that, over others perhaps, to "
      "it"}},
    {"a name twice",
     sdf_model(sdf_link("a") + "\n<frame name='a'/>"),
     {"m.sdf:3:1: model 'm': frame 'a': this name is already taken; links, joints and frames need "
      "names of their own"}},
    {"no axis",
     sdf_model(sdf_link("a") + sdf_link("b") + "\n" + sdf_joint("j", "revolute", "a", "b", "")),
     {"m.sdf:3:1: model 'm': joint 'j': has no <axis>; one is needed"}},
    {"type",
     sdf_model(sdf_link("a") + sdf_link("b") + "\n" + sdf_joint("j", "hinge", "a", "b", kAxis)),
     {"m.sdf:3:1: model 'm': joint 'j': type is 'hinge'; one of ball, continuous, fixed, "
      "prismatic, "
      "revolute, revolute2, screw, universal is needed"}},
    {"zero axis",
     sdf_model(sdf_link("a") + sdf_link("b") + "\n" +
               sdf_joint("j", "revolute", "a", "b", "<axis><xyz>0 0 0</xyz></axis>")),
     {"m.sdf:3:73: model 'm': joint 'j': <xyz> is \"0 0 0\"; a direction is needed"}},
    {"a loop",
     sdf_model(sdf_link("a") + sdf_link("b") + sdf_joint("j", "fixed", "a", "b", "") + "\n" +
               sdf_joint("k", "revolute", "a", "b", kAxis)),
     {"m.sdf:3:1: model 'm': joint 'k': its child link 'b' already hangs on joint 'j'; a link has "
      "one parent"}},
    {"inertia from shapes",
     sdf_model("<link name='a'><inertial auto='true'/></link>"),
     {"m.sdf:2:16: model 'm': link 'a': <inertial> is to be found from the shapes; mass and "
      "inertia "
      "are needed"}},
};

TEST(Sdf, EveryMessageSaysWhereWhatAndWhatIsNeeded) {
  for (const SdfCase& wrong : kSdfCases) {
    try {
      from_sdf(wrong.text);
      ADD_FAILURE() << wrong.what << ": nothing was thrown";
    } catch (const ModelError& error) {
      EXPECT_EQ(error.problems(), wrong.expected) << wrong.what;
    }
  }
}

TEST(Sdf, ALoopMayStayOpen) {
  const std::string loop = sdf_model(
      sdf_link("a") + sdf_link("b") + sdf_link("c") + sdf_joint("j", "revolute", "a", "b", kAxis) +
      sdf_joint("k", "revolute", "a", "c", kAxis) + sdf_joint("l", "revolute", "b", "c", kAxis));
  EXPECT_THROW(from_sdf(loop), ModelError);
  EXPECT_EQ(from_sdf(loop, {.open_loops = true}).model.num_coordinates(), 2);
}

TEST(Sdf, LongChainsOfPosesTakeNoLongerThanTheyAre) {
  std::string text;
  for (int i = 0; i < 20000; ++i) {
    const std::string name = "l" + std::to_string(i);
    const std::string before = i == 0 ? "__model__" : "l" + std::to_string(i - 1);
    text += sdf_link(name, "<pose relative_to='" + before + "'>0 0 1 0 0 0</pose>");
    if (i > 0) text += sdf_joint("j" + std::to_string(i), "revolute", before, name, kAxis);
  }
  EXPECT_EQ(from_sdf(sdf_model(text)).model.num_coordinates(), 19999);
}

TEST(Sdf, TheForeignHumanoidIsThatOfItsUrdf) {
  const std::string shared = support::source_dir() + "/../shared";
  if (!std::filesystem::exists(shared + "/sdf/simple_humanoid.sdf") ||
      !std::filesystem::exists(shared + "/robots/simple_humanoid.urdf")) {
    GTEST_SKIP() << "no folder of foreign robots";
  }
  const model::Model sdf = load_model(shared + "/sdf/simple_humanoid.sdf").model;
  const model::Model urdf = load_model(shared + "/robots/simple_humanoid.urdf").model;
  ASSERT_EQ(sdf.num_coordinates(), urdf.num_coordinates());
  const int n = sdf.num_coordinates();
  std::vector<int> theirs;  // The URDF's number of each coordinate of the SDF.
  for (const model::Coordinate& coordinate : sdf.coordinates()) {
    const auto found =
        std::find_if(urdf.coordinates().begin(), urdf.coordinates().end(),
                     [&](const model::Coordinate& other) { return other.name == coordinate.name; });
    ASSERT_NE(found, urdf.coordinates().end()) << coordinate.name;
    theirs.push_back(static_cast<int>(found - urdf.coordinates().begin()));
  }
  Eigen::PermutationMatrix<Eigen::Dynamic> P(n);  // q_urdf = P q_sdf.
  for (int i = 0; i < n; ++i) P.indices()[i] = theirs[i];
  support::Random random(1);
  const model::StateSeries state = support::random_state(random, sdf, 2);
  model::StateSeries same = state;
  for (int k = 0; k <= 2; ++k) same[k] = P * state[k];
  const auto ours = kinematics::propagate(sdf, state);
  const auto other = kinematics::propagate(urdf, same);
  const MatX M = P.transpose() * MatX(force::mass_matrix(other)[0]) * P;
  EXPECT_TRUE(near(force::mass_matrix(ours)[0], M, 1e-13));
  const VecX tau = P.transpose() * VecX(force::generalized_force(other)[0]);
  EXPECT_TRUE(near(force::generalized_force(ours)[0], tau, 1e-13));
  std::cout << n << " coordinates, force error "
            << support::largest(force::generalized_force(ours)[0] - tau) / support::largest(tau)
            << "\n";
}

}  // namespace
}  // namespace appell::io
