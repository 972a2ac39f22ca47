// What an MJCF file says arrives as MuJoCo means it, what is left out is listed, and hostile files
// do no harm. mjcf_peers_test.cpp compares with MuJoCo itself.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/io/load_model.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/mass/shape.hpp"
#include "tests/io/loaded.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/mesh_texts.hpp"
#include "tests/support/places.hpp"
#include "tests/support/program.hpp"

namespace appell::io {
namespace {

using model::JointKind;
using support::near;
using Texts = std::vector<std::string>;

LoadResult from_mjcf(const std::string& text) { return read_mjcf("m.xml", text); }

/// A model whose worldbody has this inside.
std::string mjcf_world(const std::string& inside, const std::string& before = "") {
  return "<mujoco>" + before + "<worldbody>" + inside + "</worldbody></mujoco>";
}

const std::string kPoint = "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>";

LoadResult own_mjcf(const std::string& name, const LoadOptions& options = {}) {
  return load_model(support::source_dir() + "/tests/data/mjcf/" + name, options);
}

TEST(Mjcf, AJointIsWhatTheFileSays) {
  const LoadResult loaded = own_mjcf("hinges.xml");
  EXPECT_EQ(loaded.model.name(), "hinges");
  EXPECT_EQ(loaded.warnings, Texts{});
  ASSERT_EQ(loaded.model.num_coordinates(), 3);
  const model::Joint& shoulder = joint(loaded, 0);
  EXPECT_EQ(shoulder.name, "shoulder");
  EXPECT_EQ(shoulder.parent, "world");
  EXPECT_EQ(shoulder.child, "upper");
  EXPECT_EQ(shoulder.kind, JointKind::kRevolute);
  EXPECT_TRUE(near(shoulder.limits.lower, -kPi / 2.0, 1e-15));
  EXPECT_TRUE(near(shoulder.limits.upper, 2.0 * kPi / 3.0, 1e-15));
  EXPECT_EQ(shoulder.friction.viscous, 0.3);
  EXPECT_EQ(shoulder.friction.dry, 0.2);
  EXPECT_EQ(shoulder.actuator.reflected_inertia(), 0.05);
  EXPECT_EQ(shoulder.X_JC.xyz, Vec3(-0.02, 0.01, -0.03));
  EXPECT_EQ(joint(loaded, 2).kind, JointKind::kContinuous);
  EXPECT_EQ(link(loaded, 1).inertial.mass, 2.5);
}

TEST(Mjcf, TheCoordinateIsMujocosOwn) {  // At q = ref the body is where the file has it.
  const LoadResult loaded =
      from_mjcf(mjcf_world("<body name='a' pos='1 0 0'>" + kPoint +
                               "<joint name='j' axis='0 0 1' pos='0 1 0' ref='0.5' range='0 1'/>"
                               "<body name='b' pos='0 0 1'>" +
                               kPoint +
                               "<joint name='s' type='slide' ref='0.25'/></body>"
                               "</body>",
                           "<compiler angle='radian'/>"));
  const auto place = [&](double j, double s, const char* link) {
    model::StateSeries state(0, VecX::Zero(2));
    state[0] << j, s;
    const auto motion = kinematics::propagate(loaded.model, state);
    const auto X = kinematics::frame_motion(motion, loaded.model.frame(link));
    return spatial::Transform{X.R[0], X.p[0]};
  };
  EXPECT_TRUE(near(place(0.5, 0.25, "a").p, Vec3(1, 0, 0), 1e-15));
  EXPECT_TRUE(near(place(0.5, 0.25, "b").p, Vec3(1, 0, 1), 1e-15));
  EXPECT_TRUE(near(place(0.5, 1.25, "b").p, Vec3(1, 0, 2), 1e-15));
  const double quarter = 0.5 + kPi / 2.0;  // Turned by 90° about the point (1, 1, 0).
  EXPECT_TRUE(near(place(quarter, 0.25, "a").p, Vec3(2, 1, 0), 1e-15));
}

TEST(Mjcf, SeveralJointsOfABodyAreAChain) {
  const LoadResult loaded = own_mjcf("several_joints.xml");
  const Texts expected{"x", "y", "yaw", "flex", "abduct", "twist", "shoulder_joint4"};
  Texts names;
  for (const model::Coordinate& coordinate : loaded.model.coordinates()) {
    names.push_back(coordinate.name);
  }
  EXPECT_EQ(names, expected);
  EXPECT_EQ(link(loaded, 1).name, "cart_1");
  EXPECT_EQ(link(loaded, 2).name, "cart_2");
  EXPECT_EQ(link(loaded, 3).name, "cart");
  EXPECT_EQ(link(loaded, 1).inertial.mass, 0.0);
  EXPECT_EQ(joint(loaded, 2).parent, "cart_2");
  EXPECT_EQ(joint(loaded, 3).parent, "cart");
}

TEST(Mjcf, WhatHasNoNameIsCalledAfterItsBody) {
  const LoadResult loaded = own_mjcf("tree.xml");
  Texts links;
  for (const model::Link& link : loaded.model.description().links) links.push_back(link.name);
  // The second body of the file, which has no name, cannot be body3: one that follows has it.
  EXPECT_EQ(links, (Texts{"world", "body1", "body2", "left", "body3_1", "body3", "table"}));
  EXPECT_EQ(joint(loaded, 0).name, "body1_joint");
  EXPECT_EQ(joint(loaded, 1).name, "body2_fixed");
  EXPECT_EQ(joint(loaded, 3).name, "body3_joint1");
  EXPECT_EQ(loaded.model.gravity(), Vec3(0, 0, 0));
}

TEST(Mjcf, AFreeBodyHasPlaceAndAnglesAndANote) {
  const LoadResult loaded = own_mjcf("free.xml");
  EXPECT_EQ(joint(loaded, 0).kind, JointKind::kFree);
  EXPECT_EQ(loaded.model.coordinates()[0].name, "root.x");
  EXPECT_EQ(loaded.model.coordinates()[5].name, "root.gamma");
  ASSERT_EQ(loaded.warnings.size(), 1U);
  EXPECT_NE(loaded.warnings[0].find("instead of a quaternion"), std::string::npos);
}

TEST(Mjcf, EverythingLeftOutIsListedOnce) {
  const LoadResult loaded = own_mjcf("left_out.xml");
  Texts texts;
  for (const std::string& warning : loaded.warnings) {
    texts.push_back(warning.substr(warning.rfind("left_out.xml:") + 13));
  }
  EXPECT_EQ(
      texts,
      (Texts{"7:3: <custom> custom entries left out (1): they mean nothing here",
             "16:7: joint 'ja': stiffness (with springref) is left out: the force of the "
             "spring is in no result (and 1 more like it)",
             "26:3: <contact> contact pairs and exclusions left out (1): no result has contact "
             "forces",
             "29:3: <tendon> tendons left out (1): no result has their forces or inertia",
             "35:3: <actuator> actuators left out (2): forces at the joints are results here",
             "39:3: <sensor> sensors left out (3): they measure what is computed here",
             "44:3: <keyframe> key frames left out (1): states come from motions"}));
}

TEST(Mjcf, WhatJointsOfSeveralCoordinatesCannotHaveIsSaid) {
  const LoadResult loaded = from_mjcf(
      mjcf_world("<body>" + kPoint +
                 "<joint type='ball' armature='1' damping='2' frictionloss='3' range='0 1'/>"
                 "</body>"));
  EXPECT_EQ(loaded.warnings.size(), 4U);
  EXPECT_TRUE(joint(loaded, 0).friction.is_zero());
}

TEST(Mjcf, ForcesThatHaveNoPlaceHereAreSaid) {
  const LoadResult loaded = from_mjcf(
      mjcf_world("<body gravcomp='1'>" + kPoint +
                     "<joint springdamper='1 1' range='0 1'/></body><body mocap='true'/>"
                     "<body><joint/></body>",
                 "<compiler autolimits='false' alignfree='true'/><option density='1.2'/>"));
  Texts texts;
  for (const std::string& warning : loaded.warnings) {
    texts.push_back(warning.substr(warning.find(": ") + 2));
  }
  EXPECT_EQ(
      texts,
      (Texts{"<compiler> alignfree is left out: frames of free bodies stay where the file has "
             "them",
             "<option> density is left out: no result has the drag of a medium",
             "<body> gravcomp is left out: its force is in no result",
             "<joint> springdamper is left out: the spring and the damping that follow from "
             "it are in no result",
             "<joint> range is left out: autolimits is false, and limited is not given",
             "<body> is moved from outside; it rests here",
             "<body> moves and has no mass of its own"}));
  EXPECT_EQ(joint(loaded, 0).limits.upper, model::Limits::kNone);
}

/// The warnings of a text without the places.
Texts mjcf_warnings_of(const LoadResult& loaded) {
  Texts texts;
  for (const std::string& warning : loaded.warnings) {
    texts.push_back(warning.substr(warning.find(": ") + 2));
  }
  return texts;
}

TEST(Mjcf, WhatAFlagSwitchesOffStaysOffOrIsSaid) {
  const std::string moving = "<body name='a'><joint name='i'/>" + kPoint +
                             "</body><body name='b'>" + "<joint name='j' damping='2'/>" + kPoint +
                             "</body>";
  const std::string closed = "<equality><connect body1='a' body2='b' anchor='0 0 0'/></equality>";
  const LoadResult weightless = from_mjcf(mjcf_world(moving,
                                                     "<option><flag gravity='disable'/></option>"
                                                     "<option gravity='0 0 -3'/>"));
  EXPECT_EQ(weightless.model.gravity(), Vec3(0, 0, 0));
  const LoadResult again =
      from_mjcf(mjcf_world(moving,
                           "<option gravity='0 0 -3'><flag gravity='disable'/></option>"
                           "<option><flag gravity='enable'/></option>"));
  EXPECT_EQ(again.model.gravity(), Vec3(0, 0, -3));
  EXPECT_THROW(from_mjcf(mjcf_world(moving, closed)), ModelError);
  const LoadResult open =
      from_mjcf(mjcf_world(moving, closed + "<option><flag equality='disable'/></option>"));
  EXPECT_EQ(open.model.num_coordinates(), 2);
  EXPECT_EQ(mjcf_warnings_of(open), Texts{"<equality> is disabled by a <flag> and left out"});
  const LoadResult smooth =
      from_mjcf(mjcf_world(moving, closed + "<option><flag constraint='disable' damper='disable'/>"
                                            "</option>"));
  EXPECT_EQ(
      mjcf_warnings_of(smooth),
      (Texts{"<equality> is disabled by a <flag> and left out",
             "<flag> constraint is disabled; damping and frictionloss of the joints stay in "
             "Q_friction and Q_motor",
             "<flag> damper is disabled; damping and frictionloss of the joints stay in Q_friction "
             "and Q_motor"}));
}

// Oracle: by definition. What no actuator moves, by itself or by a fixed tendon, has no motor;
// where nothing is said of it, or not all is understood, everything has one.
TEST(Mjcf, JointsWithoutAnActuatorArePassive) {
  std::string bodies;
  for (const char* name : {"a", "b", "c"}) {
    bodies += concat("<body><joint name='", name, "'/>", kPoint, "</body>");
  }
  const auto passive_with = [&bodies](const std::string& sections) {
    return from_mjcf(mjcf_world(bodies, sections)).model.passive_coordinates();
  };
  EXPECT_TRUE(passive_with("").empty());
  EXPECT_EQ(passive_with("<actuator><motor joint='b'/></actuator>"), (std::vector{0, 2}));
  EXPECT_EQ(passive_with("<actuator><motor jointinparent='c'/></actuator>"), (std::vector{0, 1}));
  const std::string tendon =
      "<tendon><fixed name='pull'><joint joint='a' coef='1'/><joint joint='b' coef='1'/></fixed>"
      "</tendon>";
  EXPECT_EQ(passive_with(tendon + "<actuator><motor tendon='pull'/></actuator>"), std::vector{2});
  EXPECT_TRUE(
      passive_with("<actuator><motor joint='b'/><motor tendon='rope'/></actuator>").empty());
  EXPECT_TRUE(
      passive_with("<actuator><motor joint='b'/><motor cranksite='s'/></actuator>").empty());
}

TEST(Mjcf, WhatNewerVersionsAddIsSaid) {
  const LoadResult loaded = from_mjcf(mjcf_world(
      "<body><freejoint align='true'/>" + kPoint + "</body>",
      "<default><motor armature='0.1'/></default><actuator><motor joint='a'/></actuator>"));
  EXPECT_EQ(
      mjcf_warnings_of(loaded),
      (Texts{
          "<motor> armature of an actuator is left out: what it adds in MuJoCo is in no result; "
          "give it to the joint",
          "<actuator> actuators left out (1): forces at the joints are results here",
          "<freejoint> align is left out: the frame of the body stays where the file has it, and "
          "so do its coordinates",
          "<freejoint> is free: coordinates x, y, z are its place in the world, alpha, beta, "
          "gamma turns about the moving x, y, z axes, instead of a quaternion"}));
  const LoadResult visual =
      from_mjcf(mjcf_world("<body><joint/><geom size='0.1' contype='0' conaffinity='0'/></body>",
                           "<compiler discardvisual='true'/>"));
  EXPECT_GT(visual.model.bodies()[0].rigid_mass.mass, 4.0);
  EXPECT_EQ(mjcf_warnings_of(visual),
            Texts{"<geom> is visual and weighed although discardvisual is true: "
                  "MuJoCo 3 does so, too; older ones do not"});
}

TEST(Mjcf, TheWorldMayHaveAChildclass) {
  const LoadResult loaded = from_mjcf(
      "<mujoco><default><default class='light'><geom density='1'/></default></default>"
      "<worldbody childclass='light'><body><joint/><geom type='box' size='1 1 1'/></body>"
      "</worldbody></mujoco>");
  EXPECT_EQ(loaded.model.bodies()[0].rigid_mass.mass, 8.0);
}

// A geom's own colour, that of its class, that of its material; else none.
TEST(Mjcf, GeomsHaveColours) {
  const LoadResult loaded = from_mjcf(
      "<mujoco><default><default class='c'><geom rgba='0 1 0 1'/></default></default>"
      "<asset><material name='m' rgba='0.5 0.25 0.125 1'/></asset><worldbody><body><joint/>"
      "<geom size='1' rgba='1 0 0 1' material='m'/><geom size='1' class='c'/>"
      "<geom size='1' material='m'/><geom size='1'/></body></worldbody></mujoco>");
  const std::vector<model::Geometry>& all = link(loaded, 1).geometries;
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].colour, Vec3(1, 0, 0));
  EXPECT_EQ(all[1].colour, Vec3(0, 1, 0));
  EXPECT_EQ(all[2].colour, Vec3(0.5, 0.25, 0.125));
  EXPECT_FALSE(all[3].colour);
}

