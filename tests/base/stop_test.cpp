#include "appell/base/stop.hpp"

#include <thread>

#include <gtest/gtest.h>

#include "appell/base/error.hpp"
#include "tests/support/matchers.hpp"

namespace appell {
namespace {

TEST(StopScope, InnerScopesLookAtTheirOwnFlag) {
  check_stop();
  EXPECT_FALSE(is_stopped());
  std::atomic<bool> outer = false, inner = false;
  {
    const StopScope scope(&outer);
    {
      const StopScope without(nullptr);  // Keeps the flag around it.
      EXPECT_EQ(StopScope::flag(), &outer);
      const StopScope own(&inner);
      outer = true;
      EXPECT_FALSE(is_stopped());
      inner = true;
      EXPECT_THROW_MESSAGE(check_stop(" after ", 3, " of ", 5), Interrupted,
                           "interrupted after 3 of 5");
    }
    EXPECT_THROW_MESSAGE(check_stop(), Interrupted, "interrupted");
  }
  check_stop();
}

TEST(StopScope, ThreadsLookAtWhatTheyAreHanded) {
  const std::atomic<bool> flag = true;
  const StopScope scope(&flag);
  bool alone = true, handed = false;
  std::jthread([&] { alone = is_stopped(); }).join();
  std::jthread([&, stop = StopScope::flag()] {
    const StopScope own(stop);
    handed = is_stopped();
  }).join();
  EXPECT_FALSE(alone);
  EXPECT_TRUE(handed);
}

// Who handles failed calculations must not go on after this.
TEST(StopScope, InterruptedIsNoError) { EXPECT_FALSE((std::is_base_of_v<Error, Interrupted>)); }

}  // namespace
}  // namespace appell
