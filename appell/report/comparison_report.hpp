#pragma once

#include <string>
#include <vector>

#include "appell/analysis/motion_comparison.hpp"
#include "appell/model/model.hpp"
#include "appell/report/figures.hpp"

namespace appell::report {

/// A line for each figure, a column for each motion, the best marked with "*"; what is infinite is
/// "impulse". Then a sentence on who is best where.
std::string comparison_text(const model::Model& model, const analysis::MotionComparison& of);

/// The same as JSON (docs/formats.md), with every joint.
/// @param notes  what else there is to know: on the laws that were compared.
std::string comparison_json(const model::Model& model, const std::string& frame,
                            const analysis::MotionComparison& of,
                            const std::vector<std::string>& notes);

/// The same as CSV: a row for each motion, columns "NAME", and "NAME.joint" where there is one;
/// units in the comment line before the header.
std::string comparison_csv(const model::Model& model, const analysis::MotionComparison& of);

/// What there is to know of the laws that a motion is compared with.
std::vector<std::string> standard_notes(const analysis::NamedMotion& given,
                                        const analysis::StandardMoves& standard);

/// Motions drawn over each other, each with the name of its file: first "comparison.svg", torque
/// and jerk of the worst joint and E^(1) below each other, then one plot for each figure that
/// changes with time.
/// @param motions  those of the comparison.
std::vector<Figure> comparison_plots(const model::Model& model, const model::Frame& frame,
                                     const std::vector<analysis::NamedMotion>& motions,
                                     const analysis::MotionComparison& of);

}  // namespace appell::report
