#include "appell/spatial/orientation.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/SVD>

#include "appell/base/constants.hpp"
#include "appell/kinematics/propagate.hpp"
#include "appell/spatial/rotation.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "tests/support/matchers.hpp"

namespace appell::spatial {
namespace {

using support::near;
using taylor::Series;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
// Absolute, entries of rotation matrices: three products. Worst seen 4e-16.
constexpr double kRotationTolerance = 8 * kEpsilon;
// Relative per derivative, series to order 8. Worst seen 2e-14.
constexpr double kSeriesTolerance = 1e-12;

bool is_repeated(AngleSet set) { return axes_of(set)[0] == axes_of(set)[2]; }

/// Both singular values of β of a set.
std::array<double, 2> singular_betas(AngleSet set) {
  return is_repeated(set) ? std::array{0.0, kPi} : std::array{-kPi / 2, kPi / 2};
}

class DrawAngles {
 public:
  explicit DrawAngles(unsigned seed) : engine_(seed) {}

  double angle() { return std::uniform_real_distribution<double>(-3.1, 3.1)(engine_); }

  /// In the range that angles_from_rotation() returns, at least 0.2 rad from the singularity.
  Vec3 regular(AngleSet set) {
    const double beta = std::uniform_real_distribution<double>(-1.3, 1.3)(engine_);
    return {angle(), is_repeated(set) ? beta + kPi / 2 : beta, angle()};
  }

  Series<Vec3> motion(AngleSet set, int order) {
    std::vector<Vec3> derivatives{regular(set)};
    for (int k = 1; k <= order; ++k) derivatives.push_back(Vec3(angle(), angle(), angle()) / 3.0);
    return Series<Vec3>::from_derivatives(derivatives);
  }

