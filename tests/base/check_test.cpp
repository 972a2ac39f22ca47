#include "appell/base/check.hpp"

#include <type_traits>

#include <gtest/gtest.h>

#include "tests/support/malloc_guard.hpp"
#include "tests/support/matchers.hpp"

namespace appell {
namespace {

// Bad input: the message is all parts, in order.
TEST(Check, ThrowsTheTextOfAllParts) {
  EXPECT_THROW_MESSAGE(check(false, "f: order ", -3, " is below ", 0.5, '.'), InvalidArgument,
                       "f: order -3 is below 0.5.");
}

// Property: a condition that holds throws nothing.
TEST(Check, PassesWhereTheConditionHolds) { EXPECT_NO_THROW(check(true, "never seen")); }

// Budget: checks stand in front of loops that must not allocate; a failing one is seen to.
TEST(Check, AllocatesNothingUnlessItFails) {
  if (!support::MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  const support::MallocCount passing;
  for (int i = 0; i < 100; ++i) check(i >= 0, "a text too long for the small-string buffer: ", i);
  EXPECT_EQ(passing.calls(), 0);

  const support::MallocCount failing;
  EXPECT_THROW(check(false, "a text too long for the small-string buffer"), InvalidArgument);
  EXPECT_GT(failing.calls(), 0);
}

// Property: one catch clause gets everything that the library throws.
TEST(Error, IsTheBaseOfAllErrors) {
  EXPECT_TRUE((std::is_base_of_v<Error, InvalidArgument>));
  EXPECT_TRUE((std::is_base_of_v<Error, ModelError>));
  EXPECT_TRUE((std::is_base_of_v<Error, NumericalError>));
  EXPECT_TRUE((std::is_base_of_v<std::runtime_error, Error>));
}

// Oracle: by definition what() has one line for each problem.
TEST(ModelError, ListsEveryProblemOnALineOfItsOwn) {
  const ModelError error(std::vector<std::string>{"first", "second", "third"});
  EXPECT_STREQ(error.what(), "first\nsecond\nthird");
  EXPECT_EQ(error.problems(), (std::vector<std::string>{"first", "second", "third"}));
}

// Oracle: by definition a single problem is a list of one.
TEST(ModelError, OfOneProblem) {
  const ModelError error("only");
  EXPECT_STREQ(error.what(), "only");
  EXPECT_EQ(error.problems(), std::vector<std::string>{"only"});
}

}  // namespace
}  // namespace appell
