#include <gtest/gtest.h>

#include "appell/taylor/arithmetic.hpp"
#include "appell/taylor/functions.hpp"
#include "tests/support/matchers.hpp"

namespace appell::taylor {
namespace {

// Cross-check: tanh x = (e²ˣ - 1) / (e²ˣ + 1), which shares no recurrence with it.
TEST(Tanh, IsTheQuotientOfExponentials) {
  for (const double x0 : {-2.0, -0.3, 0.0, 1.1}) {
    Series<double> x(12);
    for (int k = 0; k <= 12; ++k) x[k] = k == 0 ? x0 : 0.7 / (k + 1) * (k % 3 == 0 ? -1.0 : 1.0);
    const Series<double> e = exp(2.0 * x);
    const Series<double> one = Series<double>::constant(1.0, 12);
    const Series<double> expected = (e - one) / (e + one);
    const Series<double> actual = tanh(x);
    for (int k = 0; k <= 12; ++k) {
      EXPECT_TRUE(support::near(actual[k], expected[k], 1e-12, 1.0)) << x0 << " " << k;
    }
  }
}

// Oracle: closed form. tanh t = t - t³/3 + 2 t⁵/15 - 17 t⁷/315 + ...
TEST(Tanh, HasTheKnownExpansionAtZero) {
  Series<double> t = Series<double>::constant(0.0, 7);
  t[1] = 1.0;
  const Series<double> actual = tanh(t);
  const double expected[] = {0, 1, 0, -1.0 / 3, 0, 2.0 / 15, 0, -17.0 / 315};
  for (int k = 0; k <= 7; ++k) EXPECT_NEAR(actual[k], expected[k], 1e-16) << k;
}

// Cross-check: n derivatives at once are the derivative taken n times.
TEST(TimeDerivative, OfOrderNIsTheRepeatedDerivative) {
  Series<double> x(9);
  for (int k = 0; k <= 9; ++k) x[k] = 1.0 / (k + 2);
  Series<double> once = x;
  for (int n = 0; n <= 10; ++n) {
    const Series<double> at_once = time_derivative(x, n);
    ASSERT_EQ(at_once.order(), once.order());
    for (int k = 0; k <= once.order(); ++k) {
      EXPECT_TRUE(support::near(at_once[k], once[k], 1e-14));
    }
    if (n < 10) once = time_derivative(once);
  }
  EXPECT_THROW_MESSAGE(time_derivative(x, 11), InvalidArgument,
                       "derivative 11 of a series of order 9; it has derivatives 0..10");
}

}  // namespace
}  // namespace appell::taylor
