#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

namespace appell::bench {

/// Nanoseconds of one call of `work`: the least mean of `repeats` runs, each of about 20 µs or one
/// call. The least, because everything else that the machine does only adds.
/// @param most_seconds  no new run begins after that.
template <class Work>
double nanoseconds(Work&& work, int repeats,
                   double most_seconds = std::numeric_limits<double>::infinity()) {
  using Clock = std::chrono::steady_clock;
  const auto elapsed = [](Clock::time_point start) {
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
  };
  work();  // Warm.
  Clock::time_point start = Clock::now();
  work();
  const int calls = std::max(1, static_cast<int>(20000.0 / elapsed(start)));
  double best = std::numeric_limits<double>::infinity();
  double total = 0.0;
  for (int r = 0; r < repeats && total < 1e9 * most_seconds; ++r) {
    start = Clock::now();
    for (int i = 0; i < calls; ++i) work();
    const double time = elapsed(start);
    best = std::min(best, time / calls);
    total += time;
  }
  return best;
}

}  // namespace appell::bench
