#pragma once

#include <string>
#include <vector>

#include "appell/analysis/motion_check.hpp"
#include "appell/model/model.hpp"
#include "appell/report/svg_plot.hpp"

namespace appell::report {

/// A picture of one or several panels.
struct Figure {
  std::string file;  ///< Its name, "torque.svg".
  std::vector<Plot> panels;
};

/// How a check looks over time: the utilisation (100 % at the limit) of every kind of limit by the
/// joint that is nearest to it, then of each kind by all its joints, with what is exceeded marked;
/// then velocities, torques, powers and energies themselves. At most seven lines in a panel, 5 to
/// 30 figures: the kinds with the largest margins are left out beyond that.
/// @param check  of that motion.
std::vector<Figure> check_figures(const model::Model& model, const trajectory::Trajectory& motion,
                                  const model::Frame& frame, const analysis::MotionCheck& check);

/// Writes figures into a folder, which is created, and an index.html that shows them below a text.
/// @throws InvalidArgument if the folder cannot be created; NumericalError if the disk is full.
void write_figures(const std::vector<Figure>& figures, const std::string& title,
                   const std::string& text, const std::string& folder);

}  // namespace appell::report
