// The robot of a page: shapes, ellipsoids, poses along a motion.
#include <cmath>

#include <gtest/gtest.h>

#include "appell/io/load_model.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/mass/shape.hpp"
#include "appell/report/scene.hpp"
#include "appell/trajectory/point_to_point.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/mesh_texts.hpp"
#include "tests/support/program.hpp"
#include "tests/support/random_model.hpp"

namespace appell::report {
namespace {

Eigen::Quaterniond quaternion(double x, double y, double z, double w) { return {w, x, y, z}; }

/// All coordinates by minimum-jerk laws, each its own way.
trajectory::Trajectory swing(const model::Model& model, double start, double end) {
  std::vector<std::string> names;
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  for (std::size_t j = 0; j < model.coordinates().size(); ++j) {
    names.push_back(model.coordinates()[j].name);
    laws.push_back(std::make_shared<trajectory::PiecewisePolynomial>(trajectory::minimum_jerk(
        start, 0.1 * static_cast<double>(j), end, 0.7 - 0.2 * static_cast<double>(j))));
  }
  return {names, laws, {start, end}};
}

// Oracle: an ellipsoid is its own; that of a box of edges a has half axes √(5/12) a.
TEST(Ellipsoid, HasMassAndInertiaOfTheBody) {
  support::Random random(4);
  for (int i = 0; i < 20; ++i) {
    const Vec3 half(random.uniform(0.1, 0.2), random.uniform(0.3, 0.4), random.uniform(0.5, 0.9));
    const mass::RigidMass solid = 700.0 * mass::unit_density_mass(mass::Ellipsoid{half});
    const mass::RigidMass body = mass::transformed(random.placement(), solid);
    const auto found = page_ellipsoid(body);
    ASSERT_TRUE(found);
    const Vec3 axes(found->half[0], found->half[1], found->half[2]);  // The longest first.
    EXPECT_TRUE(support::near(axes, half.reverse(), 1e-13));
    // Turned back, it has the second moment of the body: J = R diag(m a²/5) Rᵀ.
    const auto& [x, y, z, w] = found->rotation;
    const Mat3 R = quaternion(x, y, z, w).toRotationMatrix();
    const Vec3 J = body.mass / 5.0 * axes.cwiseProduct(axes);
    EXPECT_TRUE(support::near(R * J.asDiagonal() * R.transpose(), body.second_moment, 1e-13));
  }
  const auto box = page_ellipsoid(mass::unit_density_mass(mass::Box{{1.0, 2.0, 3.0}}));
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(box->half[k], std::sqrt(5.0 / 12.0) * static_cast<double>(3 - k), 1e-13);
  }
  // By the moments of inertia: a_i² = 5 (I_j + I_k - I_i)/(2m).
  const Vec3 I(5.0, 4.0, 3.0);
  const auto other = page_ellipsoid(mass::rigid_mass(2.0, Vec3::Zero(), I.asDiagonal()));
  EXPECT_NEAR(other->half[2], std::sqrt(5.0 * (4.0 + 3.0 - 5.0) / 4.0), 1e-13);
  EXPECT_NEAR(other->half[0], std::sqrt(5.0 * (5.0 + 4.0 - 3.0) / 4.0), 1e-13);
}

TEST(Ellipsoid, IsNoneWhereThereIsNone) {
  EXPECT_FALSE(page_ellipsoid({}));
  EXPECT_FALSE(page_ellipsoid({.mass = 2.0}));
  const Vec3 impossible(1.0, 1.0, 3.0);
  EXPECT_FALSE(page_ellipsoid(
      mass::rigid_mass(1.0, Vec3::Zero(), impossible.asDiagonal(), mass::Physics::kNotChecked)));
}

// Cross-check: poses of all bodies against kinematics, on a tree with all kinds of joints.
TEST(Scene, PosesAreThoseOfTheBodies) {
  support::Random random(8);
  const model::Model model = support::random_model(random, 9);
  const model::Frame& tip = model.default_frame();
  const trajectory::Trajectory motion = swing(model, 1.0, 3.5);
  std::vector<std::string> warnings;
  Scene scene = scene_of(model, tip, warnings);
  ASSERT_EQ(scene.bodies.size(), static_cast<std::size_t>(model.num_bodies() + 1));
  ASSERT_EQ(scene.joints.size(), static_cast<std::size_t>(model.num_bodies()));
  add_motion(scene, "swing", model, tip, motion, {}, 1.0);
  const SceneMotion& found = scene.motions.front();
  ASSERT_EQ(found.poses.size(), 7 * scene.bodies.size() * found.times->size());
  EXPECT_EQ(found.times->front(), 1.0);
  EXPECT_EQ(found.times->back(), 3.5);
  double farthest = 0.0;
  for (std::size_t i = 0; i < found.times->size(); i += 50) {
    const kinematics::TreeMotion bodies =
        kinematics::propagate(model, motion.sample((*found.times)[i], 0));
    for (int b = 0; b < model.num_bodies(); ++b) {
      const float* pose = found.poses.data() + 7 * (i * scene.bodies.size() + std::size_t(b) + 1);
      const Vec3 p(pose[0], pose[1], pose[2]);
      const Mat3 R = quaternion(pose[3], pose[4], pose[5], pose[6]).toRotationMatrix();
      EXPECT_TRUE(support::near(p, bodies[b].p_WB[0], 1e-6, 1.0));
      EXPECT_TRUE(support::near(R, bodies[b].R_WB[0], 1e-6));
      farthest = std::max(farthest, p.norm());
    }
    const Vec3 end = kinematics::frame_motion(bodies, tip).p[0];
    EXPECT_TRUE(support::near(Vec3(found.path[3 * i], found.path[3 * i + 1], found.path[3 * i + 2]),
                              end, 1e-6, 1.0));
  }
  EXPECT_GT(farthest, 0.1);
  EXPECT_GT(scene.size, 0.1);
  for (const PageBody& body : scene.bodies) {
    EXPECT_LT(body.parent, static_cast<int>(scene.bodies.size()));
  }
}

// Oracle: two links of 0.5 m and 0.4 m in a plane, u(a) = (cos a, 0, sin a):
// p = 0.5 u(q1) + 0.4 u(q1 + q2), p' = 0.5 q1' n(q1) + 0.4 (q1' + q2') n(q1 + q2), n = u'.
TEST(Scene, PathOfTwoLinks) {
  const model::Model model = io::load_model("planar2r").model;
  const trajectory::Trajectory motion = swing(model, 0.0, 2.0);
  std::vector<std::string> warnings;
  Scene scene = scene_of(model, model.default_frame(), warnings);
  EXPECT_EQ(scene.drawn, Scene::Drawn::kShapes);
  add_motion(scene, "swing", model, model.default_frame(), motion, {}, 10.0);
  const SceneMotion& found = scene.motions.front();
  EXPECT_EQ(found.times->front(), 10.0);
  ASSERT_EQ(found.colours.size(), 3u);
  for (std::size_t i = 0; i < found.times->size(); ++i) {
    const model::StateSeries q = motion.sample((*found.times)[i] - 10.0, 1);
    const double a = q[0](0), b = q[0](0) + q[0](1);
    EXPECT_NEAR(found.path[3 * i], 0.5 * std::cos(a) + 0.4 * std::cos(b), 1e-6);
    EXPECT_NEAR(found.path[3 * i + 2], 0.5 * std::sin(a) + 0.4 * std::sin(b), 1e-6);
    const double u = 0.5 * q[1](0), v = 0.4 * (q[1](0) + q[1](1));
    EXPECT_NEAR(found.colours[0].values[i], std::sqrt(u * u + v * v + 2 * u * v * std::cos(b - a)),
                1e-6);
  }
  EXPECT_GT(*std::max_element(found.colours[0].values.begin(), found.colours[0].values.end()), 0.2);
}

// Oracle: a rod lies from joint to joint, its z axis along it, whichever way that is.
TEST(Scene, RodsGoFromJointToJoint) {
  for (const Vec3& way : {Vec3(0.3, -0.4, 0.1), Vec3(0.0, 0.0, 0.7), Vec3(0.0, 0.0, -0.7),
                          Vec3(1e-5, 0.0, -0.7), Vec3(0.0, 0.5, 0.0)}) {
    model::Description description{.name = "rod", .links = {{"base", {}, {}}, {"a", {}, {}}}};
    model::Joint joint{.name = "j", .kind = model::JointKind::kRevolute};
    joint.parent = "base";
    joint.child = "a";
    joint.X_PJ = {way, spatial::Placement::Rpy{}};
    description.joints = {joint};
    const model::Model model = model::build(description);
    std::vector<std::string> warnings;
    const Scene scene = scene_of(model, model.default_frame(), warnings);
    const PageShape& rod = scene.bodies[0].shapes.at(0);
    const auto& [x, y, z, qx, qy, qz, qw] = rod.pose;
    const double length = std::get<PageShape::Capsule>(rod.form).length;
    const Vec3 half = 0.5 * length * (quaternion(qx, qy, qz, qw) * Vec3::UnitZ());
    EXPECT_TRUE(support::near(Vec3(x, y, z) + half, way, 1e-14));
    EXPECT_TRUE(support::near(Vec3(x, y, z) - half, Vec3::Zero(), 1e-14, way.norm()));
  }
}

// A robot with visual and collision shapes, meshes that are there and one that is not.
std::string shaped_robot(const support::TemporaryFolder& folder) {
  folder.write("ball.stl", support::binary_stl(support::ball_mesh(45)));  // 7920 triangles.
  const auto link = [](const std::string& name, const std::string& shapes) {
    return "<link name=\"" + name +
           "\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" "
           "ixz=\"0\" iyz=\"0\"/></inertial>" +
           shapes + "</link>";
  };
  const auto joint = [](const std::string& name, const std::string& from, const std::string& to) {
    return "<joint name=\"" + name + "\" type=\"revolute\"><parent link=\"" + from +
           "\"/><child link=\"" + to +
           "\"/><origin xyz=\"0 0 1\"/><axis xyz=\"0 1 0\"/><limit lower=\"-1\" upper=\"1\" "
           "effort=\"5\" velocity=\"1\"/></joint>";
  };
  const std::string sphere = "<geometry><sphere radius=\"0.2\"/></geometry>";
  const std::string ball =
      "<geometry><mesh filename=\"ball.stl\" scale=\"0.1 0.1 0.1\"/></geometry>";
  const std::string mirrored =
      "<geometry><mesh filename=\"ball.stl\" scale=\"-0.1 0.1 0.1\"/></geometry>";
  const std::string gone = "<geometry><mesh filename=\"gone.stl\"/></geometry>";
  return folder.write(
      "robot.urdf",
      "<robot name=\"shaped\"><link name=\"base\"/>" +
          link("a", "<visual>" + ball + "</visual><collision>" + sphere + "</collision>") +
          link("b", "<visual>" + gone + "</visual><collision>" + sphere + "</collision>") +
          link("c", "<visual>" + ball + "</visual><visual>" + mirrored + "</visual>") +
          link("d", "") + joint("j1", "base", "a") + joint("j2", "a", "b") + joint("j3", "b", "c") +
          joint("j4", "c", "d") + "</robot>");
}

TEST(Scene, ShapesAreVisualElseCollisionElseRods) {
  const support::TemporaryFolder folder;
  const model::Model model = io::load_model(shaped_robot(folder)).model;
  std::vector<std::string> warnings;
  const Scene scene = scene_of(model, model.default_frame(), warnings, {.per_mesh = 1000});
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(scene.drawn, Scene::Drawn::kMeshes);
  EXPECT_NE(scene.note.find("7920 triangles, simplified to 1000"), std::string::npos) << scene.note;
  EXPECT_NE(scene.note.find("collisions"), std::string::npos) << scene.note;
  EXPECT_NE(scene.note.find("rods"), std::string::npos) << scene.note;
  using Mesh = std::shared_ptr<const PageMesh>;
  ASSERT_EQ(scene.bodies[1].shapes.size(), 1u);
  const Mesh a = std::get<Mesh>(scene.bodies[1].shapes[0].form);
  EXPECT_LE(a->triangles.size(), 3u * 1000u);
  EXPECT_GT(a->triangles.size(), 3u * 900u);
  EXPECT_EQ(std::get<PageShape::Sphere>(scene.bodies[2].shapes[0].form).radius, 0.2);
  ASSERT_EQ(scene.bodies[3].shapes.size(), 2u);
  EXPECT_EQ(std::get<Mesh>(scene.bodies[3].shapes[0].form), a);  // The same file is there once.
  const Mesh turned = std::get<Mesh>(scene.bodies[3].shapes[1].form);
  ASSERT_EQ(turned->points.size(), a->points.size());
  EXPECT_EQ(turned->points[0], -a->points[0]);
  EXPECT_EQ(turned->triangles[1], a->triangles[2]);  // Mirrored, and turned along.
  // From the base, which shows nothing, to the first joint.
  EXPECT_EQ(std::get<PageShape::Capsule>(scene.bodies[0].shapes.at(0).form).length, 1.0);
  const Scene small = scene_of(model, model.default_frame(), warnings, {.in_all = 500});
  EXPECT_LE(std::get<Mesh>(small.bodies[1].shapes[0].form)->triangles.size(), 3u * 500u);
}

TEST(Scene, AMeshThatCannotBeReadIsSaid) {
  const support::TemporaryFolder folder;
  const std::string robot = shaped_robot(folder);
  folder.write("ball.stl", "solid nothing\nendsolid\n");
  const model::Model model = io::load_model(robot).model;
  std::vector<std::string> warnings;
  const Scene scene = scene_of(model, model.default_frame(), warnings);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("ball.stl"), std::string::npos);
  EXPECT_EQ(scene.drawn, Scene::Drawn::kShapes);
}

