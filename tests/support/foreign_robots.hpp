#pragma once

#include <string>
#include <vector>

namespace appell::support {

/// URDF files that nobody here wrote: those in the folder that the environment variable
/// APPELL_ROBOTS names, or else in ../shared/robots beside the repository. Sorted; empty where
/// there is no such folder, and tests on them say that they were skipped.
std::vector<std::string> foreign_robots();

}  // namespace appell::support
