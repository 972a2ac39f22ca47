#pragma once

#include <any>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "appell/base/error.hpp"

namespace appell::io {

/// Files lead to more files than are read. It ends the reading of all of them: whoever notes
/// problems of a file that he names must let it pass, or each of the others would be tried in turn.
class TooManyFiles : public ModelError {
 public:
  using ModelError::ModelError;
};

/// The files of one kind that are being read, each because the one before it names it, and what
/// those gave that are done. Readers hand it on to each other.
class FileChain {
 public:
  /// A file that is being read, as long as this lives. One that is open already would never end.
  class Link {
   public:
    /// @param kind  for the message: "motions", "body files".
    /// @throws ModelError if the chain has the file already.
    Link(FileChain& chain, const std::string& path, std::string_view kind);
    ~Link();
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

   private:
    FileChain& chain_;
  };

  /// To be called before a file that another one names is read.
  /// @param place  where it is named, for the message: "a.toml:3:8: part 'p'".
  /// @throws TooManyFiles if the chain is too long, or its first file has led to too many.
  void require_room(const std::string& place) const;

  /// Reads a file that one of the chain names. One that names no other is read and counted once,
  /// however many name it: its result, or its ModelError, is kept as long as the first file is
  /// open.
  /// @param place  see require_room(), whose errors it throws; of a known file only the chain
  /// counts.
  /// @param read   gives the same for all files of the chain.
  template <class Read>
  auto read_once(const std::string& path, const std::string& place, const Read& read) {
    using Result = decltype(read());
    const std::size_t num_before = ++num_named_;
    const std::string key = key_of(path);
    if (const std::any* known = find(key, place)) {
      if (const auto* error = std::any_cast<ModelError>(known)) throw ModelError(*error);
      return std::any_cast<Result>(*known);
    }
    try {
      Result result = read();
      keep(key, num_before, result);
      return result;
    } catch (const TooManyFiles&) {
      throw;
    } catch (const ModelError& error) {
      keep(key, num_before, error);
      throw;
    }
  }

 private:
  static std::string key_of(const std::string& path);
  void require_short(const std::string& place) const;
  /// What is kept of a file; null if there is nothing.
  const std::any* find(const std::string& key, const std::string& place) const;
  void keep(const std::string& key, std::size_t num_before, std::any result);

  std::vector<std::string> open_;           ///< Canonical paths.
  std::size_t num_files_ = 0;               ///< That the first has led to, itself among them.
  std::size_t num_named_ = 0;               ///< How often one of them named another.
  std::map<std::string, std::any> leaves_;  ///< What those gave that name no others.
};

}  // namespace appell::io
