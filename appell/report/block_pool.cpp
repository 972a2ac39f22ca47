#include "appell/report/block_pool.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <new>
#include <system_error>
#include <utility>

#include <sys/resource.h>
#include <unistd.h>

namespace appell::report {

std::optional<long long> OrderedBlocks::take() {
  std::unique_lock lock(mutex_);
  const auto room = static_cast<long long>(slots_.size());
  changed_.wait(lock, [&] { return is_stopped_ || next_ >= num_blocks_ || next_ < given_ + room; });
  if (is_stopped_ || next_ >= num_blocks_) return std::nullopt;
  return next_++;
}

void OrderedBlocks::put(long long block, std::vector<double> rows, std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  slot(block) = {std::move(rows), std::move(error), true};
  changed_.notify_all();
}

std::vector<double> OrderedBlocks::get(long long block) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return slot(block).is_there; });
  Slot taken = std::exchange(slot(block), {});
  given_ = block + 1;
  changed_.notify_all();
  if (taken.error) std::rethrow_exception(taken.error);
  return std::move(taken.rows);
}

void OrderedBlocks::stop() {
  const std::lock_guard lock(mutex_);
  is_stopped_ = true;
  changed_.notify_all();
}

long long threads_with_memory() {
  constexpr long long kNoLimit = std::numeric_limits<long long>::max();
  constexpr long long kPerThread = 144LL << 20;  // glibc: 8 MiB of stack, 128 MiB for a heap.
  rlimit limit{};
  long long pages = 0;
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kNoLimit;
  std::ifstream("/proc/self/statm") >> pages;
  const long long used = pages * ::sysconf(_SC_PAGESIZE);
  return std::max(0LL, static_cast<long long>(limit.rlim_cur) - used) / kPerThread;
}

BlockPool::BlockPool(std::function<Worker()> make_worker, long long num_blocks, int num_threads)
    : make_worker_(std::move(make_worker)), blocks_(num_blocks, 2 * num_threads + 2) {
  threads_.reserve(static_cast<std::size_t>(num_threads));
  try {
    for (int i = 0; i < num_threads; ++i) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {  // No more threads are allowed,
  } catch (const std::bad_alloc&) {     // or there is no memory for their stacks.
  }
}

BlockPool::~BlockPool() { blocks_.stop(); }

std::vector<double> BlockPool::get(long long block) {
  if (!threads_.empty()) return blocks_.get(block);
  if (!own_worker_) own_worker_ = make_worker_();
  return own_worker_(block);
}

void BlockPool::work() {
  Worker compute;
  while (const std::optional<long long> block = blocks_.take()) {
    try {
      if (!compute) compute = make_worker_();
      blocks_.put(*block, compute(*block), nullptr);
    } catch (...) {
      blocks_.put(*block, {}, std::current_exception());
    }
  }
}

}  // namespace appell::report
