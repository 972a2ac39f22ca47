// Blocks from several threads come in order, and from fewer threads than wanted as well.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <new>
#include <stdexcept>
#include <thread>

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "appell/report/block_pool.hpp"

namespace appell::report {
namespace {

void fill(long long number, TableBlock& block) {
  block.num_rows = static_cast<std::size_t>(number % 3);
  block.numbers = {static_cast<double>(number), 2.0 * static_cast<double>(number)};
}

/// A worker for each thread that does what the function does.
template <class Compute>
std::function<BlockPool::Worker()> workers(Compute compute) {
  return [compute]() -> BlockPool::Worker { return compute; };
}

bool all_come_in_order(BlockPool& pool, long long num_blocks) {
  TableBlock expected;
  for (long long number = 0; number < num_blocks; ++number) {
    fill(number, expected);
    const TableBlock& block = pool.get(number);
    if (block.num_rows != expected.num_rows || block.numbers != expected.numbers) return false;
  }
  return true;
}

TEST(BlockPool, GivesTheBlocksInOrder) {
  for (const int threads : {1, 2, 4}) {
    BlockPool pool(workers(fill), 1000, threads);
    EXPECT_EQ(pool.num_threads(), threads);
    EXPECT_TRUE(all_come_in_order(pool, 1000));
  }
}

TEST(BlockPool, EndsWithBlocksLeftAndHandsErrorsOn) {
  for (const int threads : {1, 3}) {
    BlockPool pool(workers([](long long number, TableBlock& block) {
                     if (number == 5) throw std::runtime_error("five");
                     fill(number, block);
                   }),
                   1000, threads);
    EXPECT_TRUE(all_come_in_order(pool, 5));
    EXPECT_THROW(pool.get(5), std::runtime_error);
  }
}

// One thread is the caller's own. While the caller is slow to take blocks, the other one computes
// no more than there is room for.
TEST(BlockPool, TheCallerIsOneOfTheThreads) {
  const auto caller = std::this_thread::get_id();
  std::atomic<int> by_caller{0};
  std::atomic<long long> furthest{0};
  const auto count = [&](long long number, TableBlock& block) {
    if (std::this_thread::get_id() == caller) ++by_caller;
    furthest = std::max(furthest.load(), number);
    fill(number, block);
  };
  BlockPool alone(workers(count), 50, 1);
  EXPECT_TRUE(all_come_in_order(alone, 50));
  EXPECT_EQ(by_caller, 50);

  furthest = 0;
  BlockPool pair(workers(count), 1000, 2);
  pair.get(0);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_LE(furthest, 6);
}

// In a process that may start no thread: the caller computes. (Root may always start some, so the
// stacks are made too large instead.)
TEST(BlockPool, WorksWithoutThreads) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(10);  // It used to wait for ever.
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, std::size_t{1} << 47);
    pthread_setattr_default_np(&attributes);
    BlockPool pool(workers(fill), 100, 4);
    const bool is_good = pool.num_threads() == 1 && all_come_in_order(pool, 100);
    ::_exit(is_good ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace appell::report
