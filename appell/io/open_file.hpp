#pragma once

#include <string>
#include <string_view>

namespace appell::io {

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
};

}  // namespace appell::io
