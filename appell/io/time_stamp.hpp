#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace appell::io {

/// A time stamp with more digits than a double holds: whole units and the rest, in [0, 1).
struct TimeStamp {
  std::int64_t whole = 0;
  double rest = 0.0;

  /// this - other, exact to the precision of the difference.
  double since(const TimeStamp& other) const {
    return static_cast<double>(whole - other.whole) + (rest - other.rest);
  }
};

/// The stamp that a number written as 1700000000123456789, 1700000000.123456789 or
/// 1.700000000123456789e18 is; none if it is no number or beyond ±4.6e18.
std::optional<TimeStamp> time_stamp_in(std::string_view text, bool decimal_comma);

/// The unit of time stamps.
struct TimeUnit {
  double per_second = 1.0;  ///< How many are a second: a whole number, so that t / it keeps digits.
  std::string_view name = "s";
};

/// s, ms, us, ns by name ("msec", "milliseconds", "µs" too); none for another word.
std::optional<TimeUnit> time_unit_named(std::string_view name);

/// From the size of the first stamp, if it is a Unix time: 1.7e9 s, 1.7e12 ms, 1.7e15 us, 1.7e18
/// ns; none if it is not.
std::optional<TimeUnit> time_unit_of_unix(double first);

/// From the median step of a record's stamps: robots are recorded every 0.01 ms to 2 s.
TimeUnit time_unit_of_step(double step, bool is_whole);

}  // namespace appell::io
