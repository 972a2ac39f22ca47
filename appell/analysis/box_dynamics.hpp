#pragma once

#include <array>
#include <vector>

#include "appell/analysis/affine.hpp"
#include "appell/force/wrench.hpp"
#include "appell/model/model.hpp"
#include "appell/model/state_box.hpp"

/// Not installed: dynamics of all states of a box at once.
namespace appell::analysis {

/// What LinearDynamics has at a state, enclosed over a box of states.
struct BoxDynamics {
  std::vector<std::vector<Affine>> M;  ///< n x n, symmetric.
  std::vector<Affine> holding;
  std::vector<std::vector<Affine>> J;    ///< 6 x n, world axes.
  std::array<Affine, 6> drift;           ///< World axes.
  std::vector<std::vector<Affine>> J_F;  ///< 3 x n, the linear half in axes of the frame.
  std::array<Affine, 3> drift_F;         ///< Likewise.
  /// Whether dry friction may jump in the box while it is asked how fast it changes: there is no
  /// finite enclosure then, and the friction in `holding` is without it.
  bool has_friction_impulse = false;
};

/// One entry q⁽ⁱ⁾_j of a box that has a range: a symbol of the affine forms.
struct BoxSymbol {
  int derivative = 0;
  int coordinate = 0;
};
/// Those of a box, i = 0..k-1, lower i first.
std::vector<BoxSymbol> box_symbols(const model::StateBox& box, int k);

/// The enclosures for q⁽ᵏ⁾, k = 2 or 3, by the Newton-Euler recursion in axes of the bodies, in
/// affine arithmetic: once for x = 0, once for each x_j = 1 at rest and without weight, which gives
/// a column of M and of J.
/// @param box  of the model, to derivative k - 1 (not checked).
/// @param symbols  of this box, or of one that it is a part of.
/// @param surroundings  wrenches that are constant in their axes (not checked).
/// @note O(n · bodies · symbols)
BoxDynamics box_dynamics(const model::Model& model, const model::Frame& frame,
                         const model::StateBox& box, int k, const std::vector<BoxSymbol>& symbols,
                         const force::Surroundings& surroundings = {});

}  // namespace appell::analysis
