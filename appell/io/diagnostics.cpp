#include "appell/io/diagnostics.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"

namespace appell::io {
namespace {

/// Far above any description of a robot; keeps a wrong file name from filling the memory.
constexpr std::uintmax_t kLargestFile = std::uintmax_t{256} << 20;

}  // namespace

SourceText::SourceText(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)) {
  line_starts_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
  }
}

Position SourceText::position(std::size_t offset) const {
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<std::size_t>(next - line_starts_.begin());
  return {line, offset - line_starts_[line - 1] + 1};
}

void Diagnostics::error(Position at, std::string text) { errors_.push_back({at, std::move(text)}); }

void Diagnostics::warning(Position at, std::string text, const std::string& key) {
  if (!key.empty()) {
    const auto [known, is_new] = warning_of_key_.emplace(key, warnings_.size());
    if (!is_new) {
      ++warnings_[known->second].repetitions;
      return;
    }
  }
  warnings_.push_back({at, std::move(text)});
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
    texts.push_back(
        concat(source_name_, ":", entry.at.line, ":", entry.at.column, ": ", entry.text));
    if (entry.repetitions > 0)
      texts.back() += concat(" (and ", entry.repetitions, " more like it)");
  }
  return texts;
}

std::string file_text(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw ModelError(concat(path, ": is a folder; a file is needed"));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw ModelError(concat(path, ": cannot be opened: ", std::strerror(errno)));
  }
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (!error && size > kLargestFile) {
    throw ModelError(concat(path, ": has ", size, " bytes; at most ", kLargestFile, " are read"));
  }
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (file.bad()) throw ModelError(concat(path, ": cannot be read: ", std::strerror(errno)));
  return text;
}

}  // namespace appell::io
