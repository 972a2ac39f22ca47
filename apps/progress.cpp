#include "apps/progress.hpp"

#include <cstdio>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

namespace appell::apps {

Progress::Progress(long long total, std::string things)
    : total_(total), things_(std::move(things)), is_shown_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (is_begun_) std::fputs("\r\033[K", stderr);
}

void Progress::show(long long done) {
  const auto now = Clock::now();
  if (!is_shown_ || now - last_ < std::chrono::milliseconds(250)) return;
  last_ = now;
  is_begun_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = static_cast<double>(done) / seconds;
  const double left = static_cast<double>(total_ - done) / rate;
  const std::string line = fmt::format("\r\033[K{} of {} {}, {:.3g} per s, {:.0f} s left", done,
                                       total_, things_, rate, left);
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace appell::apps
