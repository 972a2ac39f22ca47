// Quantile functions. Boost.Math in long double is the oracle of all of them.
#include "appell/study/distribution.hpp"

#include <cmath>
#include <limits>
#include <tuple>

#include <gtest/gtest.h>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/lognormal.hpp>
#include <boost/math/distributions/normal.hpp>

#include "appell/base/error.hpp"
#include "appell/study/gamma_probability.hpp"
#include "tests/support/malloc_guard.hpp"
#include "tests/support/matchers.hpp"

namespace appell::study {
namespace {

double chi_square_quantile(double degrees_of_freedom, double u) {
  const double y = ChiQuantile(degrees_of_freedom)(normal_quantile(u));
  return y * y;
}

using Real = long double;
const boost::math::normal_distribution<Real> kNormal;

// Oracle: Boost.Math, in the middle and to the farthest that unit numbers lead. Worst seen 6e-16.
TEST(NormalQuantile, IsThatOfBoost) {
  for (double u = 0x1p-53; u < 0.5; u *= 1.07) {
    for (const double v : {u, 1.0 - u}) {
      const auto expected = static_cast<double>(boost::math::quantile(kNormal, Real{v}));
      EXPECT_TRUE(support::near(normal_quantile(v), expected, 2e-15)) << v;
    }
  }
  EXPECT_EQ(normal_quantile(0.5), 0.0);
  EXPECT_EQ(normal_quantile(0.0), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(normal_quantile(1.0), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(normal_quantile(-0.1)) && std::isnan(normal_quantile(1.1)));
}

// Oracle: Boost.Math; chi-square numbers over normal ones from -8.2 to 8.2, from the fewest degrees
// of freedom that inertias are drawn with to more than Boost's series take. Worst seen 2e-14 (k =
// 1), above k = 10 2e-15.
TEST(ChiQuantile, IsThatOfBoost) {
  for (const double k : {1.0, 1.0816, 2.0, 3.3, 10.0, 31.0, 199.0, 201.0, 797.0, 2e4, 2e8}) {
    const ChiQuantile chi(k);
    const boost::math::chi_squared_distribution<Real> expected(k);
    for (double z = -8.2; z <= 8.2; z += 0.173) {
      const Real tail = boost::math::cdf(kNormal, -std::abs(Real{z}));
      const Real x = z < 0.0 ? boost::math::quantile(expected, tail)
                             : boost::math::quantile(boost::math::complement(expected, tail));
      const double y = chi(z);
      EXPECT_TRUE(support::near(y * y, static_cast<double>(x), k < 10.0 ? 1e-13 : 1e-14))
          << "k = " << k << ", z = " << z;
    }
  }
}

// Oracle: for many degrees of freedom k, χ² = k + √(2k) z + 2(z² - 1)/3 + (z³ - 7z)/(9√(2k)) - ...,
// the expansion of Cornish and Fisher; the next term is below 1e-13 of the deviation √(2k) here.
TEST(ChiQuantile, HasItsExpansionForMany) {
  const double k = 2e12, root = std::sqrt(2.0 * k);
  const ChiQuantile chi(k);
  for (const double z : {-5.0, -1.0, -0.3, 0.0, 0.7, 2.0, 5.0}) {
    const double off = root * z + 2.0 * (z * z - 1.0) / 3.0 + (z * z * z - 7.0 * z) / (9.0 * root);
    EXPECT_TRUE(support::near(chi(z) * chi(z), k + off, 1e-15)) << z;
  }
}

// Oracle: closed forms. Two degrees of freedom: -2 ln(1 - u). One: the normal number of the middle.
TEST(ChiQuantile, HasItsClosedForms) {
  for (const double u : {0.001, 0.2, 0.5, 0.9, 0.9999}) {
    EXPECT_TRUE(support::near(chi_square_quantile(2.0, u), -2.0 * std::log1p(-u), 1e-13)) << u;
    const double z = normal_quantile(0.5 + 0.5 * u);
    EXPECT_TRUE(support::near(chi_square_quantile(1.0, u), z * z, 1e-12)) << u;
  }
}

// Oracle: Boost.Math, in both tails, on both sides of the number of degrees at which the way
// changes. Worst seen 3e-14.
TEST(ChiSquareProbabilities, AreThoseOfBoost) {
  for (const double k : {1.0, 4.0, 29.0, 31.0, 199.0, 201.0, 1e4, 1e8}) {
    const boost::math::chi_squared_distribution<Real> expected(k);
    for (double z = -7.9; z <= 8.0; z += 0.37) {
      const double x =
          k * std::pow(std::max(1.0 - 2.0 / (9.0 * k) + z * std::sqrt(2.0 / (9.0 * k)), 0.01), 3);
      const TailProbabilities found = chi_square_probabilities(k, x);
      const Real below = boost::math::cdf(expected, Real{x});
      const Real above = boost::math::cdf(boost::math::complement(expected, Real{x}));
      const bool is_below = x < k;
      EXPECT_TRUE(support::near(is_below ? found.below : found.above,
                                static_cast<double>(is_below ? below : above), 2e-13))
          << "k = " << k << ", x = " << x;
    }
  }
}

// Property: polynomials meet half way between knots (no jump above rounding), beyond the last knot
// nothing changes, and more z is more y.
TEST(ChiQuantile, IsContinuousAndAscends) {
  for (const double k : {1.0816, 5.0, 800.0}) {
    const ChiQuantile chi(k);
    double before = 0.0;
    for (int i = -135; i <= 135; ++i) {
      const double seam = i / 16.0;
      const double below = chi(std::nextafter(seam, -10.0)), above = chi(seam);
      EXPECT_TRUE(support::near(below, above, 1e-13)) << k << " " << seam;
      EXPECT_GT(above, before);
      before = above;
    }
    EXPECT_EQ(chi(9.0), chi(8.5));
    EXPECT_EQ(chi(-std::numeric_limits<double>::infinity()), chi(-8.5));
  }
}

// Oracle: Boost.Math for the log-normal distribution, closed forms for the others.
TEST(Distribution, HasTheQuantilesOfItsKind) {
  const double sigma = std::sqrt(std::log(1.0 + 0.3 * 0.3));
  const boost::math::lognormal_distribution<Real> log_normal(std::log(2.0) - 0.5 * sigma * sigma,
                                                             sigma);
  for (const double u : {1e-9, 0.01, 0.4, 0.5, 0.99}) {
    EXPECT_TRUE(support::near(Distribution::log_normal(2.0, 0.3)(u),
                              static_cast<double>(boost::math::quantile(log_normal, Real{u})),
                              1e-14));
    EXPECT_EQ(Distribution::log_normal(-2.0, 0.3)(u), -Distribution::log_normal(2.0, 0.3)(u));
    EXPECT_EQ(Distribution::normal(3.0, 0.5)(u), 3.0 + 0.5 * normal_quantile(u));
    EXPECT_TRUE(support::near(Distribution::uniform(-1.0, 3.0)(u), -1.0 + 4.0 * u, 1e-15));
  }
  EXPECT_EQ(Distribution::uniform(0.1, 0.7)(0.0), 0.1);
  EXPECT_EQ(Distribution::uniform(0.1, 0.7)(1.0), 0.7);
  const Distribution listed = Distribution::values({5.0, -1.0, 2.0});
  EXPECT_EQ(listed(0.0), 5.0);
  EXPECT_EQ(listed(0.33), 5.0);
  EXPECT_EQ(listed(0.34), -1.0);
  EXPECT_EQ(listed(0.99), 2.0);
  EXPECT_EQ(listed(1.0), 2.0);
  EXPECT_EQ(Distribution::normal(3.0, 0.0)(0.0), 3.0);
}

// Oracle: mean and deviation that each was asked for (of values their own) are the integrals of the
// quantile, ∫ x du and ∫ (x - mean)² du, by the midpoint rule on a fine grid, whose error the tails
// make: 1e-3.
TEST(Distribution, HasItsMeanAndDeviation) {
  constexpr int kParts = 200000;
  const std::tuple<Distribution, double, double> all[] = {
      {Distribution::normal(3.0, 0.5), 3.0, 0.5},
      {Distribution::log_normal(2.0, 0.3), 2.0, 0.6},
      {Distribution::log_normal(-2.0, 0.3), -2.0, 0.6},
      {Distribution::uniform(-1.0, 3.0), 1.0, 4.0 / std::sqrt(12.0)},
      {Distribution::values({5.0, -1.0, 2.0, 2.0}), 2.0, std::sqrt(4.5)}};
  for (const auto& [d, expected, sd] : all) {
    double mean = 0.0, square = 0.0;
    for (int i = 0; i < kParts; ++i) mean += d((i + 0.5) / kParts) / kParts;
    for (int i = 0; i < kParts; ++i) {
      square += std::pow(d((i + 0.5) / kParts) - expected, 2) / kParts;
    }
    EXPECT_TRUE(support::near(mean, expected, 1e-5)) << expected;
    EXPECT_TRUE(support::near(std::sqrt(square), sd, 1e-3)) << expected;
  }
}

// Budget: no allocation per number.
TEST(Distribution, AllocatesNothing) {
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  const ChiQuantile chi(800.0);
  const Distribution d = Distribution::log_normal(1.0, 0.1);
  double sum = 0.0;
  const support::MallocCount count;
  for (int i = 1; i < 100; ++i) sum += chi(0.05 * i - 2.5) + d(0.01 * i);
  EXPECT_EQ(count.calls(), 0);
  EXPECT_GT(sum, 0.0);
}

// Bad input: messages name the number.
TEST(Distribution, RefusesImpossibleNumbers) {
  EXPECT_THROW_MESSAGE(Distribution::normal(0.0, -1.0), InvalidArgument, "deviation is -1");
  EXPECT_THROW_MESSAGE(Distribution::normal(NAN, 1.0), InvalidArgument, "the mean is nan");
  EXPECT_THROW_MESSAGE(Distribution::log_normal(1.0, -0.1), InvalidArgument,
                       "relative deviation is -0.1");
  EXPECT_THROW_MESSAGE(Distribution::uniform(2.0, 1.0), InvalidArgument, "from 2 to 1");
  EXPECT_THROW_MESSAGE(Distribution::values({}), InvalidArgument, "no values");
  EXPECT_THROW_MESSAGE(Distribution::values({1.0, INFINITY}), InvalidArgument, "the value is inf");
  EXPECT_THROW_MESSAGE(ChiQuantile(0.9), InvalidArgument, "0.9 degrees of freedom; need 1 to 1e13");
  EXPECT_THROW_MESSAGE(ChiQuantile(NAN), InvalidArgument, "nan degrees");
}

}  // namespace
}  // namespace appell::study
