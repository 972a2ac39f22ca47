#include "appell/mass/mesh_solid.hpp"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "appell/base/counted.hpp"
#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/mass/close_holes.hpp"
#include "appell/mass/convex_hull.hpp"
#include "appell/mass/shape.hpp"
#include "appell/mass/shape_moments.hpp"

namespace appell::mass {
namespace {

constexpr std::pair<const char*, OpenMeshes> kOpenMeshNames[] = {
    {"close", OpenMeshes::kClose}, {"hull", OpenMeshes::kHull}, {"refuse", OpenMeshes::kRefuse}};

/// The corners of all triangles.
/// @throws ModelError with `reason` for a corner that does not exist.
std::vector<Vec3> corners_of(const Mesh& mesh, const std::string& reason) {
  std::vector<bool> is_used(mesh.vertices.size(), false);
  for (const auto& triangle : mesh.triangles) {
    for (const int i : triangle) {
      if (i < 0 || static_cast<std::size_t>(i) >= is_used.size()) throw ModelError(reason);
      is_used[i] = true;
    }
  }
  std::vector<Vec3> corners;
  for (std::size_t i = 0; i < is_used.size(); ++i) {
    if (is_used[i]) corners.push_back(mesh.vertices[i]);
  }
  return corners;
}

/// The solid inside the surface once its holes are closed; none if that is no solid.
std::optional<MeshSolid> closed_solid(const Mesh& mesh, double hull_volume) {
  constexpr double kSlack = 1e-9;
  const ClosedMesh closed = close_all_holes(mesh);
  std::optional<RigidMass> body = detail::enclosed_moments(closed.mesh);
  if (!body) return std::nullopt;
  const bool is_inside_out = body->mass < 0.0;
  if (is_inside_out) body = -*body;
  if (body->mass > hull_volume * (1.0 + kSlack)) return std::nullopt;
  const std::size_t holes = closed.holes.size();
  return MeshSolid{
      *body,
      concat(holes == 0
                 ? "no hole was there to close"
                 : concat(counted(holes, "hole"), " of ", counted(closed.num_hole_edges(), "edge"),
                          " and ", short_text(closed.hole_area()), " m² ",
                          holes == 1 ? "was" : "were", " closed"),
             is_inside_out ? ", its triangles were turned to face outwards" : "", ", and it has ",
             short_text(body->mass), " m³ (its convex hull has ", short_text(hull_volume), " m³)")};
}

}  // namespace

OpenMeshes open_meshes_named(const std::string& name) {
  for (const auto& [known, rule] : kOpenMeshNames) {
    if (name == known) return rule;
  }
  throw InvalidArgument(
      concat("open meshes: is '", one_line(name), "'; close, hull or refuse is needed"));
}

MeshSolid mesh_solid(const Mesh& mesh, OpenMeshes rule) {
  std::string reason;
  try {
    return {unit_density_mass(mesh), ""};
  } catch (const ModelError& error) {
    if (rule == OpenMeshes::kRefuse || mesh.triangles.empty()) throw;
    reason = error.what();
  }
  const std::optional<RigidMass> hull =
      detail::enclosed_moments(convex_hull(corners_of(mesh, reason)));
  if (!hull) throw ModelError(reason);
  if (reason.starts_with("mesh: ")) reason = reason.substr(std::string_view("mesh: ").size());
  std::optional<MeshSolid> solid;
  if (rule == OpenMeshes::kClose) solid = closed_solid(mesh, hull->mass);
  if (solid) return {solid->unit_density_mass, concat(reason, "; ", solid->note)};
  return {*hull,
          concat(reason, rule == OpenMeshes::kClose ? "; closing its holes makes no solid" : "",
                 "; its convex hull of ", short_text(hull->mass), " m³ was taken")};
}

}  // namespace appell::mass