 private:
  std::mt19937 engine_;
};

template <class C>
void expect_near(const Series<C>& actual, const Series<C>& expected) {
  ASSERT_EQ(actual.order(), expected.order());
  for (int k = 0; k <= expected.order(); ++k) {
    EXPECT_TRUE(near(actual.derivative(k), expected.derivative(k), kSeriesTolerance)) << k;
  }
}

// Oracle: the definition. The 12 sets are all triples of axes with different neighbours.
TEST(AngleSets, AreTheTwelveTriplesWithDifferentNeighbours) {
  int count = 0;
  for (const char* u : {"x", "y", "z"}) {
    for (const char* v : {"x", "y", "z"}) {
      for (const char* w : {"x", "y", "z"}) {
        const std::string name = std::string(u) + v + w;
        if (name[0] == name[1] || name[1] == name[2]) {
          EXPECT_THROW_MESSAGE(angle_set_named(name), InvalidArgument, "the sets are xyz, yzx");
        } else {
          EXPECT_EQ(name_of(angle_set_named(name)), name);
          const std::array<Axis, 3> axes = axes_of(angle_set_named(name));
          for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ("xyz"[static_cast<int>(axes[i])], name[i]);
          ++count;
        }
      }
    }
  }
  EXPECT_EQ(count, 12);
  EXPECT_EQ(angle_set_named("ZYX"), AngleSet::kZYX);
}

// Cross-check: [S1 eqs. (12)-(18)] against Rodrigues' formula (19).
TEST(ElementaryRotation, IsRodriguesFormulaAboutACoordinateAxis) {
  for (const Axis axis : {Axis::kX, Axis::kY, Axis::kZ}) {
    for (const double angle : {0.0, 1e-9, 0.3, kPi / 2, 3.0, -2.0, kPi}) {
      EXPECT_TRUE(near(elementary_rotation(axis, angle), rotation_about(unit_vector(axis), angle),
                       kRotationTolerance));
    }
  }
  // Positive about z: x goes to y.
  EXPECT_TRUE(
      near(elementary_rotation(Axis::kZ, kPi / 2) * Vec3::UnitX(), Vec3::UnitY(), kEpsilon));
}

// Cross-check: URDF's rpy are fixed-axis angles x, y, z, written independently in rotation.cpp.
TEST(RotationFromAngles, UrdfRpyIsTheSetZyxReversed) {
  const Vec3 rpy(0.4, -0.7, 2.1);
  EXPECT_TRUE(near(rotation_from_angles(AngleSet::kZYX, rpy.reverse()), rotation_from_rpy(rpy),
                   kRotationTolerance));
}

// Property: three rotations about fixed axes w, v, u (each applied on the left of what is there)
// are the moving-axes rotation about u, v, w.
TEST(RotationFromAngles, FixedAxesAreMovingAxesInReverseOrder) {
  DrawAngles draw(1);
  for (const AngleSet set : kAngleSets) {
    const Vec3 angles = draw.regular(set);
    Mat3 fixed = Mat3::Identity();
    for (const int i : {2, 1, 0}) {
      fixed = exp_rotation(angles[i] * unit_vector(axes_of(set)[i])) * fixed;
    }
    EXPECT_TRUE(near(rotation_from_angles(set, angles), fixed, kRotationTolerance)) << name_of(set);
  }
}

// Property: far from the singularity angles -> matrix -> angles is the identity.
TEST(AnglesFromRotation, RoundTripFarFromTheSingularity) {
  DrawAngles draw(2);
  for (const AngleSet set : kAngleSets) {
    for (int i = 0; i < 1000; ++i) {
      const Vec3 angles = draw.regular(set);
      const OrientationAngles found = angles_from_rotation(set, rotation_from_angles(set, angles));
      EXPECT_FALSE(found.is_singular);
      EXPECT_TRUE(near(found.angles, angles, 32 * kEpsilon, 1.0)) << name_of(set);
      EXPECT_NEAR(found.regularity,
                  std::abs(is_repeated(set) ? std::sin(angles[1]) : std::cos(angles[1])),
                  4 * kEpsilon);
    }
  }
}

// Property: the matrix is reproduced to rounding at any distance from the singularity, although
// the angles themselves are less and less determined; at the singularity it is flagged and γ = 0.
TEST(AnglesFromRotation, ReproducesTheMatrixNearAndAtTheSingularity) {
  DrawAngles draw(3);
  for (const AngleSet set : kAngleSets) {
    for (const double singular_beta : singular_betas(set)) {
      for (const double offset :
           {0.0, 1e-17, 1e-15, -4e-15, 1e-14, 1e-12, 1e-9, -1e-9, 1e-6, 1e-3}) {
        for (int i = 0; i < 50; ++i) {
          const Vec3 angles(draw.angle(), singular_beta + offset, draw.angle());
          const Mat3 R = rotation_from_angles(set, angles);
          const OrientationAngles found = angles_from_rotation(set, R);
          EXPECT_TRUE(near(rotation_from_angles(set, found.angles), R, 16 * kEpsilon, 1.0))
              << name_of(set) << ", offset " << offset;
          if (std::abs(offset) <= 1e-17) {
            EXPECT_TRUE(found.is_singular) << name_of(set) << ' ' << found.regularity;
            EXPECT_EQ(found.angles[2], 0.0);
            // Where R turns the last axis into the first one, or its opposite.
            const auto [u, v, w] = axes_of(set);
            EXPECT_NEAR(std::abs(unit_vector(u).dot(R * unit_vector(w))), 1.0, 1e-15);
          }
          EXPECT_FALSE(found.is_singular && std::abs(offset) >= 1e-14) << found.regularity;
        }
      }
    }
  }
}

// Property: random rotations, none of which comes from angles.
TEST(AnglesFromRotation, ReproducesAnyRotation) {
  DrawAngles draw(4);
  for (int i = 0; i < 500; ++i) {
    const Mat3 R = exp_rotation(Vec3(draw.angle(), draw.angle(), draw.angle()));
    for (const AngleSet set : kAngleSets) {
      const Vec3 angles = angles_from_rotation(set, R).angles;
      EXPECT_TRUE(near(rotation_from_angles(set, angles), R, 16 * kEpsilon)) << name_of(set);
      if (is_repeated(set)) {
        EXPECT_TRUE(angles[1] >= 0.0 && angles[1] <= kPi);
      } else {
        EXPECT_LE(std::abs(angles[1]), kPi / 2);
      }
    }
  }
}

// Oracle: the definition [ω×] = R' Rᵀ, with R' from the series of R; the rates of the angles are
// unit vectors one after the other, which gives the columns one by one.
TEST(AngularTransferMatrix, ColumnsAreAngularVelocitiesOfUnitRates) {
  DrawAngles draw(5);
  for (const AngleSet set : kAngleSets) {
    const Vec3 angles = draw.regular(set);
    const Mat3 J = angular_transfer_matrix(set, angles);
    for (int i = 0; i < 3; ++i) {
      Series<Vec3> motion = Series<Vec3>::constant(angles, 1);
      motion[1] = Vec3::Unit(i);
      const Series<Mat3> R = rotation_from_angles(set, motion);
      EXPECT_TRUE(near(cross_matrix(J.col(i)), R[1] * R[0].transpose(), kRotationTolerance, 1.0))
          << name_of(set) << ", column " << i;
    }
    EXPECT_TRUE(near(inverse_transfer_matrix(set, angles) * J, Mat3::Identity(), 1e-14));
  }
}

// Cross-check: the closed form of the condition number against a singular value decomposition.
TEST(TransferCondition, IsTheRatioOfTheSingularValues) {
  DrawAngles draw(6);
  for (const AngleSet set : kAngleSets) {
    const Vec3 angles = draw.regular(set);
    const Vec3 sigma =
        Eigen::JacobiSVD<Mat3>(angular_transfer_matrix(set, angles)).singularValues();
    EXPECT_TRUE(near(transfer_condition(set, angles), sigma[0] / sigma[2], 1e-13)) << name_of(set);
    for (const double beta : singular_betas(set)) {
      EXPECT_GT(transfer_condition(set, Vec3(0.1, beta, 0.2)), 1e15);
      EXPECT_THROW_MESSAGE(inverse_transfer_matrix(set, Vec3(0.1, beta + 1e-9, 0.2)),
                           NumericalError, "near their singularity");
      // Allowed when asked for: the rates are then as large as they have to be.
      EXPECT_GT(inverse_transfer_matrix(set, Vec3(0.1, beta + 1e-9, 0.2), 1e10).norm(), 1e8);
    }
  }
}

/// Three revolute joints with parallel placements at the origin: a body that turns by a set of
/// angles.
model::Model three_joints(AngleSet set) {
  model::Description robot{.name = "angles"};
  robot.links.push_back({.name = "l0"});
  for (const Axis axis : axes_of(set)) {
    const std::string parent = robot.links.back().name;
    const std::string child = "l" + std::to_string(robot.links.size());
    robot.links.push_back({.name = child});
    robot.joints.push_back({.name = "to " + child,
                            .kind = model::JointKind::kRevolute,
                            .parent = parent,
                            .child = child,
                            .axis = unit_vector(axis)});
  }
  return model::build(std::move(robot));
}

// Cross-check: propagate() of a chain of three joints, which knows nothing of angle sets; every
// derivative up to order 8. J_ψ from its columns: those of the chain's axes in the world.
TEST(OrientationSeries, MatchesAThreeJointChain) {
  DrawAngles draw(7);
  for (const AngleSet set : kAngleSets) {
    const Series<Vec3> angles = draw.motion(set, /*order=*/8);
    model::StateSeries q(8, VecX::Zero(3));
    for (int k = 0; k <= 8; ++k) q[k] = angles[k];
    const auto motion = kinematics::propagate(three_joints(set), q);
    expect_near(rotation_from_angles(set, angles), motion[2].R_WB);
    expect_near(angular_velocity(set, angles), motion[2].omega_WB);
    const Series<Mat3> J = angular_transfer_matrix(set, angles);
    for (int k = 0; k <= 8; ++k) {
      Mat3 columns;
      for (int i = 0; i < 3; ++i) {
        columns.col(i) = motion[i].R_WB.derivative(k) * unit_vector(axes_of(set)[i]);
      }
      EXPECT_TRUE(near(J.derivative(k), columns, kSeriesTolerance, columns.norm() + 1.0)) << k;
    }
  }
}

// Cross-check: ω of the angles against ω = vector of R' Rᵀ, [S1 eqs. (41), (42)] against (36).
TEST(OrientationSeries, AngularVelocityOfAnglesIsThatOfTheMatrix) {
  DrawAngles draw(8);
  for (const AngleSet set : kAngleSets) {
    const Series<Vec3> angles = draw.motion(set, /*order=*/8);
    const Series<Vec3> omega = angular_velocity(set, angles);
    EXPECT_EQ(omega.order(), 7);
    EXPECT_GT(omega.derivative(7).norm(), 1e-3);  // Otherwise the comparison is vacuous.
    expect_near(omega, angular_velocity(rotation_from_angles(set, angles)));
    // Printed with the binomial sum.
    const Series<Mat3> J = angular_transfer_matrix(set, angles);
    for (int k = 0; k <= 7; ++k) {
      Vec3 sum = Vec3::Zero();
      for (int j = 0; j <= k; ++j) {
        sum += taylor::binomial(k, j) * J.derivative(j) * angles.derivative(k - j + 1);
      }
      EXPECT_TRUE(near(sum, omega.derivative(k), kSeriesTolerance)) << k;
    }
  }
}

// Property: there and back, through ω and through R.
TEST(OrientationSeries, AnglesComeBackFromAngularVelocityAndFromTheMatrix) {
  DrawAngles draw(9);
  for (const AngleSet set : kAngleSets) {
    const Series<Vec3> angles = draw.motion(set, /*order=*/6);
    // The highest derivatives grow with the condition of J_ψ: relative to the largest of them.
    const auto expect_back = [&](const Series<Vec3>& found) {
      ASSERT_EQ(found.order(), 6);
      for (int k = 0; k <= 6; ++k) {
        EXPECT_TRUE(near(found.derivative(k), angles.derivative(k), 1e-9, 1.0))
            << name_of(set) << ", order " << k;
      }
    };
    expect_back(angles_from_angular_velocity(set, angles[0], angular_velocity(set, angles)));
    expect_back(angles_from_rotation(set, rotation_from_angles(set, angles)));
  }
}

// Oracle: closed form. Rotations about different axes do not commute: the exponential of the sum
// that is printed in [S1 eqs. (38), (48)] is another rotation, the product of (22) is the right
// one.
TEST(PrintedForm, ExponentialOfTheSumIsNotTheProduct) {
  const Vec3 angles(0.7, -0.4, 1.1);
  const Mat3 R = rotation_from_angles(AngleSet::kZYX, angles);
  const Mat3 product = exp_rotation({0, 0, angles[0]}) * exp_rotation({0, angles[1], 0}) *
                       exp_rotation({angles[2], 0, 0});
  EXPECT_TRUE(near(R, product, kRotationTolerance));
  const Mat3 printed = exp_rotation(Vec3(angles[2], angles[1], angles[0]));
  EXPECT_LT(rotation_defect(printed), 1e-14);
  EXPECT_GT((printed - R).cwiseAbs().maxCoeff(), 0.1);
}

// Oracle: closed form. At zero angles the product of exponentials is 1, and the outer exponential
// that is printed in [S1 eqs. (44), (45)] would multiply every point by e.
TEST(PrintedForm, ExponentialOfTheProductStretches) {
  const Mat3 R = rotation_from_angles(AngleSet::kXYZ, Vec3::Zero());
  Mat3 printed = Mat3::Zero();
  Mat3 term = Mat3::Identity();
  for (int k = 1; k <= 30; ++k) {
    printed += term;
    term = term * R / k;
  }
  EXPECT_TRUE(near(printed, std::exp(1.0) * Mat3::Identity(), 1e-15));
  const Vec3 rho(0.1, 0.2, 0.3);
  EXPECT_EQ(Vec3(R * rho), rho);
}

// Bad input.
TEST(AnglesFromRotation, SaysWhatIsWrong) {
  EXPECT_THROW_MESSAGE(angles_from_rotation(AngleSet::kXYZ, Mat3(2.0 * Mat3::Identity())),
                       InvalidArgument, "RᵀR differs from 1 by 3");
  EXPECT_THROW_MESSAGE(angles_from_rotation(AngleSet::kXYZ, Mat3(-Mat3::Identity())),
                       InvalidArgument, "no rotation");
  EXPECT_THROW_MESSAGE(rotation_from_angles(AngleSet::kXYZ, Vec3(0.0, NAN, 0.0)), InvalidArgument,
                       "must be finite");
  EXPECT_THROW_MESSAGE(angular_velocity(AngleSet::kXYZ, Series<Vec3>()), InvalidArgument, "empty");
  EXPECT_THROW_MESSAGE(
      angles_from_angular_velocity(AngleSet::kZYZ, Vec3::Zero(), Series<Vec3>(2, Vec3::Ones())),
      NumericalError, "zyz are near their singularity");
}

}  // namespace
}  // namespace appell::spatial