TEST(Mjcf, AMeshIsWeighedByWhatIsInside) {
  const support::TemporaryFolder folder;
  folder.write("wedge.obj",
               support::text_of(support::source_dir() + "/tests/data/mjcf/parts/wedge.obj"));
  const std::string file = folder.write(
      "m.xml",
      "<mujoco><asset><mesh name='w' file='wedge.obj' scale='2 1 -1'/></asset><worldbody>"
      "<body><joint/><geom type='mesh' mesh='w' pos='0 0 1' density='500'/></body>"
      "</worldbody></mujoco>");
  const LoadResult loaded = load_model(file);
  const mass::RigidMass body = link(loaded, 1).inertial.rigid_mass();
  EXPECT_TRUE(near(body.mass, 500.0 * 0.5 * 0.5 * 0.1875 * 0.125, 1e-14));
  EXPECT_TRUE(near(body.p_BBcm, Vec3(0.5 / 3.0, 0.0625, 1.0 - 0.0625), 1e-14));
}

/// A body of one mesh geom whose mesh is a unit box without its lid, from a file in this folder.
std::string open_box_robot(const support::TemporaryFolder& folder, const std::string& geom) {
  mass::Mesh box = support::box_mesh({0.3, 0.2, 0.5});
  std::erase_if(box.triangles, [&](const auto& t) {
    return std::all_of(t.begin(), t.end(), [&](int i) { return box.vertices[i].z() > 0.0; });
  });
  EXPECT_EQ(box.triangles.size(), 10U);
  folder.write("box.stl", support::binary_stl(box));
  return folder.write("m.xml",
                      "<mujoco><asset><mesh name='q' file='box.stl'/></asset><worldbody>"
                      "<body name='b'><joint/>\n<geom name='g' type='mesh' mesh='q' " +
                          geom + "/></body></worldbody></mujoco>");
}

