#pragma once

#include <vector>

#include "appell/analysis/box_dynamics.hpp"
#include "appell/analysis/capability.hpp"

/// Not installed: what capability_over_box() asks of every part of a box.
namespace appell::analysis {

/// The capabilities of which a box has a smallest value, in the order of their numbers in a vector.
struct CapabilityIndex {
  int n = 0;  ///< Coordinates.

  static constexpr int kMargin = 0;    ///< min_i slack_i over half the range of force i.
  static constexpr int kTogether = 1;  ///< Scale of the weights.
  int alone(int j) const { return 2 + j; }
  int reachable(int j) const { return 2 + n + j; }
  int axis(int a) const { return 2 + 2 * n + a; }  ///< Free, linear then angular.
  int isotropic() const { return 2 + 2 * n + 6; }
  int size() const { return 2 + 2 * n + 7; }
};

/// What is the same for all parts of a box.
struct CapabilityQuestion {
  CapabilityLimits limits;
  VecX weights;  ///< Of `together`.
  MatX U_F;      ///< Directions of the ball, axes of the frame.
};

/// The numbers at a state; sizes (CapabilityRange::size()), but of the margin.
VecX capability_values(const LinearDynamics& at, const CapabilityQuestion& question);

struct CapabilityBounds {
  VecX low;  ///< No state of the box has less. Of the margin it may be below zero, else >= 0.
  /// Of each number the symbol whose range should be halved first.
  std::vector<int> split;
};

/// Lower bounds of capability_values() over a box.
///
/// Joints alone and together: the largest s for which slack_i - s Σ_j |M_ij| w_j >= 0, as one
/// affine form, for all i. The others: with M_0, b_0, J_0, c_0 the middles of the enclosures and
/// ΔM, ... their radii, let P' be the accelerations that M_0, b_0 allow within force ranges of half
/// width
///
///   w' = w - ΔM X - Δb,   X_j >= |x_j| for all x in P' (1)
///
/// Every x of P' keeps the limits at every state of the box, and moves the frame by J_0 x + c_0 to
/// within ΔJ X + Δc: closed forms of P' less that are bounds.
/// @param widths  of the ranges of the symbols, relative to those of the whole box.
CapabilityBounds capability_bounds(const BoxDynamics& box, const CapabilityQuestion& question,
                                   const std::vector<double>& widths);

}  // namespace appell::analysis
