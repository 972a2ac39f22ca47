// What lint says about a link and its geometry, each case one that can be argued.
#include "appell/analysis/lint.hpp"

#include <gtest/gtest.h>

#include "appell/mass/moments.hpp"
#include "appell/mass/shape.hpp"
#include "tests/support/matchers.hpp"

namespace appell::analysis {
namespace {

using support::near;

/// One link with this mass that shows a box of 0.2 x 0.1 x 0.4 m about `centre`.
model::Description robot(const mass::RigidMass& body, const Vec3& centre = Vec3::Zero()) {
  model::Description description{.name = "r"};
  description.links = {{.name = "base"}, {.name = "arm", .inertial = body}};
  description.links[1].geometries = {{.role = model::Geometry::Role::kVisual,
                                      .X_LG = spatial::Transform{Mat3::Identity(), centre},
                                      .shape = mass::Box{{0.2, 0.1, 0.4}}}};
  description.joints = {
      {.name = "j", .kind = model::JointKind::kRevolute, .parent = "base", .child = "arm"}};
  return description;
}

mass::RigidMass solid_box(double mass) {
  const mass::RigidMass unit = mass::unit_density_mass(mass::Box{{0.2, 0.1, 0.4}});
  return (mass / unit.mass) * unit;
}

std::vector<std::string> texts(const LintResult& result) {
  std::vector<std::string> found;
  for (const Finding& finding : result.findings) found.push_back(finding.text);
  return found;
}

// Oracle: a homogeneous body of its own geometry is what its geometry would have.
TEST(Lint, AHomogeneousLinkIsFoundNothingOf) {
  const LintResult result = lint(robot(solid_box(2.0)));
  EXPECT_EQ(texts(result), std::vector<std::string>{});
  ASSERT_TRUE(result.links[0].homogeneous_moments);
  EXPECT_TRUE(near(*result.links[0].homogeneous_moments, result.links[0].principal_moments, 1e-14));
}

TEST(Lint, ACentreOutsideTheGeometryIsOdd) {
  mass::RigidMass body = solid_box(2.0);
  body.p_BBcm = Vec3(0.0, 0.06, 0.0);  // The box ends at y = 0.05.
  EXPECT_EQ(texts(lint(robot(body))),
            (std::vector<std::string>{
                "its centre of mass (0, 0.06, 0) m is outside the box around its geometry, (-0.1, "
                "-0.05, -0.2) to (0.1, 0.05, 0.2) m"}));
  EXPECT_EQ(texts(lint(robot(body, Vec3(0, 0.02, 0)))), std::vector<std::string>{});
}

// Oracle: all mass at the two ends has the largest spread that fits, half the width; a little more
// does not fit.
TEST(Lint, MassSpreadFurtherThanTheGeometryIsOdd) {
  mass::RigidMass body = solid_box(1.0);
  body.second_moment(1, 1) = 0.05 * 0.05 * (1.0 + 1e-9);
  EXPECT_EQ(texts(lint(robot(body))), std::vector<std::string>{});
  body.second_moment(1, 1) = 0.06 * 0.06;
  EXPECT_EQ(texts(lint(robot(body))),
            (std::vector<std::string>{
                "its mass is spread over 0.06 m (rms) along y, but its geometry is only 0.1 m wide "
                "there: mass inside it cannot be spread over more than half of that"}));
}

TEST(Lint, AFactorOfThousandIsCalledAUnitMistake) {
  mass::RigidMass body = solid_box(1.0);
  body.second_moment *= 1e-3;
  const std::vector<std::string> found = texts(lint(robot(body)));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].find("are 0.001 times those of a homogeneous body"), std::string::npos);
  EXPECT_NE(found[0].find("a power of 1000: is a unit wrong?"), std::string::npos);
  body.second_moment *= 1e-3 * 0.2;  // 2e-7: below a tenth of a millimetre of spread.
  EXPECT_NE(texts(lint(robot(body)))[0].find("is a unit wrong (mm, g)?"), std::string::npos);
}