// Oracle: an open box, closed or as its hull, is the box; single precision of STL.
TEST(Mjcf, AnOpenMeshIsClosedAndSaidSo) {
  const support::TemporaryFolder folder;
  const std::string file = open_box_robot(folder, "density='500'");
  for (const mass::OpenMeshes rule : {mass::OpenMeshes::kClose, mass::OpenMeshes::kHull}) {
    const LoadResult loaded = load_model(file, {.open_meshes = rule});
    EXPECT_EQ(loaded.num_open_meshes, 1U);
    const mass::RigidMass body = link(loaded, 1).inertial.rigid_mass();
    EXPECT_TRUE(near(body.mass, 500.0 * 0.03, 1e-7));
    EXPECT_TRUE(near(body.second_moment(2, 2), 15.0 * 0.5 * 0.5 / 12.0, 1e-7));
    EXPECT_NE(loaded.warnings[0].find("m.xml:2:1: geom 'g': mesh 'q' (box.stl) gives its body an "
                                      "inertia but has no inside: "),
              std::string::npos)
        << loaded.warnings[0];
  }
  EXPECT_THROW_MESSAGE(load_model(file, {.open_meshes = mass::OpenMeshes::kRefuse}), ModelError,
                       "geom 'g': cannot be weighed: mesh 'q' (box.stl): mesh: the edge between");
}

