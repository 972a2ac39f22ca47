#pragma once

#include <concepts>
#include <initializer_list>
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

/// What a message is put together from: a string, a character, an integer or a double, looked at
/// and not copied. One type for all of them, so that a message costs little to compile.
class TextPart {
 public:
  TextPart(std::string_view text) : text_(text) {}
  TextPart(const std::string& text) : text_(text) {}
  TextPart(const char* text) : text_(text) {}
  TextPart(char character) : kind_(Kind::kCharacter), character_(character) {}
  TextPart(double number) : kind_(Kind::kDouble), double_(number) {}
  template <std::signed_integral I>
  TextPart(I number) : kind_(Kind::kSigned), signed_(number) {}
  template <std::unsigned_integral I>
  TextPart(I number) : kind_(Kind::kUnsigned), unsigned_(number) {}

  void append_to(std::string& text) const;

 private:
  enum class Kind { kText, kCharacter, kDouble, kSigned, kUnsigned };
  Kind kind_ = Kind::kText;
  union {
    std::string_view text_;
    char character_;
    double double_;
    long long signed_;
    unsigned long long unsigned_;
  };
};

std::string joined(std::initializer_list<TextPart> parts);

/// One string from strings, integers and doubles.
template <class... Parts>
std::string concat(const Parts&... parts) {
  return joined({TextPart(parts)...});
}

}  // namespace appell
