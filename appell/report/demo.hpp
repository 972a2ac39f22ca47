#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "appell/analysis/angular_record.hpp"

namespace appell::report {

/// The guided tour on the embedded Fanuc arm. First the experiment of S2, section 5
/// (fanuc_report.hpp): `experiment.csv`, plots `fig05_...svg` to `fig11...svg` with an
/// `index.html`, the motion `swing.toml`. Then the arm swings its tool, followed to high order:
/// `tool_motion.csv` (t, joints, tool position and its first five derivatives) and `instant.json`
/// (the middle of that motion as `appell eval` prints it). Creates `folder` if it is missing.
/// @return a short account for the terminal.
/// @param record  what an accelerometer on the arm recorded; none: our own record.
/// @param stop  set from outside to stop: files that are written by then stay.
/// @throws InvalidArgument if the folder cannot be created or written; NumericalError if it is
///   stopped.
std::string run_demo(const std::string& folder,
                     const std::optional<analysis::AngularRecord>& record = {},
                     const std::atomic<bool>* stop = nullptr);

}  // namespace appell::report
