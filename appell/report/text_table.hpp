#pragma once

#include <string>
#include <vector>

namespace appell::report {

/// Rows of cells as lines of a text, each column as wide as its widest cell, two blanks between
/// them.
std::string text_table(const std::vector<std::vector<std::string>>& rows);

}  // namespace appell::report
