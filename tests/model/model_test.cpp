#include "appell/model/model.hpp"

#include <chrono>
#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/model/joint.hpp"
#include "appell/spatial/rotation.hpp"
#include "tests/support/matchers.hpp"

namespace appell::model {
namespace {

using spatial::Transform;
using support::near;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

mass::RigidMass ball(double mass, const Vec3& centre) {
  return mass::rigid_mass(mass, centre, 0.1 * mass * Mat3::Identity());
}

const Transform kX_1{spatial::rotation_about(Vec3(1, 2, 2) / 3.0, 0.9), Vec3(0.1, -0.2, 0.3)};
const Transform kX_2{spatial::rotation_about(Vec3(-2, 1, 2) / 3.0, -2.1), Vec3(-0.5, 0.7, 0.4)};

/// A tree whose links and joints are described in no particular order:
///
///   base -(fixed kX_1)- table -(slide, prismatic)- cart -(fixed kX_2)- mast
///                                                  mast -(turn, revolute at kX_1)- head
///                                                  cart -(screw, helical)- drill
Description crane() {
  Description robot{.name = "crane"};
  robot.links = {{.name = "head", .inertial = ball(1.0, {0, 0, 0.5})},
                 {.name = "mast", .inertial = ball(3.0, {0.2, 0, 0})},
                 {.name = "base", .inertial = ball(100.0, {0, 0, 0})},
                 {.name = "drill", .inertial = ball(0.5, {0, 0, 0})},
                 {.name = "cart", .inertial = ball(2.0, {0, 0.1, 0})},
                 {.name = "table", .inertial = ball(50.0, {0, 0, 0})}};
  robot.joints = {{.name = "turn",
                   .kind = JointKind::kRevolute,
                   .parent = "mast",
                   .child = "head",
                   .X_PJ = kX_1,
                   .limits = {.lower = -1.0, .upper = 2.0}},
                  {.name = "weld", .parent = "cart", .child = "mast", .X_PJ = kX_2},
                  {.name = "screw",
                   .kind = JointKind::kHelical,
                   .parent = "cart",
                   .child = "drill",
                   .axis = Vec3::UnitZ(),
                   .pitch = 0.01},
                  {.name = "slide",
                   .kind = JointKind::kPrismatic,
                   .parent = "table",
                   .child = "cart",
                   .axis = Vec3::UnitY(),
                   .limits = {.velocity = 3.0}},
                  {.name = "bolts", .parent = "base", .child = "table", .X_PJ = kX_1}};
  return robot;
}

const Body& body_of(const Model& model, std::string_view link) {
  return model.bodies()[model.frame(link).body];
}

// Oracle: by definition the coordinates have the order of the movable joints in the description,
// whatever the order of the tree, and bodies point at them.
TEST(Build, CoordinatesHaveTheOrderOfTheDescription) {
  const Model model = build(crane());
  ASSERT_EQ(model.num_coordinates(), 3);
  EXPECT_EQ(model.coordinates()[0].name, "turn");
  EXPECT_EQ(model.coordinates()[1].name, "screw");
  EXPECT_EQ(model.coordinates()[2].name, "slide");
  EXPECT_EQ(model.coordinates()[0].limits.upper, 2.0);
  EXPECT_EQ(model.coordinates()[1].limits.upper, Limits::kNone);
  EXPECT_EQ(model.coordinates()[2].limits.velocity, 3.0);
  EXPECT_EQ(body_of(model, "head").coordinate, 0);
  EXPECT_EQ(body_of(model, "drill").coordinate, 1);
  EXPECT_EQ(body_of(model, "cart").coordinate, 2);
}

// Property: parents come before their children, and every index is its place.
TEST(Build, ParentsComeFirst) {
  const Model model = build(crane());
  ASSERT_EQ(model.num_bodies(), 3);
  for (int i = 0; i < model.num_bodies(); ++i) {
    const Body& body = model.bodies()[i];
    EXPECT_EQ(body.index, i);
    EXPECT_LT(body.parent, i);
    EXPECT_EQ(body.ratio, 1.0);
    EXPECT_EQ(body.offset, 0.0);
  }
  EXPECT_EQ(body_of(model, "cart").name, "cart");
  EXPECT_EQ(body_of(model, "cart").parent, kWorld);
  EXPECT_EQ(body_of(model, "head").parent, body_of(model, "cart").index);
  EXPECT_EQ(body_of(model, "drill").parent, body_of(model, "cart").index);
}

// Oracle: links joined by a fixed joint are one body, whose mass is the sum of theirs, each moved
// to its place. The mass of what is fixed to the world enters nothing.
TEST(Build, LumpsFixedLinks) {
  const Description robot = crane();
  const Model model = build(robot);
  const mass::RigidMass& lumped = body_of(model, "cart").rigid_mass;
  const Vec3 mast_centre = kX_2 * Vec3(0.2, 0, 0);
  const Vec3 centre = (2.0 * Vec3(0, 0.1, 0) + 3.0 * mast_centre) / 5.0;
  EXPECT_TRUE(near(lumped.mass, 5.0, kEpsilon));
  EXPECT_TRUE(near(lumped.p_BBcm, centre, 4 * kEpsilon));
  // Two balls of radius of gyration² 0.1 and the parallel-axis theorem.
  const Vec3 d = mast_centre - Vec3(0, 0.1, 0);
  const Mat3 inertia = 0.1 * 5.0 * Mat3::Identity() +
                       2.0 * 3.0 / 5.0 * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
  EXPECT_TRUE(near(lumped.inertia_com(), inertia, 4 * kEpsilon));

  double total = 0.0;
  for (const Body& body : model.bodies()) total += body.rigid_mass.mass;
  EXPECT_EQ(total, 6.5);  // Without base and table.
}

// Oracle: every link keeps a frame, placed in the body that it is part of.
TEST(Build, FramesStayUsable) {
  const Model model = build(crane());
  ASSERT_EQ(model.frames().size(), 6U);
  const std::vector<std::string> names{"head", "mast", "base", "drill", "cart", "table"};
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(model.frames()[i].name, names[i]);

  EXPECT_EQ(model.frame("base").body, kWorld);
  EXPECT_EQ(model.frame("base").X_BF.matrix(), Mat4(Mat4::Identity()));
  EXPECT_EQ(model.frame("table").body, kWorld);
  EXPECT_EQ(model.frame("table").X_BF.matrix(), kX_1.matrix());
  EXPECT_FALSE(model.frame("table").is_driven);
  EXPECT_TRUE(model.frame("cart").is_driven);
  EXPECT_EQ(model.frame("mast").body, model.frame("cart").body);
  EXPECT_EQ(model.frame("mast").X_BF.matrix(), kX_2.matrix());
  EXPECT_FALSE(model.frame("mast").is_driven);
  // The joints that hang on the lumped links are placed in the body.
  EXPECT_EQ(body_of(model, "cart").X_PJ.matrix(), kX_1.matrix());
  EXPECT_EQ(body_of(model, "head").X_PJ.matrix(), (kX_2 * kX_1).matrix());
}

// Oracle: the unit screws of the kinds of joints, by definition.
TEST(SimpleJoints, OfEveryKind) {
  const Vec3 k = Vec3::UnitY();
  const auto screw_of = [&k](JointKind kind) {
    const std::vector<SimpleJoint> joints = simple_joints({.kind = kind, .axis = k, .pitch = 0.5});
    EXPECT_EQ(joints.size(), 1U);
    return joints.at(0).screw;
  };
  EXPECT_TRUE(simple_joints({.kind = JointKind::kFixed}).empty());
  EXPECT_EQ(screw_of(JointKind::kRevolute).angular, k);
  EXPECT_EQ(screw_of(JointKind::kRevolute).linear, Vec3(Vec3::Zero()));
  EXPECT_EQ(screw_of(JointKind::kContinuous).angular, k);
  EXPECT_EQ(screw_of(JointKind::kPrismatic).angular, Vec3(Vec3::Zero()));
  EXPECT_EQ(screw_of(JointKind::kPrismatic).linear, k);
  EXPECT_EQ(screw_of(JointKind::kHelical).angular, k);
  EXPECT_EQ(screw_of(JointKind::kHelical).linear, Vec3(0.5 * k));
  EXPECT_EQ(name_of(JointKind::kFixed), "fixed");
  EXPECT_EQ(name_of(JointKind::kRevolute), "revolute");
  EXPECT_EQ(name_of(JointKind::kContinuous), "continuous");
  EXPECT_EQ(name_of(JointKind::kPrismatic), "prismatic");
  EXPECT_EQ(name_of(JointKind::kHelical), "helical");
}

// Oracle: by definition the last link of the longest chain of moving joints, the later in the
// description of two that are as long.
TEST(Model, DefaultFrameEndsTheLongestChain) {
  Description robot = crane();
  // A lamp and a hook on the table, later in the file, have no or one joint that moves.
  robot.links.push_back({.name = "lamp"});
  robot.links.push_back({.name = "hook"});
  robot.joints.push_back({.name = "screws", .parent = "base", .child = "lamp"});
  robot.joints.push_back(
      {.name = "rope", .kind = JointKind::kContinuous, .parent = "lamp", .child = "hook"});
  EXPECT_EQ(build(robot).default_frame().name, "drill");
  // Fixed links behind the last moving joint belong to the chain.
  robot.links.push_back({.name = "tip"});
  robot.joints.push_back({.name = "glue", .parent = "head", .child = "tip"});
  EXPECT_EQ(build(robot).default_frame().name, "tip");
  // A joint that mimics moves.
  robot.links.push_back({.name = "bit"});
  robot.joints.push_back({.name = "chuck",
                          .kind = JointKind::kRevolute,
                          .parent = "drill",
                          .child = "bit",
                          .mimic = Mimic{.joint = "turn"}});
  robot.links.push_back({.name = "plate"});
  robot.joints.push_back({.name = "rivets", .parent = "head", .child = "plate"});
  EXPECT_EQ(build(robot).default_frame().name, "bit");
  EXPECT_TRUE(build(robot).frame("bit").can_move());
  EXPECT_FALSE(build(robot).frame("lamp").can_move());
  robot.end_effector = "lamp";
  EXPECT_EQ(build(robot).default_frame().name, "lamp");
}

// Oracle: by definition.
TEST(Model, DefaultFrameOfAShortRobot) {
  EXPECT_EQ(build(crane()).default_frame().name, "drill");
  EXPECT_EQ(build({.name = "stone", .links = {{.name = "alone"}}}).default_frame().name, "alone");
}

// Oracle: the same model with another gravity; the first one keeps its own.
TEST(Model, WithGravity) {
  const Model earth = build(crane());
  const Model moon = earth.with_gravity({0, 0, -1.62});
  EXPECT_EQ(earth.gravity(), Vec3(0, 0, -9.81));
  EXPECT_EQ(moon.gravity(), Vec3(0, 0, -1.62));
  EXPECT_EQ(moon.num_bodies(), earth.num_bodies());
  EXPECT_EQ(moon.name(), "crane");
}

// Bad input: a gravity that is no vector, a frame that does not exist.
TEST(Model, SaysWhatIsWrong) {
  const Model model = build(crane());
  EXPECT_THROW_MESSAGE(model.with_gravity({0, 0, std::numeric_limits<double>::quiet_NaN()}),
                       InvalidArgument, "with_gravity: gravity must be three finite numbers.");
  EXPECT_THROW_MESSAGE(model.frame("dril"), InvalidArgument,
                       "model 'crane' has no link 'dril' (did you mean 'drill'?); its links are "
                       "head, mast, base, drill, cart, table");
  EXPECT_THROW_MESSAGE(model.frame("wheel"), InvalidArgument,
                       "model 'crane' has no link 'wheel'; its links are head, mast,");
}

/// A chain of n links below a base; every third joint is fixed.
Description chain(int n) {
  Description robot{.name = "chain"};
  robot.links.push_back({.name = "base"});
  for (int i = 0; i < n; ++i) {
    robot.links.push_back({.name = "l" + std::to_string(i), .inertial = ball(1.0, Vec3::Zero())});
    robot.joints.push_back({.name = "j" + std::to_string(i),
                            .kind = i % 3 == 2 ? JointKind::kFixed : JointKind::kRevolute,
                            .parent = i == 0 ? "base" : "l" + std::to_string(i - 1),
                            .child = "l" + std::to_string(i)});
  }
  return robot;
}

// Budget: no recursion, hence no stack to overflow. 0.5 s seen on a busy machine; the bar leaves
// room for sanitizers.
TEST(Build, ChainOfAHundredThousandLinks) {
  constexpr int n = 99'999;
  const Description robot = chain(n);
  const auto start = std::chrono::steady_clock::now();
  const Model model = build(robot);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  RecordProperty("seconds", std::to_string(seconds.count()));
  EXPECT_LT(seconds.count(), 20.0);
  EXPECT_EQ(model.num_bodies(), n / 3 * 2);
  EXPECT_EQ(model.bodies().back().parent, model.num_bodies() - 2);
  EXPECT_EQ(model.default_frame().name, "l99998");
  double total = 0.0;
  for (const Body& body : model.bodies()) total += body.rigid_mass.mass;
  EXPECT_EQ(total, n);
}

// Oracle: by definition. Joints of several coordinates have no motors, others have one unless the
// description says so; a coordinate that moves several joints has that of any.
TEST(Model, CoordinatesWithoutAMotor) {
  Description robot{.name = "passive"};
  robot.links = {{.name = "world"}};
  const auto add = [&robot](const char* name, JointKind kind, bool is_passive,
                            const char* follows) {
    robot.joints.push_back({.name = name,
                            .kind = kind,
                            .parent = robot.links.back().name,
                            .child = concat(name, "_link"),
                            .axis = Vec3::UnitZ(),
                            .is_passive = is_passive});
    if (*follows != '\0') robot.joints.back().mimic = Mimic{.joint = follows};
    robot.links.push_back({.name = concat(name, "_link"), .inertial = ball(1.0, {0, 0, 0})});
  };
  add("base", JointKind::kFree, false, "");
  add("hip", JointKind::kRevolute, false, "");
  add("knee", JointKind::kRevolute, true, "");
  add("toe", JointKind::kRevolute, true, "");
  add("heel", JointKind::kPrismatic, false, "toe");
  EXPECT_EQ(build(robot).passive_coordinates(), (std::vector{0, 1, 2, 3, 4, 5, 7}));
}

}  // namespace
}  // namespace appell::model
