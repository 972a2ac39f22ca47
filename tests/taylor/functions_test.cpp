#include "appell/taylor/functions.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <utility>

#include <gtest/gtest.h>

#include "appell/taylor/arithmetic.hpp"
#include "tests/support/digits50.hpp"
#include "tests/support/matchers.hpp"

namespace appell::taylor {
namespace {

using support::near;
using support::near50;
using support::Real50;
using support::Series50;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr int kOrder = 40;

/// a + b t.
Series<double> line(double a, double b) {
  Series<double> x = Series<double>::constant(a, kOrder);
  x[1] = b;
  return x;
}

std::size_t at(int k) { return static_cast<std::size_t>(k); }

// Oracles: closed forms of f(a + b t). Each coefficient is compared relative to itself. The
// recurrences have one rounding per product and one per step, and errors of lower coefficients come
// in through them; those errors do not grow, so one bar of 8 epsilon serves all orders.

// Oracle: 1/(1 - t) = Σ tᵏ, and t/(1 - t - t²) = Σ F_k tᵏ with the Fibonacci numbers, exact.
TEST(Quotient, ClosedForms) {
  const Series<double> one = Series<double>::constant(1.0, kOrder);
  const Series<double> geometric = one / line(1.0, -1.0);
  Series<double> t = line(0.0, 1.0);
  Series<double> divisor = line(1.0, -1.0);
  divisor[2] = -1.0;
  const Series<double> fibonacci = t / divisor;
  double F = 0.0;
  double F_next = 1.0;
  for (int k = 0; k <= kOrder; ++k) {
    EXPECT_EQ(geometric[k], 1.0) << k;
    EXPECT_EQ(fibonacci[k], F) << k;
    F_next += std::exchange(F, F_next);
  }
}

// Oracle: √(1 + t) = Σ C(½, k) tᵏ. Worst seen: 0.7 epsilon.
TEST(Sqrt, ClosedForm) {
  const Series<double> s = sqrt(line(1.0, 1.0));
  Real50 expected = 1;
  for (int k = 0; k <= kOrder; ++k) {
    EXPECT_TRUE(near50(s[k], expected, 8 * kEpsilon, expected)) << k;
    expected *= (Real50(0.5) - k) / (k + 1);
  }
}

// Oracle: e^{a + bt} = eᵃ Σ bᵏ/k! tᵏ. Worst seen: 1.2 epsilon.
TEST(Exp, ClosedForm) {
  const double b = -1.75;
  const Series<double> e = exp(line(0.3, b));
  Real50 expected = exp(Real50(0.3));
  for (int k = 0; k <= kOrder; ++k) {
    EXPECT_TRUE(near50(e[k], expected, 8 * kEpsilon, expected)) << k;
    expected *= Real50(b) / (k + 1);
  }
}

// Oracle: log(a + bt) = log a - Σ_{k>0} (-b/a)ᵏ/k tᵏ. Worst seen: 2.3 epsilon.
TEST(Log, ClosedForm) {
  const Series<double> l = log(line(3.0, 2.0));
  EXPECT_TRUE(near50(l[0], log(Real50(3)), kEpsilon, 1));
  Real50 power = 1;
  for (int k = 1; k <= kOrder; ++k) {
    power *= Real50(-2) / 3;
    EXPECT_TRUE(near50(l[k], -power / k, 8 * kEpsilon, power / k)) << k;
  }
}

// Oracle: sin⁽ᵏ⁾(a + bt) = bᵏ sin(a + kπ/2), the same for cos. Worst seen: 1.6 epsilon.
TEST(SinCos, ClosedForm) {
  const double a = 0.8;
  const double b = 2.5;
  const SinCos sc = sin_cos(line(a, b));
  const std::vector<Real50> cycle{sin(Real50(a)), cos(Real50(a)), -sin(Real50(a)), -cos(Real50(a))};
  Real50 scale = 1;
  for (int k = 0; k <= kOrder; ++k) {
    const Real50 s = scale * cycle[at(k % 4)];
    const Real50 c = scale * cycle[at((k + 1) % 4)];
    EXPECT_TRUE(near50(sc.sin[k], s, 8 * kEpsilon, s)) << k;
    EXPECT_TRUE(near50(sc.cos[k], c, 8 * kEpsilon, c)) << k;
    scale *= Real50(b) / (k + 1);
  }
}

// Oracle: (1 + t)ⁿ has binomial coefficients, (1 - t)⁻ⁿ has C(n+k-1, k): integers, exact as long as
// they are below 2⁵³.
TEST(IntegerPower, ClosedForms) {
  for (int n = 0; n <= 12; ++n) {
    const Series<double> positive = power(line(1.0, 1.0), n);
    const Series<double> negative = power(line(1.0, -1.0), -n);
    for (int k = 0; k <= kOrder; ++k) {
      EXPECT_EQ(positive[k], binomial(n, k)) << n << ", " << k;
      const double expected = n == 0 ? (k == 0 ? 1.0 : 0.0) : binomial(n + k - 1, k);
      EXPECT_EQ(negative[k], expected) << n << ", " << k;
    }
  }
}

// Oracle: tⁿ has one coefficient. Unlike real powers, integer ones need no positive x[0].
TEST(IntegerPower, OfASeriesThatStartsAtZero) {
  for (int n = 0; n <= kOrder; ++n) {
    const Series<double> p = power(line(0.0, 1.0), n);
    for (int k = 0; k <= kOrder; ++k) EXPECT_EQ(p[k], k == n ? 1.0 : 0.0) << n << ", " << k;
  }
  EXPECT_EQ(power(line(-2.0, 1.0), 3)[0], -8.0);
  EXPECT_EQ(power(line(-2.0, 1.0), 3)[1], 12.0);
  EXPECT_EQ(power(line(1.0, 0.0), std::numeric_limits<int>::min())[0], 1.0);
}

// Oracle: (1 + t)ᵃ = Σ C(a, k) tᵏ for real a. Worst seen: 2.2 epsilon.
TEST(RealPower, ClosedForm) {
  for (const double a : {0.5, -0.5, 2.25, -3.0, 1.0 / 3.0}) {
    const Series<double> p = power(line(1.0, 1.0), a);
    Real50 expected = 1;
    for (int k = 0; k <= kOrder; ++k) {
      EXPECT_TRUE(near50(p[k], expected, 8 * kEpsilon, expected)) << a << ", " << k;
      expected *= (Real50(a) - k) / (k + 1);
    }
  }
}

// Oracle: Σ_{i=0..n} C(n, i) xⁱ = (1 + x)ⁿ; with x = 1 + t it is (2 + t)ⁿ, in integers.
TEST(Compose, ClosedForm) {
  const int n = 12;
  std::vector<double> polynomial;
  for (int i = 0; i <= n; ++i) polynomial.push_back(binomial(n, i));
  const Series<double> y = compose(polynomial, line(1.0, 1.0));
  for (int k = 0; k <= kOrder; ++k) {
    EXPECT_EQ(y[k], binomial(n, k) * std::ldexp(1.0, n - std::min(k, n))) << k;
  }
  EXPECT_EQ(compose({}, line(1.0, 1.0))[0], 0.0);  // The polynomial without coefficients is zero.
}

/// A function of one series with its Taylor coefficients f⁽ⁱ⁾(x₀)/i! about x₀.
struct Outer {
  const char* name;
  std::function<Series<double>(const Series<double>&)> of_series;
  std::function<Real50(const Real50& x0, int i)> coefficient;
};

/// C(a, i) x₀ᵃ⁻ⁱ.
Real50 power_coefficient(const Real50& a, const Real50& x0, int i) {
  Real50 c = pow(x0, a);
  for (int j = 0; j < i; ++j) c *= (a - j) / ((j + 1) * x0);
  return c;
}

Real50 factorial50(int i) {
  Real50 product = 1;
  for (int j = 2; j <= i; ++j) product *= j;
  return product;
}

std::vector<Outer> outer_functions() {
  const auto cycled = [](const Real50& x0, int i) -> Real50 {
    const Real50 value = i % 2 == 0 ? sin(x0) : cos(x0);
    return (i % 4 < 2 ? value : -value) / factorial50(i);
  };
  return {
      {"1/x", [](const auto& x) { return Series<double>::constant(1.0, x.order()) / x; },
       [](const Real50& x0, int i) { return power_coefficient(-1, x0, i); }},
      {"x^-3", [](const auto& x) { return power(x, -3); },
       [](const Real50& x0, int i) { return power_coefficient(-3, x0, i); }},
      {"x^7", [](const auto& x) { return power(x, 7); },
       [](const Real50& x0, int i) { return power_coefficient(7, x0, i); }},
      {"x^0.3", [](const auto& x) { return power(x, 0.3); },
       [](const Real50& x0, int i) { return power_coefficient(Real50(0.3), x0, i); }},
      {"sqrt", [](const auto& x) { return sqrt(x); },
       [](const Real50& x0, int i) { return power_coefficient(Real50(0.5), x0, i); }},
      {"exp", [](const auto& x) { return exp(x); },
       [](const Real50& x0, int i) -> Real50 { return exp(x0) / factorial50(i); }},
      {"log", [](const auto& x) { return log(x); },
       [](const Real50& x0, int i) -> Real50 {
         return i == 0 ? Real50(log(x0))
                       : Real50(-power_coefficient(0, x0, 0) * pow(-1 / x0, i) / i);
       }},
      {"sin", [](const auto& x) { return sin_cos(x).sin; }, cycled},
      {"cos", [](const auto& x) { return sin_cos(x).cos; },
       [cycled](const Real50& x0, int i) -> Real50 { return cycled(x0, i + 1) * (i + 1); }},
  };
}

// Oracle: f(x(t)) composed with 50 digits from the Taylor coefficients of f, for random series of
// order 40. The error of coefficient k is measured against the same composition of magnitudes, i.e.
// against what the coefficient would be if nothing cancelled: a recurrence cannot do better than
// round that. Worst seen: sqrt 4.6 epsilon, 1/x 2.9, all others below 2.3.
TEST(Functions, MatchFiftyDigits) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  for (int trial = 0; trial < 20; ++trial) {
    Series<double> x(kOrder);
    for (int k = 0; k <= kOrder; ++k) x[k] = uniform(random);
    x[0] = 1.5 + uniform(random);
    const Series50 x50 = support::digits50(x);
    for (const Outer& f : outer_functions()) {
      Series50 coefficients;
      for (int i = 0; i <= kOrder; ++i) coefficients.push_back(f.coefficient(x50[0], i));
      const Series50 expected = support::compose50(coefficients, x50);
      const Series50 scale = support::majorant50(coefficients, x50);
      const Series<double> actual = f.of_series(x);
      ASSERT_EQ(actual.order(), kOrder);
      for (int k = 0; k <= kOrder; ++k) {
        EXPECT_TRUE(near50(actual[k], expected[at(k)], 16 * kEpsilon, scale[at(k)]))
            << f.name << ", trial " << trial << ", order " << k;
      }
    }
  }
}

/// A smooth positive series for properties.
Series<double> sample(int order) {
  Series<double> x(order);
  for (int k = 0; k <= order; ++k) x[k] = 2.0 / (1 + k * k);
  return x;
}

/// Every coefficient of a equals that of b, relative to the largest of b.
void expect_equal(const Series<double>& a, const Series<double>& b, double tolerance) {
  ASSERT_EQ(a.order(), b.order());
  double scale = 0.0;
  for (int k = 0; k <= b.order(); ++k) scale = std::max(scale, std::abs(b[k]));
  for (int k = 0; k <= b.order(); ++k) EXPECT_TRUE(near(a[k], b[k], tolerance, scale)) << k;
}

// Property: identities that tie the functions to each other and to the product. Worst seen:
// 1 epsilon.
TEST(Functions, SatisfyTheirIdentities) {
  const Series<double> x = sample(kOrder);
  const Series<double> one = Series<double>::constant(1.0, kOrder);
  const SinCos sc = sin_cos(x);
  constexpr double kTolerance = 8 * kEpsilon;
  expect_equal((one / x) * x, one, kTolerance);
  expect_equal(sqrt(x) * sqrt(x), x, kTolerance);
  expect_equal(log(exp(x)), x, kTolerance);
  expect_equal(exp(x) * exp(-x), one, kTolerance);
  expect_equal(sc.sin * sc.sin + sc.cos * sc.cos, one, kTolerance);
  expect_equal(power(x, 0.25), sqrt(sqrt(x)), kTolerance);
  expect_equal(power(x, 5.0), power(x, 5), kTolerance);
}

// Property: a higher order leaves the lower coefficients as they were, bit by bit.
TEST(Functions, LowerCoefficientsDoNotDependOnTheOrder) {
  const Series<double> high = sample(kOrder);
  const Series<double> low = high.truncated(7);
  for (const Outer& f : outer_functions()) {
    const Series<double> of_high = f.of_series(high);
    const Series<double> of_low = f.of_series(low);
    for (int k = 0; k <= 7; ++k) EXPECT_EQ(of_high[k], of_low[k]) << f.name << ", " << k;
  }
}

// Property: `out` says to which order.
TEST(Functions, FillOutToItsOwnOrder) {
  const Series<double> x = sample(9);
  Series<double> out(4);
  Series<double> cosine(4);
  const auto expect_like = [&](const Series<double>& full) {
    for (int k = 0; k <= 4; ++k) EXPECT_EQ(out[k], full[k]) << k;
  };
  quotient(x, x + x, out);
  expect_like(x / (x + x));
  sqrt(x, out);
  expect_like(sqrt(x));
  exp(x, out);
  expect_like(exp(x));
  log(x, out);
  expect_like(log(x));
  power(x, 0.3, out);
  expect_like(power(x, 0.3));
  sin_cos(x, out, cosine);
  expect_like(sin_cos(x).sin);
  compose(std::vector<double>{1.0, 2.0, 3.0}, x, out);
  expect_like(compose(std::vector<double>{1.0, 2.0, 3.0}, x));
}

// Property: quotient() and sqrt() may overwrite their first argument.
TEST(Functions, MayOverwriteTheFirstArgument) {
  const Series<double> x = sample(9);
  const Series<double> b = exp(x);
  Series<double> out = x;
  quotient(out, b, out);
  for (int k = 0; k <= 9; ++k) EXPECT_EQ(out[k], (x / b)[k]) << k;
  out = x;
  sqrt(out, out);
  for (int k = 0; k <= 9; ++k) EXPECT_EQ(out[k], sqrt(x)[k]) << k;
}

// Property: every function of the empty series is empty.
TEST(Functions, OfTheEmptySeriesAreEmpty) {
  for (const Outer& f : outer_functions()) {
    EXPECT_EQ(f.of_series(Series<double>()).order(), -1) << f.name;
  }
  EXPECT_EQ(compose(std::vector<double>{1.0}, Series<double>()).order(), -1);
}

// Bad input: arguments where the function has no Taylor series.
TEST(Functions, SayWhereTheyHaveNoSeries) {
  const Series<double> one = line(1.0, 0.0);
  const Series<double> zero = line(0.0, 1.0);
  const Series<double> negative = line(-2.0, 1.0);
  const Series<double> unset(kOrder);
  EXPECT_THROW_MESSAGE(one / zero, NumericalError,
                       "quotient: needs x[0] of the divisor != 0, got 0.");
  EXPECT_THROW_MESSAGE(sqrt(zero), NumericalError, "sqrt: needs x[0] > 0, got 0.");
  EXPECT_THROW_MESSAGE(sqrt(negative), NumericalError, "sqrt: needs x[0] > 0, got -2.");
  EXPECT_THROW_MESSAGE(sqrt(unset), NumericalError, "sqrt: needs x[0] > 0, got nan.");
  EXPECT_THROW_MESSAGE(log(zero), NumericalError, "log: needs x[0] > 0, got 0.");
  EXPECT_THROW_MESSAGE(log(negative), NumericalError, "log: needs x[0] > 0, got -2.");
  EXPECT_THROW_MESSAGE(power(negative, 0.5), NumericalError,
                       "power: needs x[0] > 0 for a real exponent, got -2.");
  EXPECT_THROW_MESSAGE(power(zero, 2.0), NumericalError,
                       "power: needs x[0] > 0 for a real exponent, got 0.");
  EXPECT_THROW_MESSAGE(power(zero, -1), NumericalError,
                       "power: needs x[0] != 0 for a negative exponent, got 0.");
}

// Bad input: orders that do not fit.
TEST(Functions, NameTheOrdersThatDoNotSuffice) {
  const Series<double> x = sample(2);
  Series<double> out(3);
  Series<double> other(2);
  EXPECT_THROW_MESSAGE(x / sample(3), InvalidArgument,
                       "quotient of series: the series have orders 2 and 3; truncate one of them.");
  EXPECT_THROW_MESSAGE(quotient(x, x, out), InvalidArgument,
                       "quotient: a result of order 3 needs operands of at least that order, got 2 "
                       "and 2.");
  EXPECT_THROW_MESSAGE(sqrt(x, out), InvalidArgument,
                       "sqrt: a result of order 3 needs an argument of at least that order, got "
                       "2.");
  EXPECT_THROW_MESSAGE(exp(x, out), InvalidArgument, "exp: a result of order 3 needs");
  EXPECT_THROW_MESSAGE(log(x, out), InvalidArgument, "log: a result of order 3 needs");
  EXPECT_THROW_MESSAGE(power(x, 0.5, out), InvalidArgument, "power: a result of order 3 needs");
  EXPECT_THROW_MESSAGE(compose({}, x, out), InvalidArgument, "compose: a result of order 3 needs");
  EXPECT_THROW_MESSAGE(sin_cos(x, out, out), InvalidArgument, "sin_cos: a result of order 3 needs");
  EXPECT_THROW_MESSAGE(sin_cos(sample(3), out, other), InvalidArgument,
                       "sin_cos: the results have orders 3 and 2; they must be equal.");
}

// Bad input: a result in the place of an argument that is still needed.
TEST(Functions, RefuseToOverwriteWhatTheyStillNeed) {
  Series<double> x = sample(2);
  Series<double> y = sample(2);
  EXPECT_THROW_MESSAGE(quotient(x, y, y), InvalidArgument,
                       "quotient: the result must not be the divisor.");
  EXPECT_THROW_MESSAGE(exp(x, x), InvalidArgument, "exp: the result must not be the argument.");
  EXPECT_THROW_MESSAGE(log(x, x), InvalidArgument, "log: the result must not be the argument.");
  EXPECT_THROW_MESSAGE(power(x, 0.5, x), InvalidArgument,
                       "power: the result must not be the argument.");
  EXPECT_THROW_MESSAGE(compose({}, x, x), InvalidArgument,
                       "compose: the result must not be the argument.");
  EXPECT_THROW_MESSAGE(sin_cos(x, x, y), InvalidArgument,
                       "sin_cos: a result must not be the argument.");
  EXPECT_THROW_MESSAGE(sin_cos(x, y, y), InvalidArgument,
                       "sin_cos: sine and cosine need a series each.");
}

}  // namespace
}  // namespace appell::taylor
