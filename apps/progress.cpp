#include "apps/progress.hpp"

#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "apps/terminal.hpp"

namespace appell::apps {
namespace {

/// "8 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(double seconds) {
  const auto whole = static_cast<long long>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

Progress::Progress(long long total, std::string things)
    : total_(total), things_(std::move(things)), is_shown_(is_terminal(Stream::kErr)) {}

Progress::~Progress() {
  if (is_begun_) std::fputs("\r\033[K", stderr);
}

void Progress::restart(std::string things) {
  things_ = std::move(things);
  start_ = Clock::now();
}

double Progress::seconds() const {
  return std::chrono::duration<double>(Clock::now() - first_).count();
}

void Progress::show(long long done) {
  const auto now = Clock::now();
  if (!is_shown_ || done <= 0 || now - last_ < std::chrono::milliseconds(250)) return;
  last_ = now;
  is_begun_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = static_cast<double>(done) / seconds;
  const double left = static_cast<double>(total_ - done) / rate;
  std::string line = "\r\033[K";
  if (things_.starts_with('%')) {
    line += fmt::format("{} {}, {} left", done, things_, duration_text(left));
  } else {
    const double percent = 100.0 * static_cast<double>(done) / static_cast<double>(total_);
    line += fmt::format("{:.0f} % of {} {}, {} per s, {} left", percent, total_, things_,
                        rate < 1000.0 ? fmt::format("{:.3g}", rate) : fmt::format("{:.0f}", rate),
                        duration_text(left));
  }
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace appell::apps
