#pragma once

#include <span>
#include <vector>

#include "appell/analysis/motion_loads.hpp"
#include "appell/model/motion_limit.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::analysis {

/// What is limited along a motion, at given instants: for plots. Norms are norms; energies are
/// those since the first instant, by Simpson's rule between two of them.
/// @param times  ascending, of the motion.
/// @return for each limit a value per time; its unit is that of the limit.
/// @throws InvalidArgument as check_motion(); NumericalError if the motion has no such derivatives.
std::vector<std::vector<double>> limit_courses(const model::Model& model,
                                               const trajectory::Trajectory& motion,
                                               const model::Frame& frame,
                                               const std::vector<model::MotionLimit>& limits,
                                               std::span<const double> times,
                                               const MotionLoads* loads = nullptr);

}  // namespace appell::analysis
