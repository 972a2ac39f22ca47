#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace appell::io {

/// The words of a text, for lists of names: "link joint".
std::vector<std::string> words_of(std::string_view text);

/// Letters of ASCII only: "Part.STL" becomes "part.stl".
std::string lower_case(std::string_view text);

/// The text, or its first bytes and "...": a message must stay readable whatever a file holds.
std::string shortened(std::string_view text, std::size_t longest = 60);

/// In single quotes, and shorter still.
std::string shown_field(std::string_view text);

}  // namespace appell::io
