#pragma once

#include <vector>

#include "appell/analysis/selection.hpp"
#include "appell/report/json.hpp"

namespace appell::report {

/// The numbers of a selection at the first sample of a block, a key for each quantity: lists nested
/// along its axes; of a quantity with keys an object of them.
/// @param coordinates  their order along coordinates: entry i of a list is that of coordinates[i].
void add_quantities(const analysis::Selection& selection, const analysis::Evaluator& numbers,
                    const std::vector<int>& coordinates, Json& json);

}  // namespace appell::report
