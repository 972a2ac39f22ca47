#include "apps/interrupt.hpp"

#include <csignal>
#include <cstdint>
#include <ctime>
#include <string_view>

#include <unistd.h>

namespace appell::apps {
namespace {

std::atomic<bool> interrupted{false};
std::atomic<std::int64_t> first_time{0};  // In ms.
static_assert(std::atomic<bool>::is_always_lock_free &&
              std::atomic<std::int64_t>::is_always_lock_free);

constexpr int kInterrupts[] = {SIGINT, SIGTERM, SIGHUP};

/// `timeout` and others send a signal to the process and to its group: that is one wish, not two.
constexpr std::int64_t kOneWish = 300;  // In ms.

/// Only what is allowed in a signal handler.
void on_interrupt(int) {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t time = std::int64_t{1000} * now.tv_sec + now.tv_nsec / 1000000;
  if (!interrupted.exchange(true)) {
    first_time = time;
    return;
  }
  if (time - first_time < kOneWish) return;
  constexpr std::string_view kText =
      "appell: interrupted again: ended at once; a partial file may be left, and unreadable\n";
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, kText.data(), kText.size());
  ::_exit(3);
}

/// Nothing is written yet: there is nothing to close.
void on_early_interrupt(int) {
  constexpr std::string_view kText = "appell: interrupted\n";
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, kText.data(), kText.size());
  ::_exit(3);
}

void mask_interrupts(int how) {
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int signal : kInterrupts) ::sigaddset(&signals, signal);
  ::sigprocmask(how, &signals, nullptr);
}

void handle_by(void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  for (const int signal : kInterrupts) {
    struct sigaction before{};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr);
  }
  release_interrupts();
}

}  // namespace

void ignore_file_size_signal() { std::signal(SIGXFSZ, SIG_IGN); }

void hold_interrupts() { mask_interrupts(SIG_BLOCK); }
void release_interrupts() { mask_interrupts(SIG_UNBLOCK); }

const std::atomic<bool>& end_on_interrupts() {
  handle_by(on_early_interrupt);
  return interrupted;
}

const std::atomic<bool>& catch_interrupts() {
  handle_by(on_interrupt);
  return interrupted;
}

}  // namespace appell::apps
