#include "appell/taylor/arithmetic.hpp"

#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "tests/support/digits50.hpp"
#include "tests/support/matchers.hpp"

namespace appell::taylor {
namespace {

using support::near;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// Seeded random series, entries in -1..1.
class RandomSeries {
 public:
  explicit RandomSeries(unsigned seed) : random_(seed) {}

  Series<double> scalar(int order) {
    Series<double> x(order);
    for (int k = 0; k <= order; ++k) x[k] = uniform_(random_);
    return x;
  }

  template <class C>
  Series<C> matrix(int order, Eigen::Index rows = C::RowsAtCompileTime,
                   Eigen::Index cols = C::ColsAtCompileTime) {
    Series<C> x(order, C::Zero(rows, cols));
    for (int k = 0; k <= order; ++k) {
      x[k] = C::NullaryExpr(rows, cols, [this] { return uniform_(random_); });
    }
    return x;
  }

 private:
  std::mt19937 random_;
  std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

/// The series with integer coefficients 1, 2, 3, ... of every entry: products are exact.
template <class C>
Series<C> counting(int order, const C& ones) {
  Series<C> x(order, ones);
  for (int k = 0; k <= order; ++k) x[k] *= k + 1;
  return x;
}

/// Coefficient k of (Σ (k+1) tᵏ)² = 1/(1-t)⁴: the tetrahedral number C(k+3, 3).
double tetrahedral(int k) { return (k + 1.0) * (k + 2.0) * (k + 3.0) / 6.0; }

// Oracle: closed form in integers, for every pair of kinds of coefficients.
TEST(Product, OfEveryKindOfCoefficient) {
  constexpr int N = 40;
  const auto scalar = counting(N, 1.0);
  const auto vec3 = counting<Vec3>(N, Vec3::Ones());
  const auto mat3 = counting<Mat3>(N, Mat3::Ones());
  const auto vec_x = counting<VecX>(N, VecX::Ones(4));
  const auto mat_x = counting<MatX>(N, MatX::Ones(2, 4));
  for (int k = 0; k <= N; ++k) {
    const double t = tetrahedral(k);
    EXPECT_EQ((scalar * scalar)[k], t);
    EXPECT_EQ((scalar * vec3)[k], Vec3(t * Vec3::Ones()));
    EXPECT_EQ((vec3 * scalar)[k], Vec3(t * Vec3::Ones()));
    EXPECT_EQ((scalar * mat3)[k], Mat3(t * Mat3::Ones()));
    EXPECT_EQ((mat3 * vec3)[k], Vec3(3 * t * Vec3::Ones()));
    EXPECT_EQ((mat3 * mat3)[k], Mat3(3 * t * Mat3::Ones()));
    EXPECT_EQ((scalar * vec_x)[k], VecX(t * VecX::Ones(4)));
    EXPECT_EQ((vec_x * scalar)[k], VecX(t * VecX::Ones(4)));
    EXPECT_EQ((mat_x * vec_x)[k], VecX(4 * t * VecX::Ones(2)));
    EXPECT_EQ((mat_x * transpose(mat_x))[k], MatX(4 * t * MatX::Ones(2, 2)));
    EXPECT_EQ(dot(vec3, vec3)[k], 3 * t);
    EXPECT_EQ(dot(vec_x, vec_x)[k], 4 * t);
  }
}

// Oracle: the sum of products with 50 digits. An inner product of n terms rounds to at most n
// epsilon/2 of the sum of their magnitudes. Worst seen: 1.2 epsilon of that sum.
TEST(Product, MatchesFiftyDigits) {
  RandomSeries random(1);
  const Series<double> a = random.scalar(40);
  const Series<double> b = random.scalar(40);
  const Series<double> c = a * b;
  const auto exact = support::product50(support::digits50(a), support::digits50(b));
  for (int k = 0; k <= 40; ++k) {
    support::Real50 scale = 0;
    for (int j = 0; j <= k; ++j) scale += abs(support::Real50(a[j]) * b[k - j]);
    EXPECT_TRUE(support::near50(c[k], exact[k], 4 * kEpsilon, scale)) << k;
  }
}

// Oracle: the product of two polynomials is the polynomial of the products: evaluated at h, with
// matrices that do not commute and whose product is not symmetric.
TEST(Product, EvaluatesToTheProductOfValues) {
  RandomSeries random(2);
  const int N = 6;
  Series<Mat3> a = random.matrix<Mat3>(2 * N);
  Series<Mat3> b = random.matrix<Mat3>(2 * N);
  Series<MatX> c = random.matrix<MatX>(2 * N, 2, 4);
  Series<MatX> d = random.matrix<MatX>(2 * N, 4, 3);
  for (int k = N + 1; k <= 2 * N; ++k) {  // Degree N each, so that nothing is cut off.
    a[k].setZero();
    b[k].setZero();
    c[k].setZero();
    d[k].setZero();
  }
  const double h = 0.7;
  const Mat3 ab = a.value_at(h) * b.value_at(h);
  const MatX cd = c.value_at(h) * d.value_at(h);
  EXPECT_GT((ab - b.value_at(h) * a.value_at(h)).norm(), 0.1);
  EXPECT_TRUE(near((a * b).value_at(h), ab, 4 * kEpsilon));  // Worst seen: 0.7 epsilon.
  EXPECT_TRUE(near((c * d).value_at(h), cd, 4 * kEpsilon));
}

// Oracle: by definition aᵀ b, computed from the transposed series. Worst seen: 1.3 epsilon.
TEST(TransposedProduct, IsTheProductOfTheTranspose) {
  RandomSeries random(3);
  const auto a = random.matrix<Mat3>(5);
  const auto b = random.matrix<Vec3>(5);
  Series<Vec3> out(5);
  transposed_product(a, b, out);
  const auto c = random.matrix<MatX>(5, 4, 2);
  const auto d = random.matrix<MatX>(5, 4, 3);
  Series<MatX> out_x(5, MatX::Zero(2, 3));
  transposed_product(c, d, out_x);
  const Series<Vec3> expected = transpose(a) * b;
  const Series<MatX> expected_x = transpose(c) * d;
  for (int k = 0; k <= 5; ++k) {
    EXPECT_TRUE(near(out[k], expected[k], 4 * kEpsilon)) << k;
    EXPECT_TRUE(near(out_x[k], expected_x[k], 4 * kEpsilon)) << k;
  }
}

// Oracle: a circle. r = (cos, sin, 0), v = (-sin, cos, 0): r × v = (0, 0, 1), r · v = 0 and
// r · r = 1 at all times, so every other coefficient is zero.
TEST(CrossAndDot, OfUniformCircularMotion) {
  const int N = 20;
  Series<Vec3> r(N + 1);
  for (int k = 0; k <= N + 1; ++k) {
    const double c = k % 4 == 0 ? 1.0 : k % 4 == 2 ? -1.0 : 0.0;  // cos⁽ᵏ⁾(0)
    const double s = k % 4 == 1 ? 1.0 : k % 4 == 3 ? -1.0 : 0.0;  // sin⁽ᵏ⁾(0)
    r[k] = Vec3(c, s, 0.0) / factorial(k);
  }
  const Series<Vec3> v = time_derivative(r);
  r = r.truncated(N);
  const Series<Vec3> area = cross(r, v);
  const Series<double> radius = dot(r, r);
  const Series<double> radial = dot(r, v);
  for (int k = 0; k <= N; ++k) {
    const double one = k == 0 ? 1.0 : 0.0;
    EXPECT_TRUE(near(area[k], Vec3(0.0, 0.0, one), kEpsilon, 1.0)) << k;
    EXPECT_TRUE(near(radius[k], one, kEpsilon, 1.0)) << k;
    EXPECT_TRUE(near(radial[k], 0.0, kEpsilon, 1.0)) << k;
  }
}

// Property: with coefficients of fixed size `out` may be the first operand, the second, or both.
TEST(Product, MayOverwriteAnOperandOfFixedSize) {
  RandomSeries random(4);
  const auto a = random.matrix<Mat3>(8);
  const auto b = random.matrix<Mat3>(8);
  const Series<Mat3> ab = a * b;
  const Series<Mat3> aa = a * a;
  Series<Mat3> first = a;
  product(first, b, first);
  Series<Mat3> second = b;
  product(a, second, second);
  Series<Mat3> both = a;
  product(both, both, both);
  Series<Vec3> crossed = random.matrix<Vec3>(8);
  const Series<Vec3> u = crossed;
  const Series<Vec3> w = random.matrix<Vec3>(8);
  cross(crossed, w, crossed);
  Series<double> square = random.scalar(8);
  const Series<double> expected_square = square * square;
  product(square, square, square);
  for (int k = 0; k <= 8; ++k) {
    EXPECT_EQ(first[k], ab[k]);
    EXPECT_EQ(second[k], ab[k]);
    EXPECT_EQ(both[k], aa[k]);
    EXPECT_EQ(crossed[k], cross(u, w)[k]);
    EXPECT_EQ(square[k], expected_square[k]);
  }
}

// Property: `out` says to which order; a lower one has the same coefficients.
TEST(Product, FillsOutToItsOwnOrder) {
  RandomSeries random(5);
  const Series<double> a = random.scalar(9);
  const Series<double> b = random.scalar(7);
  Series<double> out(4);
  product(a, b, out);
  const Series<double> full = a.truncated(7) * b;
  for (int k = 0; k <= 4; ++k) EXPECT_EQ(out[k], full[k]);
  Series<double> empty;
  product(a, b, empty);
  EXPECT_EQ(empty.order(), -1);
}

// Oracle: by definition, entry by entry.
TEST(SumOfSeries, AddsAndScalesCoefficients) {
  const auto a = counting<Vec3>(2, Vec3::Ones());
  const auto b = counting<VecX>(2, VecX::Ones(5));
  for (int k = 0; k <= 2; ++k) {
    EXPECT_EQ((a + a)[k], Vec3(2 * a[k]));
    EXPECT_EQ((a - (a + a))[k], Vec3(-a[k]));
    EXPECT_EQ((-b)[k], VecX(-b[k]));
    EXPECT_EQ((3.0 * b)[k], VecX(3.0 * b[k]));
    EXPECT_EQ((b + b)[k], (2.0 * b)[k]);
  }
  Series<Vec3> c = a;
  c += c;
  EXPECT_EQ(c[2], Vec3(2 * a[2]));
  c -= c;
  EXPECT_EQ(c[2], Vec3(Vec3::Zero()));
}

// Oracle: the empty series has nothing to add or multiply.
TEST(SumOfSeries, OfEmptySeriesIsEmpty) {
  const Series<MatX> none;
  EXPECT_EQ((none + none).order(), -1);
  EXPECT_EQ((none * none).order(), -1);
  EXPECT_EQ((Series<double>() * none).order(), -1);
  EXPECT_EQ(transpose(none).order(), -1);
  EXPECT_EQ(cross(Series<Vec3>(), Series<Vec3>()).order(), -1);
}

// Bad input: operators need equal orders.
TEST(SumOfSeries, NamesBothOrders) {
  const Series<double> a(3, 1.0);
  const Series<double> b(2, 1.0);
  const Series<Vec3> u(3, Vec3::Ones());
  const Series<Vec3> v(2, Vec3::Ones());
  EXPECT_THROW_MESSAGE(a + b, InvalidArgument,
                       "sum of series: the series have orders 3 and 2; truncate one of them.");
  EXPECT_THROW_MESSAGE(b - a, InvalidArgument,
                       "difference of series: the series have orders 2 and 3; truncate one");
  EXPECT_THROW_MESSAGE(a * v, InvalidArgument,
                       "product of series: the series have orders 3 and 2; truncate one of them.");
  EXPECT_THROW_MESSAGE(cross(u, v), InvalidArgument, "cross: the series have orders 3 and 2;");
  EXPECT_THROW_MESSAGE(dot(u, v), InvalidArgument, "dot: the series have orders 3 and 2;");
}

// Bad input: `out` cannot be of a higher order than an operand; the message names the function.
TEST(Product, NamesTheOrdersThatDoNotSuffice) {
  const Series<Vec3> a(3, Vec3::Ones());
  const Series<Vec3> b(2, Vec3::Ones());
  const Series<Mat3> R(2, Mat3::Ones());
  Series<double> out(3);
  Series<Vec3> out3(3);
  EXPECT_THROW_MESSAGE(dot(a, b, out), InvalidArgument,
                       "dot: a result of order 3 needs operands of at least that order, got 3 and "
                       "2.");
  EXPECT_THROW_MESSAGE(cross(b, a, out3), InvalidArgument, "cross: a result of order 3 needs");
  EXPECT_THROW_MESSAGE(product(R, a, out3), InvalidArgument, "product: a result of order 3 needs");
  EXPECT_THROW_MESSAGE(transposed_product(R, a, out3), InvalidArgument,
                       "transposed_product: a result of order 3 needs");
}

// Bad input: sizes that are only known at run time are checked there, in every build.
TEST(Product, NamesTheSizesThatDoNotFit) {
  const Series<MatX> m(1, MatX::Ones(2, 4));
  const Series<VecX> v3(1, VecX::Ones(3));
  const Series<VecX> v4(1, VecX::Ones(4));
  Series<VecX> out(1, VecX::Zero(3));
  Series<MatX> ragged = m;
  ragged[1] = MatX::Ones(2, 3);
  EXPECT_THROW_MESSAGE(m * v3, InvalidArgument,
                       "product: coefficient 0 of the second operand is 3 x 1; it must be 4 x 1.");
  EXPECT_THROW_MESSAGE(product(m, v4, out), InvalidArgument,
                       "product: coefficient 0 of the result is 3 x 1; it must be 2 x 1.");
  EXPECT_THROW_MESSAGE(ragged * v4, InvalidArgument,
                       "product: coefficient 1 of the first operand is 2 x 3; it must be 2 x 4.");
  EXPECT_THROW_MESSAGE(Series<double>(1, 1.0) * ragged, InvalidArgument,
                       "coefficient 1 of the second operand is 2 x 3; it must be 2 x 4.");
  EXPECT_THROW_MESSAGE(ragged * Series<double>(1, 1.0), InvalidArgument,
                       "coefficient 1 of the first operand is 2 x 3; it must be 2 x 4.");
  EXPECT_THROW_MESSAGE(transposed_product(m, v3, out), InvalidArgument,
                       "transposed_product: coefficient 0 of the second operand is 3 x 1; it must "
                       "be 2 x 1.");
  EXPECT_THROW_MESSAGE(dot(v3, v4), InvalidArgument,
                       "dot: coefficient 0 of the second operand is 4 x 1; it must be 3 x 1.");
  EXPECT_THROW_MESSAGE(v3 + v4, InvalidArgument,
                       "sum of series: coefficients 0 are 3 x 1 and 4 x 1; they must be of equal "
                       "size.");
  EXPECT_THROW_MESSAGE(v4 - v3, InvalidArgument, "difference of series: coefficients 0 are 4 x 1");
}

// Bad input: coefficients whose size is only known at run time cannot be overwritten.
TEST(Product, RefusesToOverwriteAnOperandOfRunTimeSize) {
  Series<MatX> a(2, MatX::Identity(2, 2));
  Series<MatX> b = a;
  EXPECT_THROW_MESSAGE(product(a, b, a), InvalidArgument,
                       "product: the result must not be an operand where sizes are only known at "
                       "run time.");
  EXPECT_THROW_MESSAGE(product(a, b, b), InvalidArgument, "must not be an operand");
  EXPECT_THROW_MESSAGE(transposed_product(a, b, a), InvalidArgument, "must not be an operand");
}

}  // namespace
}  // namespace appell::taylor
