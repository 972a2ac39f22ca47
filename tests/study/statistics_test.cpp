// What all items say together.
#include "appell/study/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/study/study_statistics.hpp"
#include "appell/study/unit_number.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/random_model.hpp"

namespace appell::study {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<double> some_values(int count, unsigned seed) {
  support::Random random(seed);
  std::vector<double> x;
  for (int i = 0; i < count; ++i) {
    const double size = std::pow(10.0, random.uniform(-3.0, 3.0));
    x.push_back(random.integer(0, 3) == 0 ? -size : size);
    if (i % 7 == 0 && i > 0) x.back() = x[x.size() - 2];  // Equal values too.
  }
  return x;
}

std::vector<double> selected(const std::vector<double>& x, const std::vector<double>& p) {
  QuantileSelection selection(p);
  int passes = 0;
  for (; !selection.is_done(); ++passes) {
    for (std::size_t i = 0; i < x.size(); i += 100) {
      selection.add(
          std::span<const double>(x).subspan(i, std::min<std::size_t>(100, x.size() - i)));
    }
    selection.end_pass();
  }
  EXPECT_LE(passes, 6);
  return selection.quantiles();
}

// Oracle: two-pass formulas in long double, with a mean that is large beside the deviation.
TEST(ColumnStatistics, HasMeanDeviationAndEnds) {
  ColumnStatistics statistics;
  std::vector<double> x = some_values(1000, 3);
  for (double& v : x) v += 1e6;
  for (std::size_t i = 0; i < x.size(); ++i) statistics.add(static_cast<long long>(i), x[i]);
  statistics.add(1000, kNan);
  const long double mean = std::accumulate(x.begin(), x.end(), 0.0L) / 1000.0L;
  long double squares = 0.0L;
  for (const double v : x) squares += (v - mean) * (v - mean);
  EXPECT_EQ(statistics.count(), 1000);
  EXPECT_EQ(statistics.num_undefined(), 1);
  EXPECT_TRUE(support::near(statistics.mean(), static_cast<double>(mean), 1e-15));
  EXPECT_TRUE(
      support::near(statistics.sd(), static_cast<double>(std::sqrt(squares / 999.0L)), 1e-10));
  EXPECT_EQ(statistics.min(), *std::min_element(x.begin(), x.end()));
  EXPECT_EQ(statistics.max(), *std::max_element(x.begin(), x.end()));
}

// Oracle: a list sorted by hand; what is undefined first, equal values in the order of the items.
TEST(ColumnStatistics, RanksTheWorstItems) {
  const std::vector<double> x{3.0, 9.0, kNan, 9.0, 1.0, 7.0, kNan, 7.0, 7.0};
  ColumnStatistics largest(WorstEnd::kLargest, 6), smallest(WorstEnd::kSmallest, 4);
  for (std::size_t i = 0; i < x.size(); ++i) {
    largest.add(10 + static_cast<long long>(i), x[i]);
    smallest.add(10 + static_cast<long long>(i), x[i]);
  }
  for (const ColumnStatistics* one : {&largest, &smallest}) {
    ASSERT_GE(one->worst().size(), 2U);
    EXPECT_EQ(one->worst()[0].item, 12);
    EXPECT_EQ(one->worst()[1].item, 16);
    EXPECT_TRUE(std::isnan(one->worst()[0].value) && std::isnan(one->worst()[1].value));
  }
  const std::vector<RankedItem> worst(largest.worst().begin() + 2, largest.worst().end());
  EXPECT_EQ(worst, (std::vector<RankedItem>{{11, 9.0}, {13, 9.0}, {15, 7.0}, {17, 7.0}}));
  const std::vector<RankedItem> least(smallest.worst().begin() + 2, smallest.worst().end());
  EXPECT_EQ(least, (std::vector<RankedItem>{{14, 1.0}, {10, 3.0}}));
}

// Without values there is nothing to say, and it is said.
TEST(ColumnStatistics, SaysNothingOfNothing) {
  ColumnStatistics none;
  none.add(0, kNan);
  EXPECT_TRUE(std::isnan(none.mean()) && std::isnan(none.sd()) && std::isnan(none.min()));
  EXPECT_TRUE(ColumnStatistics().worst().empty());
  std::vector<double> values{kNan};
  const std::vector<double> p{0.5};
  EXPECT_TRUE(std::isnan(quantiles_in_memory(values, p)[0]));
  EXPECT_TRUE(std::isnan(selected({kNan, kNan}, p)[0]));
  EXPECT_TRUE(std::isnan(selected({}, p)[0]));
}

// Cross-check: quantiles by passes over bit patterns are those by sorting, to the last bit; of
// values of all sizes and signs, zeros of both signs, infinities, values that are no numbers, few
// and many.
TEST(Quantiles, BySelectionAreThoseBySorting) {
  const std::vector<double> p{0.0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1.0, 1.0 / 3.0};
  for (const int count : {1, 2, 3, 10, 999, 20000}) {
    std::vector<double> x = some_values(count, static_cast<unsigned>(count));
    if (count > 5) {
      x[1] = -0.0;
      x[2] = 0.0;
      x[3] = kNan;
      x[4] = -std::numeric_limits<double>::infinity();
      x[5] = std::numeric_limits<double>::denorm_min();
    }
    std::vector<double> sorted = x;
    const std::vector<double> expected = quantiles_in_memory(sorted, p);
    const std::vector<double> found = selected(x, p);
    for (std::size_t i = 0; i < p.size(); ++i) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(found[i]), std::bit_cast<std::uint64_t>(expected[i]))
          << count << " values, p = " << p[i];
    }
  }
}

