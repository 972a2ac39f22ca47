#include "appell/analysis/elastic_frequencies.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "tests/support/matchers.hpp"

namespace appell::analysis {
namespace {

// Relative. Of eigenvalues of matrices of at most six rows; the worst error seen is 6 epsilon.
constexpr double kTolerance = 64 * std::numeric_limits<double>::epsilon();
constexpr double kTwoPi = 2.0 * std::numbers::pi;

MatX matrix_of(double value) { return MatX::Constant(1, 1, value); }
VecX vector_of(double value) { return VecX::Constant(1, value); }

// Oracle: closed form. A link of inertia I on a spring k: ω² = k/I; with a rotor B that is free,
// the two swing against each other, ω² = k (1/I + 1/B).
TEST(ElasticFrequencies, OfTwoMassesAreTheClosedForm) {
  const double I = 0.7, B = 0.3, k = 900.0;
  const std::vector<double> locked = locked_frequencies(matrix_of(I), vector_of(k));
  const std::vector<double> free = free_frequencies(matrix_of(I), vector_of(k), vector_of(B));
  ASSERT_EQ(locked.size(), 1u);
  ASSERT_EQ(free.size(), 1u);
  const double locked_expected = std::sqrt(k / I) / kTwoPi;
  const double free_expected = std::sqrt(k * (1.0 / I + 1.0 / B)) / kTwoPi;
  EXPECT_NEAR(locked[0], locked_expected, kTolerance * locked_expected);
  EXPECT_NEAR(free[0], free_expected, kTolerance * free_expected);
}

// Oracle: closed form. Weight adds its own stiffness: ω² = (k + g)/I; where it is negative and the
// larger, the link tips over at the rate √((-g - k)/I), which is said by a negative number.
TEST(ElasticFrequencies, CountGravity) {
  const double I = 0.7, k = 90.0;
  for (const double g : {40.0, -40.0, -140.0}) {
    const double expected = std::copysign(std::sqrt(std::abs(k + g) / I), k + g) / kTwoPi;
    const std::vector<double> f = locked_frequencies(matrix_of(I), vector_of(k), matrix_of(g));
    EXPECT_NEAR(f[0], expected, kTolerance * std::abs(expected)) << g;
  }
}

// Oracle: closed form. Three equal masses m on a line, joined by springs k between neighbours and
// to the ground at one end: ω = 2 √(k/m) sin((2i - 1) π / 14). In coordinates relative to the
// neighbour, springs are those of joints and the mass matrix is full.
TEST(ElasticFrequencies, OfAChainAreTheClosedForm) {
  const double m = 1.3, k = 500.0;
  MatX M(3, 3);  // x_i = q_1 + ... + q_i
  M << 3.0, 2.0, 1.0, 2.0, 2.0, 1.0, 1.0, 1.0, 1.0;
  const std::vector<double> f = locked_frequencies(m * M, VecX::Constant(3, k));
  ASSERT_EQ(f.size(), 3u);
  for (int i = 1; i <= 3; ++i) {
    const double expected =
        2.0 * std::sqrt(k / m) * std::sin((2 * i - 1) * std::numbers::pi / 14.0) / kTwoPi;
    EXPECT_NEAR(f[i - 1], expected, kTolerance * f.back()) << i;
  }
}

// Oracle: elimination by hand. A rigid joint with its motor locked is none: its row and column go.
// With motors free it moves: only the Schur complement of M, with respect to it, is on the spring.
TEST(ElasticFrequencies, EliminateRigidJoints) {
  MatX M(2, 2);
  M << 3.0, 1.0, 1.0, 2.0;
  const VecX K = Eigen::Vector2d(0.0, 800.0);
  const VecX B = Eigen::Vector2d(5.0, 0.4);  // The first is in M already.
  const double locked = std::sqrt(800.0 / 2.0) / kTwoPi;
  const double I = 2.0 - 1.0 * 1.0 / 3.0;
  const double free = std::sqrt(800.0 * (1.0 / I + 1.0 / 0.4)) / kTwoPi;
  EXPECT_NEAR(locked_frequencies(M, K).at(0), locked, kTolerance * locked);
  ASSERT_EQ(free_frequencies(M, K, B).size(), 1u);
  EXPECT_NEAR(free_frequencies(M, K, B)[0], free, kTolerance * free);
}

// Property: stiffer springs of every joint by c raise all frequencies by √c, and heavier rotors
// bring the free ones down to the locked ones.
TEST(ElasticFrequencies, ScaleWithStiffnessAndApproachTheLockedOnes) {
  MatX M(2, 2);
  M << 3.0, 1.0, 1.0, 2.0;
  const VecX K = Eigen::Vector2d(700.0, 800.0);
  const std::vector<double> locked = locked_frequencies(M, K), stiff = locked_frequencies(M, 4 * K);
  const std::vector<double> free = free_frequencies(M, K, VecX::Constant(2, 1e9));
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(stiff[i], 2.0 * locked[i], kTolerance * stiff[i]);
    EXPECT_NEAR(free[i], locked[i], 1e-8 * locked[i]);  // Off by M/B, 3e-9 at most.
    EXPECT_GT(free[i], locked[i]);
  }
}

TEST(ElasticFrequencies, WithoutElasticJointsThereAreNone) {
  EXPECT_TRUE(locked_frequencies(matrix_of(1.0), vector_of(0.0)).empty());
  EXPECT_TRUE(free_frequencies(matrix_of(1.0), vector_of(0.0), vector_of(1.0)).empty());
  EXPECT_TRUE(free_frequencies(matrix_of(1.0), vector_of(9.0), vector_of(0.0)).empty());
}

TEST(ElasticFrequencies, RefuseWhatIsNoRobot) {
  EXPECT_THROW_MESSAGE(locked_frequencies(MatX::Identity(2, 2), vector_of(1.0)), InvalidArgument,
                       "the mass matrix is 2 x 2; 1 x 1 is needed");
  EXPECT_THROW_MESSAGE(locked_frequencies(matrix_of(1.0), vector_of(-1.0)), InvalidArgument,
                       "the stiffness of joint 0 is -1");
  EXPECT_THROW_MESSAGE(locked_frequencies(matrix_of(0.0), vector_of(1.0)), NumericalError,
                       "not positive definite");
  EXPECT_THROW_MESSAGE(free_frequencies(matrix_of(1.0), vector_of(1.0), vector_of(-1.0)),
                       InvalidArgument, "the rotor of joint 0 has the inertia -1");
}

}  // namespace
}  // namespace appell::analysis
