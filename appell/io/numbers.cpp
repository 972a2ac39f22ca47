#include "appell/io/numbers.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace appell::io {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// Whether a decimal number that no double holds is too small rather than too large, by the place
/// of its first digit that is not zero. (strtod would know, but its decimal point is the locale's.)
bool is_too_small(std::string_view text) {
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  const std::string_view digits = text.substr(0, e);
  const std::size_t point = std::min(digits.find('.'), e);
  const std::size_t first = digits.find_first_of("123456789");
  std::string_view exponent = text.substr(std::min(e + 1, text.size()));
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  int power = 0;
  const auto [end, error] =
      std::from_chars(exponent.data(), exponent.data() + exponent.size(), power);
  if (error == std::errc::result_out_of_range) return exponent.starts_with('-');
  return static_cast<long long>(point) - static_cast<long long>(first) + power < 0;
}

}  // namespace

std::optional<double> number_in(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return std::nullopt;
  text = text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // 1e-400 is zero to a double's precision, 1e400 is no number.
    if (!is_too_small(text)) return std::nullopt;
    return text.starts_with('-') ? -0.0 : 0.0;
  }
  if (error != std::errc()) return std::nullopt;
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::vector<double>> numbers_in(std::string_view text) {
  std::vector<double> values;
  for (std::size_t at = text.find_first_not_of(kBlanks); at != std::string_view::npos;
       at = text.find_first_not_of(kBlanks, at)) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    const std::optional<double> value = number_in(text.substr(at, end - at));
    if (!value) return std::nullopt;
    values.push_back(*value);
    at = end;
  }
  return values;
}

}  // namespace appell::io
