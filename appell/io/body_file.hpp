#pragma once

#include <string>
#include <vector>

#include "appell/mass/compound.hpp"

namespace appell::io {

/// A compound body as a file describes it (docs/mass.md).
struct BodyFile {
  std::string name;
  mass::Compound compound;
};

/// Reads a body file: parts that are added or cut out, other body files among them.
/// @throws ModelError with all problems, each "file:line:column: part 'name': what was found; what
/// is
///   needed".
BodyFile load_body(const std::string& path);

/// The same from a text; files that it names are looked for beside `source_name`.
BodyFile read_body_toml(const std::string& source_name, const std::string& text);

}  // namespace appell::io
