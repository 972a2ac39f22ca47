// Points of the unit cube.
#include "appell/study/design.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <boost/random/detail/sobol_table.hpp>

#include "appell/base/error.hpp"
#include "appell/study/sobol_directions.hpp"
#include "appell/study/unit_number.hpp"
#include "tests/support/malloc_guard.hpp"
#include "tests/support/matchers.hpp"

namespace appell::study {
namespace {

std::vector<std::vector<double>> all_points(const UnitPoints& points) {
  std::vector<std::vector<double>> all;
  for (long long i = 0; i < points.num_points(); ++i) {
    all.emplace_back(static_cast<std::size_t>(points.num_dimensions()));
    points.point(i, all.back());
  }
  return all;
}

// Property: a permutation is a bijection, whatever the number and the key; and every value is
// equally likely at every place: of 4000 keys each of 5 values comes up at place 2 800 ± 25 times,
// and each pair of different values at places 0 and 3 200 ± 14 times: six of these.
TEST(Permuted, IsABijectionOfEqualChances) {
  for (const std::uint64_t n : {1, 2, 3, 5, 8, 100, 1023, 4097}) {
    for (std::uint64_t key : {random_bits(1, 2, n), std::uint64_t{0}, ~std::uint64_t{0}}) {
      std::set<std::uint64_t> values;
      for (std::uint64_t i = 0; i < n; ++i) values.insert(permuted(i, n, key));
      EXPECT_EQ(values.size(), n);
      EXPECT_LT(*values.rbegin(), n);
    }
  }
  std::array<int, 5> counts{};
  std::map<std::pair<std::uint64_t, std::uint64_t>, int> pairs;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    const std::uint64_t key = random_bits(7, 0, i);
    ++counts[permuted(2, 5, key)];
    ++pairs[{permuted(0, 5, key), permuted(3, 5, key)}];
  }
  for (const int count : counts) EXPECT_NEAR(count, 800, 150);
  EXPECT_EQ(pairs.size(), 20U);
  for (const auto& [pair, count] : pairs) EXPECT_NEAR(count, 200, 84);
}

// Property: of n points each n-th of every axis holds one; axes do not go together (of 1000 points
// the correlation of two axes is off by 1/√1000: five of these over 45 pairs).
TEST(UnitPoints, LatinHypercubeHasOnePointInEachPart) {
  constexpr int kPoints = 1000, kAxes = 10;
  const auto points = all_points(UnitPoints(Design::kLatinHypercube, 5, kPoints, kAxes));
  for (std::size_t d = 0; d < kAxes; ++d) {
    std::set<int> parts;
    for (const auto& x : points) parts.insert(static_cast<int>(x[d] * kPoints));
    EXPECT_EQ(parts.size(), std::size_t{kPoints});
    for (std::size_t e = 0; e < d; ++e) {
      double sum = 0.0;
      for (const auto& x : points) sum += 12.0 * (x[d] - 0.5) * (x[e] - 0.5);
      EXPECT_LT(std::abs(sum / kPoints), 5.0 / std::sqrt(1.0 * kPoints)) << d << " " << e;
    }
  }
}

// Cross-check: the direction numbers against those that Boost made of the same publication, by eq.
// (1) written out with Boost's table of polynomials and first numbers.
TEST(SobolDirections, AreThoseOfBoostsTable) {
  using Table = boost::random::detail::qrng_tables::sobol;
  for (int d = 1; d < kMostSobolDimensions; ++d) {
    std::array<std::uint64_t, 32> found{};
    sobol_directions(d, found);
    const auto row = static_cast<std::size_t>(d - 1);
    const unsigned polynomial = Table::polynomial(row);
    int degree = 0;
    while ((polynomial >> (degree + 1)) != 0) ++degree;
    std::vector<std::uint64_t> m;
    for (int k = 0; k < 32; ++k) {
      const auto at = static_cast<std::size_t>(k);
      if (k < degree) {
        m.push_back(Table::minit(row, at));
      } else {
        std::uint64_t next = m[at - static_cast<std::size_t>(degree)];
        for (int i = 1; i <= degree; ++i) {
          const std::uint64_t coefficient = (polynomial >> (degree - i)) & 1U;
          next ^= coefficient * (m[at - static_cast<std::size_t>(i)] << i);
        }
        m.push_back(next);
      }
      ASSERT_EQ(found[at], m[at] << (kSobolBits - 1 - k)) << "dimension " << d << ", bit " << k;
    }
  }
}

// Oracle: the first points of the sequence as the papers print them: 1/2; 3/4, 1/4; 3/8, 5/8, ...
// in two dimensions, in Gray's order.
TEST(SobolDirections, GiveTheFirstPoints) {
  std::array<std::uint64_t, 3> first{}, second{};
  sobol_directions(0, first);
  sobol_directions(1, second);
  const auto fraction = [](std::uint64_t bits) { return static_cast<double>(bits) * 0x1p-52; };
  EXPECT_EQ(fraction(first[0]), 0.5);
  EXPECT_EQ(fraction(second[0]), 0.5);
  EXPECT_EQ(fraction(first[0] ^ first[1]), 0.75);
  EXPECT_EQ(fraction(second[0] ^ second[1]), 0.25);
  EXPECT_EQ(fraction(first[1]), 0.25);
  EXPECT_EQ(fraction(second[1]), 0.75);
  EXPECT_EQ(fraction(first[1] ^ first[2]), 0.375);
  EXPECT_EQ(fraction(second[1] ^ second[2]), 0.375);
}

// Property: scrambled too, 2ᵏ points have one in each 2ᵏ-th of every axis, and the first two axes
// (a net with t = 0) one in every box of 2ᵃ by 2ᵏ⁻ᵃ parts; so have the next 2ᵏ points.
TEST(UnitPoints, SobolIsBalanced) {
  const UnitPoints sobol(Design::kSobol, 3, 512, 40);
  const auto points = all_points(sobol);
  for (const std::size_t begin : {0, 256}) {
    for (std::size_t d = 0; d < 40; ++d) {
      std::set<int> parts;
      for (std::size_t i = begin; i < begin + 256; ++i) {
        parts.insert(static_cast<int>(points[i][d] * 256));
      }
      EXPECT_EQ(parts.size(), 256U) << d;
    }
    for (int a = 0; a <= 8; ++a) {
      std::set<std::pair<int, int>> boxes;
      for (std::size_t i = begin; i < begin + 256; ++i) {
        boxes.insert({static_cast<int>(std::ldexp(points[i][0], a)),
                      static_cast<int>(std::ldexp(points[i][1], 8 - a))});
      }
      EXPECT_EQ(boxes.size(), 256U) << a;
    }
  }
}

// Property: over seeds, a point of Sobol's sequence is uniform: its mean over 2000 seeds is 1/2 to
// five deviations, 1/√(12 · 2000) each, and its first two binary digits are independent.
TEST(UnitPoints, SobolIsUniformOverSeeds) {
  double sum = 0.0;
  std::array<int, 4> quarters{};
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    std::array<double, 3> x{};
    UnitPoints(Design::kSobol, seed, 8, 3).point(5, x);
    sum += x[2];
    ++quarters[static_cast<int>(4.0 * x[2])];
  }
  EXPECT_NEAR(sum / 2000, 0.5, 5.0 / std::sqrt(12.0 * 2000));
  for (const int count : quarters) EXPECT_NEAR(count, 500, 5 * 19.4);  // √(2000 · 3/16)
}

