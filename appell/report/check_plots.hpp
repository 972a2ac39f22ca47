#pragma once

#include <string>
#include <vector>

#include "appell/analysis/motion_check.hpp"
#include "appell/model/model.hpp"
#include "appell/report/figures.hpp"

namespace appell::report {

/// How a check looks over time: the utilisation (100 % at the limit) of every kind of limit by the
/// joint that is nearest to it, then of each kind by all its joints, with what is exceeded marked;
/// then velocities, torques, powers and energies themselves. At most seven lines in a panel, 5 to
/// 30 figures: the kinds with the largest margins are left out beyond that.
/// @param check  of that motion.
std::vector<Figure> check_figures(const model::Model& model, const trajectory::Trajectory& motion,
                                  const model::Frame& frame, const analysis::MotionCheck& check);

}  // namespace appell::report
