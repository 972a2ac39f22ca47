#include "appell/io/file_chain.hpp"

#include <algorithm>
#include <filesystem>

#include "appell/base/text.hpp"
#include "appell/io/limits.hpp"

namespace appell::io {

FileChain::Link::Link(FileChain& chain, const std::string& path, std::string_view kind)
    : chain_(chain) {
  std::vector<std::string>& open = chain_.open_;
  const std::string canonical = key_of(path);
  if (std::find(open.begin(), open.end(), canonical) != open.end()) {
    throw ModelError(concat(path, ": is part of itself; ", kind, " must not form a circle"));
  }
  chain_.num_files_ = open.empty() ? 1 : chain_.num_files_ + 1;
  open.push_back(canonical);
}

FileChain::Link::~Link() {
  chain_.open_.pop_back();
  if (chain_.open_.empty()) chain_.leaves_.clear();
}

void FileChain::require_room(const std::string& place) const {
  require_short(place);
  if (!open_.empty() && num_files_ >= kMostFiles) {
    throw TooManyFiles(concat(place, ": names file ", num_files_ + 1, " that ", open_.front(),
                              " leads to; at most ", kMostFiles, " are read"));
  }
}

void FileChain::require_short(const std::string& place) const {
  if (open_.size() >= kLongestFileChain) {
    throw TooManyFiles(concat(place, ": names file ", open_.size() + 1,
                              " of a chain in which each names the next, from ", open_.front(),
                              "; at most ", kLongestFileChain, " are read"));
  }
}

std::string FileChain::key_of(const std::string& path) {
  std::error_code error;
  const std::string canonical = std::filesystem::weakly_canonical(path, error).string();
  return error ? path : canonical;
}

const std::any* FileChain::find(const std::string& key, const std::string& place) const {
  const auto known = leaves_.find(key);
  if (known == leaves_.end()) {
    require_room(place);
    return nullptr;
  }
  require_short(place);
  return &known->second;
}

void FileChain::keep(const std::string& key, std::size_t num_before, std::any result) {
  const bool names_none = num_named_ == num_before;
  if (names_none && !open_.empty()) leaves_.emplace(key, std::move(result));
}

}  // namespace appell::io
