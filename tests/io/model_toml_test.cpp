// Appell model files: every field, three ways to place a joint that agree, and what is refused.
#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/load_model.hpp"
#include "appell/kinematics/propagate.hpp"
#include "tests/io/loaded.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/program.hpp"
#include "tests/support/random_model.hpp"

namespace appell::io {
namespace {

using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Translation3d;
using model::JointKind;
using spatial::Placement;
using support::near;
using Texts = std::vector<std::string>;

LoadResult read(const std::string& text) { return read_model_toml("r.toml", text); }

/// A model 'r' of links 'a' and 'b' whose joint 'j', at 6:1, has these fields, from line 10 on.
std::string with_joint(const std::string& fields, const std::string& type = "revolute") {
  return "name = 'r'\n[[link]]\nname = 'a'\n[[link]]\nname = 'b'\n[[joint]]\nname = 'j'\ntype = '" +
         type + "'\nparent = 'a'\nchild = 'b'\n" + fields;
}

/// Something that the link 'a' moves on: the inertia of a link that cannot move refuses no robot.
const std::string kGround =
    "[[link]]\nname = 'ground'\n[[joint]]\nname = 'on'\ntype = 'continuous'\nparent = 'ground'\n"
    "child = 'a'\n";

/// A model 'r' whose only link 'a', at 2:1, has these fields, from line 4 on.
std::string with_link(const std::string& fields) {
  return "name = 'r'\n[[link]]\nname = 'a'\n" + fields;
}

/// Placement of a link's frame in the world.
Mat4 placement(const model::Model& model, const std::string& link_name, const VecX& q) {
  const auto motion = kinematics::propagate(model, model::state_from_derivatives(model, {q}));
  return kinematics::frame_motion(motion, model.frame(link_name)).matrix_derivative(0);
}

TEST(ModelToml, ReadsEveryFieldOfModelAndLink) {
  const LoadResult loaded = read(R"(
format = 1
name = "arm"
gravity = [0, -1.62, 0.5]
end_effector = "base"
[[link]]
name = "base"
mass = 2
com = [0.1, 0.2, 0.3]
com_rpy = [0.4, 0.5, 0.6]
inertia = [[0.02, 0.001, -0.002], [0.001, 0.03, 0.003], [-0.002, 0.003, 0.04]]
visual = [{shape = "box", size = [1, 2, 3], xyz = [4, 5, 6]},
          {shape = "cylinder", radius = 0.1, length = 0.2}]
[[link.collision]]
shape = "capsule"
radius = 0.3
length = 0.4
quat_xyzw = [0, 0, 0, 1]
[[link.collision]]
shape = "sphere"
radius = 0.5
[[link.collision]]
shape = "mesh"
file = "nowhere/a.stl"
scale = [1, 1, 2]
[[link]]
name = "point"
mass = 3.5
com_quat_xyzw = [0, 1, 0, 0]
[[link]]
name = "turned"
mass = 1
com_rotation = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
[[joint]]
name = "j1"
type = "fixed"
parent = "base"
child = "point"
matrix = [[0, -1, 0, 7], [1, 0, 0, 8], [0, 0, 1, 9], [0, 0, 0, 1]]
[[joint]]
name = "j2"
type = "fixed"
parent = "point"
child = "turned"
)");
  EXPECT_EQ(loaded.warnings, Texts{"r.toml:24:8: link 'base': collision 3: file 'nowhere/a.stl' is "
                                   "not found (no result needs it)"});
  EXPECT_EQ(loaded.model.name(), "arm");
  EXPECT_EQ(loaded.model.gravity(), Vec3(0, -1.62, 0.5));
  EXPECT_EQ(loaded.model.default_frame().name, "base");
  const model::Inertial& base = link(loaded, 0).inertial;
  EXPECT_EQ(base.mass, 2.0);
  EXPECT_EQ(base.X_LC.xyz, Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(std::get<Placement::Rpy>(base.X_LC.rotation).angles, Vec3(0.4, 0.5, 0.6));
  EXPECT_EQ(base.inertia(0, 2), -0.002);
  EXPECT_EQ(base.inertia(1, 2), 0.003);
  EXPECT_EQ(base.inertia(2, 2), 0.04);
  const std::vector<model::Geometry>& shapes = link(loaded, 0).geometries;
  ASSERT_EQ(shapes.size(), 5U);
  EXPECT_EQ(std::get<mass::Box>(shapes[0].shape).size, Vec3(1, 2, 3));
  EXPECT_EQ(shapes[0].X_LG.xyz, Vec3(4, 5, 6));
  EXPECT_EQ(shapes[1].role, model::Geometry::Role::kVisual);
  EXPECT_EQ(std::get<mass::Cylinder>(shapes[1].shape).length, 0.2);
  EXPECT_EQ(shapes[2].role, model::Geometry::Role::kCollision);
  EXPECT_EQ(std::get<mass::Capsule>(shapes[2].shape).radius, 0.3);
  EXPECT_EQ(std::get<mass::Sphere>(shapes[3].shape).radius, 0.5);
  EXPECT_EQ(std::get<model::MeshFile>(shapes[4].shape).scale, Vec3(1, 1, 2));
  EXPECT_EQ(link(loaded, 1).inertial.mass, 3.5);
  EXPECT_EQ(std::get<Placement::Quaternion>(link(loaded, 1).inertial.X_LC.rotation).xyzw,
            Eigen::Vector4d(0, 1, 0, 0));
  EXPECT_EQ(std::get<Placement::Matrix>(link(loaded, 2).inertial.X_LC.rotation).R(0, 1), -1.0);
  Mat4 X;
  X << 0, -1, 0, 7, 1, 0, 0, 8, 0, 0, 1, 9, 0, 0, 0, 1;
  EXPECT_EQ(joint(loaded, 0).X_PJ.transform().matrix(), X);
}

TEST(ModelToml, ReadsEveryFieldOfAJoint) {
  const LoadResult loaded = read(with_joint(R"(
xyz = [1, 2, 3]
rpy = [0.1, 0.2, 0.3]
axis = [0, 0, 2]
pitch = 0.05
limit = {lower = -1, upper = 2, velocity = 3, effort = 4, acceleration = 5, deceleration = 6, jerk = 7}
friction = {viscous = 0.1, dry = 0.2, law = "radial_load", bearing_diameter = 0.03}
actuator = {gear_ratio = -100, rotor_inertia = 1e-5, stiffness = 1e4, damping = 2.5, torque_constant = 0.07, resistance = 0.4}
link_frame = {xyz = [0, 0, 0.5]}
)",
                                            "helical"));
  EXPECT_EQ(loaded.warnings, Texts());
  const model::Joint& j = joint(loaded, 0);
  EXPECT_EQ(j.kind, JointKind::kHelical);
  EXPECT_EQ(j.X_PJ.xyz, Vec3(1, 2, 3));
  EXPECT_EQ(std::get<Placement::Rpy>(j.X_PJ.rotation).angles, Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(j.X_JC.xyz, Vec3(0, 0, 0.5));
  EXPECT_EQ(j.axis, Vec3(0, 0, 2));
  EXPECT_EQ(j.pitch, 0.05);
  EXPECT_EQ(j.limits.lower, -1.0);
  EXPECT_EQ(j.limits.upper, 2.0);
  EXPECT_EQ(j.limits.velocity, 3.0);
  EXPECT_EQ(j.limits.effort, 4.0);
  EXPECT_EQ(j.limits.acceleration, 5.0);
  EXPECT_EQ(j.limits.deceleration, 6.0);
  EXPECT_EQ(j.limits.jerk, 7.0);
  EXPECT_EQ(j.friction.law, model::Friction::Law::kRadialLoad);
  EXPECT_EQ(j.friction.viscous, 0.1);
  EXPECT_EQ(j.friction.dry, 0.2);
  EXPECT_EQ(j.friction.bearing_diameter, 0.03);
  EXPECT_EQ(j.actuator.gear_ratio, -100.0);
  EXPECT_EQ(j.actuator.rotor_inertia, 1e-5);
  EXPECT_EQ(j.actuator.stiffness, 1e4);
  EXPECT_EQ(j.actuator.damping, 2.5);
  EXPECT_EQ(j.actuator.torque_constant, 0.07);
  EXPECT_EQ(j.actuator.resistance, 0.4);
}

TEST(ModelToml, ReadsTheOtherFrictionLawsAndMimic) {
  const LoadResult loaded = read(R"(name = "r"
link = [{name = "a"}, {name = "b"}, {name = "c"}]
[[joint]]
name = "j1"
type = "prismatic"
parent = "a"
child = "b"
friction = {dry = 1, law = "smooth", velocity = 0.01}
[[joint]]
name = "j2"
type = "revolute"
parent = "b"
child = "c"
friction = {dry = 2}
mimic = {joint = "j1", multiplier = -3, offset = 0.5}
)");
  EXPECT_EQ(joint(loaded, 0).friction.law, model::Friction::Law::kSmooth);
  EXPECT_EQ(joint(loaded, 0).friction.velocity, 0.01);
  EXPECT_EQ(joint(loaded, 0).axis, Vec3::UnitZ());  // The default.
  EXPECT_EQ(joint(loaded, 1).friction.law, model::Friction::Law::kConstant);
  EXPECT_EQ(joint(loaded, 1).mimic->joint, "j1");
  EXPECT_EQ(loaded.model.num_coordinates(), 1);
  EXPECT_EQ(loaded.model.bodies()[1].ratio, -3.0);
  EXPECT_EQ(loaded.model.bodies()[1].offset, 0.5);
}

// Oracle: the definition of each joint, written with Eigen's own rotations.
TEST(ModelToml, EveryKindOfJointMovesAsDefined) {
  const auto Rx = [](double q) { return AngleAxisd(q, Vec3::UnitX()); };
  const auto Ry = [](double q) { return AngleAxisd(q, Vec3::UnitY()); };
  const auto Rz = [](double q) { return AngleAxisd(q, Vec3::UnitZ()); };
  const Vec3 k = Vec3(1, 2, 2) / 3.0;
  VecX q(6);
  q << 0.3, -0.4, 0.5, 0.6, -0.7, 0.8;
  const struct {
    const char* type;
    const char* fields;
    std::vector<std::string> coordinates;
    Isometry3d expected;
  } cases[] = {
      {"revolute", "axis = [1, 2, 2]", {"j"}, Isometry3d(AngleAxisd(q[0], k))},
      {"continuous", "axis = [1, 2, 2]", {"j"}, Isometry3d(AngleAxisd(q[0], k))},
      {"prismatic", "axis = [1, 2, 2]", {"j"}, Isometry3d(Translation3d(q[0] * k))},
      {"helical",
       "axis = [1, 2, 2]\npitch = 0.2",
       {"j"},
       Translation3d(0.2 * q[0] * k) * AngleAxisd(q[0], k)},
      {"cylindrical",
       "axis = [1, 2, 2]",
       {"j.slide", "j.angle"},
       Translation3d(q[0] * k) * AngleAxisd(q[1], k)},
      {"universal", "angles = 'xyz'", {"j.alpha", "j.beta"}, Isometry3d(Rx(q[0]) * Ry(q[1]))},
      {"universal", "angles = 'zxz'", {"j.alpha", "j.beta"}, Isometry3d(Rz(q[0]) * Rx(q[1]))},
      {"planar",
       "axis = [0, 0, 1]",
       {"j.x", "j.y", "j.angle"},
       Translation3d(q[0], q[1], 0.0) * Rz(q[2])},
      {"spherical",
       "",
       {"j.alpha", "j.beta", "j.gamma"},
       Isometry3d(Rx(q[0]) * Ry(q[1]) * Rz(q[2]))},
      {"spherical",
       "angles = 'zyx'",
       {"j.alpha", "j.beta", "j.gamma"},
       Isometry3d(Rz(q[0]) * Ry(q[1]) * Rx(q[2]))},
      {"spherical",
       "angles = 'zxz'",
       {"j.alpha", "j.beta", "j.gamma"},
       Isometry3d(Rz(q[0]) * Rx(q[1]) * Rz(q[2]))},
      {"spherical",
       "angles = 'yzy'",
       {"j.alpha", "j.beta", "j.gamma"},
       Isometry3d(Ry(q[0]) * Rz(q[1]) * Ry(q[2]))},
      {"free",
       "angles = 'zyx'",
       {"j.x", "j.y", "j.z", "j.alpha", "j.beta", "j.gamma"},
       Translation3d(q[0], q[1], q[2]) * Isometry3d(Rz(q[3]) * Ry(q[4]) * Rx(q[5]))},
      {"fixed", "xyz = [1, 2, 3]", {}, Isometry3d(Translation3d(1, 2, 3))},
  };
  for (const auto& [type, fields, coordinates, expected] : cases) {
    SCOPED_TRACE(std::string(type) + " " + fields);
    const LoadResult loaded = read(with_joint(fields, type));
    Texts names;
    for (const model::Coordinate& c : loaded.model.coordinates()) names.push_back(c.name);
    EXPECT_EQ(names, coordinates);
    EXPECT_TRUE(near(placement(loaded.model, "b", q.head(loaded.model.num_coordinates())),
                     expected.matrix(), 1e-15));
  }
}

/// One row of standard Denavit-Hartenberg parameters.
struct DhRow {
  bool turns;
  double a, alpha, d, theta;
};

Isometry3d about_z(const DhRow& row, double q) {
  return AngleAxisd(row.theta + (row.turns ? q : 0.0), Vec3::UnitZ()) *
         Translation3d(0.0, 0.0, row.d + (row.turns ? 0.0 : q));
}

Isometry3d about_x(const DhRow& row) {
  return Translation3d(row.a, 0.0, 0.0) * AngleAxisd(row.alpha, Vec3::UnitX());
}

/// The definition: frame i after the first i rows, i = 0..n.
std::vector<Isometry3d> frames_of(const std::vector<DhRow>& rows, const VecX& q) {
  std::vector<Isometry3d> frames{Isometry3d::Identity()};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    frames.push_back(frames.back() * about_z(rows[i], q[static_cast<Eigen::Index>(i)]) *
                     about_x(rows[i]));
  }
  return frames;
}

std::string list(const Vec3& v) { return concat("[", v.x(), ", ", v.y(), ", ", v.z(), "]"); }

std::string matrix_field(const Isometry3d& X) {
  std::string text = "matrix = [";
  for (int i = 0; i < 4; ++i) {
    const Eigen::RowVector4d r = X.matrix().row(i);
    text += concat(i == 0 ? "[" : ", [", r[0], ", ", r[1], ", ", r[2], ", ", r[3], "]");
  }
  return text + "]\n";
}

std::string dh_field(const char* convention, double a, double alpha, double d, double theta) {
  return concat("dh = {convention = '", convention, "', a = ", a, ", alpha = ", alpha, ", d = ", d,
                ", theta = ", theta, "}\n");
}

/// A chain of links l0, l1, ... and a tool; `place(i)` places joint i, `tool` the tool in the last
/// link.
template <class Place>
std::string chain(const std::vector<DhRow>& rows, const Place& place, const std::string& tool) {
  std::string text = "name = 'chain'\n";
  for (std::size_t i = 0; i <= rows.size(); ++i) text += concat("[[link]]\nname = 'l", i, "'\n");
  text += "[[link]]\nname = 'tool'\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text +=
        concat("[[joint]]\nname = 'j", i, "'\ntype = '", rows[i].turns ? "revolute" : "prismatic",
               "'\nparent = 'l", i, "'\nchild = 'l", i + 1, "'\n", place(i));
  }
  return text + concat("[[joint]]\nname = 'mount'\ntype = 'fixed'\nparent = 'l", rows.size(),
                       "'\nchild = 'tool'\n", tool);
}

/// The same robot written in every way.
Texts all_forms(const std::vector<DhRow>& rows) {
  const std::vector<Isometry3d> at_zero =
      frames_of(rows, VecX::Zero(static_cast<Eigen::Index>(rows.size())));
  const auto before = [&rows](std::size_t i) { return i == 0 ? DhRow{} : rows[i - 1]; };
  const auto in_parent = [&](std::size_t i) -> Isometry3d {
    return about_x(before(i)) * about_z(rows[i], 0.0);
  };
  const auto standard = [&](std::size_t i) {
    return dh_field("standard", rows[i].a, rows[i].alpha, rows[i].d, rows[i].theta);
  };
  const auto modified = [&](std::size_t i) {
    return dh_field("modified", before(i).a, before(i).alpha, rows[i].d, rows[i].theta);
  };
  const auto matrix = [&](std::size_t i) { return matrix_field(in_parent(i)); };
  const auto xyz_rpy = [&](std::size_t i) {
    const Isometry3d X = in_parent(i);
    return concat("xyz = ", list(X.translation()),
                  "\nrpy = ", list(spatial::rpy_from_rotation(X.linear())), "\n");
  };
  const auto quaternion = [&](std::size_t i) {
    const Isometry3d X = in_parent(i);
    const Eigen::Quaterniond q(X.linear());
    return concat("xyz = ", list(X.translation()), "\nquat_xyzw = [", q.x(), ", ", q.y(), ", ",
                  q.z(), ", ", q.w(), "]\n");
  };
  const auto zero = [&](std::size_t i) {  // Joint i moves about z of frame i.
    return concat("zero = {axis = ", list(at_zero[i].linear().col(2)),
                  ", point = ", list(at_zero[i].translation()), "}\n");
  };
  const std::string tool = matrix_field(about_x(rows.back()));
  const std::string tool_at_zero =
      matrix_field(Translation3d(-at_zero[rows.size() - 1].translation()) * at_zero[rows.size()]);
  return {chain(rows, standard, ""),     chain(rows, modified, tool),
          chain(rows, matrix, tool),     chain(rows, xyz_rpy, tool),
          chain(rows, quaternion, tool), chain(rows, zero, tool_at_zero)};
}

/// Cross-check: tool and joint axes of every form against the product of the rows.
void expect_same_robot(const std::vector<DhRow>& rows, const VecX& q, double tolerance) {
  const std::vector<Isometry3d> expected = frames_of(rows, q);
  const double reach = 1.0 + expected.back().translation().norm();
  for (const std::string& text : all_forms(rows)) {
    SCOPED_TRACE(text);
    const model::Model model = read(text).model;
    EXPECT_TRUE(near(placement(model, "tool", q), expected.back().matrix(), tolerance, reach));
    const auto motion = kinematics::propagate(model, model::state_from_derivatives(model, {q}));
    ASSERT_EQ(model.num_bodies(), static_cast<int>(rows.size()));
    for (const model::Body& body : model.bodies()) {
      const auto i = static_cast<std::size_t>(body.index);
      const kinematics::BodyMotion& B = motion[body.index];
      const Vec3 axis = expected[i].linear().col(2);
      EXPECT_TRUE(near(B.R_WB[0] * (body.screw.angular + body.screw.linear), axis, tolerance));
      if (!rows[i].turns) continue;  // The axis of a slider has a direction but no place.
      const Vec3 offset = B.p_WB[0] - expected[i].translation();
      EXPECT_TRUE(near(offset.cross(axis), Vec3::Zero(), tolerance, reach));
    }
  }
}

// Oracle: the planar arm, x = a1 c1 + a2 c12, y = a1 s1 + a2 s12.
TEST(ModelToml, PlanarArmAgreesInEveryForm) {
  const std::vector<DhRow> rows{{true, 0.5, 0, 0, 0}, {true, 0.4, 0, 0, 0}};
  const Eigen::Vector2d q(0.3, 0.5);
  for (const std::string& text : all_forms(rows)) {
    const Mat4 X = placement(read(text).model, "tool", q);
    EXPECT_TRUE(near(X.topRightCorner<3, 1>(),
                     Vec3(0.5 * std::cos(0.3) + 0.4 * std::cos(0.8),
                          0.5 * std::sin(0.3) + 0.4 * std::sin(0.8), 0),
                     1e-15));
  }
  expect_same_robot(rows, q, 1e-15);
}

// The worst error seen is 6 epsilon.
constexpr double kTolerance = 16 * std::numeric_limits<double>::epsilon();

TEST(ModelToml, PumaAgreesInEveryForm) {
  constexpr double h = 1.5707963267948966;
  const std::vector<DhRow> rows{
      {true, 0, h, 0, 0},      {true, 0.4318, 0, 0, 0}, {true, 0.0203, -h, 0.15005, 0},
      {true, 0, h, 0.4318, 0}, {true, 0, -h, 0, 0},     {true, 0, 0, 0.05625, 0}};
  VecX q(6);
  q << 0.1, -0.7, 1.3, 0.4, -1.1, 2.2;
  expect_same_robot(rows, q, kTolerance);
}

TEST(ModelToml, RandomChainsAgreeInEveryForm) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    support::Random random(seed);
    std::vector<DhRow> rows;
    const int n = random.integer(1, 8);
    for (int i = 0; i < n; ++i) {
      rows.push_back({random.integer(0, 3) > 0, random.uniform(-0.5, 0.5), random.uniform(-3, 3),
                      random.uniform(-0.5, 0.5), random.uniform(-3, 3)});
    }
    VecX q(n);
    for (double& x : q) x = random.uniform(-1, 1);
    expect_same_robot(rows, q, kTolerance);
  }
}

