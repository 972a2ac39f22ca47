#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Not installed: texts of users, such as names of joints, as each format of files holds them.
namespace appell {

/// Where a text stops being UTF-8 (RFC 3629); npos if it is all UTF-8.
std::size_t first_byte_outside_utf8(std::string_view text);

/// Why a name cannot stand in every file that is written: bytes that are not UTF-8, control
/// characters, line breaks. Empty if nothing is wrong with it.
std::string name_problem(std::string_view name);

/// In double quotes, as JSON, TOML and YAML all read it. A byte that is not UTF-8, as the name of a
/// file may have, becomes the replacement character U+FFFD.
std::string quoted_text(std::string_view text);

/// As a field of a CSV: in quotes where it would not be one field, or not the same, without.
std::string csv_field(std::string_view text);

/// To be looked at, as XML and HTML have it: "&lt;" for "<" and the like, blanks for control
/// characters, U+FFFD for bytes that are not UTF-8.
std::string xml_text(std::string_view text);

/// The same in a line of Markdown, or a cell of a table: what would format it is escaped.
std::string markdown_text(std::string_view text);

}  // namespace appell
