#include "appell/analysis/motion_comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "appell/analysis/motion_energies.hpp"
#include "appell/analysis/quantities/common.hpp"
#include "appell/base/check.hpp"
#include "appell/base/stop.hpp"

namespace appell::analysis {
namespace {

using model::Limited;
using model::MotionLimit;

constexpr double kAlike = 1e-9;  // Two values that differ by less are equal.

/// Limits like these, of some coordinates or of none, have their peaks in one figure.
struct PeakFigure {
  ComparedFigure figure;
  Limited what;
  int order;
  std::vector<int> coordinates;  ///< Empty: of the whole robot.
};

/// Coordinates that turn, and that slide.
struct ComparedJoints {
  std::vector<int> turning;
  std::vector<int> sliding;
};

/// What peaks are called, in their order.
std::vector<PeakFigure> peak_figures(const model::Model& model) {
  ComparedJoints all, with_motor, passive;
  std::vector<int> motors;
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const bool is_passive = model.coordinates()[j].is_passive;
    const auto list = turns(model, j) ? &ComparedJoints::turning : &ComparedJoints::sliding;
    (all.*list).push_back(j);
    ((is_passive ? passive : with_motor).*list).push_back(j);
    if (!is_passive) motors.push_back(j);
  }
  std::vector<PeakFigure> found;
  const auto add = [&](Limited what, int order, const std::string& title, std::vector<int> of,
                       const std::string& suffix) {
    const MotionLimit limit{.what = what, .order = order};
    const bool is_angle = of.empty() || turns(model, of.front());
    found.push_back({{.name = kind_name(limit) + suffix,
                      .title = "largest " + title,
                      .unit = unit_name(limit, is_angle),
                      .has_joints = limit.has_coordinate()},
                     what,
                     order,
                     std::move(of)});
  };
  const auto add_joints = [&](Limited what, int order, const std::string& title,
                              const ComparedJoints& of) {
    if (!of.turning.empty()) add(what, order, title, of.turning, "");
    if (of.sliding.empty()) return;
    const bool is_mixed = !of.turning.empty();
    add(what, order, title + (is_mixed ? ", sliding" : ""), of.sliding, is_mixed ? "_sliding" : "");
  };
  add_joints(Limited::kCoordinate, 1, "velocity", all);
  add_joints(Limited::kCoordinate, 2, "acceleration", all);
  add_joints(Limited::kCoordinate, 3, "jerk", all);
  add_joints(Limited::kForce, 0, "torque", with_motor);
  add_joints(Limited::kForce, 1, "torque rate", with_motor);
  if (!motors.empty()) {
    add(Limited::kPower, 0, "power of a joint", motors, "");
    add(Limited::kTotalPower, 0, "sum of |power|", {}, "");
  }
  if (!passive.turning.empty()) {
    add(Limited::kForce, 0, "unbalanced torque", passive.turning, "_unbalanced");
  }
  if (!passive.sliding.empty()) {
    add(Limited::kForce, 0, "unbalanced force", passive.sliding, "_unbalanced_sliding");
  }
  add(Limited::kFrameLinear, 1, "end-effector speed", {}, "");
  add(Limited::kFrameLinear, 2, "end-effector acceleration", {}, "");
  add(Limited::kFrameLinear, 3, "end-effector jerk", {}, "");
  return found;
}

/// Limits of one size for whatever has a peak, and of the derivatives that the energies take.
std::vector<MotionLimit> limits_of(const model::Model& model,
                                   const std::vector<PeakFigure>& figures) {
  std::vector<MotionLimit> limits;
  for (const PeakFigure& peaks : figures) {
    const std::vector<int> of = peaks.coordinates.empty() ? std::vector{0} : peaks.coordinates;
    for (const int j : of) limits.push_back({peaks.what, peaks.order, j, -1.0, 1.0});
  }
  for (int j = 0; j < model.num_coordinates(); ++j) {
    limits.push_back({Limited::kCoordinate, kComparedOrder, j, -1.0, 1.0});
  }
  for (MotionLimit& limit : limits) {
    if (!limit.has_coordinate()) limit.low = -MotionLimit::kNone;
  }
  return limits;
}

/// The largest size of every kind, of all joints; where a check found everything to be small, what
/// it took for rounding may have been motion.
std::map<std::string, double> sizes_of(const MotionCheck& check, std::size_t count) {
  std::map<std::string, double> sizes;
  for (std::size_t i = 0; i < count; ++i) {
    const LimitVerdict& verdict = check.verdicts[i];
    double& size = sizes[kind_name(verdict.limit)];
    if (!verdict.is_impulse) size = std::max(size, verdict.worst);
  }
  return sizes;
}

/// The peaks of a motion, those of `own` first, then how it keeps `given`. Limits tell the check
/// below which size everything is rounding: they are made to fit the motion.
MotionCheck found_peaks(const model::Model& model, const trajectory::Trajectory& motion,
                        const model::Frame& frame, std::vector<MotionLimit> own,
                        const std::vector<MotionLimit>& given, const CheckRequest& request) {
  constexpr double kSmall = 1e-3;
  const auto checked = [&] {
    std::vector<MotionLimit> all = own;
    all.insert(all.end(), given.begin(), given.end());
    return check_motion(model, motion, frame, all, request);
  };
  MotionCheck check = checked();
  bool is_small = false;
  const std::map<std::string, double> sizes = sizes_of(check, own.size());
  for (MotionLimit& limit : own) {
    const double size = sizes.at(kind_name(limit));
    if (!(size > 0.0 && size < kSmall)) continue;
    is_small = true;
    limit.high = size;
    if (std::isfinite(limit.low)) limit.low = -size;
  }
  return is_small ? checked() : check;
}

/// Of the limit that is given for the same thing.
std::optional<double> share_of(const MotionLimit& like, const std::vector<LimitVerdict>& verdicts,
                               std::size_t first_given) {
  for (std::size_t i = first_given; i < verdicts.size(); ++i) {
    if (verdicts[i].limit.is_like(like) && !verdicts[i].is_impulse) return 1.0 - verdicts[i].margin;
  }
  return std::nullopt;
}

/// The worst of some joints: one with an impulse, else the largest share of its limit where all
/// have one, else the largest value.
const JointFigure& worst_of(const std::vector<JointFigure>& joints) {
  const bool by_share = std::all_of(joints.begin(), joints.end(), [](const JointFigure& joint) {
    return joint.is_impulse || joint.share;
  });
  const JointFigure* worst = &joints.front();
  for (const JointFigure& joint : joints) {
    if (worst->is_impulse) break;
    const bool is_worse =
        by_share && !joint.is_impulse ? *joint.share > *worst->share : joint.value > worst->value;
    if (joint.is_impulse || is_worse) worst = &joint;
  }
  return *worst;
}

FigureValue value_of_peaks(const PeakFigure& peaks, const LimitVerdict* verdicts,
                           const std::vector<LimitVerdict>& all, std::size_t first_given) {
  FigureValue value;
  const std::size_t count = std::max<std::size_t>(1, peaks.coordinates.size());
  for (std::size_t i = 0; i < count; ++i) {
    const LimitVerdict& verdict = verdicts[i];
    value.joints.push_back({.coordinate = verdict.limit.coordinate,
                            .value = verdict.worst,
                            .time = verdict.time,
                            .is_impulse = verdict.is_impulse,
                            .share = share_of(verdict.limit, all, first_given)});
  }
  const JointFigure& worst = worst_of(value.joints);
  value.value = worst.value;
  value.time = worst.time;
  value.is_impulse = worst.is_impulse;
  value.share = worst.share;
  if (peaks.figure.has_joints) {
    value.worst = worst.coordinate;
  } else {
    value.joints.clear();
  }
  return value;
}

FigureValue impulse() {
  return {.value = std::numeric_limits<double>::quiet_NaN(), .is_impulse = true};
}

/// Mechanical energy and energies of accelerations, after the peaks.
void append_energies(const MotionCheck& check, std::size_t first_snap, int num_coordinates,
                     const MotionEnergies& energies, std::vector<FigureValue>& values) {
  bool has_impulse = false;
  int highest = 0;  // Derivative of q that is finite everywhere.
  for (std::size_t i = 0; i < first_snap; ++i) {
    const LimitVerdict& verdict = check.verdicts[i];
    if (verdict.limit.what == Limited::kPower) has_impulse |= verdict.is_impulse;
  }
  values.push_back(has_impulse ? impulse() : FigureValue{.value = energies.mechanical});
  const auto is_finite = [&](int order) {
    return std::none_of(
        check.verdicts.begin(),
        check.verdicts.begin() + static_cast<std::ptrdiff_t>(first_snap) + num_coordinates,
        [order](const LimitVerdict& verdict) {
          return verdict.limit.what == Limited::kCoordinate && verdict.limit.order == order &&
                 verdict.is_impulse;
        });
  };
  while (highest < kHighestCompared + 1 && is_finite(highest + 1)) ++highest;
  for (int p = 0; p <= kHighestCompared; ++p) {
    const EnergyTotal& total = energies.acceleration[p];
    const bool is_infinite = p + 1 > highest;
    values.push_back(is_infinite ? impulse()
                                 : FigureValue{.value = total.largest, .time = total.time});
    values.push_back(is_infinite ? impulse() : FigureValue{.value = total.integral});
  }
}

void append_energy_figures(std::vector<ComparedFigure>& figures) {
  constexpr std::array<const char*, kHighestCompared + 1> kUnits{"J", "J/s²", "J/s⁴", "J/s⁶"};
  constexpr std::array<const char*, kHighestCompared + 1> kIntegralUnits{"J s", "J/s", "J/s³",
                                                                         "J/s⁵"};
  figures.push_back({"mechanical_energy", "mechanical energy", "J"});
  for (int p = 0; p <= kHighestCompared; ++p) {
    const std::string name = concat("E", p);
    const std::string title = p == 0 ? std::string("kinetic energy") : concat("E^(", p, ")");
    const auto at = static_cast<std::size_t>(p);
    figures.push_back({name, "largest " + title, kUnits[at]});
    figures.push_back({name + "_integral", "integral of " + title, kIntegralUnits[at]});
  }
}

ComparedMotion compared(const model::Model& model, const model::Frame& frame,
                        const NamedMotion& named, const std::vector<PeakFigure>& peaks,
                        const std::vector<MotionLimit>& given, const CheckRequest& request) {
  ComparedMotion result{.name = named.name, .range = named.motion.range()};
  const std::vector<MotionLimit> own = limits_of(model, peaks);
  const MotionCheck check = found_peaks(model, named.motion, frame, own, given, request);
  const auto first_snap = own.size() - static_cast<std::size_t>(model.num_coordinates());
  result.values.push_back({.value = result.range.duration()});
  const LimitVerdict* next = check.verdicts.data();
  for (const PeakFigure& figure : peaks) {
    result.values.push_back(value_of_peaks(figure, next, check.verdicts, own.size()));
    next += std::max<std::size_t>(1, figure.coordinates.size());
  }
  append_energies(check, first_snap, model.num_coordinates(),
                  motion_energies(model, named.motion, frame, check.segments, request.loads.get()),
                  result.values);
  for (std::size_t i = own.size(); i < check.verdicts.size(); ++i) {
    if (!check.verdicts[i].is_legal()) result.exceeded.push_back(check.verdicts[i].limit);
  }
  if (!given.empty()) result.is_legal = result.exceeded.empty();
  return result;
}

}  // namespace

