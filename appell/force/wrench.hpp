#pragma once

#include <vector>

#include "appell/model/operators.hpp"
#include "appell/model/wrench.hpp"
#include "appell/spatial/wrench_series.hpp"

namespace appell::force {

using model::Operators;
using model::Wrench;
using spatial::WrenchSeries;

/// What the robot touches.
struct Surroundings {
  /// Exerted by the robot on what it carries (the papers' sign): the motors must supply Jᵀ [F; N].
  std::vector<Wrench> loads;
  /// Exerted by the surroundings on the robot: they relieve the motors of Jᵀ [F; N].
  std::vector<Wrench> external;

  bool is_empty() const { return loads.empty() && external.empty(); }
};

}  // namespace appell::force
