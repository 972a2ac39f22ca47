#include "appell/report/block_pool.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <new>
#include <system_error>
#include <utility>

#include <sys/resource.h>
#include <unistd.h>

#include "appell/base/stop.hpp"

namespace appell::report {

std::optional<long long> OrderedBlocks::take() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return is_stopped_ || next_ >= num_blocks_ || has_next(); });
  if (!has_next()) return std::nullopt;
  return next_++;
}

std::optional<long long> OrderedBlocks::take_unless_there(long long wanted) {
  std::unique_lock lock(mutex_);
  if (given_ < wanted) {
    given_ = wanted;
    changed_.notify_all();
  }
  changed_.wait(lock, [&] { return slot(wanted).is_there || has_next(); });
  if (slot(wanted).is_there) return std::nullopt;
  return next_++;
}

void OrderedBlocks::put(long long number, std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  slot(number).error = std::move(error);
  slot(number).is_there = true;
  changed_.notify_all();
}

const TableBlock& OrderedBlocks::get(long long number) {
  const std::lock_guard lock(mutex_);
  Slot& taken = slot(number);
  taken.is_there = false;
  if (taken.error) std::rethrow_exception(std::exchange(taken.error, nullptr));
  return taken.block;
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
    : make_worker_(std::move(make_worker)),
      blocks_(num_blocks, num_threads == 1 ? 1 : 2 * num_threads + 2) {
  threads_.reserve(num_threads - 1);
  const auto work = [this, stop = StopScope::flag()] {
    const StopScope scope(stop);
    Worker worker;
    while (const std::optional<long long> number = blocks_.take()) compute(*number, worker);
  };
  try {
    for (int i = 1; i < num_threads; ++i) threads_.emplace_back(work);
  } catch (const std::system_error&) {  // No more threads are allowed,
  } catch (const std::bad_alloc&) {     // or there is no memory for their stacks.
  }
}

BlockPool::~BlockPool() { blocks_.stop(); }

const TableBlock& BlockPool::get(long long number) {
  while (const std::optional<long long> next = blocks_.take_unless_there(number)) {
    compute(*next, own_worker_);
  }
  return blocks_.get(number);
}

void BlockPool::compute(long long number, Worker& worker) {
  try {
    if (!worker) worker = make_worker_();
    worker(number, blocks_.block(number));
    blocks_.put(number, nullptr);
  } catch (...) {
    blocks_.put(number, std::current_exception());
  }
}

}  // namespace appell::report
