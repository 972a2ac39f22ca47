#pragma once

#include <algorithm>
#include <limits>

#include "appell/force/generalized_force.hpp"
#include "appell/kinematics/propagate.hpp"
#include "tests/support/random_model.hpp"

namespace appell::engine {

/// The other route to the same numbers, which shares no code with the engine.
inline taylor::Series<VecX> readable_force(const model::Model& model,
                                           const model::StateSeries& state) {
  return force::generalized_force(kinematics::propagate(model, state));
}

/// How far the k-th derivative moves when every input, gravity among them, is changed by one ulp,
/// relative to its largest entry: what no algorithm in this arithmetic can be expected to undercut.
/// The largest of several random changes, because with few joints one of them may happen to cancel.
inline VecX ulp_effect(const model::Model& model, const model::StateSeries& state,
                       support::Random& random) {
  constexpr double kUlp = std::numeric_limits<double>::epsilon();
  const auto Q = readable_force(model, state);
  VecX effect = VecX::Zero(Q.order() + 1);
  for (int change = 0; change < 8; ++change) {
    const auto factor = [&] { return 1.0 + (random.integer(0, 1) == 0 ? kUlp : -kUlp); };
    model::StateSeries moved = state;
    for (int k = 0; k <= state.order(); ++k) {
      for (Eigen::Index j = 0; j < state[k].size(); ++j) moved[k](j) *= factor();
    }
    Vec3 gravity = model.gravity();
    for (double& g : gravity) g *= factor();
    const auto Q_moved = readable_force(model.with_gravity(gravity), moved);
    for (int k = 0; k <= Q.order(); ++k) {
      const double size = Q[k].cwiseAbs().maxCoeff();
      effect(k) = std::max(effect(k), (Q_moved[k] - Q[k]).cwiseAbs().maxCoeff() / size);
    }
  }
  return effect;
}

}  // namespace appell::engine
