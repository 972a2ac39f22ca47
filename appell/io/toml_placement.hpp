#pragma once

#include "appell/io/toml_fields.hpp"
#include "appell/spatial/placement.hpp"

namespace appell::io {

/// The matrix that the field `key` holds if it is a rotation; else none, and an error.
std::optional<Mat3> rotation_in(TomlFields& fields, const char* key, const Mat3& R);

/// A placement from the fields xyz (m) and at most one of rpy (rad) and quat_xyzw, or from `matrix`
/// (4x4 rows) alone; the identity if none is given.
spatial::Placement read_toml_placement(TomlFields& fields);

}  // namespace appell::io
