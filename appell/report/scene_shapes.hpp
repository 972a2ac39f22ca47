#pragma once

#include <string>
#include <vector>

#include "appell/model/model.hpp"
#include "appell/report/document.hpp"
#include "appell/report/scene.hpp"

/// Not installed: what bodies look like.
namespace appell::report {

PagePose pose_of(const spatial::Transform& X);
Triple triple_of(const Vec3& v);

/// Shapes of each body of a scene: [0] of what does not move.
struct BodyShapes {
  std::vector<std::vector<PageShape>> shapes;
  Scene::Drawn drawn = Scene::Drawn::kAxes;
  std::string note;
};

/// What the links show.
/// @param warnings  gets a line for each mesh that cannot be read.
BodyShapes link_shapes(const model::Model& model, const MeshBudget& budget,
                       std::vector<std::string>& warnings);

/// Rods from joint to joint, and the joints' axes, for bodies that have no shapes.
/// @param size  of the robot, m.
void add_rods(const model::Model& model, const model::Frame& tip, double size, BodyShapes& shapes);

}  // namespace appell::report
