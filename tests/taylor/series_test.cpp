#include "appell/taylor/series.hpp"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "tests/support/matchers.hpp"

namespace appell::taylor {
namespace {

using support::near;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// Coefficients 1, 2, 3, ...
Series<double> counting(int order) {
  Series<double> x(order);
  for (int k = 0; k <= order; ++k) x[k] = k + 1;
  return x;
}

// Oracle: by definition x[k] = x⁽ᵏ⁾/k!. The derivatives of e^{2t} at 0 are 2ᵏ, here exact integers
// over exact factorials.
TEST(Series, FromDerivativesDividesByTheFactorial) {
  std::vector<double> derivatives;
  double exact_factorial = 1.0;
  for (int k = 0; k <= 20; ++k) derivatives.push_back(std::ldexp(1.0, k));
  const Series<double> x = Series<double>::from_derivatives(derivatives);
  ASSERT_EQ(x.order(), 20);
  for (int k = 0; k <= 20; ++k) {
    if (k > 0) exact_factorial *= k;
    EXPECT_EQ(x[k], std::ldexp(1.0, k) / exact_factorial) << k;
  }
}

// Property: derivatives come back, at every order that is supported. One rounding each way; worst
// seen: 0.8 epsilon.
TEST(Series, DerivativesComeBack) {
  std::vector<double> derivatives;
  for (int k = 0; k <= kMaxOrder; ++k) derivatives.push_back(1.0 + 0.37 * k);
  const Series<double> x = Series<double>::from_derivatives(derivatives);
  for (int k = 0; k <= kMaxOrder; ++k) {
    EXPECT_TRUE(near(x.derivative(k), derivatives[k], 2 * kEpsilon)) << k;
  }
}

// Oracle: by hand, for vectors and for matrices of a size known at run time only.
TEST(Series, DerivativesOfVectorsAndMatrices) {
  const std::vector<Vec3> of_vector{{1, 2, 3}, {4, 5, 6}, {14, 16, 18}, {6, 12, 18}};
  const auto v = Series<Vec3>::from_derivatives(of_vector);
  EXPECT_EQ(v[1], Vec3(4, 5, 6));
  EXPECT_EQ(v[2], Vec3(7, 8, 9));
  EXPECT_EQ(v[3], Vec3(1, 2, 3));
  EXPECT_EQ(v.derivative(3), Vec3(6, 12, 18));

  const std::vector<MatX> of_matrix{MatX::Ones(2, 4), MatX::Ones(2, 4), 2.0 * MatX::Ones(2, 4)};
  const auto m = Series<MatX>::from_derivatives(of_matrix);
  EXPECT_EQ(m[2], MatX(MatX::Ones(2, 4)));
  EXPECT_EQ(m.derivative(2), MatX(2.0 * MatX::Ones(2, 4)));
}

// Oracle: by definition NaN until it is set, so that a forgotten coefficient is seen.
TEST(Series, StartsAsNaN) {
  const Series<double> x(3);
  const Series<Mat3> R(2);
  for (int k = 0; k <= 3; ++k) EXPECT_TRUE(std::isnan(x[k]));
  for (int k = 0; k <= 2; ++k) EXPECT_TRUE(R[k].array().isNaN().all());
}

// Oracle: by definition a constant has no other coefficient.
TEST(Series, ConstantHasZeroDerivatives) {
  const auto x = Series<VecX>::constant(VecX::Ones(4), 2);
  EXPECT_EQ(x[0], VecX(VecX::Ones(4)));
  EXPECT_EQ(x[1], VecX(VecX::Zero(4)));
  EXPECT_EQ(x[2], VecX(VecX::Zero(4)));
  EXPECT_EQ(Series<double>::constant(7.0, -1).order(), -1);
}

// Oracle: the empty series, the velocity of a motion of which only the position is known.
TEST(Series, MayBeEmpty) {
  EXPECT_EQ(Series<double>().order(), -1);
  EXPECT_EQ(Series<Vec3>(-1).order(), -1);
  EXPECT_EQ(Series<double>::from_derivatives({}).order(), -1);
  EXPECT_EQ(time_derivative(Series<double>::constant(1.0, 0)).order(), -1);
  EXPECT_EQ(with_clock_scaled(Series<double>(), 2.0).order(), -1);
  EXPECT_EQ(component(Series<Vec3>(), 0).order(), -1);
  Series<double> x;
  shift(x, 1.0);
  EXPECT_EQ(x.order(), -1);
}

// Oracle: 1 + 2h + 3h² by hand, scalar and vector.
TEST(Series, ValueAtIsThePolynomial) {
  EXPECT_EQ(counting(2).value_at(2.0), 17.0);
  EXPECT_EQ(counting(2).value_at(0.0), 1.0);
  EXPECT_EQ(counting(0).value_at(5.0), 1.0);
  Series<VecX> x(2, VecX::Ones(3));
  EXPECT_EQ(x.value_at(2.0), VecX(VecX::Constant(3, 7.0)));
}

// Oracle: by definition the first n + 1 coefficients.
TEST(Series, TruncatedKeepsTheLowestOrders) {
  const Series<double> x = counting(5).truncated(2);
  ASSERT_EQ(x.order(), 2);
  for (int k = 0; k <= 2; ++k) EXPECT_EQ(x[k], k + 1);
  EXPECT_EQ(counting(5).truncated(-1).order(), -1);
  EXPECT_EQ(counting(5).truncated(5).order(), 5);
}

// Oracle: the derivative of Σ (k+1) hᵏ by hand.
TEST(TimeDerivative, MovesCoefficientsDown) {
  const Series<double> v = time_derivative(counting(3));
  ASSERT_EQ(v.order(), 2);
  EXPECT_EQ(v[0], 2.0);
  EXPECT_EQ(v[1], 6.0);
  EXPECT_EQ(v[2], 12.0);
}

// Cross-check: derivative k of x' is derivative k + 1 of x.
TEST(TimeDerivative, AgreesWithTheDerivatives) {
  const Series<double> x = counting(20);
  const Series<double> v = time_derivative(x);
  for (int k = 0; k < 20; ++k) {
    EXPECT_TRUE(near(v.derivative(k), x.derivative(k + 1), 2 * kEpsilon)) << k;  // Worst seen: 0.
  }
}

// Oracle: (1 + t)³ about t = 2 is (3 + s)³ = 27 + 27 s + 9 s² + s³.
TEST(Shift, ExpandsAboutAnotherInstant) {
  Series<double> x(3);
  x[0] = 1.0;
  x[1] = 3.0;
  x[2] = 3.0;
  x[3] = 1.0;
  shift(x, 2.0);
  EXPECT_EQ(x[0], 27.0);
  EXPECT_EQ(x[1], 27.0);
  EXPECT_EQ(x[2], 9.0);
  EXPECT_EQ(x[3], 1.0);
}

// Oracle: (1 + t)⁴⁰ about t = ½ has the coefficients C(40, k) 1.5⁴⁰⁻ᵏ: all terms are positive, so
// the roundings of 40 steps do not grow. Worst seen: 1.7 epsilon.
TEST(Shift, OfABinomialToOrder40) {
  Series<double> x(40);
  for (int k = 0; k <= 40; ++k) x[k] = binomial(40, k);
  shift(x, 0.5);
  for (int k = 0; k <= 40; ++k) {
    EXPECT_TRUE(near(x[k], binomial(40, k) * std::pow(1.5, 40 - k), 8 * kEpsilon)) << k;
  }
}

// Property: there and back returns, up to the sizes that pass by on the way.
TEST(Shift, ThereAndBackReturns) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Series<Vec3> x(10);
  for (int k = 0; k <= 10; ++k) x[k] = Vec3(uniform(random), uniform(random), uniform(random));
  Series<Vec3> y = x;
  shift(y, 0.25);
  EXPECT_FALSE(near(y[0], x[0], 0.1));
  EXPECT_TRUE(near(y[0], x.value_at(0.25), 4 * kEpsilon));  // Worst seen: 0.
  shift(y, -0.25);
  for (int k = 0; k <= 10; ++k) {
    EXPECT_TRUE(near(y[k], x[k], 16 * kEpsilon, 1.0)) << k;  // Worst seen: 3 epsilon.
  }
}

// Oracle: y(t) = x(λt) has y⁽ᵏ⁾ = λᵏ x⁽ᵏ⁾; powers of two are exact.
TEST(WithClockScaled, GainsAPowerPerOrder) {
  const Series<double> x = counting(30);
  const Series<double> y = with_clock_scaled(x, 0.5);
  for (int k = 0; k <= 30; ++k) EXPECT_EQ(y[k], std::ldexp(x[k], -k)) << k;
  const Series<Vec3> still = with_clock_scaled(Series<Vec3>(2, Vec3::Ones()), 0.0);
  EXPECT_EQ(still[0], Vec3(Vec3::Ones()));
  EXPECT_EQ(still[1], Vec3(Vec3::Zero()));
  EXPECT_EQ(still[2], Vec3(Vec3::Zero()));
}

// Oracle: by definition.
TEST(Component, IsOneEntryOfEveryCoefficient) {
  Series<Vec3> x(1);
  x[0] = Vec3(1, 2, 3);
  x[1] = Vec3(4, 5, 6);
  const Series<double> y = component(x, 2);
  EXPECT_EQ(y[0], 3.0);
  EXPECT_EQ(y[1], 6.0);
}

// Bad input: the messages of every function of the header.
TEST(Series, SaysWhatIsWrong) {
  const Series<double> x = counting(3);
  EXPECT_THROW_MESSAGE(Series<double>(-2), InvalidArgument,
                       "Series: order must be in -1..170, got -2.");
  EXPECT_THROW_MESSAGE(Series<double>(171), InvalidArgument,
                       "Series: order must be in -1..170, got 171.");
  EXPECT_THROW_MESSAGE(Series<double>::constant(1.0, 171), InvalidArgument, "got 171.");
  EXPECT_THROW_MESSAGE(Series<double>::from_derivatives(std::vector<double>(172)), InvalidArgument,
                       "Series::from_derivatives: at most 171 derivatives are supported, got 172.");
  EXPECT_THROW_MESSAGE(x.derivative(4), InvalidArgument,
                       "Series::derivative: order 4 is not known; the series has order 3.");
  EXPECT_THROW_MESSAGE(x.derivative(-1), InvalidArgument, "order -1 is not known");
  EXPECT_THROW_MESSAGE(Series<double>().derivative(0), InvalidArgument, "the series has order -1.");
  EXPECT_THROW_MESSAGE(Series<double>().value_at(0.0), InvalidArgument,
                       "Series::value_at: the series is empty.");
  EXPECT_THROW_MESSAGE(x.truncated(4), InvalidArgument,
                       "Series::truncated: cannot cut a series of order 3 to order 4.");
  EXPECT_THROW_MESSAGE(x.truncated(-2), InvalidArgument, "to order -2.");
  EXPECT_THROW_MESSAGE(time_derivative(Series<double>()), InvalidArgument,
                       "time_derivative: the series is empty.");
  EXPECT_THROW_MESSAGE(component(Series<Vec3>(1), 3), InvalidArgument,
                       "component: there is no entry 3; the vector has 3.");
  EXPECT_THROW_MESSAGE(component(Series<VecX>(1, VecX::Zero(2)), -1), InvalidArgument,
                       "component: there is no entry -1; the vector has 2.");
}

// Property: the highest order is usable.
TEST(Series, HasCoefficientsUpToTheMaximum) {
  EXPECT_EQ(Series<double>::from_derivatives(std::vector<double>(171, 1.0)).order(), kMaxOrder);
  EXPECT_EQ(Series<double>(kMaxOrder, 1.0).derivative(kMaxOrder), factorial(kMaxOrder));
}

}  // namespace
}  // namespace appell::taylor
