#include "appell/mass/rigid_mass.hpp"

#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/spatial/rotation.hpp"
#include "tests/support/matchers.hpp"

namespace appell::mass {
namespace {

using support::near;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

struct Point {
  double mass;
  Vec3 position;
};

/// A seeded cloud of mass points.
std::vector<Point> cloud(unsigned seed, int size) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  std::vector<Point> points;
  for (int i = 0; i < size; ++i) {
    points.push_back({1.5 + uniform(random), {uniform(random), uniform(random), uniform(random)}});
  }
  return points;
}

/// Mass, centre and inertia tensor of a cloud about its centre, by their definitions:
/// I = Σ m (|s|² 1 - s sᵀ).
RigidMass rigid_mass_of(const std::vector<Point>& points) {
  double mass = 0.0;
  Vec3 first_moment = Vec3::Zero();
  for (const Point& point : points) {
    mass += point.mass;
    first_moment += point.mass * point.position;
  }
  const Vec3 centre = first_moment / mass;
  Mat3 inertia = Mat3::Zero();
  for (const Point& point : points) {
    const Vec3 s = point.position - centre;
    inertia += point.mass * (s.squaredNorm() * Mat3::Identity() - s * s.transpose());
  }
  return rigid_mass(mass, centre, inertia);
}

void expect_equal(const RigidMass& actual, const RigidMass& expected, double tolerance) {
  EXPECT_TRUE(near(actual.mass, expected.mass, tolerance));
  EXPECT_TRUE(near(actual.p_BBcm, expected.p_BBcm, tolerance, 1.0));
  EXPECT_TRUE(near(actual.second_moment, expected.second_moment, tolerance));
  EXPECT_TRUE(near(actual.inertia_com(), expected.inertia_com(), tolerance));
}

// Oracle: J = Σ m s sᵀ of a cloud, by definition. Worst seen: 2 epsilon.
TEST(RigidMass, SecondMomentIsTheSumOverPoints) {
  const std::vector<Point> points = cloud(1, 10);
  const RigidMass body = rigid_mass_of(points);
  Mat3 J = Mat3::Zero();
  for (const Point& point : points) {
    const Vec3 s = point.position - body.p_BBcm;
    J += point.mass * s * s.transpose();
  }
  EXPECT_TRUE(near(body.second_moment, J, 8 * kEpsilon));
}

// Property: the inertia tensor that was given comes back. Worst seen: 0.
TEST(RigidMass, InertiaComesBack) {
  Mat3 inertia;
  inertia << 3.0, -0.2, 0.1,  //
      -0.2, 4.0, 0.3,         //
      0.1, 0.3, 5.0;
  const RigidMass body = rigid_mass(2.0, {0.1, 0.2, 0.3}, inertia);
  EXPECT_TRUE(near(body.inertia_com(), inertia, 2 * kEpsilon));
  EXPECT_EQ(body.mass, 2.0);
  EXPECT_EQ(body.p_BBcm, Vec3(0.1, 0.2, 0.3));
}

// Oracle: two clouds as one cloud. Worst seen: 2 epsilon.
TEST(RigidMass, SumIsTheUnionOfPoints) {
  const std::vector<Point> a = cloud(1, 7);
  const std::vector<Point> b = cloud(2, 4);
  std::vector<Point> both = a;
  both.insert(both.end(), b.begin(), b.end());
  expect_equal(rigid_mass_of(a) + rigid_mass_of(b), rigid_mass_of(both), 8 * kEpsilon);
}

// Oracle: the parallel-axis theorem, I = Σ_i I_i + m_i (|d_i|² 1 - d_i d_iᵀ) with d_i from the
// common centre to that of body i. Worst seen: 0.6 epsilon.
TEST(RigidMass, SumSatisfiesTheParallelAxisTheorem) {
  const RigidMass a = rigid_mass(2.0, {0.5, 0, 0}, Vec3(1.0, 1.2, 1.4).asDiagonal());
  const RigidMass b = rigid_mass(3.0, {0, 1.0, -0.5}, Vec3(0.3, 0.4, 0.5).asDiagonal());
  const RigidMass sum = a + b;
  const Vec3 centre = (2.0 * a.p_BBcm + 3.0 * b.p_BBcm) / 5.0;
  Mat3 inertia = Mat3::Zero();
  for (const RigidMass& part : {a, b}) {
    const Vec3 d = part.p_BBcm - centre;
    inertia +=
        part.inertia_com() + part.mass * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
  }
  EXPECT_EQ(sum.mass, 5.0);
  EXPECT_TRUE(near(sum.p_BBcm, centre, 4 * kEpsilon));
  EXPECT_TRUE(near(sum.inertia_com(), inertia, 4 * kEpsilon));
}

// Oracle: the cloud itself, placed in the other frame. Worst seen: 1.6 epsilon.
TEST(RigidMass, TransformedIsTheCloudMoved) {
  const spatial::Transform X_AB{spatial::rotation_about(Vec3(1, 2, 2) / 3.0, 1.1),
                                Vec3(0.4, -0.3, 0.2)};
  std::vector<Point> points = cloud(3, 6);
  const RigidMass body = rigid_mass_of(points);
  for (Point& point : points) point.position = X_AB * point.position;
  expect_equal(transformed(X_AB, body), rigid_mass_of(points), 8 * kEpsilon);
}

// Oracle: nothing added changes nothing, and nothing plus nothing is nothing.
TEST(RigidMass, MasslessBodiesAddNothing) {
  const RigidMass body = rigid_mass(2.0, {0.5, 0.25, 0}, Vec3(1.0, 1.0, 1.0).asDiagonal());
  const RigidMass nothing{.p_BBcm = Vec3(1, 2, 3)};
  for (const RigidMass& sum : {body + nothing, RigidMass() + body}) {
    EXPECT_EQ(sum.mass, 2.0);
    EXPECT_EQ(sum.p_BBcm, body.p_BBcm);
    EXPECT_EQ(sum.second_moment, body.second_moment);
  }
  const RigidMass still_nothing = nothing + nothing;
  EXPECT_EQ(still_nothing.mass, 0.0);
  EXPECT_TRUE(still_nothing.p_BBcm.allFinite());
  EXPECT_EQ(still_nothing.second_moment, Mat3(Mat3::Zero()));
}

// Property: what lies at the border of the possible is accepted: a point, a thin rod, a plate, and
// an inertia off by the rounding of its text.
TEST(RigidMass, AcceptsFlatBodies) {
  EXPECT_NO_THROW(rigid_mass(1.0, Vec3::Zero(), Mat3::Zero()));
  EXPECT_NO_THROW(rigid_mass(1.0, Vec3::Zero(), Vec3(1.0, 1.0, 0.0).asDiagonal()));
  EXPECT_NO_THROW(rigid_mass(1.0, Vec3::Zero(), Vec3(0.1, 0.2, 0.3).asDiagonal()));
  EXPECT_NO_THROW(rigid_mass(0.0, Vec3::Zero(), Mat3::Zero()));
}

// Bad input: every reason to refuse, with its text.
TEST(RigidMass, SaysWhatIsWrong) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Mat3 sound = Vec3(1.0, 1.0, 1.0).asDiagonal();
  Mat3 skewed = sound;
  skewed(0, 1) = 0.5;
  const std::string not_finite = "mass, centre of mass and inertia must be finite numbers";
  EXPECT_THROW_MESSAGE(rigid_mass(nan, Vec3::Zero(), sound), ModelError, not_finite);
  EXPECT_THROW_MESSAGE(rigid_mass(1.0, Vec3(0, nan, 0), sound), ModelError, not_finite);
  EXPECT_THROW_MESSAGE(rigid_mass(1.0, Vec3::Zero(), nan * sound), ModelError, not_finite);
  EXPECT_THROW_MESSAGE(rigid_mass(1.0, Vec3::Zero(), skewed), ModelError,
                       "the inertia tensor is not symmetric: entries differ by 0.5");
  EXPECT_THROW_MESSAGE(rigid_mass(-2.0, Vec3::Zero(), sound), ModelError,
                       "the mass is -2 kg; it must not be negative");
  EXPECT_THROW_MESSAGE(
      rigid_mass(0.0, Vec3::Zero(), sound), ModelError,
      "the mass is zero but the inertia is not; give a mass or remove the inertia");
  EXPECT_THROW_MESSAGE(
      rigid_mass(1.0, Vec3::Zero(), Vec3(1.0, 4.0, 2.0).asDiagonal()), ModelError,
      "no real body has this inertia: its principal moments 1, 2, 4 kg m² break the triangle "
      "inequality (the largest exceeds the sum of the others by 1)");
}

// Bad input: without the physics, only what is no tensor at all.
TEST(RigidMass, ChecksNoPhysicsIfTold) {
  const Mat3 impossible = Vec3(1.0, 4.0, 2.0).asDiagonal();
  Mat3 skewed = impossible;
  skewed(0, 1) = 0.5;
  EXPECT_NO_THROW(rigid_mass(-1.0, Vec3::Zero(), impossible, Physics::kNotChecked));
  EXPECT_NO_THROW(rigid_mass(0.0, Vec3::Zero(), impossible, Physics::kNotChecked));
  EXPECT_THROW(rigid_mass(1.0, Vec3::Zero(), skewed, Physics::kNotChecked), ModelError);
}

}  // namespace
}  // namespace appell::mass
