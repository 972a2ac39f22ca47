#pragma once

#include <any>
#include <cstddef>
#include <string>
#include <string_view>

#include "appell/base/error.hpp"

namespace appell::io {

/// Files lead to more files than are read. It ends the reading of all of them: whoever notes
/// problems of a file that he names must let it pass, or each of the others would be tried in turn.
class TooManyFiles : public ModelError {
 public:
  using ModelError::ModelError;
};

/// A file that is being read, as long as this lives. Files name other files of their kind; one that
/// is open already would never end.
class OpenFile {
 public:
  /// @param kind  for the message: "motions", "body files".
  /// @throws ModelError if this thread is reading the file already.
  OpenFile(const std::string& path, std::string_view kind);
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  /// To be called before a file that another one names is read.
  /// @param place  where it is named, for the message: "a.toml:3:8: part 'p'".
  /// @throws TooManyFiles if the chain of open files is too long, or the first of them has led to
  ///   too many.
  static void require_room(const std::string& place);

  /// The same for a file that is known already: the chain only.
  static void require_short_chain(const std::string& place);
};

/// A file that an open one names, for read_once().
class NamedFile {
 public:
  /// @throws TooManyFiles as OpenFile::require_room() does; one that is known is not counted.
  NamedFile(const std::string& path, const std::string& place);

  /// What keep() was given for this file; null if it was not.
  const std::any* known() const { return known_; }

  /// Keeps what the file gave until the first of the open files is closed, if it names no other.
  void keep(std::any result) const;

 private:
  std::string key_;
  std::size_t num_before_;
  const std::any* known_ = nullptr;
};

/// Reads a file that an open one of its kind names. One that names no other is read and counted
/// once, however many name it: its result, or its ModelError, is kept as long as the first file is
/// open.
/// @param place  see OpenFile::require_room().
/// @param read   the same for all files that are open.
template <class Read>
auto read_once(const std::string& path, const std::string& place, const Read& read) {
  using Result = decltype(read());
  const NamedFile file(path, place);
  if (file.known() != nullptr) {
    if (const auto* error = std::any_cast<ModelError>(file.known())) throw ModelError(*error);
    return std::any_cast<Result>(*file.known());
  }
  try {
    Result result = read();
    file.keep(result);
    return result;
  } catch (const TooManyFiles&) {
    throw;
  } catch (const ModelError& error) {
    file.keep(error);
    throw;
  }
}

}  // namespace appell::io
