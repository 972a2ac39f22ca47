#pragma once

#include <vector>

#include "appell/model/wrench.hpp"
#include "appell/spatial/wrench_series.hpp"

namespace appell::force {

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

/// Which forces count. The papers select them by operators: Δ_m = -1, 0, 1 stands for load and
/// gravity, load only, gravity only [S0 eq. (112)]; Δ_θ = 1, 0 for with and without inertia
/// [S0 eq. (151)]. Friction, their Δ_f, is what motor_force() adds to generalized_force().
struct Terms {
  bool inertia = true;
  bool gravity = true;
  bool loads = true;
  bool external = true;
};

}  // namespace appell::force
