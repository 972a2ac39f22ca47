#pragma once

#include <string>

#include "appell/io/applied_forces.hpp"
#include "appell/trajectory/wrench_laws.hpp"

namespace appell::apps {

/// Which joints dry friction holds all the time, so that none is counted, on stderr.
void note_held_joints(const std::string& path, const model::Model& model,
                      const trajectory::Trajectory& motion);

inline constexpr const char* kLoadsHelp =
    "payload and external wrenches: a .json (constant; also the papers' operators) or a .csv "
    "(columns LINK.fx, ...) file (docs/formats.md)";

/// What acts on the robot, as --loads says; nothing for an empty path.
/// @param order  highest time derivative that is wanted of a table.
io::AppliedForces applied_forces(const std::string& path, const model::Model& model, int order);

/// A table of loads must have all times of the motion.
/// @throws InvalidArgument if not, naming both files.
void check_loads_cover(const std::string& loads_path, const trajectory::WrenchLaws& laws,
                       const std::string& motion_path, const trajectory::TimeRange& range);

}  // namespace appell::apps