// Oracle: a random point's coordinates are the unit numbers of its dimensions.
TEST(UnitPoints, RandomHasTheNumbersOfItsPlace) {
  const UnitPoints random(Design::kRandom, 9, 100, 5);
  std::array<double, 5> x{};
  random.point(42, x);
  for (std::uint64_t d = 0; d < 5; ++d) EXPECT_EQ(x[d], unit_number(9, d, 42));
}

// Oracle: a grid counted out by hand, the last axis fastest.
TEST(UnitPoints, GridIsCountedOut) {
  const UnitPoints grid({{2, GridPlacement::kMiddles}, {3, GridPlacement::kEnds}, {1}});
  ASSERT_EQ(grid.num_points(), 6);
  const auto points = all_points(grid);
  const std::vector<std::vector<double>> expected{{0.25, 0.0, 0.5}, {0.25, 0.5, 0.5},
                                                  {0.25, 1.0, 0.5}, {0.75, 0.0, 0.5},
                                                  {0.75, 0.5, 0.5}, {0.75, 1.0, 0.5}};
  EXPECT_EQ(points, expected);
  EXPECT_EQ(UnitPoints(Design::kSobol, 1, 1, 0).num_dimensions(), 0);
}

// Property: every coordinate is between the ends, and another seed has other points.
TEST(UnitPoints, LieWithinTheCubeAndHangOnTheSeed) {
  for (const Design design : {Design::kLatinHypercube, Design::kSobol, Design::kRandom}) {
    const auto points = all_points(UnitPoints(design, 1, 300, 7));
    for (const auto& x : points) {
      for (const double u : x) EXPECT_TRUE(u > 0.0 && u < 1.0) << u;
    }
    EXPECT_NE(points, all_points(UnitPoints(design, 2, 300, 7)));
  }
  EXPECT_EQ(design_by_name("grid"), Design::kGrid);
  EXPECT_EQ(design_by_name("latin"), Design::kLatinHypercube);
  EXPECT_EQ(design_by_name("sobol"), Design::kSobol);
  EXPECT_EQ(design_by_name("random"), Design::kRandom);
}

