#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace appell::report {

/// Rows computed by several threads, handed out in order. A thread that is too far ahead waits, so
/// that only a few blocks are in memory.
class OrderedBlocks {
 public:
  OrderedBlocks(long long num_blocks, int ahead)
      : num_blocks_(num_blocks), slots_(static_cast<std::size_t>(ahead)) {}

  /// The next block to compute; none if there is none left.
  std::optional<long long> take();

  void put(long long block, std::vector<double> rows, std::exception_ptr error);

  /// Block after block; throws what computing it threw.
  std::vector<double> get(long long block);

  void stop();

 private:
  struct Slot {
    std::vector<double> rows;
    std::exception_ptr error;
    bool is_there = false;
  };
  Slot& slot(long long block) { return slots_[static_cast<std::size_t>(block) % slots_.size()]; }

  std::mutex mutex_;
  std::condition_variable changed_;
  long long num_blocks_;
  long long next_ = 0;   ///< To be computed.
  long long given_ = 0;  ///< Handed out.
  bool is_stopped_ = false;
  std::vector<Slot> slots_;
};

/// How many threads the address space of this process has room for, if that is limited: each wants
/// a stack and a part of the heap of its own, and without the latter memory is very slow.
long long threads_with_memory();

/// Threads that compute blocks, as long as it lives. Where the system does not allow as many
/// threads as are wanted, those that could be started do the work, and without any the caller of
/// get() does: the results are the same.
class BlockPool {
 public:
  /// Computes a block; owned by one thread.
  using Worker = std::function<std::vector<double>(long long block)>;

  /// @param make_worker  is called once by each thread.
  BlockPool(std::function<Worker()> make_worker, long long num_blocks, int num_threads);
  ~BlockPool();
  BlockPool(const BlockPool&) = delete;
  BlockPool& operator=(const BlockPool&) = delete;

  /// Must be called for block 0, 1, 2, ... in turn; throws what computing it threw.
  std::vector<double> get(long long block);

  /// Threads that could be started.
  int num_threads() const { return static_cast<int>(threads_.size()); }

 private:
  void work();

  std::function<Worker()> make_worker_;
  Worker own_worker_;  ///< Of the caller of get(), if there is no thread.
  OrderedBlocks blocks_;
  std::vector<std::jthread> threads_;  ///< Joined before blocks_ goes.
};

}  // namespace appell::report
