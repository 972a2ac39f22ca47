#include "appell/planning/motion_checker.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "appell/base/text.hpp"
#include "appell/planning/remedies.hpp"
#include "appell/trajectory/retimed_motion.hpp"

namespace appell::planning {
namespace {

using trajectory::PathClock;

constexpr double kSameVelocity = 1e-4;  // Of what is given at an end.

/// The part of a motion that is in a zone of its path.
trajectory::Trajectory part_of(const trajectory::Trajectory& motion, const PathClock& clock,
                               double from, double to) {
  const auto time = [&](double s) {
    return clock.time_at(clock.grading().inverse(std::clamp(s, 0.0, 1.0)));
  };
  std::vector<std::shared_ptr<const trajectory::Law>> laws;
  for (int j = 0; j < motion.num_joints(); ++j) laws.push_back(motion.shared_law(j));
  return {motion.joints(), std::move(laws), {time(from), time(to)}};
}

/// Velocities fall with the speed, accelerations with its square, jerks with its cube. Torques
/// have parts that do not fall: their excess is taken twice.
double slowing_for(const model::MotionLimit& limit, double excess) {
  const bool is_force = limit.is_of_motor() || limit.order == 0;
  return std::pow(1.0 + excess, is_force ? 2.0 : 1.0 / limit.order);
}

}  // namespace

MotionChecker::MotionChecker(const RetimeTask& task) : task_(task), zones_{{0.0, 1.0, {}, {}}} {
  std::map<std::pair<double, double>, Zone> zones;
  const bool is_second = task.options.highest == HighestLimits::kSecondOrder;
  for (std::size_t i = 0; i < task.limits.size(); ++i) {
    const auto& [limit, from, to] = task.limits[i];
    if (is_second && limit.state_order() > 2) continue;
    Zone& zone = task.limits[i].is_everywhere() ? zones_[0] : zones[{from, to}];
    zone.from = from;
    zone.to = to;
    zone.limits.push_back(limit);
    zone.index.push_back(static_cast<int>(i));
  }
  for (auto& [range, zone] : zones) zones_.push_back(std::move(zone));
}

void MotionChecker::add_verdicts(const Zone& zone, const analysis::MotionCheck& check,
                                 CheckedClock& result) const {
  for (std::size_t i = 0; i < zone.limits.size(); ++i) {
    const analysis::LimitVerdict& verdict = check.verdicts[i];
    if (verdict.is_legal() || verdict.limit.is_position()) continue;
    const double excess = verdict.is_impulse ? 0.1 : std::min(-verdict.margin, 0.5);
    result.excess[zone.index[i]] = excess;
    result.worst_times.push_back(verdict.time);
    result.slowing = std::max(result.slowing, slowing_for(verdict.limit, excess));
  }
}

CheckedClock MotionChecker::check(const PathClock& clock) const {
  const auto& [model, path, frame, limits, options] = task_;
  const analysis::CheckRequest request{.loads = options.loads};
  const trajectory::Trajectory motion = trajectory::retimed_motion(path, clock);
  CheckedClock result{clock,
                      analysis::check_motion(model, motion, frame, zones_[0].limits, request),
                      1.0,
                      std::vector<double>(limits.size(), 0.0),
                      {}};
  add_verdicts(zones_[0], result.check, result);
  for (std::size_t i = 1; i < zones_.size(); ++i) {
    const Zone& zone = zones_[i];
    const trajectory::Trajectory part = part_of(motion, clock, zone.from, zone.to);
    add_verdicts(zone, analysis::check_motion(model, part, frame, zone.limits, request), result);
  }
  return result;
}

Outcome<CheckedClock> MotionChecker::slowed_until_legal(CheckedClock clock) const {
  const double duration = clock.clock.duration();
  const int most = row_of(Remedy::kSlow).most;
  double extra = 1e-9;
  for (int i = 0; i < most && !clock.is_legal(); ++i, extra *= 4.0) {
    const PathClock slowed = clock.clock.slowed(clock.slowing + extra);
    if (task_.has_rates() && slowed.duration() > (1.0 + kSameVelocity) * duration) {
      return Failure{
          Failure::Why::kNotLegal,
          "retime: the motion that was found is legal only if it is slowed as a whole, and with it "
          "the velocities that are given at the ends; more intervals may help."};
    }
    clock = check(slowed);
  }
  if (clock.is_legal()) return clock;
  return Failure{Failure::Why::kNotLegal,
                 concat("retime: the motion is not legal though it was slowed ", most,
                        " times; more intervals may help.")};
}

}  // namespace appell::planning
