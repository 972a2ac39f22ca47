#pragma once

#include <vector>

#include "appell/trajectory/trajectory.hpp"
#include "appell/trajectory/wrench_laws.hpp"

namespace appell::analysis {

/// Times inside a motion at which a derivative of any joint may jump, ascending; those within 1e-12
/// of the motion are one.
/// @param loads  functions of time whose seams count, too; null: none.
std::vector<double> motion_seams(const trajectory::Trajectory& motion,
                                 const trajectory::WrenchLaws* loads = nullptr);

/// How many of them those who look at both sides take at a time.
inline constexpr int kSeamsAtOnce = 32;

/// A time just before a seam, on the piece that ends there.
/// @param from  where that piece begins.
double left_of_seam(double seam, double from);

}  // namespace appell::analysis
