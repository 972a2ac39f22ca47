#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "appell/trajectory/expression.hpp"

namespace appell::trajectory {

/// The steps of a formula in the variables of these names; kVariable has the index of one as
/// `first`.
/// @throws ExpressionError if the text is none.
std::vector<ExpressionLaw::Step> parse_expression(std::string_view text,
                                                  const std::vector<std::string>& variables = {
                                                      "t"});

}  // namespace appell::trajectory
