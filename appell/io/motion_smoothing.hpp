#pragma once

#include <memory>
#include <string>
#include <vector>

#include "appell/io/motion_file.hpp"
#include "appell/record/smooth_recording.hpp"
#include "appell/trajectory/law.hpp"

namespace appell::io {

/// @param highest  derivative of q that is wanted.
record::SmoothingOptions smoothing_options(const Smoothing& smoothing, int highest);

/// A smoothed record as the laws of its joints, and what a user should know of it.
struct SmoothedMotion {
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  std::shared_ptr<const record::Recording> recording;  ///< What was smoothed.
  std::vector<std::string> notes;                      ///< What was found, a line per joint.
  std::vector<std::string> warnings;  ///< Where the model of the noise does not hold.
};
SmoothedMotion smoothed_motion(record::SmoothedRecording smoothed);

}  // namespace appell::io
