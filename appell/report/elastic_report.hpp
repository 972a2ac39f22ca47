#pragma once

#include <string>
#include <utility>
#include <vector>

#include "appell/report/elastic_run.hpp"
#include "appell/report/svg_plot.hpp"

/// Not installed: how `appell elastic` shows what it computed.
namespace appell::report {

/// A row for each joint, and the ranges of the eigenfrequencies.
std::string elastic_text(const ElasticRecord& record);

/// What a user should know: jumps of the motion that motors cannot follow, joints whose motor a
/// rigid robot would be wrong about, a start or kinks that are not known exactly, springs that do
/// not hold the robot. A sentence each.
std::vector<std::string> elastic_warnings(const ElasticRecord& record,
                                          const std::vector<analysis::ElasticJump>& jumps,
                                          const ElasticRequest& request);

/// The whole result; docs/formats.md has the keys.
/// @param output, num_plots  what was written; empty or 0: nothing.
std::string elastic_json(const ElasticRecord& record, const ElasticRequest& request,
                         const std::vector<std::string>& warnings, const std::string& output,
                         int num_plots);

/// Of each joint (up to 20, elastic ones first) the motor's force beside that of rigid joints; of
/// all of them (up to 12) deflection, speed, torque and power of the motor and the difference to
/// rigid joints; eigenfrequencies. Each with the name of its file.
/// @param record  with rows.
std::vector<std::pair<std::string, Plot>> elastic_plots(const ElasticRecord& record);

}  // namespace appell::report
