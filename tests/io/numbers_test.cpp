#include "appell/io/numbers.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "appell/base/text.hpp"

namespace appell::io {
namespace {

// Oracle: numbers by hand.
TEST(NumberIn, IsTheNumber) {
  EXPECT_EQ(number_in("1"), 1.0);
  EXPECT_EQ(number_in(" \t-0.5\r\n"), -0.5);
  EXPECT_EQ(number_in("+2.5e-3"), 0.0025);
  EXPECT_EQ(number_in(".5"), 0.5);
  EXPECT_EQ(number_in("5."), 5.0);
  EXPECT_EQ(number_in("1E3"), 1000.0);
  EXPECT_EQ(number_in("007"), 7.0);
}

// Bad input: everything else is none.
TEST(NumberIn, IsNoneForAnythingElse) {
  for (const char* text : {"",     " ",   "x",    "1 2",      "1,5",   "1.5m", "0x10",  "1e",
                           "e5",   "--1", "+-1",  "++1",      "+ 1",   "- 1",  "1.2.3", "nan",
                           "-nan", "inf", "+inf", "infinity", "1_000", "\xff", "."}) {
    EXPECT_FALSE(number_in(text)) << text;
  }
  EXPECT_FALSE(number_in(std::string_view("1\0", 2)));
}

// Oracle: what is too large is no number, what is too small is zero to a double's precision. The
// size is that of the whole number, not of its exponent alone.
TEST(NumberIn, OutOfTheRangeOfADouble) {
  const std::string zeros(400, '0');
  const std::vector<std::string> too_large{
      "1e400",     "-1.5e400",          "1e99999999999999999999",
      "1" + zeros, "1" + zeros + "e-5", "1" + zeros + ".5",
      "0.001e400"};
  for (const std::string& text : too_large) EXPECT_FALSE(number_in(text)) << text;

  const std::vector<std::string> too_small{
      "1e-400",           "-1.5e-400",          "1e-99999999999999999999",
      "0." + zeros + "1", "0." + zeros + "1e5", "." + zeros + "1",
      "1000e-400"};
  for (const std::string& text : too_small) {
    ASSERT_TRUE(number_in(text)) << text;
    EXPECT_EQ(*number_in(text), 0.0) << text;
    EXPECT_EQ(std::signbit(*number_in(text)), text[0] == '-') << text;
  }
  EXPECT_EQ(number_in("0e400"), 0.0);
}

// Property: every double reads back, the smallest and the largest included.
TEST(NumberIn, ReadsBackWhatToTextWrites) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-323.0, 308.0);
  for (int i = 0; i < 1000; ++i) {
    const double value = std::pow(10.0, exponent(random));
    EXPECT_EQ(number_in(to_text(value)), value);
  }
  using Limits = std::numeric_limits<double>;
  for (const double value : {Limits::max(), Limits::min(), Limits::denorm_min(), 1e-310}) {
    EXPECT_EQ(number_in(to_text(value)), value);
    EXPECT_EQ(number_in(to_text(-value)), -value);
  }
}

// Oracle: lists by hand.
TEST(NumbersIn, AreSeparatedByBlanks) {
  EXPECT_EQ(numbers_in("1 -2\t+3\n4e1 "), (std::vector<double>{1, -2, 3, 40}));
  EXPECT_EQ(numbers_in("7"), std::vector<double>{7});
  EXPECT_EQ(numbers_in(""), std::vector<double>{});
  EXPECT_EQ(numbers_in("  \n"), std::vector<double>{});
}

// Bad input: one bad number spoils the list.
TEST(NumbersIn, IsNoneIfOneIsBad) {
  for (const char* text : {"1 x 3", "1, 2, 3", "1 2 nan", "1 2 1e400", "1;2"}) {
    EXPECT_FALSE(numbers_in(text)) << text;
  }
}

}  // namespace
}  // namespace appell::io
