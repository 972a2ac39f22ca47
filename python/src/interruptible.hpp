#pragma once

#include <chrono>
#include <future>
#include <system_error>
#include <thread>

#include <pybind11/pybind11.h>

#include "appell/base/stop.hpp"

namespace appell::python {

namespace py = pybind11;

/// Looks for signals, Python's lock not being held.
/// @return whether a handler raised an exception, which is Ctrl-C as a rule: it waits to be thrown.
inline bool has_signal() {
  const py::gil_scoped_acquire held;
  return PyErr_CheckSignals() != 0;
}

/// What a long job gives. It runs on a thread of its own, without Python's lock, while this one
/// looks for signals: Ctrl-C stops it (StopScope) and is raised as KeyboardInterrupt.
/// @param job  touches no Python object.
template <class Job>
auto interruptible(const Job& job) {
  constexpr auto kEvery = std::chrono::milliseconds(20);
  std::atomic<bool> stop = false;
  std::packaged_task task([&] {
    const StopScope scope(&stop);
    return job();
  });
  std::future result = task.get_future();
  {
    const py::gil_scoped_release released;
    std::jthread worker;
    try {
      worker = std::jthread([&task] { task(); });
    } catch (const std::system_error&) {
      task();  // The system allows no more threads.
    }
    while (result.wait_for(kEvery) != std::future_status::ready) {
      if (!stop && has_signal()) stop = true;
    }
  }
  if (stop) throw py::error_already_set();
  return result.get();
}

}  // namespace appell::python
