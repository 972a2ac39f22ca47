#pragma once

#include <vector>

#include "appell/trajectory/trajectory.hpp"

namespace appell::analysis {

/// Times inside a motion at which a derivative of any joint may jump, ascending; those within 1e-12
/// of the motion are one.
std::vector<double> motion_seams(const trajectory::Trajectory& motion);

/// A time just before a seam, on the piece that ends there.
/// @param from  where that piece begins.
double left_of_seam(double seam, double from);

}  // namespace appell::analysis
