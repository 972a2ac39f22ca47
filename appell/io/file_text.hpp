#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

#include "appell/io/limits.hpp"

namespace appell::io {

/// While one of these exists, what is read from a pipe is kept until the last of them is gone, and
/// whoever reads that pipe again gets the same bytes: a pipe gives them once only.
class KeptPipes {
 public:
  KeptPipes();
  ~KeptPipes();
  KeptPipes(const KeptPipes&) = delete;
  KeptPipes& operator=(const KeptPipes&) = delete;
};

/// Hands over the bytes of a file that the user names, piece by piece; it may be a pipe.
/// @throws ModelError if it cannot be read or is larger than `limit`.
void read_file(const std::string& path, const SizeLimit& limit,
               const std::function<void(std::string_view piece)>& take);

/// The bytes of a file that the user names; it may be a pipe.
/// @throws ModelError if it cannot be read or is larger than `limit`.
std::string file_text(const std::string& path, const SizeLimit& limit);

/// The same of a file that another file names: only a regular file is opened, since a pipe without
/// a writer would wait for ever.
std::string regular_file_text(const std::string& path, const SizeLimit& limit);

/// Of the bytes of a file: 16 digits that are others when it was changed (FNV-1a, 64 bits; no
/// protection against intent).
/// @throws ModelError if it cannot be read.
std::string file_hash(const std::string& path);

/// @throws ModelError saying why, if the system could not read what a stream was asked for.
void refuse_failed_read(const std::istream& stream, const std::string& source_name);

/// All that comes from a stream; messages call it `source_name`.
/// @throws ModelError if it is larger than `limit`.
std::string stream_text(std::istream& stream, const std::string& source_name,
                        const SizeLimit& limit);

/// @throws ModelError, saying what it is, if this is a folder, a pipe, a device or the like (links
///   are followed).
void refuse_special_file(const std::string& path);

/// For a motion file that is to name another file; none if `path` is empty.
/// @throws InvalidArgument if that is a pipe or the like, which nobody can read a second time, or
///   its path is not UTF-8.
void refuse_to_name(const std::string& path);

}  // namespace appell::io