// Property: in the zero form the order in the file does not matter, and branches are placed too.
TEST(ModelToml, ZeroFormPlacesTreesWhateverTheirOrder) {
  const model::Model model = read(R"(name = "r"
link = [{name = "left"}, {name = "right"}, {name = "trunk"}, {name = "base"}]
joint = [
  {name = "l", type = "revolute", parent = "trunk", child = "left", zero = {axis = [1, 0, 0], point = [0, 1, 2]}},
  {name = "r", type = "prismatic", parent = "trunk", child = "right", zero = {axis = [0, 1, 0], point = [0, -1, 2]}},
  {name = "t", type = "revolute", parent = "base", child = "trunk", zero = {axis = [0, 0, 1], point = [0, 0, 1]}},
]
)")
                                 .model;
  EXPECT_TRUE(near(placement(model, "left", Vec3::Zero()).col(3), Eigen::Vector4d(0, 1, 2, 1), 0));
  const double h = 1.5707963267948966;
  EXPECT_TRUE(near(placement(model, "right", Vec3(0.3, 0.5, h)).col(3),
                   Eigen::Vector4d(0.5, 0, 2, 1), 1e-15));  // (0, -0.5) turned by 90 degrees
}

struct Case {
  const char* what;
  std::string text;
  Texts problems;
};

