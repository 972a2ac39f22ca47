#pragma once

#include <string>
#include <vector>

#include "appell/analysis/legal_speeds.hpp"
#include "appell/analysis/motion_check.hpp"
#include "appell/model/model.hpp"
#include "appell/report/json.hpp"

namespace appell::report {

/// The joint that a verdict is about, "" if none; the unit of its numbers.
std::string joint_of(const model::Model& model, const analysis::LimitVerdict& verdict);
std::string unit_of(const model::Model& model, const analysis::LimitVerdict& verdict);
/// "legal", "exceeded", and where it is less certain than that.
std::string verdict_words(const analysis::LimitVerdict& verdict);

/// "base.x, ... have no motor", and the largest force and torque that something else must supply
/// there; nothing where all have one.
std::string unbalanced_text(const model::Model& model,
                            const std::vector<analysis::UnbalancedForce>& unbalanced);
/// The same as an array of the JSON of a command.
Json unbalanced_json(const model::Model& model,
                     const std::vector<analysis::UnbalancedForce>& unbalanced);

/// "Loads: hand.json", a line that says what was counted; nothing where nothing acts.
std::string loads_text(const analysis::SharedLoads& loads);
/// The same as a value of the JSON of a command: the name, or null.
Json loads_json(const analysis::SharedLoads& loads);

/// "Torque rate" of "torque_rate".
std::string kind_in_words(std::string kind);

/// "Legal: all 6 limits are kept, at all times.", "NOT legal: 1 of 6 limits is exceeded."
std::string check_sentence(const analysis::MotionCheck& check);

/// What a terminal prints below the table of limits: loads, joints without a motor, energy, and the
/// speeds at which the motion is legal.
std::vector<std::string> check_sentences(const model::Model& model,
                                         const analysis::MotionCheck& check,
                                         const analysis::LegalSpeeds& speeds);

/// A check as JSON (docs/formats.md), all limits in their order.
Json check_json(const model::Model& model, const std::string& frame,
                const analysis::MotionCheck& check, const analysis::LegalSpeeds& speeds);

}  // namespace appell::report
