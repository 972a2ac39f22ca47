#include "appell/taylor/factorial.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <boost/multiprecision/cpp_int.hpp>

namespace appell::taylor {
namespace {

using Integer = boost::multiprecision::cpp_int;

/// |value - exact| in units of the last place of `value`.
double units_off(double value, const Integer& exact) {
  const double ulp = std::nextafter(value, std::numeric_limits<double>::infinity()) - value;
  const Integer difference = abs(Integer(value) - exact);
  return difference.convert_to<double>() / ulp;
}

Integer exact_factorial(int k) {
  Integer product = 1;
  for (int i = 2; i <= k; ++i) product *= i;
  return product;
}

// Oracle: exact integers. A correctly rounded value is off by half a unit; worst seen: 0.5.
TEST(Factorial, IsExactThenRounded) {
  for (int k = 0; k <= kMaxOrder; ++k) {
    const Integer exact = exact_factorial(k);
    if (k <= 22) {
      EXPECT_EQ(Integer(factorial(k)), exact) << k;
    } else {
      EXPECT_LE(units_off(factorial(k), exact), 0.51) << k;
    }
  }
}

// Oracle: the limit is where the next factorial is no double.
TEST(Factorial, MaxOrderIsTheLastThatFits) {
  EXPECT_TRUE(std::isfinite(factorial(kMaxOrder)));
  EXPECT_GT(exact_factorial(kMaxOrder + 1), Integer(std::numeric_limits<double>::max()));
}

// Oracle: Pascal's triangle in exact integers. Worst seen: 0.5 units.
TEST(Binomial, IsPascalsTriangle) {
  const Integer largest_exact = Integer(1) << 53;
  std::vector<Integer> row{1};
  int num_exact = 0;
  for (int n = 0; n <= 2 * kMaxOrder; ++n) {
    for (int k = 0; k <= n; ++k) {
      const Integer& exact = row[k];
      if (exact < largest_exact) {
        ++num_exact;
        EXPECT_EQ(Integer(binomial(n, k)), exact) << n << " over " << k;
      } else {
        EXPECT_LE(units_off(binomial(n, k), exact), 0.6) << n << " over " << k;
      }
    }
    row.emplace_back(0);
    for (std::size_t k = row.size() - 1; k > 0; --k) row[k] += row[k - 1];
  }
  EXPECT_GT(num_exact, 1000);
}

// Oracle: by definition zero outside the triangle.
TEST(Binomial, IsZeroOutsideTheTriangle) {
  EXPECT_EQ(binomial(3, 4), 0.0);
  EXPECT_EQ(binomial(3, -1), 0.0);
  EXPECT_EQ(binomial(0, 1), 0.0);
}

}  // namespace
}  // namespace appell::taylor
