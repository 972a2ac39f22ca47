#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

#include "appell/io/limits.hpp"

namespace appell::io {

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

/// All that comes from a stream; messages call it `source_name`.
/// @throws ModelError if it is larger than `limit`.
std::string stream_text(std::istream& stream, const std::string& source_name,
                        const SizeLimit& limit);

/// @throws ModelError, saying what it is, if this is a folder, a pipe, a device or the like (links
///   are followed).
void refuse_special_file(const std::string& path);

}  // namespace appell::io
