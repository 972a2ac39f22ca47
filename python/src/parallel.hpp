#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include <pybind11/pybind11.h>

#include "appell/base/check.hpp"

namespace appell::python {

namespace py = pybind11;

inline constexpr int kMostThreads = 256;

/// How many threads work on so many blocks; `wanted` = 0: one for each core.
/// @throws InvalidArgument unless 0 <= wanted <= kMostThreads.
inline int num_threads_for(const char* function, int wanted, py::ssize_t num_blocks) {
  check(wanted >= 0 && wanted <= kMostThreads, function, ": threads = ", wanted, "; 0 to ",
        kMostThreads, " are possible, 0 for one on each core");
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return static_cast<int>(std::clamp<py::ssize_t>(num_blocks, 1, wanted == 0 ? cores : wanted));
}

/// Shares samples 0 .. num_samples - 1 out to threads, block by block; the calling thread is one of
/// them. Python's lock is released meanwhile. An interrupt by the user ends it early, as
/// KeyboardInterrupt.
/// @param make_worker  called by every thread once: gives what does worker(first, count).
template <class MakeWorker>
void share_blocks(py::ssize_t num_samples, py::ssize_t block, int num_threads,
                  const MakeWorker& make_worker) {
  std::atomic<py::ssize_t> next{0};
  std::atomic<bool> is_stopped{false};
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto work = [&](const auto& between) {
    try {
      auto worker = make_worker();
      while (!is_stopped.load(std::memory_order_relaxed)) {
        const py::ssize_t first = next.fetch_add(block);
        if (first >= num_samples) break;
        worker(first, std::min(block, num_samples - first));
        between();
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
      is_stopped = true;
    }
  };
  bool is_interrupted = false;
  {
    const py::gil_scoped_release released;
    std::vector<std::jthread> others;
    for (int i = 1; i < num_threads; ++i) {
      try {
        others.emplace_back([&] { work([] {}); });
      } catch (const std::system_error&) {
        break;  // The system allows no more: the others do it.
      }
    }
    auto asked = std::chrono::steady_clock::now();
    work([&] {
      const auto now = std::chrono::steady_clock::now();
      if (now - asked < std::chrono::milliseconds(100)) return;
      asked = now;
      const py::gil_scoped_acquire held;
      if (PyErr_CheckSignals() == 0) return;
      is_interrupted = true;
      is_stopped = true;
    });
  }
  if (is_interrupted) throw py::error_already_set();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace appell::python
