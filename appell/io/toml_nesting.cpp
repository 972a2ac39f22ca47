#include "appell/io/toml_nesting.hpp"

#include <algorithm>

#include "appell/base/text.hpp"
#include "appell/io/limits.hpp"

namespace appell::io {
namespace {

/// Passes over a text once; strings and comments hide what is in them.
class NestingScanner {
 public:
  explicit NestingScanner(std::string_view text) : text_(text) {}

  std::optional<TomlExcess> scan() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        skip_string(c);
        continue;
      }
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
        continue;
      }
      count(c);
      if (open_ > kDeepestTomlLists) {
        return excess(concat("lists and tables nest deeper than ", kDeepestTomlLists, " levels"));
      }
      if (dots_ > kDeepestTomlKey) {
        return excess(concat("a key has more than ", kDeepestTomlKey, " dots"));
      }
      ++at_;
    }
    return std::nullopt;
  }

 private:
  TomlExcess excess(std::string_view found) const {
    return {at_, concat(found, "; no more are read")};
  }

  /// Dots are counted from one separator to the next: in a value there is at most one.
  void count(char c) {
    if (c == '.') {
      ++dots_;
    } else if (c == '[' || c == '{') {
      ++open_;
      dots_ = 0;
    } else if (c == ']' || c == '}') {
      open_ -= open_ > 0 ? 1 : 0;
      dots_ = 0;
    } else if (c == '=' || c == ',' || c == '\n') {
      dots_ = 0;
    }
  }

  void skip_string(char quote) {
    const std::string three(3, quote);
    const bool is_long = text_.substr(at_, 3) == three;
    const std::string_view end = std::string_view(three).substr(0, is_long ? 3 : 1);
    for (at_ += end.size(); at_ < text_.size(); ++at_) {
      if (text_[at_] == '\n' && !is_long) return;  // A mistake that the parser tells.
      if (text_[at_] == '\\' && quote == '"') {
        ++at_;
      } else if (text_.substr(at_, end.size()) == end) {
        at_ += end.size();
        // Up to two quotes may stand before the three that end a long string.
        for (int i = 0; is_long && i < 2 && at_ < text_.size() && text_[at_] == quote; ++i) ++at_;
        return;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t open_ = 0;
  std::size_t dots_ = 0;
};

}  // namespace

std::optional<TomlExcess> find_toml_excess(std::string_view text) {
  return NestingScanner(text).scan();
}

}  // namespace appell::io
