#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "appell/io/strictness.hpp"

namespace appell::io {

/// A place in a text, both counted from 1.
struct Position {
  std::size_t line = 1;
  std::size_t column = 1;

  auto operator<=>(const Position&) const = default;
};

/// A text that is read, and the name that messages call it by.
class SourceText {
 public:
  SourceText(std::string name, std::string text);

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }
  /// Of the byte at `offset`; of the end of the text for everything behind it.
  Position position(std::size_t offset) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<std::size_t> line_starts_;
};

/// Collects everything that is wrong or odd in one text, so that a user sees it all at once.
class Diagnostics {
 public:
  explicit Diagnostics(std::string source_name, Strictness strictness = Strictness::kTolerant)
      : source_name_(std::move(source_name)), strictness_(strictness) {}

  const std::string& source_name() const { return source_name_; }

  void error(Position at, const std::string& text);
  /// Notes an error after which reading cannot go on.
  /// @throws ModelError with all of them.
  [[noreturn]] void fail(Position at, const std::string& text);

  /// A warning; further ones with the same `key` are only counted. An empty key is never the same.
  void warning(Position at, const std::string& text, const std::string& key = "");

  /// Something that does not belong there and is passed over, or an error: as strict as asked.
  void oddity(Position at, const std::string& text, const std::string& key = "");

  /// While one of these lives, what is read bears on no result: an error is a warning, unless
  /// reading is strict.
  class Unneeded {
   public:
    explicit Unneeded(Diagnostics& diagnostics) : diagnostics_(diagnostics) {
      diagnostics_.is_unneeded_ = true;
    }
    ~Unneeded() { diagnostics_.is_unneeded_ = false; }
    Unneeded(const Unneeded&) = delete;
    Unneeded& operator=(const Unneeded&) = delete;

   private:
    Diagnostics& diagnostics_;
  };

  /// To see whether a part of the text was without errors: the same before and after it. Errors in
  /// what bears on no result count.
  std::size_t num_errors() const { return errors_.size() + num_unneeded_errors_; }

  /// "name:line:column"
  std::string place(Position at) const;

  /// "name:line:column: text" of each warning, in the order of the text.
  std::vector<std::string> warnings() const;

  /// @throws ModelError with every error, in the order of the text, if there is one.
  void throw_if_errors() const;

 private:
  struct Entry {
    Position at;
    std::string text;
    int repetitions = 0;
  };

  std::vector<std::string> sorted_texts(std::vector<Entry> entries) const;

  std::string source_name_;
  Strictness strictness_;
  bool is_unneeded_ = false;
  std::size_t num_unneeded_errors_ = 0;
  std::vector<Entry> errors_;
  std::vector<Entry> warnings_;
  std::map<std::string, std::size_t> warning_of_key_;
};

}  // namespace appell::io
