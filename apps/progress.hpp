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
  /// Begins again, with something else to do.
  void restart(std::string things);
  /// Since the first beginning, s.
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  long long total_;
  std::string things_;
  bool is_shown_;
  bool is_begun_ = false;
  Clock::time_point first_ = Clock::now();
  Clock::time_point start_ = first_;
  Clock::time_point last_ = first_;
};

}  // namespace appell::apps