// Meshes and sizes that add no mass are not looked at.
TEST(Mjcf, WeightlessGeomsNeedNothing) {
  const support::TemporaryFolder folder;
  for (const char* weightless : {"mass='0'", "density='0'"}) {
    const std::string file = open_box_robot(folder, weightless);
    const LoadResult loaded = load_model(
        file, {.physics = mass::Physics::kNotChecked, .open_meshes = mass::OpenMeshes::kRefuse});
    EXPECT_EQ(loaded.num_open_meshes, 0U);
  }
  const LoadResult zero =
      from_mjcf(mjcf_world("<body><joint/><inertial mass='1' pos='0 0 0' diaginertia='1 1 1'/>"
                           "<geom name='g' type='box' size='1 1 0'/></body>"));
  ASSERT_EQ(zero.warnings.size(), 1U);
  EXPECT_NE(zero.warnings[0].find("geom 'g': size is \"1 1 0\"; a box needs 3 positive numbers "
                                  "(ignored: no result needs it)"),
            std::string::npos)
      << zero.warnings[0];
}

TEST(Mjcf, AnEmptyRangeIsNoLimit) {
  const LoadResult loaded =
      from_mjcf(mjcf_world("<body><joint name='j' range='1 -1'/><geom size='1'/></body>"));
  const model::Joint& joint = loaded.model.description().joints.back();
  EXPECT_EQ(joint.kind, model::JointKind::kContinuous);
  EXPECT_EQ(joint.limits.upper, model::Limits::kNone);
  ASSERT_EQ(loaded.warnings.size(), 1U);
  EXPECT_NE(loaded.warnings[0].find("is empty, so the joint has no position limit"),
            std::string::npos);
}

