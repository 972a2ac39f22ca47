#pragma once

#include <string>

#include "appell/io/motion_file.hpp"
#include "appell/trajectory/wrench_laws.hpp"

namespace appell::apps {

/// Of samples, the law through or behind them is looked at: what it makes of noise is not known.
/// Says so on stderr; nothing for other motions.
void warn_of_record(const std::string& path, const io::Motion& motion);

/// A table of loads must have all times of the motion.
/// @throws InvalidArgument if not, naming both files.
void check_loads_cover(const std::string& loads_path, const trajectory::WrenchLaws& laws,
                       const std::string& motion_path, const trajectory::TimeRange& range);

}  // namespace appell::apps
