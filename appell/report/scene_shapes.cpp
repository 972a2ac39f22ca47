#include "appell/report/scene_shapes.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "appell/base/counted.hpp"
#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/mesh_formats.hpp"
#include "appell/report/simplify_mesh.hpp"

namespace appell::report {
namespace {

using model::Geometry;

constexpr Triple kJointColour{0.36, 0.40, 0.46};

std::size_t scene_body(int body) { return static_cast<std::size_t>(body + 1); }

/// Those that a link shows: all of a role.
std::vector<const Geometry*> shown_geometries(const model::Link& link, Geometry::Role role) {
  std::vector<const Geometry*> shown;
  for (const Geometry& geometry : link.geometries) {
    const auto* mesh = std::get_if<model::MeshFile>(&geometry.shape);
    const bool is_there = mesh == nullptr || !mesh->path.empty();
    const bool is_sketch = geometry.role == Geometry::Role::kSketch;
    const bool is_of_role = geometry.role == role || (is_sketch && role == Geometry::Role::kVisual);
    if (is_of_role && is_there) shown.push_back(&geometry);
  }
  return shown;
}

std::vector<const Geometry*> shown_geometries(const model::Link& link) {
  const auto visual = shown_geometries(link, Geometry::Role::kVisual);
  return visual.empty() ? shown_geometries(link, Geometry::Role::kCollision) : visual;
}

/// Whether it has visual meshes, but none that was found, and something else is shown.
bool lacks_visuals(const model::Link& link) {
  const bool has_visual =
      std::any_of(link.geometries.begin(), link.geometries.end(),
                  [](const Geometry& g) { return g.role == Geometry::Role::kVisual; });
  return has_visual && shown_geometries(link, Geometry::Role::kVisual).empty() &&
         !shown_geometries(link).empty();
}

std::size_t num_triangles(const std::vector<io::MeshPart>& parts) {
  std::size_t sum = 0;
  for (const io::MeshPart& part : parts) sum += part.mesh.triangles.size();
  return sum;
}

/// Most triangles of a mesh, so that all together keep the budget.
std::size_t triangle_bound(const std::map<std::string, std::vector<io::MeshPart>>& meshes,
                           const MeshBudget& budget) {
  const auto sum_at = [&](std::size_t bound) {
    std::size_t sum = 0;
    for (const auto& [path, parts] : meshes) sum += std::min(num_triangles(parts), bound);
    return sum;
  };
  std::size_t bound = budget.per_mesh;
  while (bound > 20 && sum_at(bound) > budget.in_all) bound = bound * 9 / 10;
  return bound;
}

/// The meshes of all links that can be read, simplified.
class SceneMeshes {
 public:
  SceneMeshes(const model::Model& model, const MeshBudget& budget,
              std::vector<std::string>& warnings) {
    std::map<std::string, std::vector<io::MeshPart>> meshes;
    std::set<std::string> unread;
    for (const model::Link& link : model.description().links) {
      for (const Geometry* geometry : shown_geometries(link)) {
        const auto* file = std::get_if<model::MeshFile>(&geometry->shape);
        if (file == nullptr || meshes.contains(file->path) || unread.contains(file->path)) continue;
        try {
          meshes[file->path] = io::read_mesh_parts(file->path);
          triangles_ += num_triangles(meshes[file->path]);
        } catch (const ModelError& error) {
          unread.insert(file->path);
          warnings.emplace_back(error.what());
        }
      }
    }
    const std::size_t bound = triangle_bound(meshes, budget);
    for (auto& [path, parts] : meshes) {
      const std::size_t all = num_triangles(parts);
      for (io::MeshPart& part : parts) {  // Each keeps its share.
        part.mesh =
            simplified(part.mesh, all <= bound ? all : part.mesh.triangles.size() * bound / all);
      }
      kept_ += num_triangles(parts);
    }
    simple_ = std::move(meshes);
  }

  struct Part {
    std::shared_ptr<const PageMesh> mesh;
    std::optional<Vec3> colour;
  };

  /// None if it could not be read.
  const std::vector<Part>& parts(const model::MeshFile& file) {
    const auto [known, is_new] =
        scaled_.try_emplace(std::pair(file.path, triple_of(file.scale)), std::vector<Part>{});
    if (!is_new) return known->second;
    for (const io::MeshPart& part : simple_[file.path]) {
      known->second.push_back({scaled(part.mesh, file.scale), part.colour});
    }
    return known->second;
  }

