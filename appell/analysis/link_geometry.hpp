#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/analysis/lint.hpp"
#include "appell/mass/mesh_solid.hpp"
#include "appell/mass/rigid_mass.hpp"
#include "appell/model/description.hpp"

namespace appell::analysis {

/// An axis-parallel box in the link frame.
struct Bounds {
  Vec3 lower;
  Vec3 upper;

  Vec3 size() const { return upper - lower; }
};

/// What the shapes of a link say about it.
struct LinkGeometry {
  std::optional<Bounds> bounds;  ///< Of everything it shows; none if an extent is not known.
  /// A homogeneous body of density 1 made of its shapes, overlaps counted twice; none if there is
  /// no solid or one is not known (a mesh file that is missing, open or not readable).
  std::optional<mass::RigidMass> homogeneous;
  std::vector<std::string> notes;  ///< What was made of meshes without an inside.
  std::string source;     ///< Which shapes that is, or why there is none: "visual: arm.dae".
  bool has_mesh = false;  ///< Whether a mesh without a unit is among them.
  bool is_shown = false;  ///< Whether the link has shapes at all.
};

/// The visual shapes of a link or, if it has none or one of them is no solid that can be read, its
/// collision shapes.
/// @param open_meshes  what to make of meshes without an inside; kRefuse: they are no solid.
LinkGeometry link_geometry(const model::Link& link, const Meshes& meshes,
                           mass::OpenMeshes open_meshes = mass::OpenMeshes::kRefuse);

}  // namespace appell::analysis
