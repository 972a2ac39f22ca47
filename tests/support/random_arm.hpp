#pragma once

#include <string_view>

#include "tests/support/random_model.hpp"

namespace appell::support {

/// A serial arm of massless links with random placements (up to 0.5 m) and axes. One letter per
/// joint, from the base: R revolute, P prismatic, H helical, F fixed. The last link is "ee".
model::Model random_arm(Random& random, std::string_view joints);

}  // namespace appell::support
