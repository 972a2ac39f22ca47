// Which factor a result hangs on, by linear regression.
#include "appell/study/factor_correlation.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <Eigen/QR>

#include "appell/base/error.hpp"
#include "appell/study/distribution.hpp"
#include "appell/study/unit_number.hpp"
#include "tests/support/malloc_guard.hpp"
#include "tests/support/matchers.hpp"

namespace appell::study {
namespace {

double normal_number(int stream, int index) {
  return normal_quantile(
      unit_number(21, static_cast<std::uint64_t>(stream), static_cast<std::uint64_t>(index)));
}

// Cross-check: the residuals of least squares by QR, of two groups with a constant and slopes of
// their own each; numbers of very different size.
TEST(FactorCorrelation, IsTheRegressionOfLeastSquares) {
  constexpr int kItems = 120, kFirst = 50;
  FactorCorrelation correlation({{0, 3}, {3, 1}}, 4, 1);
  MatX X(kItems, 4);
  VecX y(kItems);
  for (int i = 0; i < kItems; ++i) {
    const int group = i < kFirst ? 0 : 1;
    for (int d = 0; d < 4; ++d) X(i, d) = std::pow(10.0, 2 * d - 6) * (normal_number(d, i) + group);
    X(i, 1) += 1e3 * X(i, 0);  // Not independent of each other.
    y[i] = 1e5 * X(i, 0) + (group == 0 ? -2.0 : 3.0) * X(i, 2) + 0.01 * X(i, 3) + 30.0 * group +
           0.1 * normal_number(4, i);
    const VecX row = X.row(i);
    correlation.add({row.data(), 4}, {y.data() + i, 1});
    if (i == kFirst - 1 || i == kItems - 1) correlation.end_group();
  }
  // What numbers from `first` on leave of the rows of a group.
  const auto residual = [&](int group, int first, int count) {
    const int from = group == 0 ? 0 : kFirst, rows = group == 0 ? kFirst : kItems - kFirst;
    MatX A(rows, 1 + count);
    A << VecX::Ones(rows), X.block(from, first, rows, count);
    const VecX of = y.segment(from, rows);
    return (of - A * A.colPivHouseholderQr().solve(of)).squaredNorm();
  };
  const double all = residual(0, 0, 0) + residual(1, 0, 0);
  const auto explained = [&](int first, int count) {
    return 1.0 - (residual(0, first, count) + residual(1, first, count)) / all;
  };
  const FactorEffect three = correlation.effect(0, 0), one = correlation.effect(1, 0);
  EXPECT_TRUE(support::near(three.explained, explained(0, 3), 1e-10));
  EXPECT_TRUE(support::near(one.explained, explained(3, 1), 1e-10));
  // Groups of 50 and 70: each residual over its degrees of freedom.
  const double left = residual(0, 0, 3) * 49.0 / 46.0 + residual(1, 0, 3) * 69.0 / 66.0;
  EXPECT_TRUE(support::near(three.adjusted, 1.0 - left / all, 1e-10));
  EXPECT_TRUE(std::isnan(three.correlation));
  EXPECT_EQ(correlation.count(), kItems);
}

// Oracle: closed form. y = ±x + z, with the sign of the group: x explains half of the variance in
// either, though over both it is not correlated with y at all.
TEST(FactorCorrelation, ANumberMattersWhateverItsSign) {
  FactorCorrelation correlation({{0, 1}}, 1, 1);
  constexpr int kDraws = 20000;
  for (const double sign : {1.0, -1.0}) {
    for (int i = 0; i < kDraws; ++i) {
      const double x = normal_number(0, i), y = sign * x + normal_number(1, i);
      correlation.add({&x, 1}, {&y, 1});
    }
    correlation.end_group();
  }
  // R² of 20,000 draws has a standard deviation of 2 R (1 - R²)/√n = 0.005 at R² = ½.
  EXPECT_NEAR(correlation.effect(0, 0).explained, 0.5, 0.025);
  EXPECT_NEAR(correlation.effect(0, 0).adjusted, 0.5, 0.025);
  EXPECT_NEAR(correlation.effect(0, 0).correlation, 0.0, 0.025);
}

// Property: for numbers that do nothing the adjusted share is 0 on average, whether results of 8
// groups with the same draws are the same, half the same or have nothing to do with each other. Of
// one group its standard deviation is √(2k/((n - 1 - k)(n + 1))) = 0.116, of several no larger; the
// mean of 400 has a twentieth of it.
TEST(FactorCorrelation, ChanceExplainsNothingOnAverage) {
  constexpr int kDraws = 30, kNumbers = 5, kGroups = 8, kStudies = 400;
  for (const double alike : {1.0, 0.5, 0.0}) {
    double sum = 0.0;
    for (int study = 0; study < kStudies; ++study) {
      FactorCorrelation correlation({{0, kNumbers}}, kNumbers, 1);
      for (int i = 0; i < kDraws * kGroups; ++i) {
        const int draw = study * kDraws + i % kDraws;
        std::vector<double> x;
        for (int d = 0; d < kNumbers; ++d) x.push_back(normal_number(d, draw));
        const double y = std::sqrt(alike) * normal_number(20, draw) +
                         std::sqrt(1.0 - alike) * normal_number(21 + i / kDraws, draw);
        correlation.add(x, {&y, 1});
        if ((i + 1) % kDraws == 0) correlation.end_group();
      }
      sum += correlation.effect(0, 0).adjusted;
    }
    EXPECT_NEAR(sum / kStudies, 0.0, 4.0 * 0.116 / 20.0) << alike;
  }
}

// Oracle: closed forms. A result that is linear in one number is explained wholly by it, with the
// sign; numbers that have nothing to do with it explain count/(n - 1) by chance, and nothing when
// adjusted.
TEST(FactorCorrelation, KnowsWholeAndNoEffects) {
  FactorCorrelation correlation({{0, 1}, {1, 5}, {6, 1}}, 7, 1);
  constexpr int kItems = 4000;
  for (int i = 0; i < kItems; ++i) {
    std::vector<double> x;
    for (int d = 0; d < 6; ++d) x.push_back(normal_number(d, i));
    x.push_back(3.0);  // Does not vary.
    const double y = 5.0 - 2.0 * x[0];
    correlation.add(x, {&y, 1});
  }
  correlation.end_group();
  EXPECT_NEAR(correlation.effect(0, 0).correlation, -1.0, 1e-12);
  EXPECT_NEAR(correlation.effect(0, 0).adjusted, 1.0, 1e-12);
  // Chi-square with 5 degrees of freedom over n: five deviations √(2 · 5)/n.
  EXPECT_NEAR(correlation.effect(1, 0).explained, 5.0 / kItems, 5.0 * std::sqrt(10.0) / kItems);
  EXPECT_NEAR(correlation.effect(1, 0).adjusted, 0.0, 5.0 * std::sqrt(10.0) / kItems);
  EXPECT_TRUE(std::isnan(correlation.effect(2, 0).explained));
}

// Property: numbers that depend on others count once, and items without any result not at all.
TEST(FactorCorrelation, CopesWithCopiesAndHoles) {
  FactorCorrelation copies({{0, 2}}, 2, 1), single({{0, 1}}, 1, 1);
  for (int i = 0; i < 100; ++i) {
    const double x = normal_number(0, i);
    double y = x + normal_number(1, i);
    const std::vector<double> twice{x, 1.0 - 4.0 * x};
    if (i % 10 == 0) y = std::numeric_limits<double>::quiet_NaN();
    copies.add(twice, {&y, 1});
    if (i % 10 != 0) single.add({&x, 1}, {&y, 1});
  }
  copies.end_group();
  single.end_group();
  EXPECT_EQ(copies.count(), 90);
  const FactorEffect one = single.effect(0, 0);
  EXPECT_TRUE(support::near(one.correlation, std::sqrt(one.explained), 1e-14));
  EXPECT_TRUE(support::near(copies.effect(0, 0).explained, single.effect(0, 0).explained, 1e-12));
  EXPECT_TRUE(support::near(copies.effect(0, 0).adjusted, single.effect(0, 0).adjusted, 1e-12));
}

// Property: a result that some items do not have leaves out their group, and no other result does:
// what regression says without that group, or without that result.
TEST(FactorCorrelation, OneUndefinedResultIsNobodyElses) {
  constexpr int kDraws = 40;
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  FactorCorrelation holes({{0, 1}, {1, 2}}, 3, 2), whole({{0, 1}, {1, 2}}, 3, 1),
      second({{0, 1}, {1, 2}}, 3, 1);
  for (int i = 0; i < 3 * kDraws; ++i) {
    const int group = i / kDraws;
    std::vector<double> x, y;
    for (int d = 0; d < 3; ++d) x.push_back(normal_number(d, i));
    y = {x[0] + normal_number(3, i), x[1] - x[0] * group + normal_number(4, i)};
    whole.add(x, {y.data(), 1});
    if (group == 1) second.add(x, {y.data() + 1, 1});
    if (group == 0 && i % 7 == 3) y[1] = kNone;
    if (group == 2) y[1] = std::numeric_limits<double>::infinity();
    holes.add(x, y);
    if ((i + 1) % kDraws != 0) continue;
    for (FactorCorrelation* one : {&holes, &whole, &second}) one->end_group();
  }
  const auto expect_same = [](const FactorEffect& a, const FactorEffect& b) {
    EXPECT_TRUE(support::near(a.explained, b.explained, 1e-13));
    EXPECT_TRUE(support::near(a.adjusted, b.adjusted, 1e-13));
    EXPECT_TRUE(std::isnan(b.correlation) || support::near(a.correlation, b.correlation, 1e-13));
  };
  for (const int factor : {0, 1}) {
    expect_same(holes.effect(factor, 0), whole.effect(factor, 0));
    expect_same(holes.effect(factor, 1), second.effect(factor, 0));
  }
  EXPECT_GT(second.effect(1, 0).explained, 0.2);
}

// Property: the same draws along other motions say nothing new; as many draws as numbers and one
// say nothing at all, however many motions there are.
TEST(FactorCorrelation, GroupsAreNoMoreDraws) {
  const auto effect = [](int draws, int groups) {
    FactorCorrelation correlation({{0, 5}}, 5, 1);
    for (int i = 0; i < draws * groups; ++i) {
      std::vector<double> x;
      for (int d = 0; d < 5; ++d) x.push_back(normal_number(d, i % draws));
      const double y = normal_number(7, i % draws);
      correlation.add(x, {&y, 1});
      if ((i + 1) % draws == 0) correlation.end_group();
    }
    return correlation.effect(0, 0).adjusted;
  };
  EXPECT_TRUE(support::near(effect(30, 8), effect(30, 1), 1e-10));
  EXPECT_TRUE(std::isnan(effect(6, 1)));
  EXPECT_TRUE(std::isnan(effect(6, 8)));
  EXPECT_FALSE(std::isnan(effect(7, 8)));
}

// Budget: no allocation per item.
TEST(FactorCorrelation, AllocatesNothing) {
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  FactorCorrelation correlation({{0, 10}, {10, 10}}, 20, 14);
  const std::vector<double> x(20, 1.0), y(14, 2.0);
  correlation.add(x, y);
  const support::MallocCount count;
  correlation.add(x, y);
  EXPECT_EQ(count.calls(), 0);
}

// Bad input: ranges and sizes.
TEST(FactorCorrelation, RefusesOtherSizes) {
  EXPECT_THROW_MESSAGE(FactorCorrelation({{2, 2}}, 3, 1), InvalidArgument,
                       "the numbers 2 to 3; need some of 0 to 2");
  EXPECT_THROW_MESSAGE(FactorCorrelation({{0, 1}}, 1, 0), InvalidArgument, "0 results");
  FactorCorrelation correlation({{0, 1}}, 1, 1);
  const std::vector<double> two(2);
  EXPECT_THROW_MESSAGE(correlation.add(two, two), InvalidArgument,
                       "2 numbers and 2 results; need 1");
  EXPECT_THROW_MESSAGE(correlation.effect(1, 0), InvalidArgument, "factor 1");
}

}  // namespace
}  // namespace appell::study
