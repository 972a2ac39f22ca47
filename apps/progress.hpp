#pragma once

#include <chrono>
#include <string>

namespace appell::apps {

/// Rate and time left on one line of a terminal, four times a second; nothing elsewhere.
class Progress {
 public:
  /// @param total  how many there are to do, of what `things` calls them: "samples"; or 100 of "%
  ///   of the motion", which have no rate.
  Progress(long long total, std::string things);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(long long done);

 private:
  using Clock = std::chrono::steady_clock;
  long long total_;
  std::string things_;
  bool is_shown_;
  bool is_begun_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace appell::apps
