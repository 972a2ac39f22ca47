#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace appell::io {

/// A text that is read, and the name that messages call it by.
class SourceText {
 public:
  SourceText(std::string name, std::string text);

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }

  /// "name:line:column" of a byte, both counted from 1.
  std::string position(std::size_t offset) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<std::size_t> line_starts_;
};

/// Collects everything that is wrong or odd in one text, so that a user sees it all at once.
class Diagnostics {
 public:
  explicit Diagnostics(const SourceText& source) : source_(source) {}

  void error(std::size_t offset, std::string_view text);
  void warning(std::size_t offset, std::string_view text);

  const std::vector<std::string>& warnings() const { return warnings_; }
  bool has_errors() const { return !errors_.empty(); }

  /// @throws ModelError with every error, in the order of the text, if there is one.
  void throw_if_errors() const;

 private:
  struct Entry {
    std::size_t offset;
    std::string text;
  };

  const SourceText& source_;
  std::vector<Entry> errors_;
  std::vector<std::string> warnings_;
};

/// The bytes of a file.
/// @throws ModelError if it cannot be read or is larger than 256 MiB.
std::string file_text(const std::string& path);

}  // namespace appell::io
