#include "appell/io/time_stamp.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include "appell/base/text.hpp"
#include "appell/io/words.hpp"

namespace appell::io {
namespace {

constexpr TimeUnit kSeconds{1.0, "s"};
constexpr TimeUnit kMilliseconds{1e3, "ms"};
constexpr TimeUnit kMicroseconds{1e6, "us"};
constexpr TimeUnit kNanoseconds{1e9, "ns"};

constexpr std::int64_t kLatest = std::int64_t{1} << 62;  // Differences fit into an int64.

/// The digits of a number without sign, point and exponent, and where the point is among them.
struct Digits {
  std::string text;
  long long point = 0;
};

std::optional<Digits> digits_in(std::string_view text, char decimal_point) {
  constexpr std::size_t kLongest = 64;
  if (text.empty() || text.size() > kLongest) return std::nullopt;
  Digits digits;
  bool is_behind = false;
  std::size_t at = 0;
  for (; at < text.size() && text[at] != 'e' && text[at] != 'E'; ++at) {
    const bool is_point = text[at] == decimal_point && !is_behind;
    if (is_point) is_behind = true;
    if (is_point) continue;
    if (text[at] < '0' || text[at] > '9') return std::nullopt;
    digits.text += text[at];
    if (!is_behind) ++digits.point;
  }
  if (digits.text.empty()) return std::nullopt;
  if (at == text.size()) return digits;
  std::string_view rest = text.substr(at + 1);
  if (rest.starts_with('+')) rest.remove_prefix(1);
  int exponent = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), exponent);
  if (error != std::errc() || end != rest.data() + rest.size()) return std::nullopt;
  digits.point += exponent;
  return digits;
}

}  // namespace

std::optional<TimeStamp> time_stamp_in(std::string_view text, bool decimal_comma) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  std::optional<Digits> digits = digits_in(text, decimal_comma ? ',' : '.');
  if (!digits || digits->point > 64 || digits->point < -64) return std::nullopt;
  while (digits->point < 0) digits->text.insert(0, 1, '0'), ++digits->point;
  const std::size_t point = digits->point;
  if (digits->text.size() < point) digits->text.resize(point, '0');
  TimeStamp stamp;
  const char* const begin = digits->text.data();
  if (point > 0) {
    const auto [end, error] = std::from_chars(begin, begin + point, stamp.whole);
    if (error != std::errc() || stamp.whole > kLatest) return std::nullopt;
  }
  if (digits->text.size() > point) {
    const std::string rest = "0." + digits->text.substr(point);
    std::from_chars(rest.data(), rest.data() + rest.size(), stamp.rest);
  }
  if (!is_negative) return stamp;
  return stamp.rest == 0.0 ? TimeStamp{-stamp.whole, 0.0}
                           : TimeStamp{-stamp.whole - 1, 1.0 - stamp.rest};
}

std::optional<TimeUnit> time_unit_named(std::string_view name) {
  const std::string word = lower_case(name);
  const auto is_one_of = [&word](std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (is_one_of({"s", "sec", "secs", "second", "seconds"})) return kSeconds;
  if (is_one_of({"ms", "msec", "msecs", "millis", "millisecond", "milliseconds"})) {
    return kMilliseconds;
  }
  if (is_one_of({"us", "µs", "μs", "usec", "usecs", "micros", "microsecond", "microseconds"})) {
    return kMicroseconds;
  }
  if (is_one_of(
          {"ns", "nsec", "nsecs", "nanos", "nanosec", "nanosecs", "nanosecond", "nanoseconds"})) {
    return kNanoseconds;
  }
  return std::nullopt;
}

std::optional<TimeUnit> time_unit_of_unix(double first) {
  if (first >= 1e17) return kNanoseconds;  // 1973 in ns; 1e17 us is the year 5138.
  if (first >= 1e14) return kMicroseconds;
  if (first >= 1e11) return kMilliseconds;
  if (first >= 1e8) return kSeconds;
  return std::nullopt;
}

TimeUnit time_unit_of_step(double step, bool is_whole) {
  if (step >= 5e5) return kNanoseconds;
  if (step >= 500.0) return kMicroseconds;
  if (step >= 2.0 || (is_whole && step >= 1.0)) return kMilliseconds;
  return kSeconds;
}

}  // namespace appell::io
