#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace appell::io {

/// What some programs write before a text to say that it is UTF-8.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The lines of a text that may be larger than the memory. A byte order mark before it is passed
/// over.
class LineReader {
 public:
  /// @param name  that messages call the text by.
  LineReader(std::istream& stream, std::string name);

  /// The next line without its end ("\n" or "\r\n"), until the next call.
  /// @return whether there was one.
  bool next(std::string_view& line);

  std::size_t number() const { return number_; }  ///< Of the last line, from 1.

  /// @throws ModelError "name:line: problem"
  [[noreturn]] void fail(std::string_view problem) const;
  /// The same of an earlier line.
  [[noreturn]] void fail_at(std::size_t line, std::string_view problem) const;

 private:
  bool refill();

  std::istream& stream_;
  std::string name_;
  std::size_t number_ = 0;
  std::string block_;   ///< What was read last.
  std::size_t at_ = 0;  ///< What of it was given.
  std::string joined_;  ///< A line that began in an earlier block.
};

/// Takes the first word off a line; empty if there is none.
std::string_view take_word(std::string_view& line);

}  // namespace appell::io
