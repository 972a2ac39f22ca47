// Numbers that depend on their place alone.
#include "appell/study/unit_number.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace appell::study {
namespace {

// Oracle: the known answers that the authors of Philox publish with it (Random123, kat_vectors,
// lines "philox4x32 10"): of zeros, of ones, and of the digits of π.
TEST(UnitNumber, PhiloxHasItsPublishedAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
            (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t kOnes = 0xffffffff;
  EXPECT_EQ(philox({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
            (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

// Oracle: the extreme bit patterns. Neither end is reached, the numbers next to them mirror each
// other, and each is a double exactly.
TEST(UnitNumber, IsBetweenTheEnds) {
  EXPECT_EQ(unit_of_bits(0), 0x1p-53);
  EXPECT_EQ(unit_of_bits(~std::uint64_t{0}), 1.0 - 0x1p-53);
  for (const std::uint64_t bits :
       {std::uint64_t{0}, std::uint64_t{1} << 63, std::uint64_t{0x123456789abcdef}}) {
    EXPECT_EQ(unit_of_bits(bits) + unit_of_bits(~bits), 1.0);
  }
}

// Property: a number is that of its stream in the pair, and all three arguments count.
TEST(UnitNumber, DependsOnSeedStreamAndIndex) {
  const double u = unit_number(3, 5, 7);
  EXPECT_EQ(u, unit_number(3, 5, 7));
  EXPECT_EQ(u, unit_of_bits(random_bit_pair(3, 2, 7)[1]));
  EXPECT_NE(u, unit_number(4, 5, 7));
  EXPECT_NE(u, unit_number(3, 4, 7));
  EXPECT_NE(u, unit_number(3, 5, 8));
  EXPECT_NE(unit_number(1, 0, 0), unit_number(1ULL << 32, 0, 0));
  EXPECT_NE(unit_number(1, 0, 1), unit_number(1, 0, 1ULL << 32));
}

// Oracle: moments of the uniform distribution, and none in common between streams or neighbours. Of
// n numbers the mean is off by 1/√(12 n), and a correlation by 1/√n: five of these.
TEST(UnitNumber, IsUniformAndUncorrelated) {
  constexpr int kCount = 100000;
  double sum = 0.0, squares = 0.0, of_streams = 0.0, of_neighbours = 0.0;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    const double x = unit_number(11, 0, i) - 0.5;
    sum += x;
    squares += x * x;
    of_streams += x * (unit_number(11, 1, i) - 0.5);
    of_neighbours += x * (unit_number(11, 0, i + 1) - 0.5);
  }
  const double error = 5.0 / std::sqrt(kCount);
  EXPECT_LT(std::abs(sum / kCount), error / std::sqrt(12.0));
  EXPECT_LT(std::abs(squares / kCount - 1.0 / 12.0), error / std::sqrt(180.0));
  EXPECT_LT(std::abs(12.0 * of_streams / kCount), error);
  EXPECT_LT(std::abs(12.0 * of_neighbours / kCount), error);
}

}  // namespace
}  // namespace appell::study
