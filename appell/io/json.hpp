#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace appell::io {

/// Parses JSON text strictly: a repeated key is an error.
/// @throws ModelError "source:line:column: ..." for bad syntax, "source: field: ..." for a repeated
///   key.
nlohmann::json parse_json(const std::string& source_name, const std::string& text);

}  // namespace appell::io
