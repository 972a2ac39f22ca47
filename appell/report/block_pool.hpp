#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "appell/report/table.hpp"

namespace appell::report {

/// Blocks computed by several threads, handed out in order. Only a few are in memory, each used
/// again when it has been handed out: who is too far ahead waits.
class OrderedBlocks {
 public:
  OrderedBlocks(long long num_blocks, int ahead)
      : num_blocks_(num_blocks), slots_(static_cast<std::size_t>(ahead)) {}

  /// The next block to compute; none if there is none left.
  std::optional<long long> take();

  /// The same for whoever hands out: does not wait, but for `wanted` to be there, if there is
  /// nothing to compute. None if it is there.
  std::optional<long long> take_unless_there(long long wanted);

  /// Where a block that was taken goes.
  TableBlock& block(long long number) { return slot(number).block; }
  void put(long long number, std::exception_ptr error);

  /// A block that is there, until the next one is asked for; throws what computing it threw.
  const TableBlock& get(long long number);

  void stop();

 private:
  struct Slot {
    TableBlock block;
    std::exception_ptr error;
    bool is_there = false;
  };
  Slot& slot(long long number) { return slots_[static_cast<std::size_t>(number) % slots_.size()]; }
  /// Whether there is a block to compute and room for it.
  bool has_next() const {
    return !is_stopped_ && next_ < num_blocks_ &&
           next_ < given_ + static_cast<long long>(slots_.size());
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  long long num_blocks_;
  long long next_ = 0;   ///< To be computed.
  long long given_ = 0;  ///< Those before it are not needed any more.
  bool is_stopped_ = false;
  std::vector<Slot> slots_;
};

/// How many threads the address space of this process has room for, if that is limited: each wants
/// a stack and a part of the heap of its own, and without the latter memory is very slow.
long long threads_with_memory();

/// Threads that compute blocks, as long as it lives, the caller of get() among them: it computes
/// when it would have to wait. Where the system does not allow as many threads as are wanted, those
/// that could be started do the work, and without any the caller does: the results are the same.
class BlockPool {
 public:
  /// Computes a block, which may have the memory of an earlier one; owned by one thread.
  using Worker = std::function<void(long long number, TableBlock& block)>;

  /// @param make_worker  is called once by each thread.
  /// @param num_threads  the caller's among them; at least 1.
  BlockPool(std::function<Worker()> make_worker, long long num_blocks, int num_threads);
  ~BlockPool();
  BlockPool(const BlockPool&) = delete;
  BlockPool& operator=(const BlockPool&) = delete;

  /// Must be called for block 0, 1, 2, ... in turn, always by the same thread; throws what
  /// computing it threw. The block is there until the next call.
  const TableBlock& get(long long number);

  /// The caller's and those that could be started.
  int num_threads() const { return 1 + static_cast<int>(threads_.size()); }

 private:
  void compute(long long number, Worker& worker);

  std::function<Worker()> make_worker_;
  Worker own_worker_;  ///< Of the caller of get().
  OrderedBlocks blocks_;
  std::vector<std::jthread> threads_;  ///< Joined before blocks_ goes.
};

}  // namespace appell::report
