#pragma once

namespace appell::engine {

/// The highest order of q(t) that the recursions in world axes take: kernels have room for so many
/// coefficients on the stack. Inverse dynamics stops one earlier.
inline constexpr int kHighestMotionOrder = 34;
/// The highest time derivative of forces and of matrices, from a motion of two orders more.
inline constexpr int kHighestForceOrder = 31;

static_assert(kHighestForceOrder + 2 <= kHighestMotionOrder);

}  // namespace appell::engine
