#pragma once

#include <limits>

#include "appell/model/state_series.hpp"
#include "tests/support/random_model.hpp"

namespace appell::support {

/// 1 + epsilon or 1 - epsilon, by chance.
inline double nudge(Random& random) {
  constexpr double kUlp = std::numeric_limits<double>::epsilon();
  return 1.0 + (random.integer(0, 1) == 0 ? kUlp : -kUlp);
}

/// Every number changed by one ulp: how far a result moves with it is what no algorithm in this
/// arithmetic can be expected to undercut.
inline model::StateSeries nudged(model::StateSeries state, Random& random) {
  for (int k = 0; k <= state.order(); ++k) {
    for (Eigen::Index j = 0; j < state[k].size(); ++j) state[k](j) *= nudge(random);
  }
  return state;
}

inline Vec3 nudged(Vec3 gravity, Random& random) {
  for (double& g : gravity) g *= nudge(random);
  return gravity;
}

}  // namespace appell::support
