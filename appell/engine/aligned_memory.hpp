#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace appell::engine {

/// Numbers for the kernels, at an address that suits the widest vectors; zero at first.
class AlignedMemory {
 public:
  explicit AlignedMemory(std::size_t count = 0)
      : count_(count), numbers_(new(kAlignment) double[count]()) {}

  double* data() const { return numbers_.get(); }
  std::size_t size() const { return count_; }
  /// The next count that keeps what comes behind it aligned.
  static std::size_t rounded_up(std::size_t count) { return (count + 7) / 8 * 8; }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Freer {
    void operator()(double* p) const { ::operator delete[](p, kAlignment); }
  };
  std::size_t count_;
  std::unique_ptr<double[], Freer> numbers_;
};

}  // namespace appell::engine
