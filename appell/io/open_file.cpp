#include "appell/io/open_file.hpp"

#include <algorithm>
#include <any>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include "appell/base/text.hpp"
#include "appell/io/limits.hpp"

namespace appell::io {
namespace {

/// Each is being read because the one before it names it.
thread_local std::vector<std::string> open_files;
/// How many files the first of them has led to, itself among them.
thread_local std::size_t num_files = 0;
/// How often one of them named another.
thread_local std::size_t num_named = 0;
/// What those gave that name no others, by canonical path.
thread_local std::map<std::string, std::any> leaves;

}  // namespace

OpenFile::OpenFile(const std::string& path, std::string_view kind) {
  const std::string canonical = std::filesystem::weakly_canonical(path).string();
  if (std::find(open_files.begin(), open_files.end(), canonical) != open_files.end()) {
    throw ModelError(concat(path, ": is part of itself; ", kind, " must not form a circle"));
  }
  num_files = open_files.empty() ? 1 : num_files + 1;
  open_files.push_back(canonical);
}

OpenFile::~OpenFile() {
  open_files.pop_back();
  if (open_files.empty()) leaves.clear();
}

void OpenFile::require_room(const std::string& place) {
  require_short_chain(place);
  if (!open_files.empty() && num_files >= kMostFiles) {
    throw TooManyFiles(concat(place, ": names file ", num_files + 1, " that ", open_files.front(),
                              " leads to; at most ", kMostFiles, " are read"));
  }
}

void OpenFile::require_short_chain(const std::string& place) {
  if (open_files.size() >= kLongestFileChain) {
    throw TooManyFiles(concat(place, ": names file ", open_files.size() + 1,
                              " of a chain in which each names the next, from ", open_files.front(),
                              "; at most ", kLongestFileChain, " are read"));
  }
}

NamedFile::NamedFile(const std::string& path, const std::string& place) : num_before_(++num_named) {
  std::error_code error;
  key_ = std::filesystem::weakly_canonical(path, error).string();
  if (error) key_ = path;
  const auto known = leaves.find(key_);
  known_ = known == leaves.end() ? nullptr : &known->second;
  if (known_ != nullptr) {
    OpenFile::require_short_chain(place);
  } else {
    OpenFile::require_room(place);
  }
}

void NamedFile::keep(std::any result) const {
  const bool names_none = num_named == num_before_;
  if (names_none && !open_files.empty()) leaves.emplace(key_, std::move(result));
}

}  // namespace appell::io
