#include "tests/support/places.hpp"

namespace appell::support {

std::string source_dir() { return APPELL_SOURCE_DIR; }

std::string program() { return APPELL_PROGRAM; }

}  // namespace appell::support