std::vector<std::size_t> MotionComparison::best(std::size_t figure) const {
  check(figure < figures.size(), "MotionComparison::best: there is no figure ", figure, ".");
  const auto value_of = [figure](const ComparedMotion& motion) -> const FigureValue& {
    return motion.values[figure];
  };
  const bool by_share =
      std::all_of(motions.begin(), motions.end(), [&](const ComparedMotion& motion) {
        return value_of(motion).is_impulse || value_of(motion).share;
      });
  const auto size_of = [&](const ComparedMotion& motion) {
    const FigureValue& value = value_of(motion);
    if (value.is_impulse) return std::numeric_limits<double>::infinity();
    return by_share ? *value.share : value.value;
  };
  double least = std::numeric_limits<double>::infinity();
  for (const ComparedMotion& motion : motions) least = std::min(least, size_of(motion));
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < motions.size() && std::isfinite(least); ++i) {
    if (size_of(motions[i]) <= least + kAlike * std::abs(least)) found.push_back(i);
  }
  if (found.size() == motions.size()) found.clear();
  return found;
}

int MotionComparison::num_best(std::size_t motion) const {
  int count = 0;
  for (std::size_t figure = 0; figure < figures.size(); ++figure) {
    const std::vector<std::size_t> least = best(figure);
    count += std::find(least.begin(), least.end(), motion) != least.end() ? 1 : 0;
  }
  return count;
}

