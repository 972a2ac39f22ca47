#pragma once

#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "appell/analysis/quantity.hpp"
#include "appell/report/figures.hpp"
#include "appell/trajectory/trajectory.hpp"

namespace appell::report {

/// What an overview is drawn of.
struct OverviewRequest {
  const analysis::Subject& subject;  ///< Along a motion; its order is that of the forces.
  const trajectory::Trajectory& motion;
  int state_order = 0;        ///< Derivatives of q that were asked of the motion; it may have more.
  long long num_samples = 0;  ///< Of the results: curves are looked at as closely, up to a bound.
  int threads = 0;
  const std::atomic<bool>* stop = nullptr;
};

/// The figures that show a motion to a person, and what of the quantities is in them.
struct Overview {
  std::vector<Figure> figures;
  std::map<std::string, std::size_t> shown;  ///< In which figure "Q_drive.d1" is.
};

/// Positions, velocities, accelerations and jerks of the joints; driving forces, their derivatives
/// and power; position, speed, acceleration and jerk of the end effector; energies: as far as the
/// motion has the derivatives. Limits of the model are dashed where they are near, and in the
/// legend; where they are exceeded the plot is shaded. At most 20 figures.
Overview motion_overview(const OverviewRequest& request);

}  // namespace appell::report