TEST(Lint, DefaultInertiasAreNoticed) {
  model::Description description =
      robot(mass::rigid_mass(1.0, Vec3::Zero(), 1e-3 * Mat3::Identity()));
  EXPECT_EQ(texts(lint(description))[0],
            "its inertia is 0.001 kg m² times the unit matrix: is it a default?");
  const Mat3 same = Vec3(0.01, 0.02, 0.025).asDiagonal();
  description.links[0].inertial = {1.0, {}, same};
  description.links[1].inertial = {2.0, {}, same};
  description.links[1].geometries.clear();
  const LintResult result = lint(description);
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].where, "links base, arm");
  EXPECT_EQ(result.findings[0].text,
            "have the same inertia tensor although their masses differ: is it a default?");
}

// Oracle: a turned cylinder reaches |sin| of its radius and |cos| of half its length.
TEST(Lint, BoundsOfTurnedShapesAreTight) {
  model::Description description = robot(solid_box(1.0));
  description.links[1].inertial =
      mass::RigidMass{1.0, Vec3(0.0, 0.0, 0.0), 1e-4 * Mat3::Identity()};
  const double quarter = 0.25 * 3.14159265358979;
  description.links[1].geometries[0] = {
      .role = model::Geometry::Role::kCollision,
      .X_LG = {Vec3::Zero(), spatial::Placement::Rpy{Vec3(quarter, 0, 0)}},
      .shape = mass::Cylinder{0.1, 0.6}};
  const double reach = (0.1 + 0.3) * std::sqrt(0.5);
  for (const double y : {reach * (1.0 - 1e-6), reach * (1.0 + 1e-6)}) {
    description.links[1].inertial.X_LC.xyz.y() = y;
    const bool outside = y > reach;
    bool found = false;
    for (const std::string& text : texts(lint(description))) {
      found = found || text.find("is outside the box") != std::string::npos;
    }
    EXPECT_EQ(found, outside) << y;
  }
}

