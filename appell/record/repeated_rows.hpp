#pragma once

#include <vector>

#include "appell/record/recording.hpp"

namespace appell::record {

/// Whether all columns ([column][row]) have in a row what they have in the row before.
bool is_like_the_row_before(const std::vector<std::vector<double>>& columns, std::size_t row);

/// The rows of a recording that say what the row before them said, digit for digit, while the robot
/// moves: the logger was faster than the robot's clock. (At rest, and where a digit is coarse,
/// neighbouring rows may well be equal: those are no such rows.)
std::vector<std::size_t> repeated_rows(const Recording& recording);

/// The recording without some rows, ascending.
Recording without_rows(const Recording& recording, const std::vector<std::size_t>& rows);

}  // namespace appell::record
