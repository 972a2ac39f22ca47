#pragma once

#include <string>
#include <vector>

#include "appell/mass/compound.hpp"
#include "appell/model/model.hpp"

namespace appell::io {

/// A compound body as a file describes it (docs/mass.md).
struct BodyFile {
  std::string name;
  mass::Compound compound;
};

/// Reads a body file: parts that are added or cut out, other body files among them.
/// @throws ModelError with all problems, each "file:line:column: part 'name': what was found; what
///   is needed".
BodyFile load_body(const std::string& path);

/// The same from a text; files that it names are looked for beside `source_name`.
BodyFile read_body_toml(const std::string& source_name, const std::string& text);

/// A link of a robot as a body of one part, in the frame of the link.
/// @throws InvalidArgument if there is no such link, or it has no mass; ModelError if no real body
///   has its inertia.
BodyFile body_of_link(const model::Model& model, const std::string& link);

}  // namespace appell::io
