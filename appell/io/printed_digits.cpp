#include "appell/io/printed_digits.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <string>

namespace appell::io {
namespace {

/// The shape of a printed number.
struct Printed {
  int decimals = 0;     ///< Digits behind the point, an exponent taken into account.
  int significant = 0;  ///< Digits from the first that is not zero.
  int decade = 0;       ///< Of the first digit that is not zero: 0 for 1 to 9.99.
};

Printed printed(std::string_view text) {
  Printed shape;
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  int exponent = 0;
  if (e < text.size()) {
    std::string_view rest = text.substr(e + 1);
    if (rest.starts_with('+')) rest.remove_prefix(1);
    std::from_chars(rest.data(), rest.data() + rest.size(), exponent);
    exponent = std::clamp(exponent, -400, 400);
  }
  bool is_behind = false;
  int before = 0;  // Digits before the point, from the first that is not zero.
  int zeros = 0;   // Behind the point, before the first digit that is not zero.
  for (const char c : text.substr(0, std::min<std::size_t>(e, 64))) {
    if (c == '.' || c == ',') is_behind = true;
    if (c < '0' || c > '9') continue;
    if (is_behind) ++shape.decimals;
    if (c != '0' || shape.significant > 0) ++shape.significant;
    if (shape.significant > 0 && !is_behind) ++before;
    if (shape.significant == 0 && is_behind) ++zeros;
  }
  shape.decimals -= exponent;
  shape.decade = (before > 0 ? before - 1 : -1 - zeros) + exponent;
  return shape;
}

}  // namespace

void PrintedDigits::look_at(std::string_view number) {
  const std::size_t hash = std::hash<std::string_view>()(number);
  const bool is_first = count_ == 0 && last_hash_ == 0;
  if (hash == last_hash_) return;
  last_hash_ = hash;
  if (is_first) return;  // Of a column that never changes nothing can be said.
  const Printed shape = printed(number);
  ++count_;
  fewest_decimals_ = std::min(fewest_decimals_, shape.decimals);
  most_decimals_ = std::max(most_decimals_, shape.decimals);
  most_significant_ = std::max(most_significant_, shape.significant);
  if (shape.significant == 0) return;
  Decade& decade = decades_[std::clamp(shape.decade - kLowest, 0, kDecades - 1)];
  ++decade.count;
  decade.decimals = std::max(decade.decimals, shape.decimals);
}

double PrintedDigits::step(int all_digits) const {
  if (count_ == 0 || most_significant_ >= all_digits) return 0.0;
  int decimals = most_decimals_;
  if (fewest_decimals_ != most_decimals_) {
    // Trailing zeros were cut, or the digits are significant ones. A size of which there are some
    // numbers shows its decimals: that all of five end in a zero happens once in 10⁵.
    const std::size_t enough = std::max<std::size_t>(5, count_ / 100);
    int coarsest = most_decimals_;
    for (const Decade& decade : decades_) {
      if (decade.count >= enough) coarsest = std::min(coarsest, decade.decimals);
    }
    decimals = coarsest;
  }
  return std::pow(10.0, -decimals);
}

}  // namespace appell::io
