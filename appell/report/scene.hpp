#pragma once

#include <optional>
#include <string>
#include <vector>

#include "appell/analysis/motion_loads.hpp"
#include "appell/mass/rigid_mass.hpp"
#include "appell/model/model.hpp"
#include "appell/model/motion_limit.hpp"
#include "appell/report/document.hpp"
#include "appell/trajectory/trajectory.hpp"

/// Not installed: the robot in 3D.
namespace appell::report {

/// Meshes are simplified to so many triangles, each and together.
struct MeshBudget {
  std::size_t per_mesh = 3000;
  std::size_t in_all = 60'000;
};

/// The bodies of a robot and how they look: what links show (visual shapes, else those that they
/// collide with), of links without shapes rods from joint to joint. The first body is what does not
/// move, then come those of the model.
/// @param warnings  gets a line for each mesh that cannot be read.
Scene scene_of(const model::Model& model, const model::Frame& tip,
               std::vector<std::string>& warnings, const MeshBudget& budget = {});

/// Adds the poses of all bodies along a motion, and the path of the tip with its speed,
/// acceleration and jerk, and how far limits are used. Times are counted so that the motion begins
/// at `start`.
/// @param motion  its joints in the order of the model's coordinates.
/// @param limits  of the motion; may be empty.
/// @param loads  that act along it; null: none.
void add_motion(Scene& scene, const std::string& name, const model::Model& model,
                const model::Frame& tip, const trajectory::Trajectory& motion,
                const std::vector<model::MotionLimit>& limits, double start,
                const analysis::MotionLoads* loads = nullptr);

/// The equimomental ellipsoid of a body, in its axes; none of a body without mass or extent, or
/// that cannot be.
std::optional<PageEllipsoid> page_ellipsoid(const mass::RigidMass& body);

}  // namespace appell::report
