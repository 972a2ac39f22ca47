#include "appell/io/diagnostics.hpp"

#include <algorithm>
#include <utility>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"

namespace appell::io {

SourceText::SourceText(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)) {
  line_starts_.reserve(std::count(text_.begin(), text_.end(), '\n') + 1);
  line_starts_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
  }
}

Position SourceText::position(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const std::size_t line = next - line_starts_.begin();
  return {line, offset - line_starts_[line - 1] + 1};
}

void Diagnostics::error(Position at, const std::string& text) {
  if (is_unneeded_ && strictness_ == Strictness::kTolerant) {
    ++num_unneeded_errors_;
    warning(at, concat(text, " (ignored: no result needs it)"));
    return;
  }
  errors_.push_back({at, one_line(text)});
}

void Diagnostics::fail(Position at, const std::string& text) {
  errors_.push_back({at, one_line(text)});
  throw ModelError(sorted_texts(errors_));
}

void Diagnostics::warning(Position at, const std::string& text, const std::string& key) {
  if (!key.empty()) {
    const auto [known, is_new] = warning_of_key_.emplace(key, warnings_.size());
    if (!is_new) {
      ++warnings_[known->second].repetitions;
      return;
    }
  }
  warnings_.push_back({at, one_line(text)});
}

void Diagnostics::oddity(Position at, const std::string& text, const std::string& key) {
  if (strictness_ == Strictness::kStrict) {
    error(at, concat(text, "; strict reading refuses it"));
  } else {
    warning(at, concat(text, "; it is ignored"), key);
  }
}

std::string Diagnostics::place(Position at) const {
  return concat(source_name_, ":", at.line, ":", at.column);
}

std::vector<std::string> Diagnostics::warnings() const { return sorted_texts(warnings_); }

void Diagnostics::throw_if_errors() const {
  if (!errors_.empty()) throw ModelError(sorted_texts(errors_));
}

std::vector<std::string> Diagnostics::sorted_texts(std::vector<Entry> entries) const {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.at < b.at; });
  std::vector<std::string> texts;
  for (const Entry& entry : entries) {
    texts.push_back(concat(place(entry.at), ": ", entry.text));
    if (entry.repetitions > 0)
      texts.back() += concat(" (and ", entry.repetitions, " more like it)");
  }
  return texts;
}

}  // namespace appell::io
