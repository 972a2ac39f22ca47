#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/analysis/lint.hpp"
#include "appell/mass/mesh_solid.hpp"

namespace appell::analysis {

/// How inertias are taken from the geometry of links.
struct FixRequest {
  /// kg/m³, for links whose mass is missing or impossible; none: these stay as they are.
  std::optional<double> density;
  mass::OpenMeshes open_meshes = mass::OpenMeshes::kClose;
};

/// A link that got the mass, centre and inertia of a homogeneous body of its geometry.
struct InertiaFix {
  std::string link;
  std::string reason;  ///< What was wrong.
  model::Inertial before;
  model::Inertial after;
  std::string source;    ///< The shapes: "visual: arm.dae".
  double density = 0.0;  ///< kg/m³, of the whole.
  bool keeps_mass = false;
  std::vector<std::string> notes;  ///< What was made of open meshes.
};

/// A link that should have got one.
struct UnfixedInertia {
  std::string link;
  std::string reason;  ///< Why it did not.
};

struct FixedRobot {
  model::Description description;
  std::vector<InertiaFix> fixes;
  std::vector<UnfixedInertia> unfixed;
};

/// The robot with the inertias that are impossible, or missing, replaced by those of its own
/// shapes: of links whose inertia no real body has, and of moving links that show shapes and have
/// no mass or no inertia. A positive mass is kept; another one is density times the volume of the
/// shapes, of which overlaps count twice.
/// @throws InvalidArgument unless the density is positive and finite.
FixedRobot fix_inertias(const model::Description& description, const Meshes& meshes,
                        const FixRequest& request = {});

}  // namespace appell::analysis
