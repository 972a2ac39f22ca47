#pragma once

#include <span>
#include <vector>

namespace appell::record {

/// Adds the turns that angles lost at ±π (or at 0 and 2π). A wrap is a step near 2π between steps
/// that are small: a motion of whole turns from row to row has none.
/// @return the rows at which a turn was added, each the first one after its jump.
std::vector<std::size_t> unwrap(std::span<double> angles);

}  // namespace appell::record
