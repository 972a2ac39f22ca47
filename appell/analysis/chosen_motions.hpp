#pragma once

#include "appell/analysis/capability_bounds.hpp"

/// Not installed: bounds over a box by accelerations that are chosen for it.
namespace appell::analysis {

/// Raises bounds of what joints and end effector can reach. One acceleration x = s u that is
/// possible at every state of the box is proof of what it does there, whatever else is possible:
///
///   slack_i - s (M u)_i >= 0 for all i,   then X_a >= s (J u)_a + c_a                        (1)
///
/// as affine forms, in which what M u and the holding forces share cancels. Of each capability some
/// u are tried, made for the middle of the box: those that go farthest by themselves may ask too
/// much of light wrists elsewhere. The ball is proven by one acceleration along each of its axes,
/// both ways: it lies in their convex hull.
/// @param middle, middle_F  of the enclosures, M of both positive definite.
void raise_by_choices(const BoxDynamics& box, const CapabilityQuestion& question,
                      const LinearDynamics& middle, const LinearDynamics& middle_F,
                      Eigen::Index num_symbols, VecX& low);

}  // namespace appell::analysis
