// One number from a function of time.
#include "appell/study/reduction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/engine/column_sums.hpp"
#include "tests/support/malloc_guard.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/random_model.hpp"

namespace appell::study {
namespace {

std::vector<Reduction> reductions_of(const std::vector<std::string>& names) {
  std::vector<Reduction> all;
  for (const std::string& name : names) all.push_back(reduction_by_name(name));
  return all;
}

std::vector<double> random_column(int count, unsigned seed) {
  support::Random random(seed);
  std::vector<double> x;
  for (int i = 0; i < count; ++i) x.push_back(random.uniform(-3.0, 2.0));
  return x;
}

/// All reductions of one column, in blocks of so many samples.
std::vector<double> reduced(ColumnReducer& reducer, const std::vector<double>& x, std::size_t block,
                            double factor = 1.0) {
  std::vector<double> times, out(reducer.reductions().size());
  for (std::size_t i = 0; i < x.size(); ++i) times.push_back(0.01 * static_cast<double>(i));
  reducer.begin();
  for (std::size_t i = 0; i < x.size(); i += block) {
    reducer.add(0, std::span<const double>(x).subspan(i, std::min(block, x.size() - i)));
  }
  reducer.finish(std::span<const double>(&factor, 1), times, out);
  return out;
}

const std::vector<std::string> kAllNames{"max_abs", "max", "min",   "mean",           "rms",
                                         "q5",      "q50", "q99.9", "time_of_max_abs"};

// Oracle: the definitions, written with sums in long double and sorting; for numbers of samples
// about the sixteen that are worked on together.
TEST(ColumnReducer, ReducesByDefinition) {
  ColumnReducer reducer(reductions_of(kAllNames), 1);
  for (const int count : {1, 2, 15, 16, 17, 31, 33, 1001}) {
    const std::vector<double> x = random_column(count, static_cast<unsigned>(count));
    const auto largest = std::max_element(
        x.begin(), x.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    long double sum = 0.0L, squares = 0.0L;
    for (const double v : x) {
      sum += v;
      squares += static_cast<long double>(v) * v;
    }
    std::vector<double> sorted = x;
    std::sort(sorted.begin(), sorted.end());
    const auto quantile = [&](double p) {
      const double at = p * (count - 1);
      const auto below = static_cast<std::size_t>(at);
      const std::size_t above = std::min(below + 1, sorted.size() - 1);
      return sorted[below] + (at - std::floor(at)) * (sorted[above] - sorted[below]);
    };
    const std::vector<double> out = reduced(reducer, x, 1024);
    EXPECT_EQ(out[0], std::abs(*largest));
    EXPECT_EQ(out[1], sorted.back());
    EXPECT_EQ(out[2], sorted.front());
    EXPECT_TRUE(support::near(out[3], static_cast<double>(sum / count), 1e-14, 1.0));
    EXPECT_TRUE(support::near(out[4], static_cast<double>(std::sqrt(squares / count)), 1e-14));
    EXPECT_TRUE(support::near(out[5], quantile(0.05), 1e-14, 3.0));
    EXPECT_TRUE(support::near(out[6], quantile(0.5), 1e-14, 3.0));
    EXPECT_TRUE(support::near(out[7], quantile(0.999), 1e-14, 3.0));
    EXPECT_EQ(out[8], 0.01 * static_cast<double>(largest - x.begin()));
  }
}

// Property: the same bits however the samples are cut, and by every instruction set; twice the
// factor is twice the number, except of times.
TEST(ColumnReducer, HasTheSameBitsForAllBlocksAndProcessors) {
  ColumnReducer reducer(reductions_of(kAllNames), 1);
  const std::vector<double> x = random_column(1001, 3);
  const std::vector<double> whole = reduced(reducer, x, 1001);
  for (const std::size_t block : {16, 64, 256, 992}) EXPECT_EQ(reduced(reducer, x, block), whole);
  std::vector<double> twice = reduced(reducer, x, 256, 2.0);
  for (std::size_t i = 0; i + 1 < twice.size(); ++i) EXPECT_EQ(twice[i], 2.0 * whole[i]);
  EXPECT_EQ(twice.back(), whole.back());
  for (const engine::InstructionSet set : engine::available_instruction_sets()) {
    engine::ColumnLanes lanes;
    lanes.clear();
    engine::column_kernel(set)(x.data(), x.size(), lanes);
    const engine::ColumnSums sums = engine::joined(lanes);
    EXPECT_EQ(sums.largest, whole[1]);
    EXPECT_EQ(sums.smallest, whole[2]);
    EXPECT_EQ(sums.sum / 1001.0, whole[3]);
    EXPECT_EQ(std::sqrt(sums.squares / 1001.0), whole[4]);
  }
}

// Property: a sample that is not a number is not lost, wherever it is; an infinite one neither.
TEST(ColumnReducer, DoesNotHideWhatIsNotANumber) {
  ColumnReducer reducer(reductions_of(kAllNames), 1);
  for (const std::size_t at : {0, 1, 15, 16, 500, 1000}) {
    std::vector<double> x = random_column(1001, 5);
    x[at] = std::numeric_limits<double>::quiet_NaN();
    for (const double number : reduced(reducer, x, 256)) EXPECT_TRUE(std::isnan(number)) << at;
    x[at] = -std::numeric_limits<double>::infinity();
    const std::vector<double> out = reduced(reducer, x, 256);
    EXPECT_TRUE(std::isinf(out[0]) && std::isinf(out[2]) && std::isinf(out[4]));
    EXPECT_EQ(out[8], 0.01 * static_cast<double>(at));
  }
}

// Property: columns do not mix, and of equal largest magnitudes the first counts.
TEST(ColumnReducer, KeepsColumnsApart) {
  ColumnReducer reducer(reductions_of({"time_of_max_abs", "max"}), 2);
  const std::vector<double> a{1.0, -2.0, 2.0}, b{5.0, 1.0, 1.0}, times{0.0, 1.0, 2.0};
  const std::vector<double> factors{1.0, 10.0};
  std::vector<double> out(4);
  reducer.add(0, a);
  reducer.add(1, b);
  reducer.finish(factors, times, out);
  EXPECT_EQ(out, (std::vector<double>{1.0, 2.0, 0.0, 50.0}));
}

// Budget: no allocation after the first item.
TEST(ColumnReducer, AllocatesNothing) {
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  ColumnReducer reducer(reductions_of(kAllNames), 1);
  const std::vector<double> x = random_column(1001, 3), times(1001, 0.0), factor{1.0};
  std::vector<double> out(kAllNames.size());
  const auto item = [&] {
    reducer.begin();
    reducer.add(0, x);
    reducer.finish(factor, times, out);
  };
  item();
  const support::MallocCount count;
  item();
  EXPECT_EQ(count.calls(), 0);
}

// Bad input: names and sizes.
TEST(ColumnReducer, RefusesWhatItCannotReduce) {
  EXPECT_THROW_MESSAGE(reduction_by_name("max_ab"), InvalidArgument, "did you mean 'max_abs'?");
  EXPECT_THROW_MESSAGE(reduction_by_name("q101"), InvalidArgument, "no reduction is named 'q101'");
  EXPECT_THROW_MESSAGE(reduction_by_name("q"), InvalidArgument,
                       "there are max_abs, max, min, mean");
  EXPECT_THROW_MESSAGE(reduction_by_name("qnan"), InvalidArgument, "no reduction is named 'qnan'");
  EXPECT_THROW_MESSAGE(reduction_by_name("q5x"), InvalidArgument, "no reduction is named 'q5x'");
  EXPECT_TRUE(support::near(reduction_by_name("q99.9").probability, 0.999, 1e-15));
  EXPECT_FALSE(reduction_by_name("time_of_max_abs").has_unit_of_samples());
  EXPECT_THROW_MESSAGE(ColumnReducer({}, 1), InvalidArgument, "no reductions");
  EXPECT_THROW_MESSAGE(ColumnReducer(reductions_of({"max"}), 0), InvalidArgument, "0 columns");
  ColumnReducer reducer(reductions_of({"time_of_max_abs"}), 1);
  const std::vector<double> x(17, 1.0), one{1.0}, none;
  std::vector<double> out(1);
  EXPECT_THROW_MESSAGE(reducer.finish(one, none, out), InvalidArgument, "has no samples");
  reducer.add(0, x);
  EXPECT_THROW_MESSAGE(reducer.add(0, x), InvalidArgument, "ends at sample 17 is not the last");
  EXPECT_THROW_MESSAGE(reducer.add(1, x), InvalidArgument, "column 1 of 1");
  EXPECT_THROW_MESSAGE(reducer.finish(one, none, out), InvalidArgument, "0 times of 17 samples");
  EXPECT_THROW_MESSAGE(reducer.finish(none, x, out), InvalidArgument, "0 factors");
}

}  // namespace
}  // namespace appell::study
