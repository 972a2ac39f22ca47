#pragma once

#include <string>
#include <vector>

namespace appell::io {

/// What is read when a file is: the file itself, those that it names as `file = "..."` or
/// `model = "..."` if it is a .toml, those that these name, and so on; each once. By a search of
/// the text, which a broken file has too; a file that is missing, or too large for one of ours,
/// names none.
std::vector<std::string> files_read_with(const std::string& path);

/// What a .toml file names as `file = "..."` or `model = "..."`, as it stands there.
std::vector<std::string> files_named_in(const std::string& path);

}  // namespace appell::io
