// Robots whose impossible or missing inertias are taken from their geometry.
#include "appell/analysis/lint_fix.hpp"

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/mass/shape.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/mesh_texts.hpp"

namespace appell::analysis {
namespace {

using support::near;

const Vec3 kSize(0.2, 0.1, 0.4);
const Vec3 kPlace(0.0, 0.0, 0.3);

/// A moving link with this inertial that shows a box of 0.008 m³ at kPlace.
model::Description arm_with(const model::Inertial& inertial) {
  model::Description description{.name = "r"};
  description.links = {{.name = "base"}, {.name = "arm", .inertial = inertial}};
  description.links[1].geometries = {{.role = model::Geometry::Role::kVisual,
                                      .X_LG = spatial::Transform{Mat3::Identity(), kPlace},
                                      .shape = mass::Box{kSize}}};
  description.joints = {
      {.name = "j", .kind = model::JointKind::kRevolute, .parent = "base", .child = "arm"}};
  return description;
}

void expect_box(const model::Inertial& found, double mass) {
  const mass::RigidMass body = found.rigid_mass();
  EXPECT_EQ(body.mass, mass);
  EXPECT_TRUE(near(body.p_BBcm, kPlace, 1e-15));
  const Vec3 J = mass / 12.0 * kSize.cwiseAbs2();
  EXPECT_TRUE(near(body.second_moment, Mat3(J.asDiagonal()), 1e-14));
}

const Mat3 kBroken = Vec3(1.0, 1.0, 3.0).asDiagonal();

// Oracle: the box's own m/12 (b² + c²), at the mass of the link.
TEST(LintFix, AnImpossibleInertiaBecomesThatOfTheGeometry) {
  const FixedRobot robot = fix_inertias(arm_with({2.0, {}, kBroken}), {});
  ASSERT_EQ(robot.fixes.size(), 1U);
  EXPECT_TRUE(robot.unfixed.empty());
  const InertiaFix& fix = robot.fixes[0];
  EXPECT_EQ(fix.link, "arm");
  EXPECT_NE(fix.reason.find("triangle inequality"), std::string::npos);
  EXPECT_EQ(fix.source, "visual: box");
  EXPECT_TRUE(fix.keeps_mass);
  EXPECT_TRUE(near(fix.density, 250.0, 1e-14));
  EXPECT_EQ(fix.before.inertia, kBroken);
  expect_box(fix.after, 2.0);
  expect_box(robot.description.links[1].inertial, 2.0);
  EXPECT_FALSE(lint(robot.description).is_impossible());
}

// A mass that is missing or negative needs a density; an inertia that is missing only a mass.
TEST(LintFix, MissingMassesNeedADensity) {
  for (const model::Inertial& bad : {model::Inertial(), model::Inertial(-2.0, {}, Mat3::Zero()),
                                     model::Inertial(0.0, {}, Mat3::Identity())}) {
    const FixedRobot without = fix_inertias(arm_with(bad), {});
    EXPECT_TRUE(without.fixes.empty());
    ASSERT_EQ(without.unfixed.size(), 1U);
    EXPECT_NE(without.unfixed[0].reason.find("a density is needed, its shapes have 0.008 m³"),
              std::string::npos);
    const FixedRobot with = fix_inertias(arm_with(bad), {}, {.density = 1000.0});
    ASSERT_EQ(with.fixes.size(), 1U);
    EXPECT_FALSE(with.fixes[0].keeps_mass);
    EXPECT_TRUE(near(with.fixes[0].after.mass, 8.0, 1e-15));
  }
  const FixedRobot point = fix_inertias(arm_with({3.0, {}, Mat3::Zero()}), {}, {.density = 1000.0});
  ASSERT_EQ(point.fixes.size(), 1U);
  expect_box(point.fixes[0].after, 3.0);
  EXPECT_THROW_MESSAGE(fix_inertias(arm_with({}), {}, {.density = -1.0}), InvalidArgument,
                       "the density is -1 kg/m³; it must be positive");
}

// What is good, what shows nothing and what stands still is left as it is.
TEST(LintFix, LeavesTheRest) {
  const Mat3 odd = Vec3(1.0, 1.1, 1.2).asDiagonal();
  EXPECT_TRUE(fix_inertias(arm_with({2.0, {}, odd}), {}).fixes.empty());
  model::Description still = arm_with({});
  still.joints[0].kind = model::JointKind::kFixed;
  EXPECT_TRUE(fix_inertias(still, {}, {.density = 1.0}).fixes.empty());
  model::Description bare = arm_with({2.0, {}, kBroken});
  bare.links[1].geometries.clear();
  const FixedRobot robot = fix_inertias(bare, {});
  ASSERT_EQ(robot.unfixed.size(), 1U);
  EXPECT_NE(robot.unfixed[0].reason.find("it shows no solid to take one from (none)"),
            std::string::npos);
  EXPECT_EQ(robot.description.links[1].inertial.inertia, kBroken);
}

// Oracle: an open box that is closed is the box; with kRefuse it is no solid.
TEST(LintFix, OpenMeshesAreClosedAndNoted) {
  model::Description description = arm_with({2.0, {}, kBroken});
  description.links[1].geometries[0].shape = model::MeshFile{.uri = "m.stl", .path = "m.stl"};
  mass::Mesh open = support::box_mesh(kSize);
  open.triangles.erase(open.triangles.begin() + 2, open.triangles.begin() + 4);
  const FixedRobot robot = fix_inertias(description, {{"m.stl", open}});
  ASSERT_EQ(robot.fixes.size(), 1U);
  expect_box(robot.fixes[0].after, 2.0);
  ASSERT_EQ(robot.fixes[0].notes.size(), 1U);
  EXPECT_TRUE(robot.fixes[0].notes[0].starts_with("m.stl: "));
  EXPECT_EQ(fix_inertias(description, {{"m.stl", open}}, {.open_meshes = mass::OpenMeshes::kRefuse})
                .unfixed.size(),
            1U);
}

}  // namespace
}  // namespace appell::analysis