bool MotionComparison::has_figure(const std::string& name) const {
  return std::any_of(figures.begin(), figures.end(),
                     [&](const ComparedFigure& figure) { return figure.name == name; });
}

std::size_t MotionComparison::figure_named(const std::string& name) const {
  for (std::size_t i = 0; i < figures.size(); ++i) {
    if (figures[i].name == name) return i;
  }
  throw InvalidArgument(concat("MotionComparison: there is no figure '", name, "'."));
}

MotionComparison compare_motions(const model::Model& model, const model::Frame& frame,
                                 const std::vector<NamedMotion>& motions,
                                 const std::vector<MotionLimit>& limits,
                                 const CheckRequest& request) {
  check(!motions.empty(), "compare_motions: there is no motion.");
  const std::vector<PeakFigure> peaks = peak_figures(model);
  MotionComparison result;
  result.figures.push_back({"duration", "duration", "s"});
  for (const PeakFigure& figure : peaks) result.figures.push_back(figure.figure);
  append_energy_figures(result.figures);
  const CheckRequest plain{.progress = request.progress, .loads = request.loads};
  const StopScope scope(request.stop);
  for (const NamedMotion& motion : motions) {
    result.motions.push_back(compared(model, frame, motion, peaks, limits, plain));
  }
  return result;
}

}  // namespace appell::analysis
