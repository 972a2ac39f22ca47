#include "appell/report/number_block.hpp"

#include <bit>
#include <cstring>

namespace appell::report {

static_assert(std::endian::native == std::endian::little, "views are little-endian");

template <class Number>
NumberView NumberBlock::add_as(std::string_view type, const std::vector<Number>& numbers) {
  if (!numbers.empty()) {
    const auto found = known_.find(numbers.data());
    if (found != known_.end()) return found->second;
  }
  bytes_.resize((bytes_.size() + 7) / 8 * 8);
  const NumberView view{type, bytes_.size(), numbers.size()};
  if (!numbers.empty()) {
    bytes_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
    known_[numbers.data()] = view;
  }
  return view;
}

NumberView NumberBlock::add(const std::vector<float>& numbers) { return add_as("f32", numbers); }
NumberView NumberBlock::add(const std::vector<double>& numbers) { return add_as("f64", numbers); }
NumberView NumberBlock::add(const std::vector<std::uint32_t>& numbers) {
  return add_as("u32", numbers);
}

std::string base64(std::string_view bytes) {
  constexpr const char* kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const bool is_there = i + k < bytes.size();
      group = group << 8 | (is_there ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      const bool is_there = i + k < bytes.size() + 1;
      text += is_there ? kDigits[group >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return text;
}

}  // namespace appell::report
