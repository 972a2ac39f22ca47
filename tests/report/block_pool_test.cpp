// Blocks from several threads come in order, and from fewer threads than wanted as well.
#include <new>
#include <stdexcept>

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "appell/report/block_pool.hpp"

namespace appell::report {
namespace {

std::vector<double> block_of(long long block) {
  return {static_cast<double>(block), 2.0 * static_cast<double>(block)};
}

/// A worker for each thread that does what the function does.
template <class Compute>
std::function<BlockPool::Worker()> workers(Compute compute) {
  return [compute]() -> BlockPool::Worker { return compute; };
}

bool all_come_in_order(BlockPool& pool, long long num_blocks) {
  for (long long block = 0; block < num_blocks; ++block) {
    if (pool.get(block) != block_of(block)) return false;
  }
  return true;
}

TEST(BlockPool, GivesTheBlocksInOrder) {
  for (const int threads : {0, 1, 3}) {
    BlockPool pool(workers(block_of), 100, threads);
    EXPECT_EQ(pool.num_threads(), threads);
    EXPECT_TRUE(all_come_in_order(pool, 100));
  }
}

TEST(BlockPool, EndsWithBlocksLeftAndHandsErrorsOn) {
  for (const int threads : {0, 2}) {
    BlockPool pool(workers([](long long block) {
                     if (block == 5) throw std::runtime_error("five");
                     return block_of(block);
                   }),
                   1000, threads);
    EXPECT_TRUE(all_come_in_order(pool, 5));
    EXPECT_THROW(pool.get(5), std::runtime_error);
  }
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
    BlockPool pool(workers(block_of), 100, 4);
    const bool is_good = pool.num_threads() == 0 && all_come_in_order(pool, 100);
    ::_exit(is_good ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace appell::report
