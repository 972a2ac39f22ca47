#pragma once

#include <string>

#include "appell/mass/rigid_mass.hpp"
#include "appell/mass/solids.hpp"

namespace appell::mass {

/// What to make of a mesh that has no inside: its surface is open, more than two triangles meet in
/// an edge, or its triangles are not oriented alike.
enum class OpenMeshes {
  kClose,   ///< Close its holes, of any size; where no solid comes of that, as kHull.
  kHull,    ///< Take its convex hull.
  kRefuse,  ///< An error.
};

/// "close", "hull" or "refuse".
/// @throws InvalidArgument for any other text.
OpenMeshes open_meshes_named(const std::string& name);

/// The solid that a mesh stands for.
struct MeshSolid {
  RigidMass unit_density_mass;
  /// What was done to a mesh that has no inside, with the volumes; empty if nothing.
  std::string note;
};

/// The solid inside a mesh; of a mesh that has no inside, the one that the rule makes of it.
/// Closing makes one if its volume is positive and at most that of the convex hull.
/// @throws ModelError as mass::unit_density_mass() with kRefuse; else if all corners lie in one
///   plane or a vertex does not exist.
MeshSolid mesh_solid(const Mesh& mesh, OpenMeshes rule);

}  // namespace appell::mass
