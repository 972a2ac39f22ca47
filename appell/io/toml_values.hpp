#pragma once

#include "appell/io/toml_fields.hpp"
#include "appell/model/description.hpp"
#include "appell/spatial/placement.hpp"

/// Not installed: placements, friction and actuators in TOML files.
namespace appell::io {

/// The matrix that the field `key` holds if it is a rotation; else none, and an error.
std::optional<Mat3> rotation_in(TomlFields& fields, const char* key, const Mat3& R);

/// A placement from the fields xyz (m) and at most one of rpy (rad) and quat_xyzw, or from `matrix`
/// (4x4 rows) alone; the identity if none is given.
spatial::Placement read_toml_placement(TomlFields& fields);

/// Whether coefficients below zero, friction that drives, are errors: a fit may well find them.
enum class NegativeFriction { kRefused, kWarned };

/// The table `friction` of a joint (docs/formats.md); every field of it is read.
model::Friction read_friction(TomlFields& fields,
                              NegativeFriction negative = NegativeFriction::kRefused);

/// A table with the fields of an actuator (docs/formats.md); what it does not have is as in
/// `missing`. Every field of it is read.
model::Actuator read_actuator(TomlFields& fields, const model::Actuator& missing = {});

}  // namespace appell::io
