#pragma once

#include <string>

#include "appell/record/recorded_motion.hpp"
#include "appell/trajectory/samples.hpp"

/// What is said of the law of a recording.
namespace appell::record {

/// "joint 'a': spline of order 4 from 100 samples, largest error ...".
std::string fit_note(const std::string& joint, int m, const trajectory::FittedLaw& fitted,
                     std::size_t num_samples);

/// Treatment, repairs, notes and warnings of a smoothed recording.
void describe(const SmoothedRecording& smoothed, const NameOfRow& name_of_row,
              RecordedMotion& result);

}  // namespace appell::record
