#pragma once

#include "appell/analysis/motion_check.hpp"
#include "appell/analysis/motion_comparison.hpp"
#include "appell/report/motion_page.hpp"

/// Not installed: the page of motions beside each other.
namespace appell::report {

/// Motions over each other, all begun at once: the robot by each of them, charts with a line for
/// each, the figures by which they were compared.
/// @param motions  those of the comparison.
/// @param limits  that are drawn; may be empty.
/// @param notes  on the laws that were compared.
Page comparison_page(const model::Model& model, const model::Frame& frame,
                     const std::vector<analysis::NamedMotion>& motions,
                     const analysis::MotionComparison& of,
                     const std::vector<model::MotionLimit>& limits,
                     const std::vector<std::string>& notes, const PageFacts& facts);

}  // namespace appell::report
