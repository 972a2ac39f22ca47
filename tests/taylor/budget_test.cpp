// Budget: the forms with `out` allocate nothing, for every kind of coefficient.
#include <vector>

#include <gtest/gtest.h>

#include "appell/taylor/arithmetic.hpp"
#include "appell/taylor/functions.hpp"
#include "tests/support/malloc_guard.hpp"

namespace appell::taylor {
namespace {

using support::MallocCount;

constexpr int N = 12;

/// Calls of malloc and its family that `work` makes.
template <class Work>
long calls_of(Work work) {
  const MallocCount count;
  work();
  return count.calls();
}

class Budget : public testing::Test {
 protected:
  void SetUp() override {
    if (!MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  }
};

// Budget: a guard that sees nothing would let all the others pass.
TEST_F(Budget, FormsThatReturnAreSeenToAllocate) {
  const Series<double> x(N, 1.0);
  EXPECT_GT(calls_of([&] { const Series<double> y = x * x; }), 0);
  EXPECT_GT(calls_of([&] { const Series<double> y = exp(x); }), 0);
}

// Budget: products with scalar, fixed-size and run-time-size coefficients. The last ones are larger
// than what Eigen keeps on the stack by itself.
TEST_F(Budget, Products) {
  const Series<double> s(N, 1.0);
  const Series<Vec3> v(N, Vec3::Ones());
  const Series<Mat3> m(N, Mat3::Ones());
  const Series<VecX> vx(N, VecX::Ones(40));
  const Series<MatX> mx(N, MatX::Ones(40, 40));
  Series<double> out_s(N);
  Series<Vec3> out_v(N);
  Series<Mat3> out_m(N);
  Series<VecX> out_vx(N, VecX::Zero(40));
  Series<MatX> out_mx(N, MatX::Zero(40, 40));
  EXPECT_EQ(calls_of([&] { product(s, s, out_s); }), 0);
  EXPECT_EQ(calls_of([&] { product(s, v, out_v); }), 0);
  EXPECT_EQ(calls_of([&] { product(m, v, out_v); }), 0);
  EXPECT_EQ(calls_of([&] { product(m, m, out_m); }), 0);
  EXPECT_EQ(calls_of([&] { product(out_m, out_m, out_m); }), 0);
  EXPECT_EQ(calls_of([&] { product(s, vx, out_vx); }), 0);
  EXPECT_EQ(calls_of([&] { product(mx, vx, out_vx); }), 0);
  EXPECT_EQ(calls_of([&] { product(s, mx, out_mx); }), 0);
  EXPECT_EQ(calls_of([&] { product(mx, mx, out_mx); }), 0);
  EXPECT_EQ(calls_of([&] { transposed_product(m, v, out_v); }), 0);
  EXPECT_EQ(calls_of([&] { transposed_product(mx, vx, out_vx); }), 0);
  EXPECT_EQ(calls_of([&] { transposed_product(mx, mx, out_mx); }), 0);
  EXPECT_EQ(calls_of([&] { cross(v, v, out_v); }), 0);
  EXPECT_EQ(calls_of([&] { dot(v, v, out_s); }), 0);
  EXPECT_EQ(calls_of([&] { dot(vx, vx, out_s); }), 0);
  EXPECT_EQ(out_mx[1](0, 0), 80.0);  // The work was done: two products of 40 terms each.
}

// Budget: sums in place, and the shift to another instant.
TEST_F(Budget, SumsInPlace) {
  const Series<double> s(N, 1.0);
  const Series<MatX> mx(N, MatX::Ones(40, 40));
  Series<double> out_s(N, 1.0);
  Series<Vec3> out_v(N, Vec3::Ones());
  Series<MatX> out_mx = mx;
  EXPECT_EQ(calls_of([&] { out_s += s; }), 0);
  EXPECT_EQ(calls_of([&] { out_mx += mx; }), 0);
  EXPECT_EQ(calls_of([&] { out_mx -= mx; }), 0);
  EXPECT_EQ(calls_of([&] { out_mx *= 2.0; }), 0);
  EXPECT_EQ(calls_of([&] { shift(out_s, 0.5); }), 0);
  EXPECT_EQ(calls_of([&] { shift(out_v, 0.5); }), 0);
  EXPECT_EQ(calls_of([&] { shift(out_mx, 0.5); }), 0);
}

// Budget: every function that has a form with `out`.
TEST_F(Budget, Functions) {
  const Series<double> x(N, 1.0);
  const std::vector<double> polynomial{1.0, 2.0, 3.0};
  Series<double> out(N);
  Series<double> other(N);
  EXPECT_EQ(calls_of([&] { quotient(x, x, out); }), 0);
  EXPECT_EQ(calls_of([&] { sqrt(x, out); }), 0);
  EXPECT_EQ(calls_of([&] { exp(x, out); }), 0);
  EXPECT_EQ(calls_of([&] { log(x, out); }), 0);
  EXPECT_EQ(calls_of([&] { sin_cos(x, out, other); }), 0);
  EXPECT_EQ(calls_of([&] { power(x, 0.3, out); }), 0);
  EXPECT_EQ(calls_of([&] { compose(polynomial, x, out); }), 0);
}

}  // namespace
}  // namespace appell::taylor
