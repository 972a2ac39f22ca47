#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "appell/base/check.hpp"
#include "python/src/interruptible.hpp"

namespace appell::python {

inline constexpr int kMostThreads = 256;

/// How many threads work on so many blocks; `wanted` = 0: one for each core.
/// @throws InvalidArgument unless 0 <= wanted <= kMostThreads.
inline int num_threads_for(const char* function, int wanted, py::ssize_t num_blocks) {
  check(wanted >= 0 && wanted <= kMostThreads, function, ": threads = ", wanted, "; 0 to ",
        kMostThreads, " are possible, 0 for one on each core");
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return static_cast<int>(std::clamp<py::ssize_t>(num_blocks, 1, wanted == 0 ? cores : wanted));
}

/// Says how many samples to compute at once so that signals are looked for often enough.
class BlockSize {
 public:
  explicit BlockSize(py::ssize_t most) : most_(most), size_(std::min(most, kFirst)) {}
  py::ssize_t operator*() const { return size_; }
  /// What it becomes after a block that took so long.
  void adapt(std::chrono::steady_clock::duration taken) {
    if (taken > kLong) size_ = std::max(kLeast, size_ / 2);
    if (taken < kLong / 4) size_ = std::min(most_, 2 * size_);
  }

 private:
  static constexpr py::ssize_t kFirst = 64;
  static constexpr py::ssize_t kLeast = 1;
  static constexpr std::chrono::milliseconds kLong{20};
  py::ssize_t most_;
  py::ssize_t size_;
};

/// Shares samples 0 .. num_samples - 1 out to threads, block by block; the calling thread is one of
/// them. Python's lock is released meanwhile. An interrupt by the user ends it early, as
/// KeyboardInterrupt.
/// @param block  the most samples at once.
/// @param make_worker  called by every thread once: gives what does worker(first, count).
template <class MakeWorker>
void share_blocks(py::ssize_t num_samples, py::ssize_t block, int num_threads,
                  const MakeWorker& make_worker) {
  std::atomic<py::ssize_t> next{0};
  std::atomic<bool> is_ended{false};
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto work = [&](const auto& between) {
    try {
      auto worker = make_worker();
      BlockSize size(block);
      while (!is_ended.load(std::memory_order_relaxed)) {
        const py::ssize_t count = *size;
        const py::ssize_t first = next.fetch_add(count);
        if (first >= num_samples) break;
        const auto start = std::chrono::steady_clock::now();
        worker(first, std::min(count, num_samples - first));
        const auto end = std::chrono::steady_clock::now();
        size.adapt(end - start);
        between(end);
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
      is_ended = true;
    }
  };
  bool is_interrupted = false;
  {
    const py::gil_scoped_release released;
    std::vector<std::jthread> others;
    for (int i = 1; i < num_threads; ++i) {
      try {
        others.emplace_back([&] { work([](auto) {}); });
      } catch (const std::system_error&) {
        break;  // The system allows no more: the others do it.
      }
    }
    auto asked = std::chrono::steady_clock::now();
    work([&](auto now) {
      if (now - asked < std::chrono::milliseconds(50)) return;
      asked = now;
      if (has_signal()) is_interrupted = is_ended = true;
    });
  }
  if (is_interrupted) throw py::error_already_set();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace appell::python
