#include "appell/analysis/motion_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "appell/analysis/limit_cover.hpp"
#include "appell/analysis/limit_jumps.hpp"
#include "appell/base/check.hpp"
#include "appell/base/stop.hpp"

namespace appell::analysis {
namespace {

using model::Limited;
using model::MotionLimit;

/// From a value to an end of the range: in units of the end, whose other side zero may be on; of
/// positions, and where the end is zero, in units of half the range.
double share_left(const MotionLimit& limit, double distance, double end) {
  constexpr double kLowest = std::numeric_limits<double>::lowest();  // Of limits of no size.
  if (!std::isfinite(end)) return std::numeric_limits<double>::infinity();
  double unit = std::abs(end);
  if (limit.is_position() || end == 0.0) {
    const double half_range = 0.5 * (limit.high - limit.low);
    unit = std::isfinite(half_range) ? half_range : std::max(std::abs(end), 1.0);
  }
  return std::max(distance / unit, kLowest);
}

double share_below(const MotionLimit& limit, double most) {
  return share_left(limit, limit.high - most, limit.high);
}

double share_above(const MotionLimit& limit, double least) {
  return share_left(limit, least - limit.low, limit.low);
}

/// What is nearest to an end of a limit, or farthest beyond it.
LimitVerdict verdict_of(const WatchedLimit& watched) {
  const MotionLimit& limit = watched.limit;
  LimitVerdict verdict{.limit = limit, .uncertainty = watched.uncertainty};
  double most = watched.high.value;
  const double least = -watched.low.value;
  if (LimitSeries::is_square(limit)) {
    most = std::sqrt(std::max(most, 0.0));
    if (watched.uncertainty > 0.0) {
      verdict.uncertainty = watched.uncertainty / std::max(most, std::sqrt(watched.uncertainty));
    }
  }
  const double above = share_below(limit, most), below = share_above(limit, least);
  const bool is_above = above <= below;
  verdict.worst = is_above ? most : least;
  verdict.end = is_above ? limit.high : limit.low;
  verdict.time = is_above ? watched.high.time : watched.low.time;
  verdict.margin = std::min(above, below);
  if (!limit.is_position() && limit.low == -limit.high) {  // A limit of size.
    verdict.worst = std::abs(verdict.worst);
    verdict.end = limit.high;
  }
  if (watched.is_impulse) {
    verdict.is_impulse = true;
    verdict.worst = std::numeric_limits<double>::quiet_NaN();
    verdict.margin = -std::numeric_limits<double>::infinity();
    verdict.time = watched.impulse_time;
  }
  return verdict;
}

/// What is watched for the figures of energy: of every motor, and the total power last.
std::vector<MotionLimit> energy_figures(const model::Model& model) {
  std::vector<MotionLimit> figures;
  for (int j = 0; j < model.num_coordinates(); ++j) {
    if (model.coordinates()[j].is_passive) continue;
    figures.push_back({.what = Limited::kEnergy, .coordinate = j});
  }
  figures.push_back({.what = Limited::kTotalPower});
  return figures;
}

std::optional<MotionEnergy> energy_of(std::span<const WatchedLimit> figures, int num_coordinates) {
  MotionEnergy energy{.joints = std::vector<double>(num_coordinates)};
  for (const WatchedLimit& figure : figures) {
    if (figure.is_impulse) return std::nullopt;
    if (!figure.limit.is_integral()) continue;
    energy.joints[figure.limit.coordinate] = figure.high.value;
    energy.total += figure.high.value;
    energy.uncertainty += figure.uncertainty;
  }
  energy.peak_power = figures.back().high.value;
  energy.peak_time = figures.back().high.time;
  return energy;
}

/// What is watched for the forces that no motor supplies: held against 1 N or 1 N m, which says
/// what is nothing but rounding.
std::vector<MotionLimit> unbalanced_forces(const model::Model& model) {
  std::vector<MotionLimit> forces;
  for (const int j : model.passive_coordinates()) {
    forces.push_back({Limited::kForce, 0, j, -1.0, 1.0});
  }
  return forces;
}

/// " of 'joint1'", where a limit belongs to a joint.
std::string of_joint(const model::Model& model, const MotionLimit& limit) {
  if (!limit.has_coordinate()) return "";
  return concat(" of '", model.coordinates()[limit.coordinate].name, "'");
}

/// A verdict on what is not known is none.
void check_known(const model::Model& model, const LimitVerdict& verdict) {
  constexpr double kLeastKnown = 1e-2;  // Of the value or its limit.
  if (verdict.is_impulse) return;
  const std::string what =
      concat("check_motion: '", kind_name(verdict.limit), "'", of_joint(model, verdict.limit));
  if (!std::isfinite(verdict.worst)) {
    throw NumericalError(concat(what, " is not finite: the numbers of the motion are too large."));
  }
  const double size = std::max(std::abs(verdict.worst), larger_end(verdict.limit));
  if (verdict.uncertainty > kLeastKnown * size) {
    throw NumericalError(concat(what, " is known to within ", verdict.uncertainty,
                                " only: the motion changes too fast for its length; check a "
                                "shorter part of it."));
  }
}

void check_limit(const model::Model& model, const MotionLimit& limit) {
  check(limit.order >= 0 && limit.order <= kHighestLimit, "check_motion: limit '", kind_name(limit),
        "' is of the derivative ", limit.order, "; 0 to ", kHighestLimit, " are possible.");
  check(larger_end(limit) > 0.0 && limit.low <= limit.high, "check_motion: limit '",
        kind_name(limit), "'", of_joint(model, limit), " is ", limit.low, " to ", limit.high,
        "; a range with a finite end that is not zero is needed.");
  for (int j = 0; limit.is_electrical() && j < model.num_coordinates(); ++j) {
    const bool is_passive = model.coordinates()[j].is_passive;
    if (limit.has_coordinate() ? limit.coordinate != j : is_passive) continue;
    check(!std::isnan(copper_loss(model, j)), "check_motion: limit '", kind_name(limit),
          "': the actuator of '", model.coordinates()[j].name,
          "' has no torque constant and resistance, which are needed.");
  }
}

}  // namespace

bool MotionCheck::is_legal() const {
  return std::all_of(verdicts.begin(), verdicts.end(),
                     [](const LimitVerdict& verdict) { return verdict.is_legal(); });
}

double margin_of(const MotionLimit& limit, double value) {
  return std::min(share_below(limit, value), share_above(limit, value));
}

MotionCheck check_motion(const model::Model& model, const trajectory::Trajectory& motion,
                         const model::Frame& frame, const std::vector<MotionLimit>& limits,
                         const CheckRequest& request) {
  const StopScope scope(request.stop);
  check(motion.num_joints() == model.num_coordinates(), "check_motion: the motion has ",
        motion.num_joints(), " joints; the model has ", model.num_coordinates(), " coordinates.");
  for (const MotionLimit& limit : limits) check_limit(model, limit);
  if (request.loads) check_loads(*request.loads, model, motion.range());
  std::vector<MotionLimit> all = limits, forces, figures;
  if (request.energy == CheckRequest::Energy::kFigures) {
    forces = unbalanced_forces(model);
    figures = energy_figures(model);
  }
  all.insert(all.end(), forces.begin(), forces.end());
  all.insert(all.end(), figures.begin(), figures.end());
  LimitCover cover(model, motion, frame, all, figures.size(), request);
  cover.run();
  find_impulses(model, motion, frame, request.loads.get(), cover.watched());
  MotionCheck result{.verdicts = {},
                     .segments = cover.segments(),
                     .energy = {},
                     .unbalanced = {},
                     .loads = request.loads};
  const std::span<const WatchedLimit> watched = cover.watched();
  for (const WatchedLimit& one : watched.first(limits.size())) {
    result.verdicts.push_back(verdict_of(one));
    double& t = result.verdicts.back().time;
    t = std::clamp(t, motion.range().start, motion.range().end);
    check_known(model, result.verdicts.back());
  }
  for (const WatchedLimit& one : watched.subspan(limits.size(), forces.size())) {
    const LimitVerdict verdict = verdict_of(one);
    result.unbalanced.push_back({one.limit.coordinate, verdict.worst, verdict.time});
  }
  if (!figures.empty()) {
    result.energy = energy_of(watched.last(figures.size()), model.num_coordinates());
  }
  return result;
}

}  // namespace appell::analysis
