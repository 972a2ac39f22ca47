#pragma once

#include <vector>

#include "appell/model/motion_limit.hpp"

namespace appell::model {

/// All states with low[k] <= q⁽ᵏ⁾ <= high[k], k = 0..order(): positions, velocities, ..., one entry
/// per coordinate of the model.
struct StateBox {
  std::vector<VecX> low;
  std::vector<VecX> high;

  int order() const { return static_cast<int>(low.size()) - 1; }
  /// q⁽ᵏ⁾ in the middle.
  VecX middle(int k) const { return 0.5 * (low[k] + high[k]); }
};

/// The box that limits of positions, velocities, ... leave, to an order.
/// @throws InvalidArgument naming the coordinates that have no range of a derivative, or an open
/// one.
StateBox state_box(const Model& model, const std::vector<MotionLimit>& limits, int order);

/// Highest order to which all coordinates have ranges; -1 if not even positions have.
int box_order(const Model& model, const std::vector<MotionLimit>& limits);

/// Checks that a box belongs to a model and is known to an order.
/// @throws InvalidArgument naming `function`, if it is not: another size, a number that is not
///   finite, low > high.
void check_box(const char* function, const Model& model, const StateBox& box, int order);

}  // namespace appell::model
