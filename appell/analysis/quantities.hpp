#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "appell/analysis/quantity.hpp"

namespace appell::analysis {

/// All quantities, in the order of every output: those of quantities/list.inc.
std::span<const std::reference_wrapper<const Quantity>> all_quantities();

/// Their names, likewise.
std::vector<std::string> quantity_names();

/// What to say about a name that none of them has: the nearest by spelling, else those that the
/// everyday word means ("torque": Q_drive, Q_motor).
std::string unknown_quantity(std::string_view name);

/// The units that the numbers of a quantity can have, without time derivatives, each once: first
/// those of a coordinate that turns, then of one that slides; of a quantity by p those of p <= 1.
std::vector<std::string> possible_units(const Quantity& quantity);

}  // namespace appell::analysis
