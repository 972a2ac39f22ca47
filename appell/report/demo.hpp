#pragma once

#include <string>

namespace appell::report {

/// The guided tour: the embedded Fanuc arm swings its tool, and its motion is followed to high
/// order. Creates `folder` if it is missing and writes `tool_motion.csv` (t, joints, tool position
/// and its first five derivatives) and `instant.json` (the middle of the motion as `appell eval`
/// prints it).
/// @return a short account for the terminal.
/// @throws InvalidArgument if the folder cannot be created or written.
std::string run_demo(const std::string& folder);

}  // namespace appell::report
