#include "appell/model/joint.hpp"

#include <limits>

#include <gtest/gtest.h>
#include <Eigen/LU>

#include "tests/support/matchers.hpp"
#include "tests/support/random_model.hpp"

namespace appell::model {
namespace {

using support::near;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// The directions x and y in which a planar joint slides, and its axis, as columns.
Mat3 axes_of_planar_joint(const Vec3& axis) {
  const std::vector<SimpleJoint> parts = simple_joints({.kind = JointKind::kPlanar, .axis = axis});
  Mat3 R;
  R << parts.at(0).screw.linear, parts.at(1).screw.linear, parts.at(2).screw.angular;
  return R;
}

// Oracle: the shortest rotation of z to the axis, by hand; half a turn about x for -z.
TEST(PlanarJoint, SlidesAlongTurnedAxes) {
  Mat3 z_to_x, z_to_minus_z;
  z_to_x << 0, 0, 1, 0, 1, 0, -1, 0, 0;
  z_to_minus_z << 1, 0, 0, 0, -1, 0, 0, 0, -1;
  EXPECT_EQ(axes_of_planar_joint({0, 0, 2}), Mat3(Mat3::Identity()));
  EXPECT_TRUE(near(axes_of_planar_joint({3, 0, 0}), z_to_x, 2 * kEpsilon));
  EXPECT_TRUE(near(axes_of_planar_joint({0, 0, -1}), z_to_minus_z, 2 * kEpsilon));
}

// Property: of all rotations that bring z to an axis, only the shortest turns about a horizontal
// vector, so that the z part of its skew part is zero, and by the angle between the two.
TEST(PlanarJoint, IsTurnedByTheShortestRotation) {
  support::Random random(31);
  for (int i = 0; i < 100; ++i) {
    const Vec3 axis = random.vector(1.0);
    const Vec3 k = axis.normalized();
    const Mat3 R = axes_of_planar_joint(axis);
    EXPECT_TRUE(near(Mat3(R.transpose() * R), Mat3(Mat3::Identity()), 8 * kEpsilon));
    EXPECT_GT(R.determinant(), 0.0);
    EXPECT_TRUE(near(Vec3(R.col(2)), k, 4 * kEpsilon));
    EXPECT_NEAR(R(1, 0), R(0, 1), 4 * kEpsilon);
    EXPECT_NEAR(R.trace(), 1.0 + 2.0 * k.z(), 8 * kEpsilon);
  }
}

}  // namespace
}  // namespace appell::model
