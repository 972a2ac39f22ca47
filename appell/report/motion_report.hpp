#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "appell/io/motion_file.hpp"
#include "appell/report/sample_times.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::report {

/// What `appell sample --json` prints: {"times": [..], "joints": [..], "q": [i][k][j]}.
std::string samples_json(const trajectory::Trajectory& motion, const std::vector<double>& times,
                         int order);

/// The same as a table.
std::string samples_text(const trajectory::Trajectory& motion, const std::vector<double>& times,
                         int order);

/// What kind of motion it is, how long and smooth, how well samples are met, and the largest
/// magnitude of each derivative of each joint at the given times.
std::string motion_summary(const io::Motion& motion, const SampleTimes& times, int order);

/// The same as JSON: kind, joints, start, end, continuity (highest continuous derivative; absent if
/// all are), notes, samples, and peaks[joint][derivative].
std::string motion_summary_json(const io::Motion& motion, const SampleTimes& times, int order);

/// A CSV with t, then each joint j and its derivatives j.d1, ..., j.dN: itself a motion.
/// @param stop  set from outside to stop; nullptr: nobody will.
/// @throws NumericalError if it cannot be completed; the message says where the rows before are.
void write_motion_csv(const trajectory::Trajectory& motion, const SampleTimes& times, int order,
                      const std::string& path, const std::atomic<bool>* stop = nullptr);

/// A CSV with the constants of each interval of each joint's spline, as the papers print them.
/// @throws InvalidArgument if a joint's law is no spline.
void write_spline_constants(const trajectory::Trajectory& motion, const std::string& path);

}  // namespace appell::report
