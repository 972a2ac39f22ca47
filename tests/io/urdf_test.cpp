// What a good URDF file says arrives completely, and hostile ones do no harm.
#include <cmath>
#include <ctime>
#include <filesystem>
#include <functional>

#include <sys/resource.h>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/io/load_model.hpp"
#include "appell/io/write_model.hpp"
#include "appell/kinematics/propagate.hpp"
#include "tests/io/loaded.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"
#include "tests/support/sanitized.hpp"

namespace appell::io {
namespace {

using model::JointKind;
using spatial::Placement;
using support::near;
using Texts = std::vector<std::string>;

LoadResult from_urdf(const std::string& text) { return read_urdf("r.urdf", text); }

/// A robot of links 'a' and 'b' with this between them.
std::string two_links(const std::string& between) {
  return "<robot name='r'><link name='a'/><link name='b'/>" + between + "</robot>";
}

std::string a_to_b(const std::string& type, const std::string& inside = "") {
  return two_links("<joint name='j' type='" + type + "'><parent link='a'/><child link='b'/>" +
                   inside + "</joint>");
}

TEST(Urdf, ReadsEveryFieldOfALink) {
  const LoadResult loaded = from_urdf(R"(<?xml version="1.0" encoding="UTF-8"?>
<robot name="épaule" version="1.0">
  <material name="blue"><color rgba="0 0 1 1"/></material>
  <!-- comments and the order of children do not matter -->
  <link name="a">
    <collision><geometry><sphere radius="0.3"/></geometry></collision>
    <inertial>
      <inertia ixx="0.02" ixy="0.001" ixz="-0.002" iyy="0.03" iyz="0.003" izz="0.04"/>
      <mass value=" +2.5e0 "/>
      <origin xyz="0.1 -0.2
                   0.3" rpy="0.4 0.5 -0.6"/>
    </inertial>
  </link>
</robot>)");
  EXPECT_EQ(loaded.warnings, Texts());
  EXPECT_EQ(loaded.model.name(), "épaule");
  const model::Link& a = link(loaded, 0);
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(a.inertial.mass, 2.5);
  EXPECT_EQ(a.inertial.X_LC.xyz, Vec3(0.1, -0.2, 0.3));
  EXPECT_EQ(std::get<Placement::Rpy>(a.inertial.X_LC.rotation).angles, Vec3(0.4, 0.5, -0.6));
  Mat3 I;
  I << 0.02, 0.001, -0.002, 0.001, 0.03, 0.003, -0.002, 0.003, 0.04;
  EXPECT_EQ(a.inertial.inertia, I);
  ASSERT_EQ(a.geometries.size(), 1U);
  EXPECT_EQ(a.geometries[0].role, model::Geometry::Role::kCollision);
  EXPECT_EQ(loaded.model.gravity(), Vec3(0, 0, -9.81));
}

TEST(Urdf, ReadsEveryFieldOfAJoint) {
  const LoadResult loaded = from_urdf(a_to_b("prismatic", R"(
    <origin xyz="1 2 3" rpy="0.1 0.2 0.3"/>
    <axis xyz="0 0.6 0.8"/>
    <limit lower="-0.5" upper="1.5" velocity="2" effort="3" acceleration="4" deceleration="5"
           jerk="6"/>
    <dynamics damping="0.7" friction="0.8"/>
    <calibration rising="0.0"/>
    <safety_controller soft_lower_limit="-2" soft_upper_limit="0.5" k_position="10"
                       k_velocity="10"/>)"));
  EXPECT_EQ(loaded.warnings, Texts());
  const model::Joint& j = joint(loaded, 0);
  EXPECT_EQ(j.name, "j");
  EXPECT_EQ(j.kind, JointKind::kPrismatic);
  EXPECT_EQ(j.parent, "a");
  EXPECT_EQ(j.child, "b");
  EXPECT_EQ(j.X_PJ.xyz, Vec3(1, 2, 3));
  EXPECT_EQ(std::get<Placement::Rpy>(j.X_PJ.rotation).angles, Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(j.axis, Vec3(0, 0.6, 0.8));
  EXPECT_EQ(j.limits.lower, -0.5);
  EXPECT_EQ(j.limits.upper, 1.5);
  EXPECT_EQ(j.limits.velocity, 2.0);
  EXPECT_EQ(j.limits.effort, 3.0);
  EXPECT_EQ(j.limits.acceleration, 4.0);
  EXPECT_EQ(j.limits.deceleration, 5.0);
  EXPECT_EQ(j.limits.jerk, 6.0);
  EXPECT_EQ(j.friction.viscous, 0.7);
  EXPECT_EQ(j.friction.dry, 0.8);
  EXPECT_EQ(j.friction.law, model::Friction::Law::kConstant);
  EXPECT_FALSE(j.mimic.has_value());
  ASSERT_EQ(loaded.model.coordinates().size(), 1U);
  EXPECT_EQ(loaded.model.coordinates()[0].limits.upper, 1.5);
}

// URDF's own defaults: axis x, no placement, one bound absent means zero.
TEST(Urdf, DefaultsAreThoseOfTheFormat) {
  const LoadResult loaded =
      from_urdf(a_to_b("revolute", "<limit upper='2' effort='1' velocity='1'/>"));
  EXPECT_EQ(loaded.warnings, Texts());
  const model::Joint& j = joint(loaded, 0);
  EXPECT_EQ(j.axis, Vec3::UnitX());
  EXPECT_TRUE(j.X_PJ.transform().matrix().isIdentity(0.0));
  EXPECT_EQ(j.limits.lower, 0.0);
  EXPECT_EQ(j.limits.upper, 2.0);
  EXPECT_EQ(j.limits.jerk, model::Limits::kNone);
  EXPECT_EQ(link(loaded, 0).inertial.mass, 0.0);
}

TEST(Urdf, ContinuousJointsHaveNoBounds) {
  const LoadResult loaded =
      from_urdf(a_to_b("continuous", "<limit lower='1' upper='0' effort='2'/>"));
  EXPECT_EQ(loaded.warnings, Texts());
  EXPECT_EQ(joint(loaded, 0).limits.lower, -model::Limits::kNone);
  EXPECT_EQ(joint(loaded, 0).limits.upper, model::Limits::kNone);
  EXPECT_EQ(joint(loaded, 0).limits.effort, 2.0);
}

TEST(Urdf, MimicJointsFollowWithoutACoordinate) {
  const LoadResult loaded = from_urdf(R"(<robot name='r'>
    <link name='a'/><link name='b'/><link name='c'/><link name='d'/><link name='e'/>
    <joint name='j1' type='continuous'><parent link='a'/><child link='b'/><mimic joint='j2'/>
    </joint>
    <joint name='j2' type='prismatic'><parent link='b'/><child link='c'/>
      <limit lower='0' upper='1'/><mimic joint='j3' multiplier='-2' offset='0.5'/></joint>
    <joint name='j3' type='continuous'><parent link='c'/><child link='d'/></joint>
    <joint name='j4' type='continuous'><parent link='d'/><child link='e'/>
      <mimic joint='j2' multiplier='3' offset='0.25'/></joint></robot>)");
  EXPECT_EQ(loaded.warnings, Texts());
  EXPECT_EQ(joint(loaded, 0).mimic->multiplier, 1.0);
  EXPECT_EQ(joint(loaded, 0).mimic->offset, 0.0);
  ASSERT_EQ(loaded.model.coordinates().size(), 1U);
  EXPECT_EQ(loaded.model.coordinates()[0].name, "j3");
  for (const int body : {0, 1}) {  // Over another joint or not: q = -2 q3 + 0.5
    EXPECT_EQ(loaded.model.bodies()[body].ratio, -2.0);
    EXPECT_EQ(loaded.model.bodies()[body].offset, 0.5);
    EXPECT_EQ(loaded.model.bodies()[body].coordinate, 0);
  }
  EXPECT_EQ(loaded.model.bodies()[3].ratio, -6.0);  // 3 (-2 q3 + 0.5) + 0.25
  EXPECT_EQ(loaded.model.bodies()[3].offset, 1.75);
}

TEST(Urdf, ReadsEveryShape) {
  const LoadResult loaded = from_urdf(R"(<robot name="r"><link name="a">
    <visual name="v"><origin xyz="1 2 3"/><geometry><box size="0.1 0.2 0.3"/></geometry>
      <material name="blue"/></visual>
    <visual><geometry><cylinder radius="0.4" length="0.5"/></geometry></visual>
    <visual><geometry><sphere radius="0.6"/></geometry></visual>
    <collision><geometry><capsule radius="0.7" length="0.8"/></geometry></collision>
    <collision><geometry><mesh filename="nowhere/m.stl" scale="1 2 -3"/></geometry></collision>
  </link></robot>)");
  EXPECT_EQ(loaded.warnings,
            Texts{"r.urdf:7:26: link 'a': <mesh> file 'nowhere/m.stl' is not found (no result "
                  "needs it)"});
  const std::vector<model::Geometry>& all = link(loaded, 0).geometries;
  ASSERT_EQ(all.size(), 5U);
  EXPECT_EQ(all[0].role, model::Geometry::Role::kVisual);
  EXPECT_EQ(all[3].role, model::Geometry::Role::kCollision);
  EXPECT_EQ(all[0].X_LG.xyz, Vec3(1, 2, 3));
  EXPECT_EQ(std::get<mass::Box>(all[0].shape).size, Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(std::get<mass::Cylinder>(all[1].shape).radius, 0.4);
  EXPECT_EQ(std::get<mass::Cylinder>(all[1].shape).length, 0.5);
  EXPECT_EQ(std::get<mass::Sphere>(all[2].shape).radius, 0.6);
  EXPECT_EQ(std::get<mass::Capsule>(all[3].shape).radius, 0.7);
  EXPECT_EQ(std::get<mass::Capsule>(all[3].shape).length, 0.8);
  EXPECT_EQ(std::get<model::MeshFile>(all[4].shape).scale, Vec3(1, 2, -3));
  EXPECT_EQ(std::get<model::MeshFile>(all[4].shape).path, "");
}

// Materials of the robot, of another visual, of the visual itself; what is no colour is none.
TEST(Urdf, ReadsColoursAndSketches) {
  const auto visual = [](const std::string& name, const std::string& material) {
    return "<visual name='" + name + "'><geometry><sphere radius='1'/></geometry>" + material +
           "</visual>";
  };
  const LoadResult loaded =
      from_urdf("<robot name='r'><link name='a'>" + visual("v", "<material name='blue'/>") +
                visual("sketch", "<material name='own'><color rgba='0.1 0.2 0.3 1'/></material>") +
                visual("v", "<material name='own'/>") + visual("v", "<material name='none'/>") +
                visual("v", "<material name='odd'><color rgba='red'/></material>") +
                "</link><material name='blue'><color rgba='0 0.5 2 0.4'/></material></robot>");
  EXPECT_TRUE(loaded.warnings.empty());
  const std::vector<model::Geometry>& all = link(loaded, 0).geometries;
  ASSERT_EQ(all.size(), 5U);
  EXPECT_EQ(all[0].colour, Vec3(0, 0.5, 1));
  EXPECT_EQ(all[1].colour, Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(all[1].role, model::Geometry::Role::kSketch);
  EXPECT_EQ(all[2].colour, Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(all[2].role, model::Geometry::Role::kVisual);
  EXPECT_FALSE(all[3].colour);
  EXPECT_FALSE(all[4].colour);
  // There and back, in both languages.
  for (const std::string& text :
       {model_urdf(loaded.model.description()).text, model_toml(loaded.model.description())}) {
    const bool is_urdf = text.starts_with("<");
    const model::Description again =
        (is_urdf ? from_urdf(text) : read_model_toml("r.toml", text)).model.description();
    std::size_t num_sketches = 0;
    for (const model::Geometry& geometry : again.links[0].geometries) {
      if (geometry.role != model::Geometry::Role::kSketch) continue;
      ++num_sketches;
      EXPECT_EQ(geometry.colour, Vec3(0.1, 0.2, 0.3)) << text;
    }
    EXPECT_EQ(num_sketches, 1U) << text;
    EXPECT_EQ(again.links[0].geometries[0].colour, Vec3(0, 0.5, 1)) << text;
  }
}

// Oracle: RFC 3986 for "%20"; a package is what lies in its folder.
TEST(Urdf, ReadsUrisOfMeshesAndStaysInTheirPackage) {
  const support::TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "package" / "a%2Fb");
  const std::string outside = folder.write("outside.stl", "solid");
  const std::string blank = folder.write("package/upper arm.stl", "solid");
  const std::string percent = folder.write("package/50%25.stl", "solid");
  const auto geometry = [](const std::string& uri) {
    return "<visual><geometry><mesh filename='" + uri + "'/></geometry></visual>";
  };
  const std::string model = folder.write(
      "r.urdf", "<robot name='r'><link name='a'>" + geometry("package://p/upper%20arm.stl") +
                    geometry("file://" + folder.path().string() + "/package/upper%20arm.stl") +
                    geometry("package://p/50%25.stl") + geometry("package://p/../outside.stl") +
                    geometry("package://p/%2e%2E/outside.stl") +
                    geometry("package://p/a%2Fb/../../outside.stl") + "</link></robot>");
  const LoadResult loaded =
      load_model(model, {.packages = {{"p", (folder.path() / "package").string()}}});
  const auto path = [&](std::size_t i) {
    const std::string found = std::get<model::MeshFile>(link(loaded, 0).geometries[i].shape).path;
    return found.empty() ? found : std::filesystem::canonical(found).string();
  };
  EXPECT_EQ(path(0), blank);
  EXPECT_EQ(path(1), blank);
  EXPECT_EQ(path(2), percent);  // A file of just this name.
  EXPECT_EQ(path(3), "");
  EXPECT_EQ(path(4), "");
  EXPECT_EQ(path(5), "");  // Inside once it is decoded, outside as it is written.
  ASSERT_FALSE(loaded.warnings.empty());
  EXPECT_NE(loaded.warnings.back().find("leads out of its package and is not read"),
            std::string::npos)
      << loaded.warnings.back();
}

TEST(Urdf, FindsMeshesByPackageAndBesideTheFile) {
  const support::TemporaryFolder folder;
  const std::string mesh = folder.write("arm.stl", "solid");
  const auto geometry = [](const std::string& uri) {
    return "<visual><geometry><mesh filename='" + uri + "'/></geometry></visual>";
  };
  const std::string model = folder.write(
      "r.urdf", "<robot name='r'><link name='a'>" + geometry("package://arm_description/arm.stl") +
                    geometry("arm.stl") + geometry("file://" + mesh) +
                    geometry("package://elsewhere/x.stl") + geometry("package://elsewhere/y.stl") +
                    geometry("package://arm_description/z.stl") + "</link></robot>");
  const LoadResult loaded =
      load_model(model, {.packages = {{"arm_description", folder.path().string()}}});
  for (const std::size_t i : {0U, 1U, 2U}) {
    EXPECT_EQ(std::get<model::MeshFile>(link(loaded, 0).geometries[i].shape).path, mesh);
  }
  EXPECT_EQ(std::get<model::MeshFile>(link(loaded, 0).geometries[0].shape).uri,
            "package://arm_description/arm.stl");
  ASSERT_EQ(loaded.warnings.size(), 2U);  // One for each package.
  EXPECT_NE(loaded.warnings[0].find("link 'a': <mesh> file 'package://elsewhere/x.stl' is not "
                                    "found; say where the package is (no "
                                    "result needs it) (and 1 more like it)"),
            std::string::npos)
      << loaded.warnings[0];
}

// Oracle: rpy is Rz(yaw) Ry(pitch) Rx(roll); the quaternion of half angles is the same rotation.
TEST(Urdf, QuaternionAndAnglesAgree) {
  const LoadResult loaded =
      from_urdf(two_links("<joint name='j' type='fixed'><parent link='a'/><child link='b'/>"
                          "<origin quat_xyzw='0.5 0.5 0.5 0.5' xyz='1 0 0'/></joint>"));
  EXPECT_EQ(loaded.warnings, Texts());
  Mat3 cyclic;  // x -> y -> z -> x: a third of a turn about (1, 1, 1).
  cyclic << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  EXPECT_TRUE(near(joint(loaded, 0).X_PJ.transform().R, cyclic, 1e-15));
  const LoadResult angles = from_urdf(a_to_b("fixed",
                                             "<origin rpy='1.5707963267948966 0 "
                                             "1.5707963267948966'/>"));
  EXPECT_TRUE(near(joint(angles, 0).X_PJ.transform().R, cyclic, 1e-15));
}

// Oracle: two bricks glued together by hand: mass adds, centres average, Steiner.
TEST(Urdf, FixedLinksAreLumpedAndStayFrames) {
  const std::string body =
      "<inertial><mass value='2'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>"
      "</inertial>";
  const LoadResult loaded = from_urdf(
      "<robot name='r'><link name='base'/><link name='arm'>" + body + "</link><link name='tool'>" +
      body + "</link><link name='tip'/>" +
      "<joint name='j' type='continuous'><parent link='base'/><child link='arm'/>"
      "<axis xyz='0 0 1'/></joint>"
      "<joint name='mount' type='fixed'><origin xyz='1 0 0' rpy='0 0 1.5707963267948966'/>"
      "<parent link='arm'/><child link='tool'/></joint>"
      "<joint name='end' type='fixed'><origin xyz='0 2 0'/><parent link='tool'/>"
      "<child link='tip'/></joint></robot>");
  const model::Model& model = loaded.model;
  ASSERT_EQ(model.num_bodies(), 1);
  EXPECT_EQ(model.bodies()[0].name, "arm");
  EXPECT_EQ(model.bodies()[0].rigid_mass.mass, 4.0);
  EXPECT_TRUE(near(model.bodies()[0].rigid_mass.p_BBcm, Vec3(0.5, 0, 0), 1e-15));
  const Mat3 I = Vec3(2, 3, 3).asDiagonal();  // 2 · 1 + 2 · 2 · 0.5² across the offset
  EXPECT_TRUE(near(model.bodies()[0].rigid_mass.inertia_com(), I, 1e-15));
  EXPECT_EQ(model.frames().size(), 4U);
  EXPECT_EQ(model.default_frame().name, "tip");
  EXPECT_FALSE(model.frame("tip").is_driven);
  EXPECT_TRUE(near(model.frame("tip").X_BF.p, Vec3(-1, 0, 0), 1e-15));
  const auto motion =
      kinematics::propagate(model, model::state_from_derivatives(model, {VecX::Constant(1, 0.3)}));
  const auto tip = kinematics::frame_motion(motion, model.frame("tip"));
  EXPECT_TRUE(near(tip.p[0], Vec3(-std::cos(0.3), -std::sin(0.3), 0), 1e-15));
}

TEST(Urdf, FloatingAndPlanarJointsNameTheirCoordinates) {
  const auto names = [](const LoadResult& loaded) {
    Texts result;
    for (const model::Coordinate& coordinate : loaded.model.coordinates()) {
      result.push_back(coordinate.name);
    }
    return result;
  };
  const LoadResult floating = from_urdf(a_to_b("floating"));
  EXPECT_EQ(floating.warnings, Texts());
  EXPECT_EQ(joint(floating, 0).kind, JointKind::kFree);
  EXPECT_EQ(names(floating), (Texts{"j.x", "j.y", "j.z", "j.alpha", "j.beta", "j.gamma"}));
  const LoadResult planar = from_urdf(a_to_b("planar", "<axis xyz='0 1 0'/>"));
  EXPECT_EQ(planar.warnings, Texts());
  EXPECT_EQ(names(planar), (Texts{"j.x", "j.y", "j.angle"}));
  // In the plane normal to y: x stays x, y becomes -z by the shortest rotation of z to y.
  const auto motion = kinematics::propagate(
      planar.model, model::state_from_derivatives(planar.model, {Vec3(0.3, 0.4, 0.5)}));
  const auto b = kinematics::frame_motion(motion, planar.model.frame("b"));
  EXPECT_TRUE(near(b.p[0], Vec3(0.3, 0, -0.4), 1e-15));
  EXPECT_TRUE(near(b.R[0].col(1), Vec3::UnitY(), 1e-15));
}

TEST(Urdf, PointMassesAndMasslessLinksAreLegal) {
  const LoadResult loaded = from_urdf(R"(<robot name='r'><link name='base'/>
    <link name='a'><inertial><mass value='2'/><origin xyz='0 0 1'/>
      <inertia ixx='0' ixy='0' ixz='0' iyy='0' iyz='0' izz='0'/></inertial></link>
    <link name='b'><inertial><mass value='0'/>
      <inertia ixx='0' ixy='0' ixz='0' iyy='0' iyz='0' izz='0'/></inertial></link>
    <joint name='j' type='continuous'><parent link='base'/><child link='a'/></joint>
    <joint name='k' type='continuous'><parent link='a'/><child link='b'/></joint></robot>)");
  EXPECT_EQ(loaded.warnings, Texts());
  EXPECT_EQ(loaded.model.bodies()[0].rigid_mass.mass, 2.0);
  EXPECT_EQ(loaded.model.bodies()[0].rigid_mass.p_BBcm, Vec3(0, 0, 1));
  EXPECT_TRUE(loaded.model.bodies()[0].rigid_mass.second_moment.isZero(0.0));
  EXPECT_EQ(loaded.model.bodies()[1].rigid_mass.mass, 0.0);
}

TEST(Urdf, CoordinatesComeInTheOrderOfTheFile) {
  const LoadResult loaded = from_urdf(R"(<robot name='r'>
    <joint name='second' type='continuous'><parent link='b'/><child link='c'/></joint>
    <link name='c'/><link name='b'/><link name='a'/>
    <joint name='first' type='continuous'><parent link='a'/><child link='b'/></joint></robot>)");
  EXPECT_EQ(loaded.model.coordinates()[0].name, "second");
  EXPECT_EQ(loaded.model.coordinates()[1].name, "first");
  EXPECT_EQ(loaded.model.bodies()[0].name, "b");
  EXPECT_EQ(loaded.model.default_frame().name, "c");
}

// Warnings: what is odd is said once for each kind, with a count, in the order of the text.
TEST(Urdf, WarnsOfWhatItIgnores) {
  const LoadResult loaded = from_urdf(R"(<robot name="r" author="me">
<gazebo/>
<link name="a" color="red">
  <contact/>
  <visual><geometry><sphere radius="1" segments="8"/></geometry><origni/></visual>
</link>
<transmission name="t"/>
<gazebo reference="a"/>
<link name="b"><contact/><visual><geometry><cone/></geometry></visual></link>
<gazebo><link name="ignored"/></gazebo>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 2"/></joint>
<link name="c"/>
<joint name="k" type="prismatic"><parent link="b"/><child link="c"/><limit effort="1"/>
  <origin quat_xyzw="0 0 0 2"/></joint>
</robot>)");
  const Texts expected{
      "r.urdf:1:1: robot 'r': attribute 'author' is not known; it is ignored",
      "r.urdf:2:1: <gazebo> is an extension and is ignored (and 2 more like it)",
      "r.urdf:3:1: link 'a': attribute 'color' is not known; it is ignored",
      "r.urdf:4:3: link 'a': <contact> is not a child of <link>; it is ignored (and 1 more like "
      "it)",
      "r.urdf:5:21: link 'a': <sphere> attribute 'segments' is not known; it is ignored",
      "r.urdf:5:65: link 'a': <origni> is not a child of <visual> (did you mean 'origin'?); it is "
      "ignored",
      "r.urdf:7:1: <transmission> is an extension and is ignored",
      "r.urdf:9:44: link 'b': <cone> is not a child of <geometry>; it is ignored",
      "r.urdf:11:1: joint 'j': has no <limit>; it is taken as unlimited",
      "r.urdf:11:68: joint 'j': <axis> xyz has length 2; it is scaled to 1",
      "r.urdf:13:69: joint 'k': <limit> has neither lower nor upper; URDF means 0 to 0",
      "r.urdf:14:3: joint 'k': <origin> quat_xyzw has length 2; it is scaled to 1"};
  EXPECT_EQ(loaded.warnings, expected);
  EXPECT_TRUE(loaded.model.description().links[1].geometries.empty());
}

TEST(Urdf, AByteOrderMarkIsNoPartOfTheText) {
  EXPECT_EQ(from_urdf("\xEF\xBB\xBF<robot name='r'><link name='a'/></robot>").model.name(), "r");
  EXPECT_THROW_MESSAGE(from_urdf("\xEF\xBB\xBF<robot name='r'>\n<link/></robot>"), ModelError,
                       "r.urdf:2:1: robot 'r': <link> attribute 'name' is missing");
}

TEST(Urdf, WindowsLineEndsCountAsOne) {
  EXPECT_EQ(from_urdf("<robot name='r'>\r\n\r\n text <link name='a'/></robot>").warnings,
            Texts{"r.urdf:3:2: robot 'r': has the stray text \"text\"; it is ignored"});
}

/// Runs a reader; fails if it took more processor time or the program ever more memory than this.
void expect_cheap(const std::function<void()>& read_it) {
  constexpr double kSeconds = 2.0;  // The slowest test takes 0.3 s and 130 MB.
  constexpr double kMegabytes = 500.0;
  const std::clock_t start = std::clock();
  read_it();
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC,
            kSeconds * support::kPatience);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  EXPECT_LT(static_cast<double>(usage.ru_maxrss) / 1024.0, kMegabytes * support::kPatience);
}

// A DOCTYPE whose entities would expand to 10^9 words: entities are never expanded.
TEST(UrdfRobustness, EntityBombsDoNotExplode) {
  std::string text = "<?xml version='1.0'?>\n<!DOCTYPE lolz [\n<!ENTITY lol0 'lol'>\n";
  for (int i = 1; i < 10; ++i) {
    text += "<!ENTITY lol" + std::to_string(i) + " '";
    for (int k = 0; k < 10; ++k) text += "&lol" + std::to_string(i - 1) + ";";
    text += "'>\n";
  }
  text += "]>\n<robot name='r'>\n<link name='a'/>&lol9;</robot>";
  expect_cheap([&] {
    EXPECT_EQ(from_urdf(text).warnings,
              Texts{"r.urdf:15:17: robot 'r': has the stray text \"&lol9;\"; it is ignored"});
  });
}

TEST(UrdfRobustness, DeepNestingDoesNotOverflowTheStack) {
  constexpr int kDepth = 200'000;
  std::string text = "<robot name='r'><link name='a'/>";
  for (int i = 0; i < kDepth; ++i) text += "<gazebo>";
  for (int i = 0; i < kDepth; ++i) text += "</gazebo>";
  expect_cheap([&] {
    EXPECT_EQ(from_urdf(text + "</robot>").warnings,
              Texts{"r.urdf:1:33: <gazebo> is an extension and is ignored"});
  });
  std::string xacro;
  for (int i = 0; i < kDepth; ++i) xacro += "<robot name='r'>";
  xacro += "<xacro:include/>";
  for (int i = 0; i < kDepth; ++i) xacro += "</robot>";
  expect_cheap([&] {
    EXPECT_THROW_MESSAGE(from_urdf(xacro), ModelError,
                         "this is a xacro file; turn it into URDF first");
  });
}

TEST(UrdfRobustness, LongFilesAreReadInLinearTime) {
  std::string comments = "<robot name='r'><link name='a'/>\n";
  while (comments.size() < 30'000'000) comments += "<!-- nothing to see -->\n";
  expect_cheap([&] { EXPECT_EQ(from_urdf(comments + "</robot>").warnings, Texts()); });

  constexpr int kLinks = 20'000;
  std::string chain = "<robot name='r'>\n<link name='l0'/>\n";
  for (int i = 1; i <= kLinks; ++i) {
    const std::string n = std::to_string(i);
    chain += "<link name='l" + n + "'/><joint name='j" + n + "' type='continuous'><parent link='l" +
             std::to_string(i - 1) + "'/><child link='l" + n + "'/>" +
             (i > 1 ? "<mimic joint='j" + std::to_string(i - 1) + "'/>" : "") + "</joint>\n";
  }
  expect_cheap([&] { EXPECT_EQ(from_urdf(chain + "</robot>").model.num_bodies(), kLinks); });
}

// Every one of many mistakes is told, without quadratic work for suggestions.
TEST(UrdfRobustness, ManyMistakesAreAllTold) {
  constexpr int kMistakes = 20'000;
  std::string text = "<robot name='r'>\n<link name='base'/>\n";
  for (int i = 0; i < kMistakes; ++i) {
    const std::string n = std::to_string(i);
    text += "<link name='l" + n + "'/><joint name='j" + n +
            "' type='fixed'><parent link='bsae'/><child link='l" + n + "'/></joint>\n";
  }
  expect_cheap([&] {
    try {
      from_urdf(text + "</robot>");
      ADD_FAILURE() << "loaded";
    } catch (const ModelError& error) {
      ASSERT_EQ(error.problems().size(), static_cast<std::size_t>(kMistakes));
      EXPECT_EQ(error.problems()[0],
                "r.urdf:3:18: joint 'j0': its parent link 'bsae' does not exist (did you mean "
                "'base'?); name a link of this model");
    }
  });
  std::string roots = "<robot name='r'>";
  for (int i = 0; i < kMistakes; ++i) roots += "<link name='l" + std::to_string(i) + "'/>";
  EXPECT_THROW_MESSAGE(from_urdf(roots + "</robot>"), ModelError,
                       "has 20000 root links (l0, l1, l2, l3, l4, l5, l6, l7, l8, l9, ...); all "
                       "but one must be the child of a joint");
}

}  // namespace
}  // namespace appell::io
