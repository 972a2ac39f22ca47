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

std::string SourceText::position(std::size_t offset) const {
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<std::size_t>(next - line_starts_.begin());
  return concat(name_, ":", line, ":", offset - line_starts_[line - 1] + 1);
}

void Diagnostics::error(std::size_t offset, std::string_view text) {
  errors_.push_back({offset, concat(source_.position(offset), ": ", text)});
}

void Diagnostics::warning(std::size_t offset, std::string_view text) {
  warnings_.push_back(concat(source_.position(offset), ": ", text));
}

void Diagnostics::throw_if_errors() const {
  if (errors_.empty()) return;
  std::vector<Entry> sorted = errors_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Entry& a, const Entry& b) { return a.offset < b.offset; });
  std::vector<std::string> texts;
  for (Entry& entry : sorted) texts.push_back(std::move(entry.text));
  throw ModelError(std::move(texts));
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
