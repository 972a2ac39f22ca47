#pragma once

#include <string>
#include <vector>

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

/// A table of loads must have all times of the motion.
/// @throws InvalidArgument if not, naming both files.
void check_loads_cover(const std::string& loads_path, const trajectory::WrenchLaws& laws,
                       const std::string& motion_path, const trajectory::TimeRange& range);

}  // namespace appell::apps
