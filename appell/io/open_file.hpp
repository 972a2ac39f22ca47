#pragma once

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
};

}  // namespace appell::io
