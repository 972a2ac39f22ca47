#pragma once

#include "appell/force/wrench.hpp"
#include "appell/model/state_series.hpp"
#include "appell/report/capability_report.hpp"

namespace appell::report {

/// What limits of force leave at a state: of acceleration, and of jerk where there are limits of
/// the torque rate and the state has accelerations.
/// @param limits  of motions, as for analysis::check_motion().
/// @throws InvalidArgument if no joint has a limit of force, a state without velocities, and as
///   analysis::capability().
StateCapability capability_at(const model::Model& model, const model::Frame& frame,
                              const model::StateSeries& state,
                              const std::vector<model::MotionLimit>& limits,
                              const force::Surroundings& surroundings = {});

/// The same at every state of a box.
/// @param ranges  of positions, velocities and, for jerk, accelerations; `limits` where it has
/// none.
/// @param effort  its progress counts the parts of both, acceleration and jerk.
/// @throws InvalidArgument and NumericalError as analysis::capability_over_box().
RangeCapability capability_in(const model::Model& model, const model::Frame& frame,
                              const std::vector<model::MotionLimit>& ranges,
                              const std::vector<model::MotionLimit>& limits,
                              const analysis::BoxEffort& effort);

}  // namespace appell::report
