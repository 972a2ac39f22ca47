#include "appell/io/numbers.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

namespace appell::io {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

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
    // from_chars does not say which way: 1e-400 is zero to a double's precision, 1e400 is no
    // number.
    value = std::strtod(std::string(text).c_str(), nullptr);
  } else if (error != std::errc()) {
    return std::nullopt;
  }
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
