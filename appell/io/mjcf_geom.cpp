#include "appell/io/mjcf_geom.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "appell/base/counted.hpp"
#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/mesh_files.hpp"
#include "appell/io/mesh_reader.hpp"
#include "appell/io/numbers.hpp"
#include "appell/mass/shape.hpp"

namespace appell::io {
namespace {

/// How a type of geom takes its sizes.
struct GeomType {
  const char* name;
  std::size_t num_sizes;        ///< 0: it has no sizes of its own.
  std::size_t num_with_fromto;  ///< Sizes where `fromto` gives the length; 0: it takes none.
};
constexpr std::array kGeomTypes{
    GeomType{"sphere", 1, 0}, GeomType{"capsule", 2, 1},   GeomType{"cylinder", 2, 1},
    GeomType{"box", 3, 1},    GeomType{"ellipsoid", 3, 1}, GeomType{"mesh", 0, 0},
    GeomType{"plane", 0, 0},  GeomType{"hfield", 0, 0},    GeomType{"sdf", 0, 0}};

const GeomType* geom_type(const MjcfElement& geom) {
  const std::string text = geom.text_or("type", "sphere");
  std::vector<std::string> names;
  for (const GeomType& type : kGeomTypes) {
    if (text == type.name) return &type;
    names.emplace_back(type.name);
  }
  geom.giver("type").error(concat("type is \"", text, "\"", suggestion(text, names), "; one of ",
                                  comma_list(names), " is needed"));
  return nullptr;
}

constexpr double kWater = 1000.0;  // MuJoCo's own density of geoms, kg/m³.

/// A geom of one of the simple types: its sizes as MuJoCo means them, and its pose.
struct SizedGeom {
  std::vector<double> sizes;
  spatial::Transform X_FG;
};

/// `fromto` gives place, direction and half the length.
bool read_fromto(const MjcfElement& geom, const GeomType& type, SizedGeom& sized) {
  const XmlElement& giver = geom.giver("fromto");
  if (type.num_with_fromto == 0) {
    giver.error(concat("a ", type.name, " has no fromto; capsule, cylinder, box or ellipsoid has"));
    return false;
  }
  const auto ends = giver.numbers("fromto", 6);
  if (!ends) return false;
  const Vec3 from(ends->data());
  const Vec3 to(ends->data() + 3);
  const double length = (from - to).norm();
  if (!std::isnormal(length)) {
    giver.error(
        concat("fromto is \"", giver.text("fromto"), "\"; two different points are needed"));
    return false;
  }
  if (!geom.vector_or("pos", Vec3::Zero()).isZero(0.0)) {
    geom.giver("pos").error("has both pos and fromto; one is needed");
  }
  sized.X_FG = {mjcf_rotation_of_z_to(from - to), 0.5 * (from + to)};
  sized.sizes[1] = 0.5 * length;
  if (type.num_sizes == 3) {
    sized.sizes[2] = sized.sizes[1];
    sized.sizes[1] = sized.sizes[0];
  }
  return true;
}

std::optional<SizedGeom> read_sized(const MjcfElement& geom, const GeomType& type, bool weighed,
                                    const MjcfCompiler& compiler) {
  SizedGeom sized{std::vector<double>(3, 0.0), {}};
  geom.numbers("size", sized.sizes);
  if (geom.has("fromto")) {
    if (!read_fromto(geom, type, sized)) return std::nullopt;
  } else {
    sized.X_FG = mjcf_pose(geom, compiler).transform();
  }
  for (std::size_t i = 0; i < type.num_sizes; ++i) {
    if (sized.sizes[i] > 0.0) continue;
    const std::size_t needed = geom.has("fromto") ? type.num_with_fromto : type.num_sizes;
    const std::string text = concat("size is \"", geom.text_or("size", ""), "\"; a ", type.name,
                                    " needs ", counted(needed, "positive number"));
    if (weighed) {
      geom.giver("size").error(text);
    } else {
      geom.giver("size").warning(concat(text, " (ignored: no result needs it)"));
    }
    return std::nullopt;
  }
  return sized;
}

/// MuJoCo gives half lengths, we whole ones.
mass::Shape shape_of(std::string_view type, const std::vector<double>& s) {
  if (type == "sphere") return mass::Sphere{s[0]};
  if (type == "capsule") return mass::Capsule{s[0], 2.0 * s[1]};
  if (type == "cylinder") return mass::Cylinder{s[0], 2.0 * s[1]};
  if (type == "box") return mass::Box{2.0 * Vec3(s.data())};
  return mass::Ellipsoid{Vec3(s.data())};
}

model::Geometry::Role role_of(const MjcfElement& geom) {
  const bool collides =
      geom.number_or("contype", 1.0) != 0.0 || geom.number_or("conaffinity", 1.0) != 0.0;
  return collides ? model::Geometry::Role::kCollision : model::Geometry::Role::kVisual;
}

/// Whether a geom adds nothing to the mass of its body, whatever its shape.
bool is_weightless(const MjcfElement& geom) {
  return geom.has("mass") ? geom.number_or("mass", 0.0) == 0.0
                          : geom.number_or("density", kWater) == 0.0;
}

/// The shape at density 1 with the mass that the geom has.
mass::RigidMass weighed_mass(const MjcfElement& geom, const mass::RigidMass& unit) {
  if (mjcf_flag(geom.giver("shellinertia"), "shellinertia", false)) {
    geom.giver("shellinertia")
        .error(
            "shellinertia is true; only solid geoms can be weighed, so the body needs an "
            "<inertial>");
  }
  if (geom.has("mass")) return geom.size_or("mass", 0.0) / unit.mass * unit;
  return geom.size_or("density", kWater) * unit;
}

void add_mesh(const MjcfElement& geom, const spatial::Transform& X_BG, bool weighed,
              MjcfMeshes& meshes, MjcfGeom& out) {
  const XmlElement& giver = geom.giver("mesh");
  const std::string name = giver.required_text("mesh");
  if (const auto file = meshes.file(name)) {
    if (file->path.empty() && !weighed) {
      giver.warning(mesh_not_found(file->uri), mesh_group(file->uri));
    }
    out.geometry = model::Geometry{role_of(geom), X_BG, *file};
  }
  if (!weighed) return;
  if (meshes.is_shell(name)) {
    geom.own().error(
        "shows a mesh with inertia=\"shell\"; only solid geoms can be weighed, so the body needs "
        "an <inertial>");
    return;
  }
  try {
    const mass::MeshSolid& solid = meshes.solid(name);
    out.mass = weighed_mass(geom, mass::transformed(X_BG, solid.unit_density_mass));
    if (!solid.note.empty()) {
      giver.warning(concat("mesh '", name, "' (", meshes.file(name)->uri,
                           ") gives its body an inertia but has no inside: ", solid.note,
                           "; an <inertial> would be better"),
                    "open mesh " + name);
    }
    giver.warning(
        "a mesh is weighed as the solid inside of it; MuJoCo's default counts what is not convex "
        "differently (inertia=\"exact\" of <mesh> agrees)",
        "exact mesh");
  } catch (const ModelError& error) {
    const auto file = meshes.file(name);
    const bool is_there = file && !file->path.empty();
    geom.own().error(concat(
        "cannot be weighed: ", is_there ? concat("mesh '", name, "' (", file->uri, "): ") : "",
        error.what(), "; its body needs an <inertial>",
        is_there ? "" : ", or the geom a file that is there"));
  }
}

void add_solid(const MjcfElement& geom, const GeomType& type, const spatial::Transform& X_BF,
               bool weighed, const MjcfCompiler& compiler, MjcfGeom& out) {
  const auto sized = read_sized(geom, type, weighed, compiler);
  if (!sized) return;
  const spatial::Transform X_BG = X_BF * sized->X_FG;
  const mass::Shape shape = shape_of(type.name, sized->sizes);
  std::visit(
      [&](const auto& solid) {
        if constexpr (requires { model::Geometry{role_of(geom), X_BG, solid}; }) {
          out.geometry = model::Geometry{role_of(geom), X_BG, solid};
        }
      },
      shape);
  if (!weighed) return;
  try {
    out.mass = weighed_mass(geom, mass::transformed(X_BG, mass::unit_density_mass(shape)));
  } catch (const ModelError& error) {
    geom.own().error(error.what());
  }
}

}  // namespace

void MjcfMeshes::add(const MjcfElement& mesh) {
  namespace fs = std::filesystem;
  mesh.own().check_near_attributes(mjcf_attributes("mesh"));
  const fs::path file = mesh.own().text("file");
  const std::string name = mesh.own().has("name") ? mesh.own().text("name") : file.stem().string();
  if (name.empty()) {
    mesh.own().error("has neither name nor file; one is needed");
    return;
  }
  model::MeshFile found{.uri = {}, .path = {}, .scale = mesh.vector_or("scale", Vec3::Ones())};
  if (!file.empty()) {
    found.uri =
        (fs::path(compiler_.mesh_folder) / (compiler_.strips_paths ? file.filename() : file))
            .string();
    found.path = find_mesh(found.uri, main_file_, {});
  }
  if (!assets_.try_emplace(name, Asset{mesh, std::move(found), std::nullopt}).second) {
    mesh.own().error(concat("mesh '", name, "' is there already; names must be unique"));
  }
}

std::optional<model::MeshFile> MjcfMeshes::file(const std::string& name) const {
  const auto found = assets_.find(name);
  if (found == assets_.end() || found->second.file.uri.empty()) return std::nullopt;
  return found->second.file;
}

bool MjcfMeshes::is_shell(const std::string& name) const {
  const auto found = assets_.find(name);
  return found != assets_.end() && found->second.element.text_or("inertia", "") == "shell";
}

const mass::MeshSolid& MjcfMeshes::solid(const std::string& name) {
  const auto found = assets_.find(name);
  if (found == assets_.end()) {
    std::vector<std::string> names;
    for (const auto& [known, unused] : assets_) names.push_back(known);
    throw ModelError(concat("there is no mesh '", name, "'", suggestion(name, names)));
  }
  Asset& asset = found->second;
  if (!asset.solid) {
    asset.solid = mass::mesh_solid(triangles(asset), open_meshes_);
    if (!asset.solid->note.empty()) ++num_open_;
  }
  return *asset.solid;
}

mass::Mesh MjcfMeshes::triangles(const Asset& asset) const {
  if (asset.file.uri.empty()) throw ModelError("its mesh has no file");
  if (asset.file.path.empty()) {
    throw ModelError(concat("file '", asset.file.uri, "' is not found"));
  }
  mass::Mesh mesh = read_mesh(asset.file.path);
  const Vec3 origin = asset.element.vector_or("refpos", Vec3::Zero());
  Mat3 R = Mat3::Identity();
  if (asset.element.has("refquat")) {
    if (const auto q = asset.element.giver("refquat").numbers("refquat", 4)) {
      R = Eigen::Quaterniond((*q)[0], (*q)[1], (*q)[2], (*q)[3]).normalized().toRotationMatrix();
    }
  }
  const Vec3& scale = asset.file.scale;  // After the rotation, as MuJoCo has it.
  for (Vec3& v : mesh.vertices) v = scale.cwiseProduct(R.transpose() * (v - origin));
  if (scale.prod() < 0.0) {
    for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  }
  return mesh;
}

MjcfGeom read_mjcf_geom(const MjcfElement& geom, const spatial::Transform& X_BF, bool weighed,
                        const MjcfCompiler& compiler, MjcfMeshes& meshes) {
  geom.own().check_near_attributes(mjcf_attributes("geom"));
  MjcfGeom out;
  const double group = geom.number_or("group", 0.0);
  out.counts = group >= compiler.inertia_groups[0] && group <= compiler.inertia_groups[1];
  const bool is_needed = weighed && out.counts && !is_weightless(geom);
  if (is_needed && compiler.discards_visuals && role_of(geom) == model::Geometry::Role::kVisual) {
    geom.own().warning(
        "is visual and weighed although discardvisual is true: MuJoCo 3 does so, too; older ones "
        "do not",
        "discardvisual");
  }
  const GeomType* type = geom_type(geom);
  if (type == nullptr) return out;
  if (type->num_sizes == 0) {
    const std::string name = type->name;
    if (name == "mesh") {
      add_mesh(geom, X_BF * mjcf_pose(geom, compiler).transform(), is_needed, meshes, out);
    } else if (name == "sdf" && is_needed) {
      geom.own().error("an sdf cannot be weighed; its body needs an <inertial>");
    } else {
      out.counts = false;  // Planes and height fields have no mass.
    }
    return out;
  }
  if (geom.has("mesh")) {
    if (is_needed) {
      geom.giver("mesh").error(
          concat("is a ", type->name,
                 " fitted to a mesh, which cannot be weighed; its body needs an <inertial>"));
    }
    return out;
  }
  add_solid(geom, *type, X_BF, is_needed, compiler, out);
  return out;
}

model::Inertial read_mjcf_inertial(const XmlElement& element, const MjcfCompiler& compiler) {
  element.check_near_attributes(mjcf_attributes("inertial"));
  model::Inertial inertial;
  inertial.X_LC = mjcf_pose(element, compiler);
  inertial.mass = element.number("mass").value_or(0.0);
  if (element.has("fullinertia")) {
    const auto I = element.numbers("fullinertia", 6);
    for (const char* other : {"diaginertia", "quat", "axisangle", "xyaxes", "zaxis", "euler"}) {
      if (element.has(other)) element.error(concat("has both fullinertia and ", other));
    }
    if (!I) return {};
    inertial.inertia << (*I)[0], (*I)[3], (*I)[4],  //
        (*I)[3], (*I)[1], (*I)[5],                  //
        (*I)[4], (*I)[5], (*I)[2];
  } else if (element.has("diaginertia")) {
    inertial.inertia = element.vector_or("diaginertia", Vec3::Zero()).asDiagonal();
  } else {
    element.error("has neither diaginertia nor fullinertia; one is needed");
  }
  return inertial;
}

}  // namespace appell::io
