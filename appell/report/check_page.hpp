#pragma once

#include "appell/analysis/legal_speeds.hpp"
#include "appell/analysis/motion_check.hpp"
#include "appell/report/motion_page.hpp"

/// Not installed: the page of a check.
namespace appell::report {

/// The page of a motion that was held against limits: its charts with these limits and where they
/// are exceeded, how far each is used along the motion, the verdicts, the legal speeds.
/// @param motion  its joints in the order of the model's coordinates.
/// @param check  of this motion.
/// @param highest_order  of q that the motion is known to.
Page check_page(const model::Model& model, const trajectory::Trajectory& motion,
                const model::Frame& frame, const analysis::MotionCheck& check,
                const analysis::LegalSpeeds& speeds, int highest_order, const PageFacts& facts);

}  // namespace appell::report
