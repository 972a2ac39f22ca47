// Draws of mass, centre and tensor together.
#include "appell/study/inertia_draw.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include "appell/base/error.hpp"
#include "appell/mass/moments.hpp"
#include "appell/study/design.hpp"
#include "tests/support/malloc_guard.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/random_model.hpp"

namespace appell::study {
namespace {

std::shared_ptr<const InertiaSpread> spread_of(double sd) {
  return std::make_shared<const InertiaSpread>(sd);
}

/// Point i of ten random numbers.
std::array<double, kInertiaNumbers> random_units(std::uint64_t seed, long long i) {
  std::array<double, kInertiaNumbers> units{};
  UnitPoints(Design::kRandom, seed, i + 1, kInertiaNumbers).point(i, units);
  return units;
}

// Property: every draw is a possible body, which mass::rigid_mass_from_planar() would refuse if it
// were not, at the largest spread too, where the draws are wild: masses from below a tenth to above
// twice the mean.
TEST(InertiaDraw, IsAlwaysAPossibleBody) {
  support::Random random(3);
  double lightest = 1.0, heaviest = 1.0;
  for (const double sd : {0.05, 0.3, 0.7}) {
    const auto spread = spread_of(sd);
    for (int b = 0; b < 20; ++b) {
      const mass::RigidMass body = random.rigid_mass();
      const InertiaDraw draw(body, spread);
      for (long long i = 0; i < 500; ++i) {
        const mass::RigidMass drawn = draw(random_units(17 + static_cast<std::uint64_t>(b), i));
        ASSERT_NO_THROW(
            mass::rigid_mass_from_planar(drawn.mass, drawn.p_BBcm, drawn.second_moment));
        ASSERT_GT(drawn.mass, 0.0);
        lightest = std::min(lightest, drawn.mass / body.mass);
        heaviest = std::max(heaviest, drawn.mass / body.mass);
      }
    }
  }
  EXPECT_LT(lightest, 0.1);
  EXPECT_GT(heaviest, 2.0);
}

/// Upper triangle of P as ten numbers.
Eigen::Matrix<double, 10, 1> ten_numbers(const Mat4& P) {
  Eigen::Matrix<double, 10, 1> x;
  int n = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = i; j < 4; ++j) x[n++] = P(i, j);
  }
  return x;
}

// Oracle: the moments of Wishart's distribution. The pseudo-inertia about the link's origin, which
// mass::pseudo_inertia() computes of each draw, has the mean P and the covariances
//
//   cov(P'_ij, P'_kl) = (P_ik P_jl + P_il P_jk)/ν
//
// in the frame given: a generic one, so the distribution is that of every frame. With N = 40000
// draws a mean is off by √(var/N): five of these. A covariance of a and b is off by √((var a var b
// + cov²)(1 + κ)/N), with κ some 12/ν from the longer tails: 1 % of √(var a var b), taken six
// times.
TEST(InertiaDraw, HasTheMeanAndTheSpreadStated) {
  constexpr int kDraws = 40000;
  constexpr double kSd = 0.3;
  support::Random random(11);
  const auto spread = spread_of(kSd);
  const double nu = spread->degrees_of_freedom();
  EXPECT_TRUE(support::near(nu, 2.0 / 0.09, 1e-15));
  const mass::RigidMass body = transformed(random.placement(), random.rigid_mass());
  const Mat4 P = mass::pseudo_inertia(body);
  const InertiaDraw draw(body, spread);
  Eigen::Matrix<double, 10, 1> sum = Eigen::Matrix<double, 10, 1>::Zero();
  Eigen::Matrix<double, 10, 10> products = Eigen::Matrix<double, 10, 10>::Zero();
  const Eigen::Matrix<double, 10, 1> mean = ten_numbers(P);
  for (long long i = 0; i < kDraws; ++i) {
    const auto off = (ten_numbers(mass::pseudo_inertia(draw(random_units(5, i)))) - mean).eval();
    sum += off;
    products += off * off.transpose();
  }
  Eigen::Matrix<double, 10, 10> expected;
  int a = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = i; j < 4; ++j, ++a) {
      int b = 0;
      for (int k = 0; k < 4; ++k) {
        for (int l = k; l < 4; ++l, ++b)
          expected(a, b) = (P(i, k) * P(j, l) + P(i, l) * P(j, k)) / nu;
      }
    }
  }
  EXPECT_TRUE(support::near(std::sqrt(expected(9, 9)), kSd * body.mass, 1e-14));  // The mass.
  for (int r = 0; r < 10; ++r) {
    const double sd_r = std::sqrt(expected(r, r));
    EXPECT_LT(std::abs(sum[r] / kDraws), 5.0 * sd_r / std::sqrt(1.0 * kDraws)) << r;
    for (int c = 0; c < 10; ++c) {
      const double scale = sd_r * std::sqrt(expected(c, c));
      EXPECT_NEAR(products(r, c) / kDraws, expected(r, c), 0.06 * scale) << r << " " << c;
    }
  }
}

