// Times along a motion.
#include <limits>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "appell/report/sample_times.hpp"
#include "tests/support/matchers.hpp"

namespace appell::report {
namespace {

// Oracle: a step that rounding cuts off is one, and the last time is never beyond the end.
TEST(SampleTimes, BothEndsAreAmongThem) {
  const SampleTimes every = times_every({0.0, 0.3}, 0.1);
  EXPECT_EQ(every.size(), 4);
  EXPECT_LE(every[3], 0.3);
  const SampleTimes between = times_between({1.0, 2.0}, 3);
  EXPECT_EQ(between.size(), 3);
  EXPECT_EQ(between[0], 1.0);
  EXPECT_EQ(between[1], 1.5);
  EXPECT_EQ(between[2], 2.0);
  EXPECT_EQ(times_between({1.0, 2.0}, kMostSamples).size(), kMostSamples);
}

// Bad input: a number of samples that overflows whoever counts in blocks.
TEST(SampleTimes, RefusesTooManyAndTooFew) {
  constexpr long long kHuge = std::numeric_limits<long long>::max();
  EXPECT_THROW_MESSAGE(times_between({0.0, 1.0}, kHuge), InvalidArgument,
                       "SampleTimes: 9223372036854775807 times; 1 to 1000000000000 are possible.");
  EXPECT_THROW_MESSAGE(SampleTimes(0.0, 0.1, 1.0, 0), InvalidArgument, "SampleTimes: 0 times; 1");
  EXPECT_THROW_MESSAGE(times_between({0.0, 1.0}, 1), InvalidArgument,
                       "times_between: 1 samples; at least 2 are needed.");
  EXPECT_THROW_MESSAGE(times_every({0.0, 1.0}, 0.0), InvalidArgument,
                       "times_every: the step is 0 s; a positive number is needed.");
  EXPECT_THROW_MESSAGE(times_every({0.0, 1.0}, 1e-13), InvalidArgument,
                       "steps of 1e-13 s make 1e+13");
}

}  // namespace
}  // namespace appell::report
