#pragma once

#include "appell/io/study_file.hpp"
#include "appell/io/toml_fields.hpp"

namespace appell::io {

/// One table [[vary]].
VaryEntry read_vary(TomlFields& fields);

}  // namespace appell::io
