#pragma once

#include <string>
#include <vector>

namespace appell::apps {

/// A program in the folder of the running one, links to it followed.
std::string own_neighbour(const char* name);

/// Becomes another program, with `name` and `words` for arguments; comes back only if it cannot be
/// started, and `errno` says why.
void become(std::string program, const std::string& name, std::vector<std::string> words);

}  // namespace appell::apps
