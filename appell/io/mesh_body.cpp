#include "appell/io/mesh_body.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>

#include "appell/base/counted.hpp"
#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/mesh_reader.hpp"
#include "appell/mass/close_holes.hpp"
#include "appell/mass/convex_hull.hpp"

namespace appell::io {
namespace {

/// The largest extent along an axis, m.
double extent_of(const mass::Mesh& mesh) {
  Vec3 low = mesh.vertices.front(), high = low;
  for (const Vec3& vertex : mesh.vertices) {
    low = low.cwiseMin(vertex);
    high = high.cwiseMax(vertex);
  }
  return (high - low).maxCoeff();
}

std::string closing_note(const mass::ClosedMesh& closed, double volume) {
  return concat(counted(closed.holes.size(), "hole"), " of ",
                counted(closed.num_hole_edges(), "edge"), " and ", short_text(closed.hole_area()),
                " m² ", closed.holes.size() == 1 ? "was" : "were",
                " closed; this changes the volume by ", short_text(closed.volume_change),
                " m³, to ", short_text(volume), " m³");
}

}  // namespace

bool is_mesh_path(const std::string& path) {
  const std::string extension = lower_case_extension(path);
  return extension == ".stl" || extension == ".obj" || extension == ".dae";
}

void refuse_other_solids(const std::string& path) {
  constexpr std::string_view kCad[] = {".step", ".stp",   ".iges", ".igs",     ".sldprt", ".sldasm",
                                       ".ipt",  ".iam",   ".prt",  ".catpart", ".x_t",    ".x_b",
                                       ".sat",  ".fcstd", ".f3d",  ".brep",    ".3dm",    ".jt"};
  constexpr std::string_view kMeshes[] = {".ply", ".gltf", ".glb", ".3mf", ".off", ".wrl", ".fbx"};
  const std::string extension = lower_case_extension(path);
  const auto is_in = [&](const auto& list) {
    return std::find(std::begin(list), std::end(list), extension) != std::end(list);
  };
  if (is_in(kCad)) {
    throw ModelError(
        concat(path, ": ", extension,
               " files are not read; export a closed mesh (.stl or .obj) from the CAD program"));
  }
  if (is_in(kMeshes)) {
    throw ModelError(
        concat(path, ": ", extension, " files are not read; save the mesh as .stl, .obj or .dae"));
  }
}

BodyFile load_mesh_body(const std::string& path, const MeshBodyOptions& options) {
  constexpr double kLongPart = 3.0;  // m
  BodyFile file{.name = std::filesystem::path(path).stem().string(), .compound = {}};
  mass::ClosedMesh closed{.mesh = read_mesh(path, Vec3::Constant(options.scale))};
  const double extent = extent_of(closed.mesh);
  try {
    if (options.close_holes) closed = mass::close_holes(std::move(closed.mesh));
    if (options.hull) closed.mesh = mass::convex_hull(closed.mesh.vertices);
    const mass::Part part{.name = file.name,
                          .body = mass::Shape(std::move(closed.mesh)),
                          .density = options.density,
                          .mass = options.mass,
                          .material = options.material,
                          .X_BP = {}};
    file.compound = mass::assemble({&part, 1});
  } catch (const ModelError& error) {
    throw ModelError(concat(path, ": ", error.what()));
  }
  if (options.hull) {
    file.compound.notes.push_back(concat("the convex hull of the mesh was taken: ",
                                         short_text(file.compound.parts.front().measure), " m³"));
  } else if (!closed.holes.empty()) {
    file.compound.notes.push_back(closing_note(closed, file.compound.parts.front().measure));
  } else if (options.close_holes) {
    file.compound.notes.emplace_back("there was no hole to close");
  }
  if (extent > kLongPart) {
    file.compound.notes.push_back(
        concat("the part is ", short_text(extent),
               " m long: is the file in millimetres? A scale of 0.001 makes metres of them"));
  }
  return file;
}

}  // namespace appell::io