// Oracle: the definition by hand.
TEST(Quantiles, LieBetweenNeighbours) {
  std::vector<double> x{4.0, 1.0, 3.0, 2.0};
  const std::vector<double> p{0.0, 0.25, 0.5, 1.0};
  EXPECT_EQ(quantiles_in_memory(x, p), (std::vector<double>{1.0, 1.75, 2.5, 4.0}));
}

// Oracle: values counted by hand: the upper end is in the last bin, others outside nowhere.
TEST(Histogram, CountsValues) {
  Histogram histogram(0.0, 4.0, 4);
  const std::vector<double> x{0.0, 0.5, 1.0, 3.9, 4.0, 4.1, -0.1, kNan};
  histogram.add(x);
  const std::vector<long long> counts(histogram.counts().begin(), histogram.counts().end());
  EXPECT_EQ(counts, (std::vector<long long>{2, 1, 0, 2}));
  Histogram flat(2.0, 2.0, 3);
  flat.add(std::vector<double>{2.0, 2.0});
  EXPECT_EQ(flat.counts()[0], 2);
}

/// A study of two groups with an index design of two factors (three numbers), and three results:
/// one that a number gives, one with holes in it, one that never changes.
StudyStatistics small_study(std::size_t memory) {
  StudyLayout layout{.num_items = 800,
                     .items_per_group = 400,
                     .num_numbers = 3,
                     .factors = {{0, 1}, {1, 2}},
                     .has_index_design = true,
                     .worst_ends = {WorstEnd::kLargest, WorstEnd::kSmallest, WorstEnd::kLargest}};
  StudyStatistics statistics(layout, memory);
  const IndexDesign design(Design::kRandom, 5, 100, 3, layout.factors);
  std::vector<double> scratch(6), u(3);
  while (!statistics.is_done()) {
    for (long long item = 0; item < 800; ++item) {
      design.point(item % 400, scratch, u);
      const double group = item < 400 ? 0.0 : 100.0;
      const double y = group + 3.0 * u[0] + u[1] * u[2];
      statistics.add(item, u, std::vector<double>{y, item % 9 == 0 ? kNan : -y * y, 7.0});
    }
    statistics.end_pass();
  }
  return statistics;
}

// Cross-check: streamed in six passes, or kept in memory: the same bits of everything.
TEST(StudyStatistics, AreTheSameFromMemoryAndStreamed) {
  const StudyStatistics kept = small_study(StudyStatistics::kDefaultMemory);
  const StudyStatistics streamed = small_study(0);
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  for (std::size_t c = 0; c < 3; ++c) {
    const ColumnSummary &a = kept.columns()[c], &b = streamed.columns()[c];
    EXPECT_EQ(bits(a.statistics.mean()), bits(b.statistics.mean()));
    EXPECT_EQ(bits(a.statistics.sd()), bits(b.statistics.sd()));
    for (std::size_t i = 0; i < a.quantiles.size(); ++i) {
      EXPECT_EQ(bits(a.quantiles[i]), bits(b.quantiles[i])) << c << " " << i;
    }
    EXPECT_TRUE(std::equal(a.histogram->counts().begin(), a.histogram->counts().end(),
                           b.histogram->counts().begin()));
    for (std::size_t f = 0; f < 2; ++f) {
      EXPECT_EQ(bits(a.effects[f].explained), bits(b.effects[f].explained));
      EXPECT_EQ(bits(a.indices->factors[f].first.value), bits(b.indices->factors[f].first.value));
      EXPECT_EQ(bits(a.indices->factors[f].total.error), bits(b.indices->factors[f].total.error));
    }
  }
}