// A mesh counts once its triangles are at hand; an open one has bounds but no volume: not judged.
TEST(Lint, MeshesCountWhereTheyAreKnown) {
  model::Description description = robot(solid_box(1.0));
  description.links[1].geometries[0].shape =
      model::MeshFile{.uri = "m.stl", .path = "m.stl", .scale = Vec3::Constant(0.001)};
  EXPECT_FALSE(lint(description).links[0].homogeneous_moments);
  mass::Mesh tetrahedron{{{0, 0, 0}, {400, 0, 0}, {0, 400, 0}, {0, 0, 400}},
                         {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
  const LintResult result = lint(description, {{"m.stl", tetrahedron}});
  ASSERT_TRUE(result.links[0].homogeneous_moments);
  const mass::RigidMass expected = mass::unit_density_mass(
      mass::Tetrahedron{{Vec3(0, 0, 0), Vec3(0.4, 0, 0), Vec3(0, 0.4, 0), Vec3(0, 0, 0.4)}});
  EXPECT_TRUE(near(*result.links[0].homogeneous_moments,
                   mass::principal_axes((1.0 / expected.mass) * expected).moments, 1e-13));
  tetrahedron.triangles.pop_back();
  EXPECT_FALSE(lint(description, {{"m.stl", tetrahedron}}).links[0].homogeneous_moments);
}

/// Eight corners and twelve triangles of a box, edges in units of the file.
mass::Mesh box_mesh(const Vec3& size) {
  mass::Mesh mesh;
  for (int i = 0; i < 8; ++i) {
    const Vec3 sign((i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 1 : -1, (i & 4) != 0 ? 1 : -1);
    mesh.vertices.push_back(0.5 * sign.cwiseProduct(size));
  }
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

// For every link: which shapes its mass was held against, or why none.
TEST(Lint, SaysWhichGeometryItUsed) {
  using Role = model::Geometry::Role;
  model::Description description = robot(solid_box(1.0));
  const model::MeshFile visual{.uri = "package://r/arm.dae", .path = "arm.dae"};
  const model::MeshFile collision{.uri = "package://r/arm.stl", .path = "arm.stl"};
  description.links[1].geometries = {{.role = Role::kVisual, .X_LG = {}, .shape = visual},
                                     {.role = Role::kCollision, .X_LG = {}, .shape = collision}};
  const mass::Mesh whole = box_mesh({0.2, 0.1, 0.4});
  mass::Mesh open = whole;
  open.triangles.pop_back();
  const auto use = [&](const Meshes& meshes) { return lint(description, meshes).geometries[1]; };
  EXPECT_EQ(lint(description).geometries[0].source, "none");
  EXPECT_FALSE(lint(description).geometries[0].is_shown);
  EXPECT_EQ(use({{"arm.dae", whole}, {"arm.stl", open}}).source, "visual: arm.dae");
  EXPECT_EQ(use({{"arm.stl", whole}}).source,
            "collision: arm.stl (visual: arm.dae cannot be read)");
  EXPECT_TRUE(use({{"arm.stl", whole}}).is_used);
  EXPECT_EQ(
      use({{"arm.dae", open}}).source,
      "none: visual: arm.dae is open (mesh: the edge between vertices 5 and 7 of triangle 2 "
      "belongs to one triangle only: the surface is open); collision: arm.stl cannot be read");
  std::get<model::MeshFile>(description.links[1].geometries[0].shape).path = "";
  EXPECT_EQ(use({{"arm.stl", whole}}).source, "collision: arm.stl (visual: arm.dae is not there)");
  // Oracle: the body is the box of robot(), so nothing is odd about it, whatever mesh is used.
  EXPECT_EQ(texts(lint(description, {{"arm.stl", whole}})), std::vector<std::string>{});
}

// Oracle: a box of 200 mm has 2e5 mm³ and a density 1e-9 times too small if read as metres.
TEST(Lint, AMeshInMillimetresIsNoticed) {
  model::Description description = robot(solid_box(8.0));  // 1000 kg/m³
  description.links[1].geometries[0].shape = model::MeshFile{.uri = "m.stl", .path = "m.stl"};
  const auto is_noticed = [&](const Vec3& size) {
    for (const std::string& text : texts(lint(description, {{"m.stl", box_mesh(size)}}))) {
      if (text.find("is the file in millimetres?") != std::string::npos) return true;
    }
    return false;
  };
  EXPECT_TRUE(is_noticed({200.0, 100.0, 400.0}));
  EXPECT_FALSE(is_noticed({0.2, 0.1, 0.4}));
  EXPECT_FALSE(is_noticed({2.0, 1.0, 4.0}));  // Eight kilograms of foam: odd, but no unit.
  // A part of 8 mm is noticed by its density, though 8 m are no impossible size.
  description.links[1].inertial = solid_box(0.004);
  EXPECT_TRUE(is_noticed({8.0, 8.0, 8.0}));
}

// Oracle: the UR5's wrist_3 as it was published for years, 0.1879 kg with the moments of a disc of
// 0.6 m radius, has a radius of gyration of √(0.033822/0.1879) = 0.42 m. No mesh is needed to see
// it: a solid ellipsoid with these moments would weigh as much as air. The right moments are no
// matter.
TEST(Lint, MomentsThatOnlyAirWouldHaveAreOdd) {
  model::Description description = robot(solid_box(1.0));
  description.links[1].geometries.clear();
  description.links[1].inertial = {0.1879, {}, Vec3(0.017136, 0.017136, 0.033822).asDiagonal()};
  const std::vector<std::string> found = texts(lint(description));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].find("its 0.1879 kg are spread as in an ellipsoid of 1.34"), std::string::npos)
      << found[0];
  EXPECT_NE(found[0].find("(radius of gyration 0.42426"), std::string::npos) << found[0];
  EXPECT_NE(found[0].find("no solid is that light; is the inertia too large?"), std::string::npos);
  description.links[1].inertial = {0.1879, {}, Vec3(9.9e-5, 9.9e-5, 1.32e-4).asDiagonal()};
  EXPECT_EQ(texts(lint(description)), std::vector<std::string>{});
  // 50 kg in a ball of 1 cm: I = 2/5 m r².
  description.links[1].inertial = {50.0, {}, 0.4 * 50.0 * 1e-4 * 0.999 * Mat3::Identity()};
  ASSERT_EQ(texts(lint(description)).size(), 1U);
  EXPECT_NE(texts(lint(description))[0].find("no solid is that heavy"), std::string::npos);
}

// Oracle: 0.2 x 0.1 x 0.4 m are 0.008 m³.
TEST(Lint, DensitiesThatNoSolidHasAreOdd) {
  EXPECT_EQ(texts(lint(robot(solid_box(0.008 * 16.0)))), std::vector<std::string>{});
  EXPECT_EQ(
      texts(lint(robot(solid_box(0.008 * 9.0)))),
      (std::vector<std::string>{"its 0.072 kg in the 0.008 m³ of its geometry are 9 kg/m³: no "
                                "solid is that light (foam has 20)"}));
  EXPECT_NE(texts(lint(robot(solid_box(0.008 * 30e3)))).back().find("osmium"), std::string::npos);
}

TEST(Lint, LimitsInDegreesAndMillimetresAreOdd) {
  model::Description description = robot(solid_box(1.0));
  description.joints[0].limits = {.lower = -143.0, .upper = 143.0};
  EXPECT_EQ(texts(lint(description)),
            (std::vector<std::string>{
                "its limits are -143 to 143 rad, 45.5183 turns: are they in degrees?"}));
  description.joints[0].limits = {.lower = -6.3, .upper = 6.3};
  EXPECT_EQ(texts(lint(description)), std::vector<std::string>{});
  description.joints[0].limits = {.lower = -31.415, .upper = 31.415};  // Five turns either way.
  EXPECT_EQ(texts(lint(description)), std::vector<std::string>{});
  description.joints[0].limits = {.lower = -1e6, .upper = 1e6};  // As far as it likes.
  EXPECT_EQ(texts(lint(description)), std::vector<std::string>{});
  description.joints[0].kind = model::JointKind::kPrismatic;
  description.joints[0].limits = {.lower = 0.0, .upper = 300.0};
  EXPECT_EQ(texts(lint(description)),
            (std::vector<std::string>{"its limits are 0 to 300 m: are they in millimetres?"}));
}

TEST(Lint, AMovingLinkWithShapesAndNoMassIsOdd) {
  model::Description description = robot(solid_box(1.0));
  description.links.push_back({.name = "hand", .geometries = description.links[1].geometries});
  description.joints.push_back(
      {.name = "k", .kind = model::JointKind::kFixed, .parent = "arm", .child = "hand"});
  const auto of_hand = [&] {
    std::vector<Finding> found;
    for (const Finding& finding : lint(description).findings) {
      if (finding.where == "link 'hand'") found.push_back(finding);
    }
    return found;
  };
  ASSERT_EQ(of_hand().size(), 1U);
  EXPECT_EQ(of_hand()[0].severity, Finding::Severity::kNote);
  description.joints[1].kind = model::JointKind::kRevolute;
  ASSERT_EQ(of_hand().size(), 1U);
  EXPECT_EQ(of_hand()[0].severity, Finding::Severity::kWarning);
  EXPECT_EQ(of_hand()[0].text, "moves and shows shapes, but has no mass: was it forgotten?");
  description.joints[1].parent = "base";
  description.joints[1].kind = model::JointKind::kFixed;  // It stands still.
  EXPECT_TRUE(of_hand().empty());
}

// Oracle: 20 x 30 x 190 mm read as metres, of aluminium: 3.08e8 kg.
TEST(Lint, AMassOfMillimetresIsOdd) {
  model::Description description = robot(solid_box(1.0));
  description.links[1].geometries.clear();
  description.links[1].inertial = 2700.0 * mass::unit_density_mass(mass::Box{{20, 30, 190}});
  EXPECT_EQ(texts(lint(description)),
            (std::vector<std::string>{
                "it has 3.078e+08 kg; are sizes in millimetres, or masses in grams?"}));
}

}  // namespace
}  // namespace appell::analysis
