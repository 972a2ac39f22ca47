#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/io/body_file.hpp"
#include "appell/io/file_chain.hpp"
#include "appell/io/toml_fields.hpp"
#include "appell/mass/compound.hpp"

namespace appell::io {

/// Reads `[[material]]` tables: name, density, source.
std::vector<mass::Material> read_toml_materials(TomlFields& fields);

/// Reads the array of parts `key` of `fields` and puts them together. Every problem is noted at the
/// part it belongs to; none if there was one. `source_name` is the file: others that a part names
/// are looked for beside it; `chain` has those that led here.
std::optional<mass::Compound> read_toml_parts(TomlFields& fields, std::string_view key,
                                              const std::vector<mass::Material>& materials,
                                              const std::string& source_name, FileChain& chain,
                                              mass::Physics physics = mass::Physics::kRequired);

/// read_body_toml() of a file that one of the chain names.
BodyFile read_body_toml(const std::string& source_name, const std::string& text, FileChain& chain);

}  // namespace appell::io
