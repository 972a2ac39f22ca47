#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace appell::taylor::detail {

/// The coefficients of a series. Those of a size that is part of their type lie in the object
/// itself as long as there are at most kInside of them: arithmetic of such series never asks for
/// memory, whatever temporaries it makes. Others are on the heap.
template <class C, bool kFixedSize>
class Coefficients {
 public:
  Coefficients() = default;
  Coefficients(std::size_t size, const C& fill) : values_(size, fill) {}
  explicit Coefficients(std::span<const C> values) : values_(values.begin(), values.end()) {}

  std::size_t size() const { return values_.size(); }
  C* data() { return values_.data(); }
  const C* data() const { return values_.data(); }

 private:
  std::vector<C> values_;
};

template <class C>
class Coefficients<C, true> {
 public:
  static constexpr std::size_t kInside = 12;

  Coefficients() = default;
  Coefficients(std::size_t size, const C& fill) {
    make_room(size);
    std::fill_n(data_, size, fill);
  }
  explicit Coefficients(std::span<const C> values) { assign(values); }
  Coefficients(const Coefficients& other) { assign(other.all()); }
  Coefficients& operator=(const Coefficients& other) {
    if (this != &other) assign(other.all());
    return *this;
  }
  Coefficients(Coefficients&& other) noexcept { take(other); }
  Coefficients& operator=(Coefficients&& other) noexcept {
    if (this != &other) take(other);
    return *this;
  }
  ~Coefficients() = default;

  std::size_t size() const { return size_; }
  C* data() { return data_; }
  const C* data() const { return data_; }

 private:
  std::span<const C> all() const { return {data_, size_}; }

  void make_room(std::size_t size) {
    if (size > kInside) outside_.resize(size);
    data_ = size > kInside ? outside_.data() : inside_.data();
    size_ = size;
  }

  void assign(std::span<const C> values) {
    make_room(values.size());
    std::copy(values.begin(), values.end(), data_);
  }

  void take(Coefficients& other) noexcept {
    if (other.size_ > kInside) {
      outside_ = std::move(other.outside_);
      data_ = outside_.data();
      size_ = std::exchange(other.size_, 0);
      other.data_ = other.inside_.data();
    } else {
      assign(other.all());
    }
  }

  std::array<C, kInside> inside_;  ///< Not set beyond size_: that would cost more than the rest.
  std::vector<C> outside_;
  C* data_ = inside_.data();
  std::size_t size_ = 0;
};

}  // namespace appell::taylor::detail
