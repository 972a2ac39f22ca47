// The guard itself: a guard that sees nothing would let every budget test pass.
#include "tests/support/malloc_guard.hpp"

#include <cstdint>
#include <cstdlib>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "appell/base/types.hpp"

namespace appell::support {
namespace {

/// Keeps the compiler from removing an allocation that nobody uses.
void use(void* block) { asm volatile("" : : "g"(block) : "memory"); }

// Budget: each function of the C library, called by name, is one call, and its free another.
TEST(MallocCount, SeesEveryFunctionOfTheCLibrary) {
  if (!MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  const MallocCount count;
  void* block = std::malloc(100);
  use(block);
  EXPECT_EQ(count.calls(), 1);
  block = std::realloc(block, 1000);
  use(block);
  EXPECT_EQ(count.calls(), 2);
  std::free(block);
  EXPECT_EQ(count.calls(), 3);
  block = std::calloc(10, 10);
  use(block);
  std::free(block);
  EXPECT_EQ(count.calls(), 5);
  block = std::aligned_alloc(64, 128);
  use(block);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 64, 0U);
  std::free(block);
  EXPECT_EQ(count.calls(), 7);
  ASSERT_EQ(posix_memalign(&block, 64, 128), 0);
  use(block);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 64, 0U);
  std::free(block);
  EXPECT_EQ(count.calls(), 9);
}

// Budget: operator new, which containers use, and Eigen, which does not, both end in malloc.
TEST(MallocCount, SeesContainersAndEigen) {
  if (!MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  const MallocCount of_vector;
  {
    std::vector<int> numbers(100);
    use(numbers.data());
  }
  EXPECT_EQ(of_vector.calls(), 2);
  const MallocCount of_matrix;
  {
    MatX matrix(10, 10);
    use(matrix.data());
  }
  EXPECT_EQ(of_matrix.calls(), 2);
}

// Property: other threads do not disturb the count.
TEST(MallocCount, CountsItsOwnThreadOnly) {
  if (!MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
  long calls_of_other = 0;
  std::thread other([&calls_of_other] {
    const MallocCount count;
    for (int i = 0; i < 1000; ++i) {
      std::vector<int> numbers(100);
      use(numbers.data());
    }
    calls_of_other = count.calls();
  });
  const MallocCount count;
  other.join();
  EXPECT_EQ(count.calls(), 0);
  EXPECT_EQ(calls_of_other, 2000);
}

}  // namespace
}  // namespace appell::support