Texts problems_of(const std::string& text) {
  try {
    read(text);
  } catch (const ModelError& error) {
    return error.problems();
  }
  return {};
}

void expect_all(const std::vector<Case>& cases) {
  for (const auto& [what, text, problems] : cases) {
    EXPECT_EQ(problems_of(text), problems) << what << ":\n" << text;
  }
}

TEST(ModelTomlErrors, Syntax) {
  const Texts syntax = problems_of("name = 'r'\nlink = [\n");
  ASSERT_EQ(syntax.size(), 1U);
  EXPECT_TRUE(syntax[0].starts_with("r.toml:2:10: not valid TOML: ")) << syntax[0];
  const Texts twice = problems_of("name = 'r'\ngravity = [0, 0, 0]\ngravity = [0, 0, 1]\n");
  ASSERT_EQ(twice.size(), 1U);
  EXPECT_TRUE(twice[0].starts_with("r.toml:3:11: not valid TOML: ")) << twice[0];
  EXPECT_NE(twice[0].find("gravity"), std::string::npos) << twice[0];
  EXPECT_EQ(problems_of("name = '\xE9'\n"),
            Texts{"r.toml:1:9: has a byte that is not UTF-8; save it as UTF-8"});
  std::string deep = "name = ";
  for (int i = 0; i < 100'000; ++i) deep += '[';
  const Texts nested = problems_of(deep);
  ASSERT_EQ(nested.size(), 1U);
  EXPECT_TRUE(nested[0].starts_with("r.toml:1:")) << nested[0];
}

TEST(ModelTomlErrors, ModelsAndLinks) {
  const std::string link_fields =
      "name, mass, inertia, com, com_rpy, com_quat_xyzw, com_rotation, parts, visual, collision, "
      "sketch";
  expect_all({
      {"empty",
       "",
       {"r.toml:1:1: model: name is missing; a text is needed",
        "r.toml:1:1: model: has no link; it needs at least one"}},
      {"newer format",
       with_link("").insert(0, "format = 2\n"),
       {"r.toml:1:10: model 'r': format is 2; 1 is the only one"}},
      {"unknown field of the model",
       "grafity = [0, 0, 0]\n" + with_link(""),
       {"r.toml:1:1: model 'r': field 'grafity' is not known (did you mean 'gravity'?); known are "
        "name, format, gravity, end_effector, material, link, joint"}},
      {"wrong list length",
       "gravity = [0, 9.81]\n" + with_link(""),
       {"r.toml:1:11: model 'r': gravity is [0, 9.81]; a list of 3 finite numbers is needed"}},
      {"end effector",
       "end_effector = 'tol'\n" + with_link("[[link]]\nname = 'tool'\n"),
       {"r.toml:1:1: model 'r': its end effector 'tol' is no link of it (did you mean 'tool'?); "
        "name a link of this model",
        "r.toml:1:1: model 'r': has 2 root links (a, tool); all but one must be the child of a "
        "joint"}},
      {"link is no list",
       "name = 'r'\n[link]\nname = 'a'\n",
       {"r.toml:1:1: model 'r': has no link; it needs at least one",
        "r.toml:2:1: model 'r': link is a table; a list of tables [[link]] is needed"}},
      {"name missing",
       "name = 'r'\n[[link]]\nmass = 1\n",
       {"r.toml:2:1: link 1: name is missing; a text is needed"}},
      {"name empty",
       "name = 'r'\n[[link]]\nname = ''\n",
       {"r.toml:3:8: link '': name is empty; a text is needed"}},
      {"name of a wrong type",
       "name = 'r'\n[[link]]\nname = 7\n",
       {"r.toml:3:8: link 1: name is 7; a text in quotes is needed"}},
      {"unknown field of a link",
       with_link("mas = 2\n"),
       {"r.toml:4:1: link 'a': field 'mas' is not known (did you mean 'mass'?); known are " +
        link_fields}},
      {"text for a number",
       with_link("mass = '2.5'\ninertia = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]"),
       {"r.toml:4:8: link 'a': mass is '2.5'; a finite number is needed"}},
      {"nan",
       with_link("mass = nan\n"),
       {"r.toml:4:8: link 'a': mass is nan; a finite number is needed"}},
      {"infinity",
       with_link("mass = 1\ncom = [0, inf, 0]\n"),
       {"r.toml:5:7: link 'a': com is [0, inf, 0]; a list of 3 finite numbers is needed"}},
      {"negative mass",
       with_link("mass = -1\n") + kGround,
       {"r.toml:2:1: link 'a': the mass is -1 kg; it must not be negative"}},
      {"impossible inertia",
       with_link("mass = 1\ninertia = [[1, 0, 0], [0, 1, 0], [0, 0, 3]]\n") + kGround,
       {"r.toml:2:1: link 'a': no real body has this inertia: its principal moments 1, 1, 3 kg m² "
        "break the triangle inequality (the largest exceeds the sum of the others by 1)"}},
      {"inertia not symmetric",
       with_link("mass = 1\ninertia = [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]\n"),
       {"r.toml:2:1: link 'a': the inertia tensor is not symmetric: entries differ by 0.5"}},
      {"inertia of two rows",
       with_link("mass = 1\ninertia = [[1, 0, 0], [0, 1, 0]]\n"),
       {"r.toml:5:11: link 'a': inertia is [[1, 0, 0], [0, 1, 0]]; a list of 3 rows of 3 "
        "finite numbers is needed"}},
      {"inertia without a mass",
       with_link("inertia = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\n"),
       {"r.toml:4:11: link 'a': has inertia but no mass; a mass is needed"}},
      {"two orientations",
       with_link("mass = 1\ncom_rpy = [0, 0, 0]\ncom_quat_xyzw = [0, 0, 0, 1]"),
       {"r.toml:2:1: link 'a': has several of com_rpy, com_quat_xyzw and com_rotation; one is "
        "needed"}},
      {"no rotation",
       with_link("mass = 1\ncom_rotation = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]\n"),
       {"r.toml:5:16: link 'a': com_rotation is no rotation: its determinant is 0; 1 is needed"}},
      {"zero quaternion",
       with_link("mass = 1\ncom_quat_xyzw = [0, 0, 0, 0]\n"),
       {"r.toml:5:17: link 'a': com_quat_xyzw is [0, 0, 0, 0]; a unit quaternion [x, y, z, w] is "
        "needed"}},
      {"unknown shape",
       with_link("visual = [{shape = 'bx', size = [1, 1, 1]}]\n"),
       {"r.toml:4:20: link 'a': visual 1: shape is 'bx' (did you mean 'box'?); one of box, "
        "cylinder, capsule, sphere, mesh is needed"}},
      {"sizes",
       with_link("visual = [{shape = 'box', size = [1, 0, 1]}, {shape = 'box'},\n"
                 "{shape = 'sphere', radius = -1}, {shape = 'cylinder', radius = 1}]\n"),
       {"r.toml:4:34: link 'a': visual 1: size is 1, 0, 1; three positive numbers are needed",
        "r.toml:4:46: link 'a': visual 2: size is missing; three positive numbers are needed",
        "r.toml:5:29: link 'a': visual 3: radius is -1; it must be positive",
        "r.toml:5:34: link 'a': visual 4: length is missing; a positive number is needed"}},
  });
}

TEST(ModelTomlErrors, Joints) {
  const std::string kinds =
      "fixed, revolute, continuous, prismatic, helical, cylindrical, universal, planar, spherical, "
      "free";
  expect_all({
      {"unknown type, and nothing that follows from it",
       with_joint("limit = {upper = 1}\npitch = 1\nangles = 'xyz'\n", "revolut"),
       {"r.toml:8:8: joint 'j': type is 'revolut' (did you mean 'revolute'?); one of " + kinds +
        " is needed"}},
      {"type missing",
       "name = 'r'\n[[link]]\nname = 'a'\n[[link]]\nname = 'b'\n[[joint]]\n"
       "name = 'j'\nparent = 'a'\nchild = 'b'\n",
       {"r.toml:6:1: joint 'j': type is missing; a text is needed"}},
      {"parent missing",
       "name = 'r'\n[[link]]\nname = 'a'\n[[joint]]\nname = 'j'\n"
       "type = 'fixed'\nchild = 'a'\n",
       {"r.toml:4:1: joint 'j': parent is missing; a text is needed"}},
      {"placed twice",
       with_joint("xyz = [0, 0, 0]\ndh = {convention = 'standard', a = 1}\n"),
       {"r.toml:6:1: joint 'j': is placed in several ways; give xyz/rpy, dh or zero, not more than "
        "one"}},
      {"zero axis",
       with_joint("axis = [0, 0, 0]\n"),
       {"r.toml:6:1: joint 'j': the axis is 0, 0, 0; a direction is needed"}},
      {"axis beside dh",
       with_joint("axis = [0, 0, 1]\ndh = {convention = 'standard'}\n"),
       {"r.toml:11:8: joint 'j': has an axis; with dh it is z"}},
      {"axis beside zero",
       with_joint("axis = [0, 0, 1]\nzero = {point = [0, 0, 0]}\n"),
       {"r.toml:11:8: joint 'j': has an axis; with zero it is given there"}},
      {"axis of a joint that has none",
       with_joint("axis = [0, 0, 1]\n", "spherical"),
       {"r.toml:11:8: joint 'j': has an axis; a spherical joint has none"}},
      {"link frame beside dh",
       with_joint("link_frame = {xyz = [0, 0, 1]}\ndh = {convention = 'standard'}\n"),
       {"r.toml:11:14: joint 'j': has a link_frame; dh places the link already"}},
      {"convention",
       with_joint("dh = {convention = 'craig', a = 1}\n"),
       {"r.toml:11:20: joint 'j': dh: convention is 'craig'; standard or modified is needed"}},
      {"no convention",
       with_joint("dh = {a = 1}\n"),
       {"r.toml:11:6: joint 'j': dh: convention is missing; a text is needed"}},
      {"unknown dh parameter",
       with_joint("dh = {convention = 'modified', A = 1}\n"),
       {"r.toml:11:32: joint 'j': dh: field 'A' is not known (did you mean 'a'?); known are "
        "convention, a, alpha, d, theta"}},
      {"matrix and xyz",
       with_joint("xyz = [0, 0, 0]\nmatrix = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], "
                  "[0, 0, 0, 1]]\n"),
       {"r.toml:11:7: joint 'j': has matrix and xyz; the matrix says both"}},
      {"mirror",
       with_joint("matrix = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -1, 0], [0, 0, 0, 1]]\n"),
       {"r.toml:11:10: joint 'j': matrix is no rotation: its determinant is -1; 1 is needed"}},
      {"rotation of few digits",
       with_joint("matrix = [[1, 0.001, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]\n"),
       {"r.toml:11:10: joint 'j': matrix is no rotation: RᵀR differs from 1 by 0.001; at most "
        "1e-09 is accepted"}},
      {"last row",
       with_joint("matrix = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [1, 0, 0, 1]]\n"),
       {"r.toml:11:10: joint 'j': the last row of matrix must be [0, 0, 0, 1]"}},
      {"rpy and quaternion",
       with_joint("rpy = [0, 0, 0]\nquat_xyzw = [0, 0, 0, 1]\n"),
       {"r.toml:11:7: joint 'j': has rpy and quat_xyzw; one is needed"}},
      {"pitch",
       with_joint("pitch = 0.1\n"),
       {"r.toml:11:9: joint 'j': has a pitch; a revolute joint has none"}},
      {"angles",
       with_joint("angles = 'xyz'\n"),
       {"r.toml:11:10: joint 'j': has orientation angles; a revolute joint has none"}},
      {"orientation set",
       with_joint("angles = 'xxy'\n", "spherical"),
       {"r.toml:6:1: joint 'j': the orientation set is 'xxy'; three letters of x, y, z are needed, "
        "no two neighbours the same"}},
      {"limit of a compound joint",
       with_joint("limit = {upper = 1}\n", "universal"),
       {"r.toml:11:9: joint 'j': has limit; only a joint with one coordinate can have it"}},
      {"mimic of a compound joint",
       with_joint("mimic = {joint = 'j'}\n", "spherical"),
       {"r.toml:11:9: joint 'j': has mimic; only a joint with one coordinate can have it"}},
      {"mimic of nothing",
       with_joint("mimic = {joint = 'jj'}\n"),
       {"r.toml:6:1: joint 'j': mimics joint 'jj', which does not exist (did you mean 'j'?); name "
        "a joint of this model"}},
      {"law",
       with_joint("friction = {law = 'coulomb'}\n"),
       {"r.toml:11:19: joint 'j': friction: law is 'coulomb'; constant, radial_load, smooth, "
        "stribeck or sigmoid is needed"}},
      {"stribeck law",
       with_joint("friction = {law = 'stribeck', dry = 1, velocity = 0, stribeck = 2}\n"),
       {"r.toml:11:12: joint 'j': friction: law is stribeck but stribeck_velocity is missing; a "
        "positive number is needed",
        "r.toml:11:51: joint 'j': friction: law is stribeck but velocity is 0; it must be "
        "positive"}},
      {"sigmoid law",
       with_joint("friction = {law = 'sigmoid', dry = 1, steepness = 0, shfit = 0.1}\n"),
       {"r.toml:11:51: joint 'j': friction: law is sigmoid but steepness is 0; it must be positive",
        "r.toml:11:54: joint 'j': friction: field 'shfit' is not known (did you mean 'shift'?); "
        "known are viscous, dry, law, bearing_diameter, offset, velocity, stribeck_velocity, "
        "stribeck, steepness, shift"}},
      {"smooth law",
       with_joint("friction = {law = 'smooth', dry = 1}\n"),
       {"r.toml:11:12: joint 'j': friction: law is smooth but velocity is missing; a positive "
        "number is needed"}},
      {"negative friction",
       with_joint("friction = {viscous = -1}\n"),
       {"r.toml:11:23: joint 'j': friction: viscous is -1; it must not be negative"}},
      {"friction is no table",
       with_joint("friction = 0.1\n"),
       {"r.toml:11:12: joint 'j': friction is 0.1; a table { ... } is needed"}},
      {"gear",
       with_joint("actuator = {gear_ratio = 0}\n"),
       {"r.toml:11:26: joint 'j': actuator: gear_ratio is 0; it must not be zero"}},
      {"bounds",
       with_joint("limit = {lower = 2, upper = 1}\n"),
       {"r.toml:6:1: joint 'j': its lower limit 2 is above its upper limit 1"}},
      {"wrong bound is not judged",
       with_joint("limit = {lower = 'x', upper = -1, jerk = -1}\n"),
       {"r.toml:11:18: joint 'j': limit: lower is 'x'; a finite number is needed",
        "r.toml:11:42: joint 'j': limit: jerk is -1; it must not be negative"}},
  });
}

// Bad input: everything at once, in the order of the text.
TEST(ModelTomlErrors, AllProblemsOfAFileComeInTheOrderOfTheText) {
  EXPECT_EQ(problems_of(R"(name = "r"
colour = "red"
[[joint]]
name = "j"
type = "revolute"
parent = "a"
child = "c"
axis = [0, 1]
[[link]]
name = "a"
mass = "heavy"
[[link]]
name = "b"
com = [0, 0, 0]
)"),
            (Texts{"r.toml:2:1: model 'r': field 'colour' is not known; known are name, format, "
                   "gravity, end_effector, material, link, joint",
                   "r.toml:3:1: joint 'j': its child link 'c' does not exist (did you mean 'a'?); "
                   "name a link of this model",
                   "r.toml:8:8: joint 'j': axis is [0, 1]; a list of 3 finite numbers is needed",
                   "r.toml:11:8: link 'a': mass is 'heavy'; a finite number is needed",
                   "r.toml:14:7: link 'b': has com but no mass; a mass is needed"}));
}

TEST(ModelTomlErrors, ReachTheUserOfTheProgram) {
  const support::TemporaryFolder folder;
  const std::string path = folder.write("robot.toml", with_link("mass = nan\n"));
  const support::Outcome outcome =
      support::run_program("eval " + path + " --state -", R"({"q": [[]]})");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err,
            "appell: " + path + ":4:8: link 'a': mass is nan; a finite number is needed\n");
}

}  // namespace
}  // namespace appell::io
