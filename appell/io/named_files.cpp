#include "appell/io/named_files.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>
#include <utility>

#include "appell/base/error.hpp"
#include "appell/io/file_text.hpp"
#include "appell/io/limits.hpp"

namespace appell::io {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The text in quotes behind `=`, from `at` on; empty if something else is there.
std::string quoted_value(std::string_view text, std::size_t at) {
  at = text.find_first_not_of(" \t", at);
  if (at == std::string_view::npos || text[at] != '=') return {};
  at = text.find_first_not_of(" \t", at + 1);
  if (at == std::string_view::npos || (text[at] != '"' && text[at] != '\'')) return {};
  const std::size_t end = text.find(text[at], at + 1);
  return end == std::string_view::npos ? "" : std::string(text.substr(at + 1, end - at - 1));
}

/// Texts behind `file =` and `model =` in a TOML file. (A model may have a name instead; no file
/// has that.)
std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  for (const std::string_view key : {"file", "model"}) {
    for (std::size_t at = text.find(key); at != std::string_view::npos;
         at = text.find(key, at + 1)) {
      if (at > 0 && is_word(text[at - 1])) continue;
      std::string name = quoted_value(text, at + key.size());
      const bool is_file = key == "file" || name.find('.') != std::string::npos;
      if (!name.empty() && is_file) names.push_back(std::move(name));
    }
  }
  return names;
}

/// Empty for what is no regular file or too large: it is none of ours.
std::string text_if_ours(const std::filesystem::path& file) {
  if (file.extension() != ".toml") return {};
  try {
    return regular_file_text(file.string(), kTomlLimit);
  } catch (const ModelError&) {
    return {};  // Who reads it in earnest will say why it cannot be read.
  }
}

}  // namespace

std::vector<std::string> files_named_in(const std::string& path) {
  return names_in(text_if_ours(path));
}

std::vector<std::string> files_read_with(const std::string& path) {
  std::vector<std::string> files{path};
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::filesystem::path file = files[i];
    const std::string text = text_if_ours(file);
    for (const std::string& name : names_in(text)) {
      const std::string named = (file.parent_path() / name).lexically_normal().string();
      if (std::find(files.begin(), files.end(), named) != files.end()) continue;
      if (files.size() == kMostFiles) return files;
      files.push_back(named);
    }
  }
  return files;
}

}  // namespace appell::io
