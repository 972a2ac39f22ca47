#pragma once

#include <string>
#include <vector>

#include "appell/analysis/motion_loads.hpp"
#include "appell/io/applied_forces.hpp"
#include "appell/io/motion_file.hpp"
#include "appell/model/motion_limit.hpp"
#include "appell/trajectory/wrench_laws.hpp"

namespace appell::apps {

inline constexpr const char* kLimitsHelp =
    "a .toml with limits, or panda, fr3, ur10e, iiwa14; they count before those of the model "
    "(docs/formats.md)";

/// The limits of a model and of --limits, which count before them. A limit of zero in a model means
/// that nobody gave one: it is left out, and a warning on stderr says so.
/// @param file  of --limits; empty: none.
std::vector<model::MotionLimit> limits_of(const model::Model& model, const std::string& file);

/// Of samples, the law through or behind them is looked at: what it makes of noise is not known.
/// Says so on stderr; nothing for other motions.
void warn_of_record(const std::string& path, const io::Motion& motion);

/// Which joints dry friction holds all the time, so that none is counted, on stderr.
void note_held_joints(const std::string& path, const model::Model& model,
                      const trajectory::Trajectory& motion);

inline constexpr const char* kLoadsHelp =
    "what acts on the robot: .json (constant, and the papers' operators) or .csv (columns LINK.fx, "
    "...; see docs/formats.md)";

/// What acts on the robot, as --loads says; nothing for an empty path.
/// @param order  highest time derivative that is wanted of a table.
io::AppliedForces applied_forces(const std::string& path, const model::Model& model, int order);

/// The same for those who hold motions against limits; null for an empty path.
analysis::SharedLoads motion_loads(const std::string& path, const model::Model& model, int order);

/// A table of loads must have all times of the motion.
/// @throws InvalidArgument if not, naming both files.
void check_loads_cover(const std::string& loads_path, const trajectory::WrenchLaws& laws,
                       const std::string& motion_path, const trajectory::TimeRange& range);

}  // namespace appell::apps
