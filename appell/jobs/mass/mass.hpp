#pragma once

#include <optional>
#include <string>

#include "appell/io/body_file.hpp"
#include "appell/jobs/job.hpp"
#include "appell/jobs/sources.hpp"
#include "appell/spatial/transform.hpp"

/// Not installed: mass, centre of mass and inertia of a body.
namespace appell::jobs {

struct MassRequest {
  ModelSource file;   ///< A body or a mesh; a robot, of which `link` is the body.
  std::string link;   ///< Of a robot.
  std::string part;   ///< Of a body.
  std::string frame;  ///< Or `about` and `axes`.
  std::string about;
  std::string axes;
  bool urdf = false;

  // Of a mesh, as io::MeshBodyOptions has them.
  std::string material;
  std::optional<double> density;  ///< kg/m³
  std::optional<double> mass;     ///< kg
  std::optional<double> scale;
  bool close_holes = false;
  bool hull = false;

  Outputs outputs;
};

/// The frame in which the properties of a body are given: its placement in the frame of the file,
/// and what to call it.
struct MassFrame {
  spatial::Transform X_BQ;
  std::string name = "the frame of the file";
};

struct MassResult {
  io::BodyFile body;
  MassFrame frame = {};
  bool is_urdf = false;  ///< Whether the element of a URDF is all that is shown.
};

MassResult run(const MassRequest& request, Context& context);
/// All properties, and the contribution of each part.
Document show(const MassResult& result, Detail detail);
/// Keys as in docs/formats/bodies.md.
std::string json(const MassResult& result);

/// The <inertial> element of a URDF link.
std::string urdf(const MassResult& result);
/// The body in the frame in which its properties are given.
mass::RigidMass shown_body(const MassResult& result);

}  // namespace appell::jobs
