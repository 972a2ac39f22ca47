#include "appell/mass/rigid_mass.hpp"

#include <array>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/mass/moments.hpp"
#include "tests/mass/point_cloud.hpp"
#include "tests/support/matchers.hpp"

namespace appell::mass {
namespace {

using support::near;

// Relative, of sums of some ten products; the worst error seen is 8e-16.
constexpr double kTolerance = 1e-14;

void expect_equal(const RigidMass& actual, const RigidMass& expected, double tolerance,
                  double length) {
  EXPECT_TRUE(near(actual.mass, expected.mass, tolerance));
  EXPECT_TRUE(near(actual.p_BBcm, expected.p_BBcm, tolerance, length));
  EXPECT_TRUE(near(actual.second_moment, expected.second_moment, tolerance));
}

// Oracle: the definition, summed over mass points, in both frames.
TEST(RigidMass, ChangesFrameLikeItsPoints) {
  std::mt19937 random(1);
  for (int i = 0; i < 50; ++i) {
    const support::PointCloud cloud = support::random_cloud(random, 12);
    const spatial::Transform X_AB = support::random_transform(random);
    expect_equal(transformed(X_AB, support::rigid_mass_of(cloud)),
                 support::rigid_mass_of(support::transformed(X_AB, cloud)), kTolerance, 1.0);
  }
}

// Oracle: the definition. All points of several clouds together are the combined body.
TEST(RigidMass, CombinesLikeTheUnionOfPoints) {
  std::mt19937 random(2);
  for (int i = 0; i < 50; ++i) {
    support::PointCloud all;
    std::vector<RigidMass> bodies;
    for (int part = 0; part < 5; ++part) {
      const support::PointCloud cloud = support::random_cloud(random, 7);
      all.insert(all.end(), cloud.begin(), cloud.end());
      bodies.push_back(support::rigid_mass_of(cloud));
    }
    expect_equal(combined(bodies), support::rigid_mass_of(all), kTolerance, 1.0);
  }
}

// Property: removing what was added leaves the body, in any order of the three.
TEST(RigidMass, RemovalUndoesAddition) {
  std::mt19937 random(3);
  for (int i = 0; i < 50; ++i) {
    const RigidMass a = support::rigid_mass_of(support::random_cloud(random, 9));
    const RigidMass b = support::rigid_mass_of(support::random_cloud(random, 9));
    expect_equal((a + b) - b, a, kTolerance, 1.0);
    expect_equal(combined(std::array<RigidMass, 3>{-b, a, b}), a, kTolerance, 1.0);
  }
}

// Property: the sum of no mass in between (1 kg removed, 1 kg added) does not matter.
TEST(RigidMass, OrderMayPassThroughZeroMass) {
  const RigidMass host{2.0, Vec3(1.0, 0.0, 0.0), Mat3::Identity()};
  const RigidMass plug{1.0, Vec3(3.0, 0.0, 0.0), Mat3::Identity()};
  const RigidMass cut{1.0, Vec3(0.0, 0.0, 0.0), 0.1 * Mat3::Identity()};
  const RigidMass sum = combined(std::array<RigidMass, 3>{-cut, plug, host});
  EXPECT_EQ(sum.mass, 2.0);
  EXPECT_TRUE(near(sum.p_BBcm, Vec3(2.5, 0.0, 0.0), kTolerance));
}

// Property: a far origin costs the central tensor no digits beyond those of the positions.
TEST(RigidMass, FarOriginKeepsTheCentralTensor) {
  const Vec3 far(1024.0, -2048.0, 4096.0);  // Exact in binary: only the code can lose digits.
  const RigidMass a{2.0, Vec3(0.25, 0.5, 0.0), Mat3::Identity()};
  const RigidMass b{1.0, Vec3(-0.5, 0.125, 0.75), 0.5 * Mat3::Identity()};
  RigidMass far_a = a, far_b = b;
  far_a.p_BBcm += far;
  far_b.p_BBcm += far;
  EXPECT_TRUE(near((far_a + far_b).second_moment, (a + b).second_moment, kTolerance));
}

// Property: the three ways to give a body agree; the pseudo-inertia reads back.
TEST(RigidMass, SameBodyFromEveryTensor) {
  std::mt19937 random(4);
  const RigidMass body = support::rigid_mass_of(support::random_cloud(random, 9));
  const double m = body.mass;
  expect_equal(rigid_mass(m, body.p_BBcm, body.inertia_com()), body, kTolerance, 1.0);
  expect_equal(rigid_mass_from_planar(m, body.p_BBcm, body.second_moment), body, kTolerance, 1.0);
  expect_equal(rigid_mass_from_pseudo_inertia(pseudo_inertia(body)), body, kTolerance, 1.0);
  expect_equal(rigid_mass_from_pseudo_inertia(Mat4::Zero()), RigidMass{}, kTolerance, 1.0);
}

// Bad input: a negative moment is called that; a broken triangle inequality has positive moments.
TEST(RigidMass, NegativeMomentsAreCalledNegative) {
  const auto body = [](double a, double b, double c) {
    return rigid_mass(1.0, Vec3::Zero(), Vec3(a, b, c).asDiagonal());
  };
  EXPECT_THROW_MESSAGE(body(2.0, -1.0, 2.5), ModelError,
                       "the principal moment -1 kg m² is negative (the others are 2 and 2.5)");
  EXPECT_THROW_MESSAGE(body(-3.0, -1.0, -2.0), ModelError, "the principal moment -3 kg m² is");
  EXPECT_THROW_MESSAGE(body(1.0, 1.0, 3.0), ModelError, "break the triangle inequality");
  EXPECT_NO_THROW(body(1.0, 1.0, 2.0));
}

// Property: every body of mass points obeys the triangle inequality, in every frame and sum.
TEST(RigidMass, TriangleInequality) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::mt19937 random(seed);
    RigidMass body;
    for (int i = 0; i < 4; ++i) {
      const int num_points = std::uniform_int_distribution<int>(1, 5)(random);
      body = transformed(support::random_transform(random),
                         body + support::rigid_mass_of(support::random_cloud(random, num_points)));
    }
    const Vec3 moments = principal_axes(body).moments;
    ASSERT_GT(moments[2], 0.0);
    EXPECT_LE(moments[0], moments[1]);
    EXPECT_LE(moments[1], moments[2]);
    EXPECT_LE(moments[2], (moments[0] + moments[1]) * (1.0 + kTolerance));
    EXPECT_NO_THROW(rigid_mass(body.mass, body.p_BBcm, body.inertia_com()));
  }
}

