#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "appell/analysis/quantity.hpp"

namespace appell::analysis {

/// All quantities, in the order of every output: those of quantities/list.inc.
std::span<const std::reference_wrapper<const Quantity>> all_quantities();

/// Their names, likewise.
std::vector<std::string> quantity_names();

}  // namespace appell::analysis
