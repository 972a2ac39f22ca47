#pragma once

#include <atomic>
#include <stdexcept>

#include "appell/base/text.hpp"

namespace appell {

/// A calculation was ended from outside, see StopScope. It is no Error, so that nobody who copes
/// with a failed calculation takes it for one and goes on.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// While it lives, calculations of this thread, and of threads that they start, look at a flag at
/// least every 100 ms, and throw Interrupted once it is set.
class StopScope {
 public:
  /// @param flag  must outlive the scope; null: the flag that is looked at already, if any.
  explicit StopScope(const std::atomic<bool>* flag) : outer_(looked_at) {
    if (flag != nullptr) looked_at = flag;
  }
  ~StopScope() { looked_at = outer_; }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

  /// The flag of this thread, to hand on to another; may be null.
  static const std::atomic<bool>* flag() { return looked_at; }

 private:
  static inline constinit thread_local const std::atomic<bool>* looked_at = nullptr;
  const std::atomic<bool>* outer_;
};

inline bool is_stopped() {
  const std::atomic<bool>* flag = StopScope::flag();
  return flag != nullptr && flag->load(std::memory_order_relaxed);
}

/// Throws Interrupted with the text of all `parts` if the calculation is to end. It costs as much
/// as a read of memory.
template <class... Parts>
void check_stop(const Parts&... parts) {
  if (!is_stopped()) [[likely]]
    return;
  throw Interrupted(concat("interrupted", parts...));
}

}  // namespace appell
