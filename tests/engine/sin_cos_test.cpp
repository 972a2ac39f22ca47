// The fast sine and cosine, compiled here for whatever the test is compiled for.
#include "appell/engine/sin_cos.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/random_model.hpp"

namespace appell::engine {
namespace {

double ulps(double actual, long double expected) {
  const double rounded = static_cast<double>(expected);
  const double ulp = std::nextafter(std::abs(rounded), 1e300) - std::abs(rounded);
  return std::abs(static_cast<double>(static_cast<long double>(actual) - expected)) / ulp;
}

// Oracle: the C library in extended precision, at random, near multiples of pi/2, and small.
TEST(SinCos, WithinTwoUlps) {
  support::Random random(1);
  double worst = 0.0;
  for (int i = 0; i < 200000; ++i) {
    const double size = std::pow(10.0, random.uniform(-8.0, 5.0));
    double x = random.uniform(-size, size);
    if (i % 3 == 0) x = std::round(x) * 1.5707963267948966 * (1.0 + random.uniform(-1e-15, 1e-15));
    if (std::abs(x) >= kLargestReduced) continue;
    Pack4 s, c;
    sin_cos(Pack4{x, -x, 0.5 * x, 0.0}, s, c);
    worst = std::max({worst, ulps(s[0], std::sin(static_cast<long double>(x))),
                      ulps(c[0], std::cos(static_cast<long double>(x)))});
    ASSERT_EQ(s[1], -s[0]);
    ASSERT_EQ(c[1], c[0]);
    ASSERT_EQ(s[3], 0.0);
    ASSERT_EQ(c[3], 1.0);
  }
  RecordProperty("worst_ulps", std::to_string(worst));
  EXPECT_LT(worst, 2.0);
}

// Oracle: likewise. x - k π/2 + phase is rounded where it is below 4, by epsilon at most; then
// there are an ulp of the result, which is not above 1, and half an epsilon for the last part of k
// π/2. The argument of the C library has 11 bits more, so that even at 1e5 it is exact enough.
TEST(SinCos, WithPhaseWithinTwoEpsilon) {
  support::Random random(2);
  double worst = 0.0;
  for (int i = 0; i < 200000; ++i) {
    const double size = std::pow(10.0, random.uniform(-8.0, 5.0));
    double x = random.uniform(-size, size);
    if (i % 3 == 0) x = std::round(x) * 1.5707963267948966 * (1.0 + random.uniform(-1e-15, 1e-15));
    if (std::abs(x) >= kLargestReduced) continue;
    double phase = random.uniform(-3.14, 3.14);
    if (i % 5 == 0) phase = 0.0;
    if (i % 5 == 1) phase = (i % 2 == 0 ? 1.0 : -1.0) * 1.5707963267948966;
    Pack4 s, c;
    sin_cos(Pack4{x, 0.0, 0.0, 0.0}, phase, s, c);
    const long double a = x, b = phase;
    const long double sine = std::sin(a) * std::cos(b) + std::cos(a) * std::sin(b);
    const long double cosine = std::cos(a) * std::cos(b) - std::sin(a) * std::sin(b);
    worst = std::max({worst, std::abs(static_cast<double>(s[0] - sine)),
                      std::abs(static_cast<double>(c[0] - cosine))});
  }
  const double epsilon = std::numeric_limits<double>::epsilon();
  RecordProperty("worst_epsilons", std::to_string(worst / epsilon));
  EXPECT_LT(worst, 2.0 * epsilon);
}

// Property: what is not finite stays so, lane by lane.
TEST(SinCos, NotFiniteInOneLaneOnly) {
  Pack4 s, c;
  sin_cos(Pack4{std::numeric_limits<double>::infinity(), 0.5, std::nan(""), 2e6}, s, c);
  EXPECT_TRUE(std::isnan(s[0]) && std::isnan(c[0]) && std::isnan(s[2]) && std::isnan(c[2]));
  EXPECT_NEAR(s[1], std::sin(0.5), 1e-16);
  EXPECT_EQ(s[3], std::sin(2e6));
  EXPECT_EQ(c[3], std::cos(2e6));
}

}  // namespace
}  // namespace appell::engine
