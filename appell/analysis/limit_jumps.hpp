#pragma once

#include <vector>

#include "appell/analysis/limit_cover.hpp"

namespace appell::analysis {

/// Looks at both sides of the seams inside a motion: what is limited and the derivative of
/// something that jumps there is infinite, which is noted (WatchedLimit::set_impulse). Next to a
/// seam the left side is taken.
/// @param loads  null: none.
void find_impulses(const model::Model& model, const trajectory::Trajectory& motion,
                   const model::Frame& frame, const MotionLoads* loads,
                   std::vector<WatchedLimit>& watched);

}  // namespace appell::analysis
