#pragma once

#include "appell/analysis/quantity.hpp"

/// Not installed: every quantity by its name in C++.
namespace appell::analysis {

extern const Quantity
#include "appell/analysis/quantities/list.inc"
    ;

}  // namespace appell::analysis
