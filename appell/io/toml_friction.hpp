#pragma once

#include "appell/io/toml_fields.hpp"
#include "appell/model/description.hpp"

/// Not installed: friction of a joint in TOML files.
namespace appell::io {

/// Whether coefficients below zero, friction that drives, are errors: a fit may well find them.
enum class NegativeFriction { kRefused, kWarned };

/// The table `friction` of a joint (docs/formats.md); every field of it is read.
model::Friction read_friction(TomlFields& fields,
                              NegativeFriction negative = NegativeFriction::kRefused);

}  // namespace appell::io