// Bad input: impossible bodies are refused with the figures.
TEST(RigidMass, RefusesWhatNoBodyIs) {
  const Mat3 one = Mat3::Identity();
  EXPECT_THROW_MESSAGE(rigid_mass(-2.0, Vec3::Zero(), one), ModelError, "the mass is -2 kg");
  EXPECT_THROW_MESSAGE(rigid_mass(0.0, Vec3::Zero(), one), ModelError, "the mass is zero but");
  EXPECT_THROW_MESSAGE(rigid_mass(std::nan(""), Vec3::Zero(), one), ModelError, "finite numbers");
  EXPECT_THROW_MESSAGE(rigid_mass(1.0, Vec3::Zero(), Vec3(1.0, 1.0, 3.0).asDiagonal()), ModelError,
                       "the largest exceeds the sum of the others by 1");
  EXPECT_THROW_MESSAGE(rigid_mass_from_planar(1.0, Vec3::Zero(), Vec3(1.0, 1.0, -0.5).asDiagonal()),
                       ModelError, "break the triangle inequality");
  EXPECT_THROW_MESSAGE(rigid_mass(1.0, Vec3::Zero(), Mat3::Constant(1e-3)), ModelError,
                       "all six entries are 0.001 kg m², a placeholder");
  // Rounding is no inertia: below 1e-12 m L², with L at least a millimetre.
  const Vec3 plate(1.0, 1.0, 3.0);
  EXPECT_NO_THROW(rigid_mass(0.1, Vec3::Zero(), (2.4e-35 * plate).asDiagonal()));
  EXPECT_NO_THROW(rigid_mass(1.0, Vec3::Zero(), (1e-18 * plate).asDiagonal()));
  EXPECT_THROW_MESSAGE(rigid_mass(1.0, Vec3::Zero(), (1e-16 * plate).asDiagonal()), ModelError,
                       "break the triangle inequality");
  EXPECT_NO_THROW(rigid_mass(1.0, Vec3(0.3, 0.0, 0.0), (1e-16 * plate).asDiagonal()));
  EXPECT_NO_THROW(rigid_mass(0.0, Vec3::Zero(), 2.4e-35 * one));
  EXPECT_THROW_MESSAGE(rigid_mass(0.0, Vec3::Zero(), 1e-20 * one), ModelError, "is zero but");
  Mat3 skew = one;
  skew(0, 1) = 1e-3;
  EXPECT_THROW_MESSAGE(rigid_mass(1.0, Vec3::Zero(), skew), ModelError, "not symmetric");
  Mat4 P = Mat4::Zero();
  P(0, 3) = P(3, 0) = 1.0;
  EXPECT_THROW_MESSAGE(rigid_mass_from_pseudo_inertia(P), ModelError, "static moment but no mass");
  P(0, 3) = 2.0;
  EXPECT_THROW_MESSAGE(rigid_mass_from_pseudo_inertia(P), ModelError, "not symmetric");
}

// Bad input: with equal masses at two places nothing is left that could have a centre.
TEST(RigidMass, RefusesASumWithoutACentre) {
  const RigidMass a{1.0, Vec3(1.0, 0.0, 0.0), Mat3::Zero()};
  const RigidMass b{1.0, Vec3(0.0, 0.0, 0.0), Mat3::Zero()};
  EXPECT_THROW_MESSAGE(a - b, ModelError, "the masses cancel");
  EXPECT_EQ((a - a).mass, 0.0);
}

}  // namespace
}  // namespace appell::mass
