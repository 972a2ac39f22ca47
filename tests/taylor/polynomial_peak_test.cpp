#include "appell/taylor/polynomial_peak.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "appell/base/constants.hpp"
#include "appell/base/error.hpp"
#include "tests/support/matchers.hpp"

namespace appell::taylor {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// Σ |c[k]| |s|ᵏ: rounding is relative to it.
double size_of(const std::vector<double>& c, double s) {
  double sum = 0.0;
  for (std::size_t k = c.size(); k-- > 0;) sum = sum * std::abs(s) + std::abs(c[k]);
  return sum;
}

long double value_at(const std::vector<double>& c, long double s) {
  long double sum = 0.0L;
  for (std::size_t k = c.size(); k-- > 0;) sum = sum * s + static_cast<long double>(c[k]);
  return sum;
}

// Oracle: closed form. Chebyshev's polynomials have the value 1 at cos(2πj/n) and nowhere more on
// [-1, 1].
TEST(PolynomialPeak, ChebyshevsPolynomials) {
  std::vector<double> before{1.0}, c{0.0, 1.0};
  for (int n = 2; n <= 16; ++n) {
    std::vector<double> next(c.size() + 1, 0.0);
    for (std::size_t k = 0; k < c.size(); ++k) next[k + 1] = 2.0 * c[k];
    for (std::size_t k = 0; k < before.size(); ++k) next[k] -= before[k];
    before = std::exchange(c, next);
    const PolynomialPeak whole = largest_value(c, -1.0, 1.0);
    EXPECT_NEAR(whole.value, 1.0, 4.0 * kEpsilon * size_of(c, 1.0)) << n;
    EXPECT_GE(whole.bound, 1.0) << n;
    EXPECT_NEAR(whole.bound, 1.0, 8.0 * n * kEpsilon * size_of(c, 1.0)) << n;
    if (n < 4) continue;
    // Without the ends: the maximum next to the middle of the interval.
    const double top = std::cos(2.0 * M_PI * (n / 4) / n);
    const double width = 0.5 / n;
    const PolynomialPeak one = largest_value(c, top - 0.9 * width / n, top + width / n);
    EXPECT_NEAR(one.value, 1.0, 4.0 * kEpsilon * size_of(c, top)) << n;
    EXPECT_NEAR(one.at, top, 1e-6) << n;  // A value within ε is within √ε.
  }
}

// Property: on random polynomials, no dense sample is larger, the place has the value, and value
// and bound differ by no more than the tolerance and rounding.
TEST(PolynomialPeak, NothingIsLarger) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 2000; ++i) {
    std::vector<double> c(1 + static_cast<std::size_t>(i % 14));
    for (double& x : c) x = normal(random) * (i % 3 == 0 ? 1e-9 : 1.0);
    const double low = normal(random) * 0.3 - 0.5, high = low + std::abs(normal(random));
    const double tolerance = i % 2 == 0 ? 0.0 : 1e-9;
    const PolynomialPeak peak = largest_value(c, low, high, tolerance);
    const double rounding =
        8.0 * static_cast<double>(c.size()) * kEpsilon * size_of(c, std::max(-low, std::abs(high)));
    ASSERT_GE(peak.at, low);
    ASSERT_LE(peak.at, high);
    EXPECT_NEAR(peak.value, static_cast<double>(value_at(c, peak.at)), rounding);
    EXPECT_GE(peak.bound, peak.value);
    EXPECT_LE(peak.bound, peak.value + tolerance + rounding);
    for (int s = 0; s <= 500; ++s) {
      const long double at = low + (high - low) * static_cast<long double>(s) / 500.0L;
      ASSERT_LE(static_cast<double>(value_at(c, at)), peak.bound)
          << i << " at " << static_cast<double>(at);
    }
  }
}

// Property: what is known elsewhere spares work, and is never undercut: the bound still holds.
TEST(PolynomialPeak, KnowsWhatIsLargerElsewhere) {
  const std::vector<double> c{1.0, 0.0, -4.0, 0.0, 2.0};  // 1 at 0, -1 at both ends.
  EXPECT_EQ(largest_value(c, -1.0, 1.0).value, 1.0);
  const PolynomialPeak peak = largest_value(c, -1.0, 1.0, 0.0, /*known=*/5.0);
  EXPECT_LE(peak.bound, 5.0);
  EXPECT_GE(peak.bound, 1.0);
}

// Oracle: constants, lines, a single place, flat tops of high degree.
TEST(PolynomialPeak, SimpleOnes) {
  EXPECT_EQ(largest_value(std::vector{3.0}, -2.0, 5.0).value, 3.0);
  EXPECT_EQ(largest_value(std::vector{3.0, -1.0}, -2.0, 5.0).at, -2.0);
  EXPECT_EQ(largest_value(std::vector{3.0, -1.0}, 4.0, 4.0).value, -1.0);
  const std::vector<double> flat{2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0};  // 2 - s⁸
  EXPECT_EQ(largest_value(flat, -0.7, 1.1).value, 2.0);
}

// Oracle: by hand. ∫ |s³ - s| over [-1, 2] is ¼ + ¼ + (2.25), over parts of one sign |F(b) - F(a)|
// with F = s⁴/4 - s²/2; a square keeps its sign, and nothing has none.
TEST(PolynomialPeak, IntegralOfTheSize) {
  const std::vector<double> cubic{0.0, -1.0, 0.0, 1.0};
  EXPECT_NEAR(integral_of_size(cubic, -1.0, 2.0), 2.75, 1e-14);
  EXPECT_NEAR(integral_of_size(cubic, 0.1, 0.9), (0.81 - 0.01) / 2 - (0.6561 - 0.0001) / 4, 1e-15);
  EXPECT_NEAR(integral_of_size(std::vector<double>{0.25, -1.0, 1.0}, -1.0, 1.0), 3.5 / 3.0, 1e-15);
  EXPECT_EQ(integral_of_size(std::vector<double>{0.0, 0.0}, -1.0, 1.0), 0.0);
  EXPECT_NEAR(integral_of_size(std::vector<double>{-2.0}, -1.0, 1.0), 4.0, 1e-15);
  // Chebyshev's polynomial of degree 4, 8 s⁴ - 8 s² + 1: all its zeros are inside.
  const auto F = [](double s) { return 1.6 * std::pow(s, 5) - 8.0 / 3.0 * std::pow(s, 3) + s; };
  const double inner = std::cos(3.0 * kPi / 8.0), outer = std::cos(kPi / 8.0);
  const double expected = 2.0 * (F(inner) + (F(inner) - F(outer)) + (F(1.0) - F(outer)));
  EXPECT_NEAR(integral_of_size(std::vector<double>{1.0, 0.0, -8.0, 0.0, 8.0}, -1.0, 1.0), expected,
              1e-14);
}

TEST(PolynomialPeak, BadInput) {
  EXPECT_THROW_MESSAGE(largest_value(std::vector<double>{}, 0.0, 1.0), InvalidArgument,
                       "there are 0 coefficients");
  EXPECT_THROW_MESSAGE(largest_value(std::vector{1.0}, 1.0, 0.0), InvalidArgument,
                       "the interval is 1 to 0");
}

}  // namespace
}  // namespace appell::taylor
