#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/io/toml_fields.hpp"
#include "appell/mass/compound.hpp"

namespace appell::io {

/// Reads `[[material]]` tables: name, density, source.
std::vector<mass::Material> read_toml_materials(TomlFields& fields);

/// Reads the array of parts `key` of `fields` and puts them together. Every problem is noted at the
/// part it belongs to; none if there was one. `source_name` is the file: others that a part names
/// are looked for beside it.
std::optional<mass::Compound> read_toml_parts(TomlFields& fields, std::string_view key,
                                              const std::vector<mass::Material>& materials,
                                              const std::string& source_name,
                                              mass::Physics physics = mass::Physics::kRequired);

}  // namespace appell::io
