#pragma once

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "papers/verify/report.hpp"

/// What the table and the explanation have in common.
namespace appell::verify {

/// Characters of a text in UTF-8: bytes that do not continue one.
inline std::size_t num_characters(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
  }));
}

/// `start`, then the words of `text` in lines of at most 100 columns, those after the first
/// indented as far as `start` is long.
inline std::string with_words(const std::string& start, const std::string& text) {
  constexpr std::size_t kWidth = 100;
  std::string lines = start;
  const std::size_t indent = num_characters(start);
  std::size_t column = indent;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    const std::size_t width = num_characters(word);
    if (column > indent && column + width > kWidth) {
      lines.back() = '\n';
      lines.append(indent, ' ');
      column = indent;
    }
    lines += word + ' ';
    column += width + 1;
    at = end + 1;
  }
  lines.back() = '\n';
  return lines;
}

inline std::string heading(const Verification& v) {
  const Vec3& g = v.gravity;
  return fmt::format("model {}, gravity {:g},{:g},{:g}, equations to k = {}, seed {}{}\n", v.model,
                     g.x(), g.y(), g.z(), v.order + 1, v.seed,
                     v.inertia_accepted ? ", impossible inertia accepted" : "");
}

inline const char* verdict(Result::Outcome outcome) {
  switch (outcome) {
    case Result::Outcome::kPass:
      return "pass";
    case Result::Outcome::kFail:
      return "FAIL";
    case Result::Outcome::kNotApplicable:
      break;
  }
  return "n/a";
}

}  // namespace appell::verify