// Property: the frame does not matter. In a shifted frame the same ten numbers give the same body,
// to rounding. In a turned one principal axes may come with the other sign, so what does not depend
// on it is the same: the mass, how far the centre is off in terms of the body's own shape, the
// volume of the tensor and its diagonal along the principal axes.
TEST(InertiaDraw, DoesNotDependOnTheFrame) {
  support::Random random(4);
  const auto spread = spread_of(0.2);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const mass::RigidMass body = random.rigid_mass();
    const auto units = random_units(8, repeat);
    const mass::RigidMass drawn = InertiaDraw(body, spread)(units);
    const Vec3 offset = random.vector(3.0);
    mass::RigidMass shifted = body;
    shifted.p_BBcm += offset;
    const mass::RigidMass there = InertiaDraw(shifted, spread)(units);
    EXPECT_EQ(there.mass, drawn.mass);
    EXPECT_TRUE(support::near(there.p_BBcm - offset, drawn.p_BBcm, 1e-14, 5.0));
    EXPECT_TRUE(support::near(there.second_moment, drawn.second_moment, 1e-15));

    const spatial::Transform X = random.placement();
    const mass::RigidMass mean = transformed(X, body);
    const mass::RigidMass turned = InertiaDraw(mean, spread)(units);
    const mass::RigidMass wanted = transformed(X, drawn);
    const auto off = [](const mass::RigidMass& from, const mass::RigidMass& to) {
      const Vec3 d = to.p_BBcm - from.p_BBcm;
      return d.dot(from.second_moment.inverse() * d);
    };
    const auto along_axes = [](const mass::RigidMass& from, const mass::RigidMass& to) {
      const Mat3 axes = Eigen::SelfAdjointEigenSolver<Mat3>(from.second_moment).eigenvectors();
      return Vec3((axes.transpose() * to.second_moment * axes).diagonal());
    };
    EXPECT_TRUE(support::near(turned.mass, wanted.mass, 1e-15));
    EXPECT_TRUE(support::near(off(mean, turned), off(mean, wanted), 1e-9));
    EXPECT_TRUE(support::near(turned.second_moment.determinant(),
                              wanted.second_moment.determinant(), 1e-10));
    EXPECT_TRUE(support::near(along_axes(mean, turned), along_axes(mean, wanted), 1e-10));
  }
}

