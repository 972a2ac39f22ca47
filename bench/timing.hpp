#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

namespace appell::bench {

/// Nanoseconds of one call of `work`: the least mean of `repeats` runs, each of about 20 µs or one
/// call. The least, because everything else that the machine does only adds.
template <class Work>
double nanoseconds(Work&& work, int repeats) {
  using Clock = std::chrono::steady_clock;
  const auto elapsed = [](Clock::time_point start) {
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
  };
  work();  // Warm.
  Clock::time_point start = Clock::now();
  work();
  const int calls = std::max(1, static_cast<int>(20000.0 / elapsed(start)));
  double best = std::numeric_limits<double>::infinity();
  for (int r = 0; r < repeats; ++r) {
    start = Clock::now();
    for (int i = 0; i < calls; ++i) work();
    best = std::min(best, elapsed(start) / calls);
  }
  return best;
}

}  // namespace appell::bench
