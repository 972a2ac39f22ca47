// What a page keeps of long tables: no extreme is lost, and memory does not grow.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/report/thinned_record.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/random_model.hpp"

namespace appell::report {
namespace {

/// A table of t and two groups of two columns, its numbers by row.
struct Table {
  TableHeader header;
  std::vector<std::array<double, 5>> rows;
};

Table noisy_table(int num_rows, unsigned seed) {
  Table table{.header = {.num_rows = num_rows,
                         .groups = {{.name = "t", .columns = {"t"}},
                                    {.name = "a", .columns = {"a0", "a1"}},
                                    {.name = "b", .columns = {"b0", "b1"}}}}};
  support::Random random(seed);
  for (int i = 0; i < num_rows; ++i) {
    // Integers, so that single precision holds them, with an outlier now and then.
    const double spike = random.integer(0, 200) == 0 ? random.integer(-1000, 1000) : 0;
    table.rows.push_back({0.01 * i, spike + random.integer(-9, 9), double(random.integer(-9, 9)),
                          double(random.integer(0, 9)), double(i)});
  }
  return table;
}

/// Hands over the rows in blocks of changing sizes.
void feed(const Table& table, ThinnedRecord& record, unsigned seed) {
  support::Random random(seed);
  for (std::size_t begin = 0; begin < table.rows.size();) {
    const auto left = static_cast<int>(table.rows.size() - begin);
    const auto count = static_cast<std::size_t>(random.integer(1, std::min(left, 97)));
    TableBlock block{.num_rows = count};
    const auto add = [&](std::size_t i, std::size_t from, std::size_t to) {
      const std::array<double, 5>& row = table.rows[begin + i];
      block.numbers.insert(block.numbers.end(), row.begin() + static_cast<std::ptrdiff_t>(from),
                           row.begin() + static_cast<std::ptrdiff_t>(to));
    };
    for (std::size_t i = 0; i < count; ++i) add(i, 0, 1);
    for (std::size_t i = 0; i < count; ++i) add(i, 1, 3);
    for (std::size_t i = 0; i < count; ++i) add(i, 3, 5);
    record.take(table.header, block);
    begin += count;
  }
}

// Property: of every stretch the two numbers are its smallest and largest, in the order in which
// they come. The table is cut here by brute force.
TEST(ThinnedRecord, KeepsTheExtremesOfEveryStretch) {
  constexpr int kStretches = 7;
  for (const int num_rows : {15, 100, 1001, 4999}) {
    const Table table = noisy_table(num_rows, 3);
    ThinnedRecord record({{{1}}, {{4}}}, kStretches);
    feed(table, record, 5);
    ASSERT_EQ(record.times()->size(), 2u * kStretches);
    ASSERT_EQ(record.values(0).size(), 2u * kStretches);
    for (int s = 0; s < kStretches; ++s) {
      const int begin = s * num_rows / kStretches, end = (s + 1) * num_rows / kStretches;
      int low = begin, high = begin;
      for (int i = begin; i < end; ++i) {
        const auto x = [&](int k) { return table.rows[k][1]; };
        if (x(i) < x(low)) low = i;
        if (x(i) > x(high)) high = i;
      }
      const auto at = static_cast<std::size_t>(2 * s);
      EXPECT_EQ((*record.times())[at], table.rows[begin][0]);
      EXPECT_EQ((*record.times())[at + 1], table.rows[end - 1][0]);
      EXPECT_EQ(record.values(0)[at], table.rows[std::min(low, high)][1]);
      EXPECT_EQ(record.values(0)[at + 1], table.rows[std::max(low, high)][1]);
      EXPECT_EQ(record.values(1)[at], begin);  // One that grows stays in its order.
      EXPECT_EQ(record.values(1)[at + 1], end - 1);
    }
  }
}

TEST(ThinnedRecord, KeepsShortTablesAsTheyAre) {
  const Table table = noisy_table(14, 3);
  ThinnedRecord record({{{1}}, {{2}}}, 7);
  feed(table, record, 5);
  ASSERT_EQ(record.times()->size(), 14u);
  for (std::size_t i = 0; i < 14; ++i) {
    EXPECT_EQ((*record.times())[i], table.rows[i][0]);
    EXPECT_EQ(record.values(0)[i], table.rows[i][1]);
    EXPECT_EQ(record.values(1)[i], table.rows[i][2]);
  }
}

// Oracle: sums and sizes by hand, extremes over all rows by brute force.
TEST(ThinnedRecord, LinesOfSeveralColumnsAndExtremes) {
  using How = ThinColumn::How;
  const Table table = noisy_table(3000, 11);
  ThinnedRecord record({{{1, 2}, How::kSize}, {{2, 3}, How::kSum}, {{3}, How::kLargest}}, 10);
  feed(table, record, 2);
  double low = 1e9, high = -1e9, sum_high = -1e9, time = 0.0;
  for (const auto& row : table.rows) {
    const double size = std::hypot(row[1], row[2]);
    low = std::min(low, size);
    if (size > high) high = size, time = row[0];
    sum_high = std::max(sum_high, row[2] + row[3]);
  }
  ASSERT_GT(high, 100.0);  // There are outliers.
  EXPECT_NEAR(record.extremes(0).lowest, low, 1e-12);
  EXPECT_NEAR(record.extremes(0).highest, high, 1e-9);
  EXPECT_EQ(record.extremes(0).largest_time(), time);
  EXPECT_EQ(record.extremes(1).highest, sum_high);
  for (std::size_t i = 0; i < 20; i += 2) {
    EXPECT_EQ(record.values(2)[i], record.values(2)[i + 1]);
    EXPECT_EQ(record.values(2)[i], 9.0F);
  }
}

TEST(ThinnedRecord, WhatSinglePrecisionCannotHoldIsAGap) {
  TableHeader header{.num_rows = 2,
                     .groups = {{.name = "t", .columns = {"t"}}, {.name = "x", .columns = {"x"}}}};
  ThinnedRecord record(std::vector<ThinColumn>{{{1}}});
  record.take(header, {.num_rows = 2, .numbers = {0.0, 1.0, 1e300, 2.0}});
  EXPECT_TRUE(std::isnan(record.values(0)[0]));
  EXPECT_EQ(record.values(0)[1], 2.0F);
  ThinnedRecord wrong(std::vector<ThinColumn>{{{2}}});
  EXPECT_THROW_MESSAGE(wrong.take(header, {.num_rows = 1, .numbers = {0.0, 1.0}}), InvalidArgument,
                       "column 2; the table has 2");
}

}  // namespace
}  // namespace appell::report