// Cross-check: each part of the summary is what the part alone gives; between groups there is
// nothing: the variance of y within a group is 9/12 + 7/144, of which u₀ has nearly all.
TEST(StudyStatistics, PutTheirPartsTogether) {
  const StudyStatistics statistics = small_study(StudyStatistics::kDefaultMemory);
  const ColumnSummary& y = statistics.columns()[0];
  EXPECT_EQ(y.statistics.count(), 800);
  EXPECT_EQ(std::accumulate(y.histogram->counts().begin(), y.histogram->counts().end(), 0LL), 800);
  EXPECT_EQ(y.indices->num_rows, 200);
  EXPECT_NEAR(y.indices->variance, 9.0 / 12 + 7.0 / 144, 0.24);
  const double share = (9.0 / 12) / (9.0 / 12 + 7.0 / 144);
  EXPECT_NEAR(y.indices->factors[0].first.value, share, 4 * y.indices->factors[0].first.error);
  EXPECT_NEAR(y.effects[0].explained, share, 0.05);
  const ColumnSummary& holes = statistics.columns()[1];
  EXPECT_EQ(holes.statistics.num_undefined(), 89);
  EXPECT_EQ(holes.statistics.worst()[4].item, 36);  // The fifth without a value.
  EXPECT_TRUE(std::isnan(holes.statistics.worst()[4].value));
  EXPECT_EQ(y.statistics.worst()[0].value, y.statistics.max());
  const ColumnSummary& flat = statistics.columns()[2];
  EXPECT_EQ(flat.statistics.sd(), 0.0);
  EXPECT_EQ(flat.quantiles[3], 7.0);
  EXPECT_TRUE(std::isnan(flat.effects[0].explained));
  EXPECT_TRUE(std::isnan(flat.indices->factors[0].first.value));
}

// Bad input: layouts and orders that are none.
TEST(StudyStatistics, RefuseOtherOrders) {
  StudyLayout layout{.num_items = 4, .items_per_group = 3, .worst_ends = {WorstEnd::kLargest}};
  EXPECT_THROW_MESSAGE(StudyStatistics{layout}, InvalidArgument,
                       "4 items are no whole groups of 3");
  layout.items_per_group = 4;
  layout.has_index_design = true;
  EXPECT_THROW_MESSAGE(StudyStatistics{layout}, InvalidArgument, "no whole rows of 2");
  layout.has_index_design = false;
  StudyStatistics statistics(layout);
  const std::vector<double> none, one{1.0};
  EXPECT_THROW_MESSAGE(statistics.add(1, none, one), InvalidArgument, "item 1; need item 0 of 4");
  EXPECT_THROW_MESSAGE(statistics.add(0, none, none), InvalidArgument, "0 results; need 1");
  EXPECT_THROW_MESSAGE(statistics.end_pass(), InvalidArgument, "the pass had 0 items; need 4");
  EXPECT_THROW_MESSAGE(statistics.columns(), InvalidArgument, "make another");
  EXPECT_THROW_MESSAGE(QuantileSelection({1.1}), InvalidArgument, "the probability is 1.1");
  EXPECT_THROW_MESSAGE(Histogram(2.0, 1.0, 3), InvalidArgument, "from 2 to 1");
  EXPECT_THROW_MESSAGE(Histogram(1.0, 2.0, 0), InvalidArgument, "0 bins");
  QuantileSelection selection({0.5});
  selection.add(one);
  selection.end_pass();
  EXPECT_THROW_MESSAGE(selection.end_pass(), InvalidArgument,
                       "a pass with 0 values; the first had 1");
  EXPECT_THROW_MESSAGE(selection.quantiles(), InvalidArgument, "52 bits are not known yet");
}

}  // namespace
}  // namespace appell::study
