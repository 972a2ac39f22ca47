#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/trajectory/samples.hpp"
#include "tests/support/matchers.hpp"

namespace appell::trajectory {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// Derivative k of sin(w t + p).
double sine(double w, double p, double t, int k) {
  return std::pow(w, k) * std::sin(w * t + p + 0.5 * k * 3.14159265358979323846);
}

// Oracle: closed form. A polynomial of degree 2r + 1 is its own Hermite spline, whatever the rows.
TEST(HermiteSpline, ReproducesPolynomialsOfItsDegree) {
  std::mt19937 random(1899);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  for (int r = 0; r <= 5; ++r) {
    std::vector<double> c(2 * r + 2);
    for (double& x : c) x = number(random);
    const auto derivative = [&](double t, int k) {
      double sum = 0.0;
      for (int n = 2 * r + 1; n >= k; --n) {
        double factor = c[n];
        for (int i = 0; i < k; ++i) factor *= n - i;
        sum += factor * std::pow(t, n - k);
      }
      return sum;
    };
    const std::vector<double> times{-1.0, -0.3, 0.5, 0.8, 1.2};
    std::vector<std::vector<double>> values(r + 1);
    for (int k = 0; k <= r; ++k) {
      for (const double t : times) values[k].push_back(derivative(t, k));
    }
    const PiecewisePolynomial law = hermite_spline(times, values);
    EXPECT_EQ(law.degree(), 2 * r + 1);
    EXPECT_EQ(law.continuity(), r);
    for (double t = -1.0; t <= 1.2; t += 0.037) {
      double q[3] = {};
      law.expand(t, q);
      // Up to 2r + 1 powers are put together from differences over half an interval of 0.15.
      EXPECT_NEAR(q[0], derivative(t, 0), 1e3 * kEpsilon) << r;
      if (r >= 1) {
        EXPECT_NEAR(q[1], derivative(t, 1), 1e5 * kEpsilon) << r;
      }
    }
  }
}

// Oracle: closed form. Between rows of a sine the error of q⁽ᵏ⁾ falls as h^(8-k) for r = 3.
TEST(HermiteSpline, ConvergesAsItsDegreePromises) {
  double error_before = 0.0;
  for (const int rows : {10, 20, 40}) {
    std::vector<double> times;
    std::vector<std::vector<double>> values(4);
    for (int i = 0; i <= rows; ++i) {
      times.push_back(2.0 * i / rows);
      for (int k = 0; k < 4; ++k) values[k].push_back(sine(2.0, 0.3, times.back(), k));
    }
    const PiecewisePolynomial law = hermite_spline(times, values);
    double error = 0.0;
    for (double t = 0.0; t <= 2.0; t += 0.0037) {
      double q[4] = {};
      law.expand(t, q);
      error = std::max(error, std::abs(6.0 * q[3] - sine(2.0, 0.3, t, 3)));
    }
    if (error_before > 0.0) {
      EXPECT_NEAR(error_before / error, 32.0, 6.0) << rows;
    }
    error_before = error;
  }
}

// Bad input.
TEST(HermiteSpline, RefusesWhatDoesNotFit) {
  const std::vector<double> times{0.0, 1.0};
  EXPECT_THROW_MESSAGE(hermite_spline(times, {{0.0, 1.0}, {0.0}}), InvalidArgument,
                       "1 values for 2 times");
  EXPECT_THROW_MESSAGE(hermite_spline(std::vector<double>{1.0, 0.0}, {{0.0, 1.0}}), InvalidArgument,
                       "");
}

}  // namespace
}  // namespace appell::trajectory
