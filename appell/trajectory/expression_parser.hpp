#pragma once

#include <string_view>
#include <vector>

#include "appell/trajectory/expression.hpp"

namespace appell::trajectory {

/// The steps of a formula.
/// @throws ExpressionError if the text is none.
std::vector<ExpressionLaw::Step> parse_expression(std::string_view text);

}  // namespace appell::trajectory