// Oracle: the range of P. A rod stays on its line, a point mass where it is; both have other
// masses. A body without mass stays as it is, and so does everything with deviation 0.
TEST(InertiaDraw, KeepsSingularBodiesInTheirRange) {
  support::Random random(6);
  const Vec3 u = random.unit_vector(), at(0.3, -0.2, 0.5);
  const mass::RigidMass rod{.mass = 2.0, .p_BBcm = at, .second_moment = 0.04 * u * u.transpose()};
  const mass::RigidMass point{.mass = 2.0, .p_BBcm = at};
  const auto spread = spread_of(0.3);
  for (long long i = 0; i < 50; ++i) {
    const auto units = random_units(2, i);
    const mass::RigidMass r = InertiaDraw(rod, spread)(units);
    EXPECT_LT((r.p_BBcm - at).cross(u).norm(), 1e-15);
    EXPECT_GT((r.p_BBcm - at).norm(), 0.0);
    const Mat3 rest = r.second_moment - u.dot(r.second_moment * u) * u * u.transpose();
    EXPECT_LT(rest.norm(), 1e-14 * r.second_moment.norm());
    const mass::RigidMass p = InertiaDraw(point, spread)(units);
    EXPECT_EQ(p.p_BBcm, at);
    EXPECT_EQ(p.second_moment, Mat3::Zero().eval());
    EXPECT_NE(p.mass, 2.0);
    EXPECT_EQ(InertiaDraw({.p_BBcm = at}, spread)(units).mass, 0.0);
    const mass::RigidMass same = InertiaDraw(rod, spread_of(0.0))(units);
    EXPECT_EQ(same.mass, rod.mass);
    EXPECT_EQ(same.p_BBcm, rod.p_BBcm);
    EXPECT_EQ(same.second_moment, rod.second_moment);
  }
}

// Oracle: definition. A shift of the centre leaves the central tensor.
TEST(InertiaDraw, CentreAlone) {
  support::Random random(9);
  const mass::RigidMass body = random.rigid_mass();
  const mass::RigidMass moved = with_centre_shift(body, Vec3(0.1, 0.0, -0.2));
  EXPECT_EQ(moved.p_BBcm, (body.p_BBcm + Vec3(0.1, 0.0, -0.2)).eval());
  EXPECT_EQ(moved.inertia_com(), body.inertia_com());
  EXPECT_EQ(moved.mass, body.mass);
}

// Budget: a draw makes no call of malloc.
TEST(InertiaDraw, AllocatesNothing) {
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  support::Random random(1);
  const InertiaDraw draw(random.rigid_mass(), spread_of(0.05));
  const auto units = random_units(1, 0);
  const support::MallocCount count;
  EXPECT_GT(draw(units).mass, 0.0);
  EXPECT_EQ(count.calls(), 0);
}

// Bad input: bodies that are none, spreads that are none.
TEST(InertiaDraw, RefusesImpossibleBodies) {
  const auto spread = spread_of(0.1);
  const auto draw = [&](double m, const Vec3& diagonal) {
    InertiaDraw({.mass = m, .second_moment = diagonal.asDiagonal()}, spread);
  };
  EXPECT_THROW_MESSAGE(draw(-1.0, {0, 0, 0}), InvalidArgument, "the mass is -1 kg");
  EXPECT_THROW_MESSAGE(draw(1.0, {1.0, -0.1, 1.0}), InvalidArgument, "principal value -0.1 kg m²");
  EXPECT_THROW_MESSAGE(draw(0.0, {1.0, 0.0, 0.0}), InvalidArgument, "without mass");
  EXPECT_THROW_MESSAGE(draw(NAN, {1.0, 0.0, 0.0}), InvalidArgument, "not finite");
  EXPECT_THROW_MESSAGE(InertiaDraw({}, nullptr), InvalidArgument, "no spread");
  EXPECT_THROW_MESSAGE(InertiaSpread(0.8), InvalidArgument,
                       "deviation is 0.8; need 0, or from 1e-06 to 0.7");
  EXPECT_THROW_MESSAGE(InertiaSpread(1e-7), InvalidArgument, "need 0, or from");
  EXPECT_THROW_MESSAGE(InertiaSpread(-0.1), InvalidArgument, "need 0, or from");
  const std::array<double, 9> few{};
  EXPECT_THROW_MESSAGE(InertiaDraw({.mass = 1.0}, spread)(few), InvalidArgument,
                       "9 numbers; need 10");
}

}  // namespace
}  // namespace appell::study
