#pragma once

#include <vector>

#include "appell/model/model.hpp"

namespace appell::model {

/// All states with low[k] <= q⁽ᵏ⁾ <= high[k], k = 0..order(): positions, velocities, ..., one entry
/// per coordinate of the model.
struct StateBox {
  std::vector<VecX> low;
  std::vector<VecX> high;

  int order() const { return static_cast<int>(low.size()) - 1; }
  /// q⁽ᵏ⁾ in the middle.
  VecX middle(int k) const {
    return 0.5 * (low[static_cast<std::size_t>(k)] + high[static_cast<std::size_t>(k)]);
  }
};

/// Checks that a box belongs to a model and is known to an order.
/// @throws InvalidArgument naming `function`, if it is not: another size, a number that is not
///   finite, low > high.
void check_box(const char* function, const Model& model, const StateBox& box, int order);

}  // namespace appell::model
