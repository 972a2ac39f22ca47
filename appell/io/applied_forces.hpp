#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/model/model.hpp"
#include "appell/model/operators.hpp"
#include "appell/model/wrench.hpp"
#include "appell/trajectory/wrench_laws.hpp"

namespace appell::io {

/// What acts on a robot beside its own weight, and what of it counts.
struct AppliedForces {
  std::vector<model::Wrench> loads;            ///< Exerted by the robot on what it carries.
  std::vector<model::Wrench> external;         ///< Exerted by the surroundings on the robot.
  std::optional<trajectory::WrenchLaws> laws;  ///< Those of a table.
  model::Operators operators;                  ///< Δ_m, Δ_θ, Δ_f
};

/// Reads the forces along a motion: JSON with the fields `loads`, `external` and `operators` of a
/// state, or a CSV whose columns are functions of time: t, LINK.fx, LINK.fy, LINK.fz, LINK.nx,
/// LINK.ny, LINK.nz in world axes; LINK.link.fx, ... in the link's; external.LINK.fx, ... for what
/// acts on the robot.
/// @param order  highest time derivative that is wanted of a table.
/// @throws ModelError naming file and field.
AppliedForces load_applied_forces(const std::string& path, const model::Model& model, int order);

}  // namespace appell::io
