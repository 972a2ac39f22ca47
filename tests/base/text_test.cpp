#include "appell/base/text.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "appell/base/counted.hpp"

namespace appell {
namespace {

// Oracle: the shortest texts, by hand.
TEST(ToText, IsShort) {
  EXPECT_EQ(to_text(0.1), "0.1");
  EXPECT_EQ(to_text(-2.0), "-2");
  EXPECT_EQ(to_text(1e300), "1e+300");
  EXPECT_EQ(to_text(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(to_text(std::numeric_limits<double>::quiet_NaN()), "nan");
}

// Property: every finite double reads back as itself, subnormal numbers included.
TEST(ToText, ReadsBackExactly) {
  std::mt19937_64 random(1);
  int num_finite = 0;
  for (int i = 0; i < 10000; ++i) {
    const double value = std::bit_cast<double>(std::uint64_t{random()});
    if (!std::isfinite(value)) continue;
    ++num_finite;
    EXPECT_EQ(std::strtod(to_text(value).c_str(), nullptr), value);
  }
  EXPECT_GT(num_finite, 9000);
  EXPECT_EQ(std::strtod(to_text(5e-324).c_str(), nullptr), 5e-324);
  // The longest text that there is.
  EXPECT_EQ(to_text(-2.2250738585072014e-308), "-2.2250738585072014e-308");
}

// Oracle: by hand, every kind of part that a message is made of.
TEST(Concat, JoinsTextsAndNumbers) {
  EXPECT_EQ(concat(), "");
  EXPECT_EQ(concat("a", std::string("b"), std::string_view("c"), 'd'), "abcd");
  EXPECT_EQ(concat(-1, " ", 2U, " ", std::size_t{3}, " ", 4.5), "-1 2 3 4.5");
  EXPECT_EQ(concat(std::numeric_limits<long long>::min()), "-9223372036854775808");
}

// Oracle: by hand.
TEST(CommaList, SeparatesNames) {
  EXPECT_EQ(comma_list({}), "");
  EXPECT_EQ(comma_list({"a"}), "a");
  EXPECT_EQ(comma_list({"a", "b", "c"}), "a, b, c");
}

// Oracle: by hand. A message has 50 of them, a file all.
TEST(CommaList, EndsAfterFifty) {
  std::vector<std::string> names(50, "a");
  std::string fifty = "a";
  for (int i = 1; i < 50; ++i) fifty += ", a";
  EXPECT_EQ(comma_list(names), fifty);
  names.insert(names.end(), 3, "b");
  EXPECT_EQ(comma_list(names), fifty + " and 3 more");
  EXPECT_EQ(whole_comma_list(names), fifty + ", b, b, b");
}

// Oracle: edit distances by hand: one insertion, deletion, substitution; two for swapped letters.
TEST(NearestName, FindsTheFewestEdits) {
  const std::vector<std::string> names{"shoulder", "elbow", "wrist"};
  EXPECT_EQ(nearest_name("elbow", names), "elbow");
  EXPECT_EQ(nearest_name("elboww", names), "elbow");
  EXPECT_EQ(nearest_name("elbw", names), "elbow");
  EXPECT_EQ(nearest_name("elbov", names), "elbow");
  EXPECT_EQ(nearest_name("shuolder", names), "shoulder");  // 2 of 8 letters.
}

// Oracle: a third of the letters may be wrong, and at least one.
TEST(NearestName, IsEmptyIfNoneIsNear) {
  EXPECT_EQ(nearest_name("abcdef", {"abcdxy"}), "abcdxy");  // 2 of 6.
  EXPECT_EQ(nearest_name("abcdef", {"abcxyz"}), "");        // 3 of 6.
  EXPECT_EQ(nearest_name("a", {"b"}), "b");
  EXPECT_EQ(nearest_name("a", {"bc"}), "");
  EXPECT_EQ(nearest_name("anything", {}), "");
}

// Property: of two candidates equally near the first one is meant.
TEST(NearestName, PrefersTheFirst) {
  EXPECT_EQ(nearest_name("jont", {"joint", "jolt"}), "joint");
  EXPECT_EQ(nearest_name("jont", {"jolt", "joint"}), "jolt");
}

// Budget: the edit distance is quadratic in the lengths; names out of all proportion are skipped.
TEST(NearestName, IgnoresEndlessWords) {
  const std::string endless(1'000'000, 'x');
  EXPECT_EQ(nearest_name(endless, {endless}), "");
  EXPECT_EQ(nearest_name("elbw", {endless, "elbow"}), "elbow");
}

// Oracle: by hand.
TEST(Suggestion, IsTheEndOfAMessage) {
  EXPECT_EQ(suggestion("elbw", {"elbow", "wrist"}), " (did you mean 'elbow'?)");
  EXPECT_EQ(suggestion("hand", {"elbow", "wrist"}), "");
}

TEST(Text, OneThingIsSingular) {
  EXPECT_EQ(counted(1, "part"), "1 part");
  EXPECT_EQ(counted(0, "part"), "0 parts");
  EXPECT_EQ(counted(12, "mesh", "meshes"), "12 meshes");
  EXPECT_EQ(counted(1, "mesh", "meshes"), "1 mesh");
}

}  // namespace
}  // namespace appell
