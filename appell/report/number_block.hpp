#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// Not installed: the numbers of a report page.
namespace appell::report {

/// A part of a block of numbers.
struct NumberView {
  std::string_view type;   ///< "f32", "f64" or "u32"
  std::size_t offset = 0;  ///< In bytes, a multiple of 8.
  std::size_t length = 0;  ///< In numbers.
};

/// Numbers one after the other, little-endian. Where the same memory is added again, its first view
/// is given again: what is added must stay as it is until the block is read.
class NumberBlock {
 public:
  NumberView add(const std::vector<float>& numbers);
  NumberView add(const std::vector<double>& numbers);
  NumberView add(const std::vector<std::uint32_t>& numbers);

  const std::string& bytes() const { return bytes_; }

 private:
  template <class Number>
  NumberView add_as(std::string_view type, const std::vector<Number>& numbers);

  std::string bytes_;
  std::map<const void*, NumberView> known_;
};

/// RFC 4648, with padding.
std::string base64(std::string_view bytes);

}  // namespace appell::report