TEST(Mjcf, FramesPlaceWhatIsInThem) {
  const LoadResult with = own_mjcf("frames.xml");
  // The same by hand: X_WF = (0.1, 1.2, 0.3), a quarter turn about z; the inner frame a quarter
  // turn about x: its y is the body's z, its z the body's -y.
  const LoadResult without = from_mjcf(
      mjcf_world("<body name='a' pos='0.1 1.2 0.8' euler='0 0 90'>"
                 "<joint name='ja' axis='0 -1 0' pos='0 -0.1 0'/>"
                 "<geom type='box' size='0.1 0.3 0.2' pos='0 0.1 0' density='3000'/>"
                 "<body name='b' pos='0 -0.9 0' euler='90 0 0'><joint name='jb' axis='1 0 0'/>"
                 "<geom type='sphere' size='0.1' density='3000'/></body></body>"));
  ASSERT_EQ(with.model.num_bodies(), 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const model::Body& a = with.model.bodies()[i];
    const model::Body& b = without.model.bodies()[i];
    EXPECT_TRUE(near(a.X_PJ.p, b.X_PJ.p, 1e-15));
    EXPECT_TRUE(near(a.X_PJ.R, b.X_PJ.R, 1e-15));
    EXPECT_TRUE(near(a.screw.angular, b.screw.angular, 1e-15));
    EXPECT_TRUE(near(a.rigid_mass.mass, b.rigid_mass.mass, 1e-15));
    EXPECT_TRUE(near(a.rigid_mass.p_BBcm, b.rigid_mass.p_BBcm, 1e-15, 1.0));
    EXPECT_TRUE(near(a.rigid_mass.second_moment, b.rigid_mass.second_moment, 1e-14));
  }
}

TEST(Mjcf, LoopsAreRefusedByNameOrLeftOpen) {
  EXPECT_THROW_MESSAGE(own_mjcf("loops.xml"), ModelError,
                       "loops.xml:18:5: connect 'pin': closes a loop of body1 'coupler', body2 "
                       "'rocker'; only trees can be loaded, unless loops may stay open");
  EXPECT_THROW_MESSAGE(own_mjcf("loops.xml"), ModelError,
                       "loops.xml:20:5: <joint> closes a loop of joint1 'j3', joint2 'j1'");
  const LoadResult open = own_mjcf("loops.xml", {.open_loops = true});
  EXPECT_EQ(open.model.num_coordinates(), 3);
  EXPECT_EQ(open.warnings.size(), 3U);
}

