#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace appell::io {

/// Where a TOML text nests deeper than the limits allow, and how.
struct TomlExcess {
  std::size_t offset;
  std::string problem;
};

/// The first place where brackets, braces or the dots of a key nest too deeply; none in a text that
/// a parser which calls itself for every level can take. Of a text that is no TOML, the part before
/// the first mistake is judged rightly: no parser goes on behind it.
std::optional<TomlExcess> find_toml_excess(std::string_view text);

}  // namespace appell::io
