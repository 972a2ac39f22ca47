#pragma once

namespace appell::support {

/// Counts the calls of malloc, calloc, realloc, aligned_alloc, posix_memalign, memalign and free
/// that this thread makes, from its construction on. It counts the functions of the C library
/// themselves, because Eigen does not go through operator new.
///
/// Every test program that links test_support has its malloc replaced by one that counts and hands
/// on to the C library. A sanitizer has a malloc of its own, and another C library has no second
/// name for its own: there nothing is counted, and a test that needs the count must skip itself:
///
///   if (!MallocCount::is_counting()) GTEST_SKIP() << "calls of malloc are not counted";
class MallocCount {
 public:
  MallocCount();

  /// Calls since the construction; -1 if nothing is counted.
  long calls() const;

  static bool is_counting();

 private:
  long before_;
};

}  // namespace appell::support
