#pragma once

#include <string>
#include <vector>

#include "appell/model/model.hpp"
#include "appell/record/recording.hpp"

namespace appell::io {

/// What the numbers of a recording say of their units: times that must be milliseconds (or must
/// not), because no joint moves at a thousandth (or all above a thousand times) of its limit;
/// angles that are within their limits only as degrees. A question and the option that mends it,
/// one a line.
std::vector<std::string> doubtful_units(const record::Recording& recording,
                                        const model::Model& model);

}  // namespace appell::io
