#include "appell/analysis/link_geometry.hpp"

#include <vector>

#include "appell/base/error.hpp"
#include "appell/mass/shape.hpp"

namespace appell::analysis {
namespace {

using model::Geometry;

/// The solid that a link shows; none for a mesh whose triangles are not at hand.
struct ToShape {
  const Meshes& meshes;

  template <class Solid>
  std::optional<mass::Shape> operator()(const Solid& solid) const {
    return solid;
  }
  std::optional<mass::Shape> operator()(const model::MeshFile& file) const {
    const auto known = meshes.find(file.path);
    if (known == meshes.end()) return std::nullopt;
    mass::Mesh mesh = known->second;
    for (Vec3& vertex : mesh.vertices) vertex = file.scale.cwiseProduct(vertex);
    if (file.scale.prod() < 0.0) {  // Mirrored: turn the triangles along.
      for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
    }
    return mesh;
  }
};

/// Half the extent of a centred round shape along each axis of the link: of a capsule the
/// cylinder's plus the ball's.
struct Corners {
  /// Points whose hull, widened by `radius`, contains the shape as tightly as the axes allow.
  std::vector<Vec3> points;
  Vec3 half_width = Vec3::Zero();  ///< In link axes, added on either side.
};

/// How far a circle of this radius about the z axis of X reaches along each axis of the link.
Vec3 circle_reach(const spatial::Transform& X, double radius) {
  return radius * (Vec3::Ones() - X.R.col(2).cwiseAbs2()).cwiseMax(0.0).cwiseSqrt();
}

struct ToCorners {
  const spatial::Transform& X;

  Corners operator()(const mass::Box& box) const {
    Corners corners;
    for (int i = 0; i < 8; ++i) {
      const Vec3 sign((i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 1 : -1, (i & 4) != 0 ? 1 : -1);
      corners.points.push_back(X * Vec3(0.5 * sign.cwiseProduct(box.size)));
    }
    return corners;
  }
  Corners operator()(const mass::Cylinder& cylinder) const {
    return {ends(cylinder.length), circle_reach(X, cylinder.radius)};
  }
  Corners operator()(const mass::Capsule& capsule) const {
    return {ends(capsule.length), Vec3::Constant(capsule.radius)};
  }
  Corners operator()(const mass::Sphere& sphere) const {
    return {{X.p}, Vec3::Constant(sphere.radius)};
  }
  Corners operator()(const mass::Mesh& mesh) const {
    Corners corners;
    corners.points.reserve(mesh.vertices.size());
    for (const Vec3& vertex : mesh.vertices) corners.points.push_back(X * vertex);
    return corners;
  }
  template <class Other>
  Corners operator()(const Other&) const {
    throw InvalidArgument("link_geometry: a link shows no such shape");
  }

  std::vector<Vec3> ends(double length) const {
    return {X * Vec3(0, 0, -0.5 * length), X * Vec3(0, 0, 0.5 * length)};
  }
};

void include(const Corners& corners, std::optional<Bounds>& bounds) {
  for (const Vec3& point : corners.points) {
    const Vec3 lower = point - corners.half_width;
    const Vec3 upper = point + corners.half_width;
    bounds = bounds ? Bounds{bounds->lower.cwiseMin(lower), bounds->upper.cwiseMax(upper)}
                    : Bounds{lower, upper};
  }
}

/// Density 1, in the link frame; none for a mesh that encloses no volume.
std::optional<mass::RigidMass> solid(const mass::Shape& shape, const spatial::Transform& X) {
  try {
    return mass::transformed(X, mass::unit_density_mass(shape));
  } catch (const ModelError&) {
    return std::nullopt;
  }
}

}  // namespace

LinkGeometry link_geometry(const model::Link& link, const Meshes& meshes) {
  bool has_visual = false;
  for (const Geometry& geometry : link.geometries) {
    has_visual = has_visual || geometry.role == Geometry::Role::kVisual;
  }
  LinkGeometry result;
  bool all_known = true;
  std::vector<mass::RigidMass> solids;
  for (const Geometry& geometry : link.geometries) {
    if ((geometry.role == Geometry::Role::kVisual) != has_visual) continue;
    const std::optional<mass::Shape> shape = std::visit(ToShape{meshes}, geometry.shape);
    if (!shape) {
      all_known = false;
      continue;
    }
    const spatial::Transform X = geometry.X_LG.transform();
    include(std::visit(ToCorners{X}, *shape), result.bounds);
    const std::optional<mass::RigidMass> body = solid(*shape, X);
    if (body) solids.push_back(*body);
    all_known = all_known && body.has_value();
  }
  if (!all_known) return {};
  if (!solids.empty()) result.homogeneous = mass::combined(solids);
  return result;
}

}  // namespace appell::analysis
