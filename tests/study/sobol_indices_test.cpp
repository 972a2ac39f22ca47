// Shares of the variance, on functions whose shares are known.
#include "appell/study/sobol_indices.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "appell/base/constants.hpp"
#include "appell/base/error.hpp"
#include "appell/study/unit_number.hpp"
#include "tests/support/malloc_guard.hpp"
#include "tests/support/matchers.hpp"

namespace appell::study {
namespace {

/// Mean of f_a and f_b over the rows of which all values are finite.
double mean_of_rows(std::span<const double> values, int num_factors) {
  const std::size_t size = num_factors + 2;
  double mean = 0.0, n = 0.0;
  for (std::size_t row = 0; row + size <= values.size(); row += size) {
    const auto whole = values.subspan(row, size);
    if (!std::all_of(whole.begin(), whole.end(), [](double x) { return std::isfinite(x); })) {
      continue;
    }
    n += 1.0;
    mean += (0.5 * (values[row] + values[row + 1]) - mean) / n;
  }
  return mean;
}

/// SobolIndexSums of all values of one group in order.
SobolIndices sobol_indices(std::span<const double> values, int num_factors) {
  const std::size_t size = num_factors + 2;
  const double mean = mean_of_rows(values, num_factors);
  SobolIndexSums sums(num_factors);
  for (std::size_t row = 0; row < values.size(); row += size) {
    sums.add_row(values.subspan(row, std::min(size, values.size() - row)), mean);
  }
  return sums.indices();
}

using Function = std::function<double(std::span<const double>)>;

std::vector<double> values_at(const IndexDesign& design, const Function& f) {
  std::vector<double> scratch(2 * static_cast<std::size_t>(design.num_dimensions()));
  std::vector<double> x(scratch.size() / 2), values;
  for (long long i = 0; i < design.num_points(); ++i) {
    design.point(i, scratch, x);
    values.push_back(f(x));
  }
  return values;
}

/// Ishigami's function of -π..π: sin x₁ + 7 sin² x₂ + 0.1 x₃⁴ sin x₁.
double ishigami(std::span<const double> u) {
  const auto x = [&](std::size_t i) { return kPi * (2.0 * u[i] - 1.0); };
  return std::sin(x(0)) + 7.0 * std::pow(std::sin(x(1)), 2) +
         0.1 * std::pow(x(2), 4) * std::sin(x(0));
}

/// Its variances, from ∫ x⁴ = π⁴/5 and ∫ x⁸ = π⁸/9 on average over -π..π.
struct KnownShares {
  std::vector<double> first, total;
  double mean, variance;
};
KnownShares shares_of_ishigami() {
  const double a = 7.0, b = 0.1, p4 = std::pow(kPi, 4), p8 = p4 * p4;
  const double V1 = 0.5 * std::pow(1.0 + b * p4 / 5.0, 2), V2 = a * a / 8.0;
  const double V13 = b * b * p8 * (1.0 / 18.0 - 1.0 / 50.0), V = V1 + V2 + V13;
  return {.first = {V1 / V, V2 / V, 0.0},
          .total = {(V1 + V13) / V, V2 / V, V13 / V},
          .mean = a / 2.0,
          .variance = V};
}

/// Sobol's g function: Π (|4u_i - 2| + a_i)/(1 + a_i), each factor of mean 1 and variance
/// 1/(3 (1 + a_i)²).
const std::vector<double> kGNumbers{0.0, 1.0, 4.5, 9.0, 99.0};
double g_function(std::span<const double> u) {
  double product = 1.0;
  for (std::size_t i = 0; i < kGNumbers.size(); ++i) {
    product *= (std::abs(4.0 * u[i] - 2.0) + kGNumbers[i]) / (1.0 + kGNumbers[i]);
  }
  return product;
}
KnownShares shares_of_g() {
  std::vector<double> V;
  double all = 1.0;
  for (const double a : kGNumbers) {
    V.push_back(1.0 / (3.0 * (1.0 + a) * (1.0 + a)));
    all *= 1.0 + V.back();
  }
  KnownShares shares{.mean = 1.0, .variance = all - 1.0};
  for (const double v : V) {
    shares.first.push_back(v / (all - 1.0));
    shares.total.push_back(v * all / (1.0 + v) / (all - 1.0));
  }
  return shares;
}

std::vector<FactorRange> own_factors(int count) {
  std::vector<FactorRange> factors;
  for (int i = 0; i < count; ++i) factors.push_back({i, 1});
  return factors;
}

void expect_within_errors(const SobolIndices& found, const KnownShares& known, double errors) {
  for (std::size_t i = 0; i < known.first.size(); ++i) {
    const SobolIndex& index = found.factors[i];
    EXPECT_NEAR(index.first.value, known.first[i], errors * index.first.error) << i;
    EXPECT_NEAR(index.total.value, known.total[i], errors * index.total.error) << i;
    EXPECT_GT(index.total.error, 0.0);
    EXPECT_LT(index.first.error, 0.05);
  }
}

// Oracle: closed forms of both functions; random rows, within four standard errors stated, with the
// sequence of Sobol, whose rows are better than independent ones, within two.
TEST(SobolIndices, AreThoseOfKnownFunctions) {
  constexpr long long kRows = 8192;
  for (const Design design : {Design::kRandom, Design::kLatinHypercube, Design::kSobol}) {
    const double errors = design == Design::kSobol ? 2.0 : 4.0;
    const SobolIndices of_ishigami =
        sobol_indices(values_at(IndexDesign(design, 2, kRows, 3, own_factors(3)), ishigami), 3);
    expect_within_errors(of_ishigami, shares_of_ishigami(), errors);
    EXPECT_NEAR(of_ishigami.mean, 3.5, 0.15);
    EXPECT_NEAR(of_ishigami.variance, shares_of_ishigami().variance, 0.6);
    const SobolIndices of_g =
        sobol_indices(values_at(IndexDesign(design, 3, kRows, 5, own_factors(5)), g_function), 5);
    expect_within_errors(of_g, shares_of_g(), errors);
  }
}

// Property: standard errors are true. Over 200 studies of 256 random rows the estimates scatter by
// as much as they say (to 5 deviations of a deviation, 1/√400 each, and what linearisation leaves
// out at so few rows: 30 %), about the known values.
TEST(SobolIndices, StateTheirErrors) {
  constexpr int kStudies = 200;
  const KnownShares known = shares_of_ishigami();
  for (std::size_t i = 0; i < 3; ++i) {
    double first = 0.0, total = 0.0, first_stated = 0.0, total_stated = 0.0;
    for (int s = 0; s < kStudies; ++s) {
      const IndexDesign design(Design::kRandom, static_cast<std::uint64_t>(100 + s), 256, 3,
                               own_factors(3));
      const SobolIndex index = sobol_indices(values_at(design, ishigami), 3).factors[i];
      first += std::pow(index.first.value - known.first[i], 2) / kStudies;
      total += std::pow(index.total.value - known.total[i], 2) / kStudies;
      first_stated += std::pow(index.first.error, 2) / kStudies;
      total_stated += std::pow(index.total.error, 2) / kStudies;
    }
    EXPECT_NEAR(std::sqrt(first / first_stated), 1.0, 0.3) << i;
    EXPECT_NEAR(std::sqrt(total / total_stated), 1.0, 0.3) << i;
  }
}

// Property: a factor of several coordinates has the share of all of them: in a sum of independent
// terms with variances 1, 4 and 9 (over 12), those of the first two together have 5/14. A large
// mean changes nothing: to rounding of the values it is the same.
TEST(SobolIndices, OfSeveralCoordinatesTogether) {
  const IndexDesign design(Design::kRandom, 7, 4096, 3, {{0, 2}, {2, 1}});
  const auto sum = [](double mean) {
    return [mean](std::span<const double> u) { return mean + u[0] + 2.0 * u[1] + 3.0 * u[2]; };
  };
  const SobolIndices found = sobol_indices(values_at(design, sum(0.0)), 2);
  EXPECT_NEAR(found.factors[0].first.value, 5.0 / 14.0, 4.0 * found.factors[0].first.error);
  EXPECT_NEAR(found.factors[0].total.value, 5.0 / 14.0, 4.0 * found.factors[0].total.error);
  EXPECT_NEAR(found.factors[1].first.value, 9.0 / 14.0, 4.0 * found.factors[1].first.error);
  const SobolIndices far = sobol_indices(values_at(design, sum(1e6)), 2);
  EXPECT_TRUE(support::near(far.factors[0].first.value, found.factors[0].first.value, 1e-8));
  EXPECT_TRUE(support::near(far.factors[0].first.error, found.factors[0].first.error, 1e-8));
}

// Property: rows with a value that is not a number are left out; a result that never changes has no
// shares.
TEST(SobolIndices, LeaveOutRowsWithoutValues) {
  const IndexDesign design(Design::kRandom, 7, 64, 3, own_factors(3));
  std::vector<double> values = values_at(design, ishigami);
  const std::vector<double> rest(values.begin() + 5, values.end());
  values[3] = std::numeric_limits<double>::quiet_NaN();
  const SobolIndices found = sobol_indices(values, 3), expected = sobol_indices(rest, 3);
  EXPECT_EQ(found.num_rows, 63);
  EXPECT_EQ(found.factors[1].first.value, expected.factors[1].first.value);
  const std::vector<double> flat(50, 4.0);
  EXPECT_TRUE(std::isnan(sobol_indices(flat, 3).factors[0].total.value));
  EXPECT_EQ(sobol_indices(flat, 3).mean, 4.0);
  EXPECT_TRUE(std::isnan(sobol_indices({}, 3).mean));
}

// Property: groups with the same draws say nothing new. Eight of the same results have the indices
// of one of them, so they are as uncertain; a group that is one half the results of another and
// does not change the shares likewise. Of one row nothing is known, however many groups there are.
TEST(SobolIndices, GroupsAreNoMoreDraws) {
  const IndexDesign design(Design::kRandom, 9, 200, 3, own_factors(3));
  const std::vector<double> values = values_at(design, ishigami);
  const SobolIndices one = sobol_indices(values, 3);
  SobolIndexSums eight(3), single(3);
  for (int group = 0; group < 8; ++group) {
    const double scale = group % 2 == 0 ? 1.0 : 0.5;
    std::vector<double> scaled = values;
    for (double& value : scaled) value *= scale;
    const double mean = mean_of_rows(scaled, 3);
    for (std::size_t row = 0; row < scaled.size(); row += 5) {
      eight.add_row(std::span(scaled).subspan(row, 5), mean);
    }
    single.add_row(std::span(scaled).first(5), 0.0);
    eight.end_group();
    single.end_group();
  }
  const SobolIndices all = eight.indices();
  for (std::size_t f = 0; f < 3; ++f) {
    EXPECT_TRUE(support::near(all.factors[f].first.value, one.factors[f].first.value, 1e-12));
    EXPECT_TRUE(support::near(all.factors[f].first.error, one.factors[f].first.error, 1e-9));
    EXPECT_TRUE(support::near(all.factors[f].total.error, one.factors[f].total.error, 1e-9));
    EXPECT_TRUE(std::isnan(single.indices().factors[f].total.value));
    EXPECT_TRUE(std::isnan(single.indices().factors[f].total.error));
  }
}

// Oracle: the definition of a row, from the points of a design of twice as many dimensions.
TEST(IndexDesign, HasRowsOfTwoPointsAndTheirMixtures) {
  const IndexDesign design(Design::kRandom, 4, 10, 3, {{0, 1}, {1, 2}});
  EXPECT_EQ(design.num_points(), 40);
  std::vector<double> ab(6), scratch(6), x(3);
  UnitPoints(Design::kRandom, 4, 10, 6).point(7, ab);
  const std::vector<std::vector<double>> expected{
      {ab[0], ab[1], ab[2]}, {ab[3], ab[4], ab[5]}, {ab[3], ab[1], ab[2]}, {ab[0], ab[4], ab[5]}};
  for (long long i = 0; i < 4; ++i) {
    design.point(28 + i, scratch, x);
    EXPECT_EQ(x, expected[i]) << i;
  }
  if (!support::MallocCount::is_counting()) return;
  const support::MallocCount count;
  design.point(0, scratch, x);
  EXPECT_EQ(count.calls(), 0);
}

// Bad input: factors that overlap or leave something out, values that are no rows.
TEST(SobolIndices, RefuseWhatIsNoDesign) {
  const std::vector<FactorRange> overlapping{{0, 2}, {1, 2}}, missing{{0, 1}}, outside{{2, 2}};
  for (const auto& factors : {overlapping, missing}) {
    EXPECT_THROW_MESSAGE(IndexDesign(Design::kRandom, 1, 4, 3, factors), InvalidArgument,
                         "each dimension must belong to one factor");
  }
  EXPECT_THROW_MESSAGE(IndexDesign(Design::kRandom, 1, 4, 3, outside), InvalidArgument,
                       "the dimensions 2 to 3; need some of 0 to 2");
  EXPECT_THROW_MESSAGE(IndexDesign(Design::kSobol, 1, 4, 600, own_factors(600)), InvalidArgument,
                       "1200 dimensions; Sobol's sequence has at most 1024");
  const std::vector<double> values(7);
  EXPECT_THROW_MESSAGE(sobol_indices(values, 3), InvalidArgument, "a row of 2 values; need 5");
  EXPECT_THROW_MESSAGE(SobolIndexSums(0), InvalidArgument, "0 factors");
  EXPECT_THROW_MESSAGE(SobolIndexSums(2).add_row(values, 0.0), InvalidArgument,
                       "a row of 7 values; need 4");
}

}  // namespace
}  // namespace appell::study
