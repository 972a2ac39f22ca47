#include "appell/base/quoted.hpp"

#include "appell/base/text.hpp"

namespace appell {
namespace {

/// A character of a text: its code and its number of bytes, 0 if these are not UTF-8.
struct CodePoint {
  unsigned code = 0;
  std::size_t length = 0;
};

CodePoint code_point_at(std::string_view text, std::size_t at) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(at);
  const std::size_t length = lead < 0x80                   ? 1
                             : lead >= 0xC2 && lead < 0xE0 ? 2
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xF0 && lead < 0xF5 ? 4
                                                           : 0;
  if (length == 0 || at + length > text.size()) return {};
  unsigned code = length == 1 ? lead : lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80) return {};
    code = code << 6U | (byte(at + i) & 0x3FU);
  }
  constexpr unsigned kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code < 0xE000;
  if (code < kSmallest[length] || code > 0x10FFFF || is_surrogate) return {};
  return {code, length};
}

/// Control characters, line breaks of Unicode, and what is no character at all: what one of the
/// formats does not hold as it is.
bool is_special(unsigned code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029 ||
         code == 0xFEFF || code == 0xFFFE || code == 0xFFFF;
}

/// What people look at: a blank for what is special, U+FFFD for bytes that are not UTF-8.
std::string shown(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    const std::size_t length = point.length == 0 ? 1 : point.length;
    out += point.length == 0        ? std::string_view("\xEF\xBF\xBD")
           : is_special(point.code) ? std::string_view(" ")
                                    : text.substr(at, length);
    at += length;
  }
  return out;
}

std::string escaped(unsigned code) {
  std::string text = "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) text += "0123456789abcdef"[code >> shift & 15U];
  return text;
}

}  // namespace

std::size_t first_byte_outside_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = code_point_at(text, at).length;
    if (length == 0) return at;
    at += length;
  }
  return std::string_view::npos;
}

std::string name_problem(std::string_view name) {
  for (std::size_t at = 0; at < name.size();) {
    const CodePoint point = code_point_at(name, at);
    if (point.length == 0) return concat("byte ", at + 1, " of its name is not UTF-8");
    if (is_special(point.code)) {
      return concat("byte ", at + 1, " of its name is the control character ", escaped(point.code),
                    "; a name that every file can hold is needed");
    }
    at += point.length;
  }
  return {};
}

std::string quoted_text(std::string_view text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (point.length == 0) {
      out += escaped(0xFFFD);
    } else if (is_special(point.code)) {
      out += escaped(point.code);
    } else {
      if (text[at] == '"' || text[at] == '\\') out += '\\';
      out += text.substr(at, point.length);
    }
    at += point.length == 0 ? 1 : point.length;
  }
  return out + "\"";
}

std::string csv_field(std::string_view text) {
  const bool has_blank_end = text.starts_with(' ') || text.ends_with(' ');
  if (!has_blank_end && text.find_first_of(",;\"\t\n\r#%") == std::string_view::npos) {
    return std::string(text);
  }
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : shown(text)) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string markdown_text(std::string_view text) {
  std::string out;
  for (const char c : shown(text)) {
    if (std::string_view("\\`*_[]<>|$").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

}  // namespace appell
