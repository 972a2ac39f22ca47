#pragma once

#include <string>
#include <vector>

#include "appell/analysis/limit_watch.hpp"

/// Not installed: how far the joints of a robot went along a motion, beside their limits.
namespace appell::report {

class JsonWriter;

/// A table: a row for each joint, the extremes of each kind with the limit in parentheses.
std::string peaks_text(const std::vector<analysis::JointPeaks>& peaks);

/// The same as an array of objects, `"position": {"lowest", "highest", "lower_limit", ...}`; a
/// limit that there is not is left out.
void write_peaks(const std::vector<analysis::JointPeaks>& peaks, JsonWriter& json);

}  // namespace appell::report
