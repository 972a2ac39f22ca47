#pragma once

#include <string>

namespace appell::support {

/// The folder of the sources. A function, not a macro: one small unit knows the path, so that a
/// compiler cache serves every clone.
std::string source_dir();

/// The program `appell` of this build.
std::string program();

}  // namespace appell::support
