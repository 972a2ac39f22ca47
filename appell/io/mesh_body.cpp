#include "appell/io/mesh_body.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "appell/base/error.hpp"
#include "appell/base/text.hpp"
#include "appell/io/mesh_reader.hpp"
#include "appell/mass/close_holes.hpp"

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
  double area = 0.0;
  std::size_t num_edges = 0;
  for (const mass::ClosedHole& hole : closed.holes) {
    area += hole.area;
    num_edges += hole.num_edges;
  }
  return concat(closed.holes.size(), " holes of ", num_edges, " edges and ", short_text(area),
                " m² were closed; this changes the volume by ", short_text(closed.volume_change),
                " m³, to ", short_text(volume), " m³");
}

}  // namespace

bool is_mesh_path(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension == ".stl" || extension == ".obj" || extension == ".dae";
}

BodyFile load_mesh_body(const std::string& path, const MeshBodyOptions& options) {
  constexpr double kLongPart = 3.0;  // m
  BodyFile file{.name = std::filesystem::path(path).stem().string(), .compound = {}};
  mass::ClosedMesh closed{.mesh = read_mesh(path, Vec3::Constant(options.scale))};
  const double extent = extent_of(closed.mesh);
  try {
    if (options.close_holes) closed = mass::close_holes(std::move(closed.mesh));
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
  if (!closed.holes.empty()) {
    file.compound.notes.push_back(closing_note(closed, file.compound.parts.front().measure));
  } else if (options.close_holes) {
    file.compound.notes.emplace_back("there was no hole to close");
  }
  if (extent > kLongPart) {
    file.compound.notes.push_back(concat("the part is ", short_text(extent),
                                         " m long: is the file in millimetres? A scale of 0.001 "
                                         "makes metres of them"));
  }
  return file;
}

}  // namespace appell::io
