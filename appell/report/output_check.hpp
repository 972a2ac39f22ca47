#pragma once

#include <string>
#include <vector>

namespace appell::report {

/// Finds out before any computing whether a file can be written: its folder is there, it is no
/// folder itself, nobody else is writing it.
/// @throws InvalidArgument saying what is in the way.
void check_output_file(const std::string& path);

/// @throws InvalidArgument if `path` is a file that this process may not write, though its folder
///   would let it be replaced: its owner wants it as it is.
void refuse_read_only(const std::string& path);

/// check_output_file() of a folder that is to be created, or is there and takes files.
void check_output_folder(const std::string& path);

/// Whether two paths lead to one file: by another spelling, a symbolic or a hard link.
bool is_same_file(const std::string& a, const std::string& b);

/// @param inputs  files that are read; what is no file (an embedded model) is no input.
/// @throws InvalidArgument if `path` is one of them, or one that they name (io::files_read_with).
void check_is_no_input(const std::string& path, const std::vector<std::string>& inputs);

}  // namespace appell::report