  std::string note() const {
    if (simple_.empty()) return "";
    if (kept_ == triangles_) {
      return concat(counted(simple_.size(), "mesh file"), ", ", counted(triangles_, "triangle"));
    }
    return concat(counted(simple_.size(), "mesh file"), ", ", counted(triangles_, "triangle"),
                  ", simplified to ", kept_);
  }

 private:
  static std::shared_ptr<const PageMesh> scaled(const mass::Mesh& mesh, const Vec3& scale) {
    auto page = std::make_shared<PageMesh>();
    for (const Vec3& p : mesh.vertices) {
      for (int k = 0; k < 3; ++k) page->points.push_back(static_cast<float>(scale[k] * p[k]));
    }
    const bool is_mirrored = scale.prod() < 0.0;
    for (const std::array<int, 3>& t : mesh.triangles) {
      for (const std::size_t k : {std::size_t{0}, is_mirrored ? 2UL : 1UL, is_mirrored ? 1UL : 2UL})
        page->triangles.push_back(static_cast<std::uint32_t>(t[k]));
    }
    return page;
  }

  std::map<std::string, std::vector<io::MeshPart>> simple_;
  std::map<std::pair<std::string, Triple>, std::vector<Part>> scaled_;
  std::size_t triangles_ = 0;
  std::size_t kept_ = 0;
};

/// Of a mesh one for each of its colours; none if it could not be read.
std::vector<PageShape> shapes_of(const Geometry& geometry, const spatial::Transform& X_BL,
                                 SceneMeshes& meshes) {
  const auto triple = [](const std::optional<Vec3>& colour) {
    return colour ? std::optional(triple_of(*colour)) : std::nullopt;
  };
  PageShape shape{.pose = pose_of(X_BL * geometry.X_LG.transform()),
                  .colour = triple(geometry.colour),
                  .form = {}};
  if (const auto* box = std::get_if<mass::Box>(&geometry.shape)) {
    shape.form = PageShape::Box{triple_of(box->size)};
  } else if (const auto* cylinder = std::get_if<mass::Cylinder>(&geometry.shape)) {
    shape.form = PageShape::Cylinder{cylinder->radius, cylinder->length};
  } else if (const auto* capsule = std::get_if<mass::Capsule>(&geometry.shape)) {
    shape.form = PageShape::Capsule{capsule->radius, capsule->length};
  } else if (const auto* sphere = std::get_if<mass::Sphere>(&geometry.shape)) {
    shape.form = PageShape::Sphere{sphere->radius};
  } else {
    std::vector<PageShape> shapes;
    for (const SceneMeshes::Part& part : meshes.parts(std::get<model::MeshFile>(geometry.shape))) {
      shapes.push_back({.pose = shape.pose,
                        .colour = geometry.colour ? shape.colour : triple(part.colour),
                        .form = part.mesh});
    }
    return shapes;
  }
  return {std::move(shape)};
}

/// A rotation that takes z to a unit vector d: about z × d, 1 + [k×] + [k×]²/(1 + d_z). (Eigen's
/// own takes a singular value decomposition, and seconds to compile.)
Mat3 z_to(const Vec3& d) {
  const Vec3 k(-d.y(), d.x(), 0.0);
  if (d.z() < 0.0 && k.squaredNorm() < 1e-24) return Vec3(1.0, -1.0, -1.0).asDiagonal();
  Mat3 K;
  K << 0.0, 0.0, k.y(), 0.0, 0.0, -k.x(), -k.y(), k.x(), 0.0;
  const double divisor = d.z() < 0.0 ? k.squaredNorm() / (1.0 - d.z()) : 1.0 + d.z();
  return Mat3::Identity() + K + K * K / divisor;
}

PageShape rod_between(const Vec3& a, const Vec3& b, double radius) {
  const Vec3 along = b - a;
  return {.pose = pose_of({z_to(along.normalized()), 0.5 * (a + b)}),
          .colour = {},
          .form = PageShape::Capsule{radius, along.norm()}};
}

PageShape joint_mark(const model::Body& body, double size) {
  const bool turns = !body.screw.angular.isZero(0.0);
  const Vec3 axis = turns ? body.screw.angular : body.screw.linear.normalized();
  PageShape mark{.pose = pose_of({z_to(axis), Vec3::Zero()}), .colour = kJointColour, .form = {}};
  if (turns) {
    mark.form = PageShape::Cylinder{0.035 * size, 0.09 * size};
  } else {
    mark.form = PageShape::Box{{0.06 * size, 0.06 * size, 0.11 * size}};
  }
  return mark;
}

}  // namespace

PagePose pose_of(const spatial::Transform& X) {
  const Eigen::Quaterniond q(X.R);
  return {X.p.x(), X.p.y(), X.p.z(), q.x(), q.y(), q.z(), q.w()};
}

Triple triple_of(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

BodyShapes link_shapes(const model::Model& model, const MeshBudget& budget,
                       std::vector<std::string>& warnings) {
  SceneMeshes meshes(model, budget, warnings);
  BodyShapes result;
  result.shapes.resize(model.num_bodies() + 1);
  const std::vector<model::Link>& links = model.description().links;
  bool is_lacking = false;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const model::Frame& frame = model.frames()[i];
    is_lacking = is_lacking || lacks_visuals(links[i]);
    for (const Geometry* geometry : shown_geometries(links[i])) {
      std::vector<PageShape> shapes = shapes_of(*geometry, frame.X_BF, meshes);
      if (shapes.empty()) continue;
      const bool is_mesh = std::holds_alternative<model::MeshFile>(geometry->shape);
      if (is_mesh) result.drawn = Scene::Drawn::kMeshes;
      if (result.drawn == Scene::Drawn::kAxes) result.drawn = Scene::Drawn::kShapes;
      std::vector<PageShape>& of_body = result.shapes[scene_body(frame.body)];
      of_body.insert(of_body.end(), shapes.begin(), shapes.end());
    }
  }
  result.note = meshes.note();
  if (is_lacking) {
    result.note +=
        (result.note.empty() ? "" : "; ") +
        std::string("where visual meshes were not found, shapes for collisions are shown");
  }
  return result;
}

void add_rods(const model::Model& model, const model::Frame& tip, double size, BodyShapes& shapes) {
  const auto is_single = [&](const model::Body& body) {  // And no part of a joint of several.
    return std::none_of(model.bodies().begin(), model.bodies().end(), [&](const model::Body& b) {
      return b.joint == body.joint && b.index != body.index;
    });
  };
  std::vector<std::vector<Vec3>> ends(shapes.shapes.size());  // Where each body goes on.
  int num_solid = 0, num_bare = 0;                            // With mass; of these without shape.
  for (const model::Body& body : model.bodies()) {
    const bool floats = body.parent == model::kWorld && !is_single(body);
    if (!floats) ends[scene_body(body.parent)].push_back(body.X_PJ.p);
    if (!(body.rigid_mass.mass > 0.0)) continue;
    ++num_solid;
    num_bare += shapes.shapes[scene_body(body.index)].empty() ? 1 : 0;
  }
  // Where few bodies have shapes, rods show how all hang together.
  const bool is_sparse = 3 * num_bare > num_solid;
  ends[scene_body(tip.body)].push_back(tip.X_BF.p);
  int num_drawn = 0;
  const double least = 1e-3 * size;
  const auto add_ends = [&](std::size_t i, double radius) {
    for (const Vec3& end : ends[i]) {
      if (end.norm() < least) continue;
      shapes.shapes[i].push_back(rod_between(Vec3::Zero(), end, radius));
      ++num_drawn;
    }
  };
  const bool has_shapes = shapes.drawn != Scene::Drawn::kAxes;
  const double radius = (is_sparse ? 0.012 : 0.006) * size;
  for (const model::Body& body : model.bodies()) {
    const std::size_t i = scene_body(body.index);
    if (!shapes.shapes[i].empty() && !is_sparse) continue;
    const bool is_last = ends[i].empty();
    if (is_last && body.rigid_mass.mass > 0.0) ends[i].push_back(body.rigid_mass.p_BBcm);
    add_ends(i, radius);
    if (!has_shapes && is_single(body)) shapes.shapes[i].push_back(joint_mark(body, size));
  }
  if (shapes.shapes[0].empty() || is_sparse) {
    add_ends(0, radius);
    if (!has_shapes) {
      shapes.shapes[0].push_back({.pose = {0, 0, 0, 0, 0, 0, 1},
                                  .colour = kJointColour,
                                  .form = PageShape::Box{{0.12 * size, 0.12 * size, 0.02 * size}}});
    }
  }
  if (!has_shapes) {
    shapes.note =
        "The model has no shapes, or none that were found: links are drawn from joint to joint.";
  } else if (num_drawn > 0) {
    shapes.note += (shapes.note.empty() ? "" : "; ") +
                   std::string("links without shapes are drawn as rods from joint to joint");
  }
}

}  // namespace appell::report
