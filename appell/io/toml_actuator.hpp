#pragma once

#include "appell/io/toml_fields.hpp"
#include "appell/model/description.hpp"

/// Not installed: motor and transmission of a joint in TOML files.
namespace appell::io {

/// A table with the fields of an actuator (docs/formats.md); what it does not have is as in
/// `missing`. Every field of it is read.
model::Actuator read_actuator(TomlFields& fields, const model::Actuator& missing = {});

}  // namespace appell::io