// Oracle: a joint that moves over 0.7 of its range ±1 is 70 % used where it is farthest.
TEST(Scene, UtilisationOfLimits) {
  const model::Model model = io::load_model("planar2r").model;
  const trajectory::Trajectory motion = swing(model, 0.0, 2.0);
  std::vector<std::string> warnings;
  Scene scene = scene_of(model, model.default_frame(), warnings);
  const model::MotionLimit limit{.low = -1.0, .high = 1.0};  // Of the first position: 0 to 0.7.
  add_motion(scene, "swing", model, model.default_frame(), motion, {limit}, 0.0);
  ASSERT_EQ(scene.motions[0].colours.size(), 4u);
  const std::vector<float>& used = scene.motions[0].colours[3].values;
  EXPECT_NEAR(used.back(), 70.0, 1e-4);
  EXPECT_NEAR(used.front(), 0.0, 1e-4);
}

// Oracle: the elbow at rest at q = (0, 0.1) holds the weight of its link, 2 kg at 0.2 m, and a load
// of 10 N at 0.4 m: (2 g 0.2 + 10 · 0.4) cos 0.1 of 20 N m.
TEST(Scene, UtilisationOfLimitsUnderLoads) {
  const model::Model model = io::load_model("planar2r").model;
  const model::Frame& tip = model.default_frame();
  std::vector<std::string> warnings;
  Scene scene = scene_of(model, tip, warnings);
  const model::MotionLimit limit{model::Limited::kForce, 0, 1, -20.0, 20.0};
  analysis::MotionLoads loads;
  loads.constant.loads = {{tip, {Vec3(0.0, 0.0, 10.0)}, {}}};
  add_motion(scene, "swing", model, tip, swing(model, 0.0, 2.0), {limit}, 0.0, &loads);
  const double expected = (2.0 * 9.81 * 0.2 + 10.0 * 0.4) * std::cos(0.1) / 20.0;
  EXPECT_NEAR(scene.motions[0].colours[3].values.front(), 100.0 * expected, 1e-3);
}

}  // namespace
}  // namespace appell::report
