#include "appell/analysis/link_geometry.hpp"

#include <string>
#include <type_traits>
#include <vector>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
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

/// The name of a mesh without the folders before it.
std::string file_name(const std::string& uri) { return uri.substr(uri.rfind('/') + 1); }

std::string shape_text(const Geometry& geometry) {
  const auto* mesh = std::get_if<model::MeshFile>(&geometry.shape);
  if (mesh != nullptr) return file_name(mesh->uri);
  return std::visit(
      []<class S>(const S& s) -> std::string {
        if constexpr (std::is_same_v<S, model::MeshFile>) {
          return {};
        } else {
          return std::string(mass::shape_name(mass::Shape(s)));
        }
      },
      geometry.shape);
}

/// A file that has no unit of length: all but COLLADA.
bool is_without_unit(const Geometry& geometry) {
  const auto* mesh = std::get_if<model::MeshFile>(&geometry.shape);
  return mesh != nullptr && !mesh->uri.ends_with(".dae") && !mesh->uri.ends_with(".DAE");
}

/// The shapes of one role, put together.
class Gathered {
 public:
  Gathered(const model::Link& link, Geometry::Role role, const Meshes& meshes,
           mass::OpenMeshes open_meshes)
      : meshes_(meshes), open_meshes_(open_meshes) {
    for (const Geometry& geometry : link.geometries) {
      if (geometry.role == role) add(geometry);
    }
  }

  bool is_empty() const { return names_.empty(); }
  bool is_solid() const { return !solids_.empty() && problems_.empty(); }
  bool has_extent() const { return bounds_.has_value() && all_extents_; }
  const std::optional<Bounds>& bounds() const { return bounds_; }
  bool has_mesh() const { return has_mesh_; }
  mass::RigidMass homogeneous() const { return mass::combined(solids_); }
  std::string names() const { return comma_list(names_); }
  std::string problems() const { return comma_list(problems_); }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  void add(const Geometry& geometry) {
    names_.push_back(shape_text(geometry));
    has_mesh_ = has_mesh_ || is_without_unit(geometry);
    const std::optional<mass::Shape> shape = std::visit(ToShape{meshes_}, geometry.shape);
    if (!shape) {
      const bool is_there = !std::get<model::MeshFile>(geometry.shape).path.empty();
      problems_.push_back(concat(names_.back(), is_there ? " cannot be read" : " is not there"));
      all_extents_ = false;
      return;
    }
    const spatial::Transform X = geometry.X_LG.transform();
    include(std::visit(ToCorners{X}, *shape), bounds_);
    try {
      solids_.push_back(mass::transformed(X, solid_of(*shape)));
    } catch (const ModelError& error) {
      const std::string_view reason = error.what();
      problems_.push_back(
          concat(names_.back(),
                 reason.find("open") != std::string_view::npos ? " is open (" : " is no solid (",
                 reason, ")"));
    }
  }

  mass::RigidMass solid_of(const mass::Shape& shape) {
    const auto* mesh = std::get_if<mass::Mesh>(&shape);
    if (mesh == nullptr) return mass::unit_density_mass(shape);
    const mass::MeshSolid solid = mass::mesh_solid(*mesh, open_meshes_);
    if (!solid.note.empty()) notes_.push_back(concat(names_.back(), ": ", solid.note));
    return solid.unit_density_mass;
  }

  const Meshes& meshes_;
  mass::OpenMeshes open_meshes_;
  std::vector<std::string> notes_;
  std::vector<std::string> names_;
  std::vector<std::string> problems_;
  std::vector<mass::RigidMass> solids_;
  std::optional<Bounds> bounds_;
  bool all_extents_ = true;
  bool has_mesh_ = false;
};

}  // namespace

LinkGeometry link_geometry(const model::Link& link, const Meshes& meshes,
                           mass::OpenMeshes open_meshes) {
  const Gathered visual(link, Geometry::Role::kVisual, meshes, open_meshes);
  const Gathered collision(link, Geometry::Role::kCollision, meshes, open_meshes);
  LinkGeometry result{.is_shown = !visual.is_empty() || !collision.is_empty()};
  const Gathered& wide = visual.has_extent() ? visual : collision;
  if (wide.has_extent()) result.bounds = wide.bounds();
  const std::string no_visual = visual.is_empty() ? "" : concat("visual: ", visual.problems());
  if (visual.is_solid()) {
    result.source = concat("visual: ", visual.names());
  } else if (collision.is_solid()) {
    result.source = concat("collision: ", collision.names(),
                           no_visual.empty() ? "" : concat(" (", no_visual, ")"));
  } else {
    const std::string no_collision =
        collision.is_empty() ? "" : concat("collision: ", collision.problems());
    const char* both = no_visual.empty() || no_collision.empty() ? "" : "; ";
    result.source = result.is_shown ? concat("none: ", no_visual, both, no_collision) : "none";
    return result;
  }
  const Gathered& used = visual.is_solid() ? visual : collision;
  result.homogeneous = used.homogeneous();
  result.bounds = used.bounds();
  result.has_mesh = used.has_mesh();
  result.notes = used.notes();
  return result;
}

}  // namespace appell::analysis
