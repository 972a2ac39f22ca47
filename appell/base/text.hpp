#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace appell {

/// The shortest decimal text that reads back as the same double.
std::string to_text(double value);

/// Six significant digits: for derived figures in messages.
std::string short_text(double value);

/// The text with a blank for every line break and other control character: what a file holds must
/// not break a message into several.
std::string one_line(std::string text);

/// "a, b, c": for the end of a message that says what would have been accepted. Of more than 50
/// names the first 50, " and 7 more".
std::string comma_list(const std::vector<std::string>& names);

/// The same with all names, for files.
std::string whole_comma_list(const std::vector<std::string>& names);

/// The candidate that a mistyped `word` most probably means, by edit distance; empty if none is
/// near.
std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates);

/// " (did you mean 'x'?)" for nearest_name() = x; empty if none is near.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

namespace detail {

inline void append(std::string& text, std::string_view part) { text += part; }
inline void append(std::string& text, char part) { text += part; }
inline void append(std::string& text, double part) { text += to_text(part); }
template <std::integral I>
void append(std::string& text, I part) {
  text += std::to_string(part);
}

}  // namespace detail

/// One string from strings, integers and doubles.
template <class... Parts>
std::string concat(const Parts&... parts) {
  std::string text;
  (detail::append(text, parts), ...);
  return text;
}

}  // namespace appell