// Budget: a point is made without a call of malloc.
TEST(UnitPoints, AllocateNothing) {
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  std::array<double, 110> x{};
  for (const Design design : {Design::kLatinHypercube, Design::kSobol, Design::kRandom}) {
    const UnitPoints points(design, 1, 1000, 110);
    const support::MallocCount count;
    for (long long i = 0; i < 100; ++i) points.point(i, x);
    EXPECT_EQ(count.calls(), 0);
  }
}

// Bad input: messages say what is wrong and what would do.
TEST(UnitPoints, RefuseWhatTheyCannotMake) {
  EXPECT_THROW_MESSAGE(
      UnitPoints(Design::kSobol, 1, 10, 1025), InvalidArgument,
      "1025 dimensions; Sobol's sequence has at most 1024 here. Use design 'latin' "
      "or 'random'");
  EXPECT_THROW_MESSAGE(UnitPoints(Design::kRandom, 1, 0, 3), InvalidArgument,
                       "0 points; need 1 to");
  EXPECT_THROW_MESSAGE(UnitPoints(Design::kRandom, 1, 1, -1), InvalidArgument, "-1 dimensions");
  EXPECT_THROW_MESSAGE(UnitPoints(Design::kGrid, 1, 4, 3), InvalidArgument, "a grid has axes");
  EXPECT_THROW_MESSAGE(UnitPoints(std::vector<GridAxis>{{0}}), InvalidArgument, "has 0 values");
  EXPECT_THROW_MESSAGE(UnitPoints(std::vector<GridAxis>(6, GridAxis{1000})), InvalidArgument,
                       "more than 2^50 points");
  std::array<double, 3> x{};
  const UnitPoints points(Design::kRandom, 1, 4, 3);
  EXPECT_THROW_MESSAGE(points.point(4, x), InvalidArgument, "point 4; need 0..3");
  EXPECT_THROW_MESSAGE(points.point(0, std::span<double>(x).first(2)), InvalidArgument,
                       "room for 2 coordinates; need 3");
  EXPECT_THROW_MESSAGE(design_by_name("sobel"), InvalidArgument, "did you mean 'sobol'?");
}

}  // namespace
}  // namespace appell::study
