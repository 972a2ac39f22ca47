#include "apps/no_memory.hpp"

#include <atomic>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include <unistd.h>

namespace appell::apps {
namespace {

constexpr std::size_t kReserve = std::size_t{1} << 18;  // For messages, and files to be closed.
std::atomic<void*> reserve{nullptr};

void release_reserve() {
  std::free(reserve.exchange(nullptr));
  throw std::bad_alloc();
}

/// Whether what ends the process is a lack of memory, as far as can be told.
bool is_no_memory() {
  const std::exception_ptr error = std::current_exception();
  if (error == nullptr) return true;  // There was no memory for the exception itself.
  try {
    std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    return true;
  } catch (...) {
    return false;
  }
}

[[noreturn]] void end_with_words() {
  constexpr std::string_view kNoMemory = "appell: out of memory\n";
  constexpr std::string_view kOther = "appell: ended by an error that it does not know\n";
  const std::string_view text = is_no_memory() ? kNoMemory : kOther;
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, text.data(), text.size());
  ::_exit(3);
}

}  // namespace

void prepare_for_no_memory() {
  std::set_terminate(end_with_words);
  reserve = std::malloc(kReserve);
  std::set_new_handler(release_reserve);
}

}  // namespace appell::apps
