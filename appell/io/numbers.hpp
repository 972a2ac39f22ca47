#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace appell::io {

/// The finite number that the whole text is (a leading '+' and surrounding blanks allowed); none
/// for anything else: an empty text, a unit behind it, a decimal comma, nan, inf, an overflow.
std::optional<double> number_in(std::string_view text);

/// The numbers of a list separated by blanks; none if one of them is not a finite number.
std::optional<std::vector<double>> numbers_in(std::string_view text);

}  // namespace appell::io
