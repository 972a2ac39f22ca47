#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "appell/io/study_file.hpp"
#include "appell/io/toml_fields.hpp"

/// Not installed: parts of the reader of studies.
namespace appell::io {

/// One table [[vary]].
VaryEntry read_vary(TomlFields& fields);

/// A text, or a list of them; empty if it is absent or (with an error) something else.
std::vector<std::string> texts_of(TomlFields& fields, std::string_view key);

/// A whole number within least..most, or `missing`.
long long whole_number_of(TomlFields& fields, std::string_view key, long long missing, double least,
                          double most);

/// One of some texts; the first of them if it is absent.
std::string one_of(TomlFields& fields, std::string_view key, const std::vector<std::string>& texts);

}  // namespace appell::io