TEST(Mjcf, AnAffineCouplingIsAMimicJoint) {
  const LoadResult loaded = own_mjcf("coupled.xml");
  ASSERT_EQ(loaded.model.num_coordinates(), 2);
  const model::Mimic& mimic = joint(loaded, 3).mimic.value();
  EXPECT_EQ(mimic.joint, "left_joint");
  EXPECT_EQ(mimic.multiplier, -1.5);
  EXPECT_TRUE(near(mimic.offset, 0.2 - 0.1 + 1.5 * 0.4, 1e-15));
  EXPECT_EQ(loaded.warnings.size(), 2U);  // The soft constraint of MuJoCo, and one not active.
}

TEST(Mjcf, AnXmlFileIsWhatItsOutermostElementSays) {
  const support::TemporaryFolder folder;
  EXPECT_EQ(
      load_model(folder.write("u.xml", "<robot name='u'><link name='a'/></robot>")).model.name(),
      "u");
  EXPECT_EQ(load_model(folder.write("m.xml", "<mujoco model='m'/>")).model.name(), "m");
  const std::string sdf = "<sdf version='1.7'><model name='s'><link name='a'/></model></sdf>";
  EXPECT_EQ(load_model(folder.write("s.xml", sdf)).model.name(), "s");
  EXPECT_THROW_MESSAGE(
      load_model(folder.write("o.xml", "<other/>")), ModelError,
      "o.xml:1:1: the outermost element is <other>; <mujoco> (MJCF), <robot> (URDF) "
      "or <sdf> is needed");
}

// Hostile files: deep, wide, in circles.

std::string many_times(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

TEST(Mjcf, DeepNestingDoesNotOverflowTheStack) {
  constexpr int kDeep = 20000;
  const LoadResult loaded = from_mjcf(
      mjcf_world(many_times("<body><joint/>" + kPoint, kDeep) + many_times("</body>", kDeep)));
  EXPECT_EQ(loaded.model.num_coordinates(), kDeep);
  EXPECT_NO_THROW(
      from_mjcf(mjcf_world(many_times("<frame>", kDeep) + many_times("</frame>", kDeep))));
  std::string classes;
  for (int i = 0; i < kDeep; ++i) classes += "<default class='c" + std::to_string(i) + "'>";
  EXPECT_NO_THROW(from_mjcf("<mujoco><default>" + classes + many_times("</default>", kDeep) +
                            "</default></mujoco>"));
}

TEST(Mjcf, AFileIsIncludedOnce) {
  const support::TemporaryFolder folder;
  folder.write("part.xml", "<x><include file='m.xml'/></x>");
  const std::string text = mjcf_world("<include file='part.xml'/>");
  EXPECT_THROW_MESSAGE(load_model(folder.write("m.xml", text)), ModelError,
                       "part.xml:1:4: <include> file 'm.xml' is part of the model already; include "
                       "it once");
  folder.write("twice.xml", "<x/>");
  EXPECT_THROW_MESSAGE(
      load_model(folder.write(
          "t.xml", mjcf_world("<include file='twice.xml'/><include file='twice.xml'/>"))),
      ModelError, "include it once");
}

TEST(Mjcf, AnIncludedFileIsBesideTheMainOneOrBesideTheOneThatNamesIt) {
  const support::TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "sub");
  folder.write("sub/near.xml", "<x><body name='near'/></x>");
  folder.write("sub/part.xml", "<x><include file='near.xml'/><include file='far.xml'/></x>");
  folder.write("far.xml", "<x><body name='far'/></x>");
  folder.write("sub/far.xml", "<x><body name='wrong'/></x>");
  const LoadResult loaded =
      load_model(folder.write("m.xml", mjcf_world("<include file='sub/part.xml'/>")));
  EXPECT_EQ(link(loaded, 1).name, "near");
  EXPECT_EQ(link(loaded, 2).name, "far");
}

TEST(Mjcf, TheProgramSaysHowToLeaveALoopOpen) {
  const std::string file = support::source_dir() + "/tests/data/mjcf/loops.xml";
  const support::Outcome refused = support::run_program("convert " + file + " -o /dev/null.toml");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("--open-loops leaves them open"), std::string::npos) << refused.err;
  const support::Outcome open = support::run_program("lint --open-loops " + file);
  EXPECT_EQ(open.exit_code, 0) << open.err;
}

}  // namespace
}  // namespace appell::io
