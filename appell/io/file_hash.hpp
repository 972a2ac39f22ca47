#pragma once

#include <string>

namespace appell::io {

/// Of the bytes of a file: 16 digits that are others when it was changed (FNV-1a, 64 bits; no
/// protection against intent).
/// @throws ModelError if it cannot be read.
std::string file_hash(const std::string& path);

}  // namespace appell::io
