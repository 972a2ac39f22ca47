#include "appell/analysis/lint_fix.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "appell/analysis/link_geometry.hpp"
#include "appell/base/check.hpp"
#include "appell/base/error.hpp"
#include "appell/model/model.hpp"

namespace appell::analysis {
namespace {

/// Why the inertia of a link should be another one; empty if it is good as it is.
std::string reason_to_fix(const model::Link& link, bool can_move) {
  const model::Inertial& inertial = link.inertial;
  try {
    inertial.rigid_mass(mass::Physics::kRequired);
  } catch (const ModelError& error) {
    return error.what();
  }
  using Role = model::Geometry::Role;
  const bool is_shown =
      std::any_of(link.geometries.begin(), link.geometries.end(),
                  [](const model::Geometry& geometry) { return geometry.role != Role::kSketch; });
  if (!can_move || !is_shown) return "";
  if (inertial.mass == 0.0) return "it had no mass";
  return inertial.inertia.isZero(0.0) ? "it had no inertia" : "";
}

/// A positive mass is kept, also beside an impossible inertia.
std::optional<double> mass_of_fix(const model::Inertial& before, double volume,
                                  const FixRequest& request) {
  if (before.mass > 0.0) return before.mass;
  if (request.density) return *request.density * volume;
  return std::nullopt;
}

}  // namespace

FixedRobot fix_inertias(const model::Description& description, const Meshes& meshes,
                        const FixRequest& request) {
  check(!request.density || (*request.density > 0.0 && std::isfinite(*request.density)),
        "fix_inertias: the density is ", request.density.value_or(0.0),
        " kg/m³; it must be positive and finite.");
  const model::Model model = model::build(description, mass::Physics::kNotChecked);
  FixedRobot robot{.description = description};
  for (model::Link& link : robot.description.links) {
    const std::string reason = reason_to_fix(link, model.frame(link.name).can_move());
    if (reason.empty()) continue;
    const LinkGeometry geometry = link_geometry(link, meshes, request.open_meshes);
    if (!geometry.homogeneous) {
      robot.unfixed.push_back({link.name, concat(reason, "; it shows no solid to take one from (",
                                                 geometry.source, ")")});
      continue;
    }
    const double volume = geometry.homogeneous->mass;
    const std::optional<double> mass = mass_of_fix(link.inertial, volume, request);
    if (!mass) {
      robot.unfixed.push_back({link.name, concat(reason, "; a density is needed, its shapes have ",
                                                 short_text(volume), " m³")});
      continue;
    }
    const double density = *mass / volume;
    mass::RigidMass body = density * *geometry.homogeneous;
    body.mass = *mass;  // Not mass / volume · volume.
    InertiaFix fix{link.name,
                   reason,
                   link.inertial,
                   body,
                   geometry.source,
                   density,
                   link.inertial.mass > 0.0,
                   geometry.notes};
    link.inertial = fix.after;
    robot.fixes.push_back(std::move(fix));
  }
  return robot;
}

}  // namespace appell::analysis
