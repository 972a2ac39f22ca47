#include "appell/analysis/limit_watch.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "appell/base/check.hpp"
#include "appell/base/constants.hpp"
#include "appell/model/joint.hpp"

namespace appell::analysis {
namespace {

constexpr double kRangeSlack = 1e-9;  // Of the range.

/// Of the range, or of the only end that is finite.
double slack_of(double low, double high) {
  if (std::isfinite(high - low)) return kRangeSlack * (high - low);
  return kRangeSlack * (std::isfinite(low)    ? std::abs(low)
                        : std::isfinite(high) ? std::abs(high)
                                              : 0.0);
}

double excess_of(const LimitExcess& found) { return std::abs(found.value - found.limit); }

/// What the limits of a joint say about each kind, as ranges.
std::array<std::pair<double, double>, kNumLimitKinds> ranges_of(const model::Limits& limits) {
  const auto both = [](double size) { return std::pair{-size, size}; };
  return {std::pair{limits.lower, limits.upper},
          both(limits.velocity),
          both(limits.acceleration),
          both(limits.jerk),
          both(limits.effort),
          both(std::numeric_limits<double>::infinity())};  // Robot files have no torque rate.
}

/// The limit of a kind on a coordinate, among others; null if there is none.
const model::MotionLimit* limit_on(const std::vector<model::MotionLimit>& limits, LimitKind kind,
                                   int coordinate) {
  const bool is_force = kind == LimitKind::kEffort || kind == LimitKind::kEffortRate;
  const int first = static_cast<int>(is_force ? LimitKind::kEffort : LimitKind::kPosition);
  const model::MotionLimit wanted{
      .what = is_force ? model::Limited::kForce : model::Limited::kCoordinate,
      .order = static_cast<int>(kind) - first,
      .coordinate = coordinate};
  const auto found = std::find_if(limits.begin(), limits.end(),
                                  [&](const auto& limit) { return limit.is_like(wanted); });
  return found == limits.end() ? nullptr : &*found;
}

}  // namespace

std::string_view limit_kind_name(LimitKind kind) {
  constexpr std::array<std::string_view, kNumLimitKinds> kNames{
      "position", "velocity", "acceleration", "jerk", "effort", "effort_rate"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string limit_unit(LimitKind kind, bool turns) {
  if (kind == LimitKind::kEffort) return turns ? "N m" : "N";
  if (kind == LimitKind::kEffortRate) return turns ? "N m/s" : "N/s";
  constexpr std::array<std::string_view, 4> kRates{"", "/s", "/s²", "/s³"};
  return concat(turns ? "rad" : "m", kRates[static_cast<std::size_t>(kind)]);
}

LimitWatch::LimitWatch(const model::Model& model, const std::vector<model::MotionLimit>& others)
    : num_coordinates_(model.num_coordinates()) {
  for (const model::Body& body : model.bodies()) {
    const model::Joint& joint = model.description().joints[body.joint];
    const bool is_simple = model::num_coordinates(joint.kind) == 1;
    const model::Limits limits = is_simple ? joint.limits : model::Limits{};
    Watched watched{
        .coordinate = body.coordinate,
        .ratio = body.ratio,
        .offset = body.offset,
        .is_own = !joint.mimic,
        .braking = std::isfinite(limits.deceleration) ? limits.deceleration : limits.acceleration,
        .bounds = {}};
    const auto ranges = ranges_of(limits);
    const std::string& name = joint.mimic ? joint.name : model.coordinates()[body.coordinate].name;
    for (std::size_t kind = 0; kind < kNumLimitKinds; ++kind) {
      Bounds& bounds = watched.bounds[kind];
      std::tie(bounds.low, bounds.high) = ranges[kind];
      const model::MotionLimit* other =
          watched.is_own ? limit_on(others, static_cast<LimitKind>(kind), body.coordinate)
                         : nullptr;
      if (other != nullptr && (other->low != bounds.low || other->high != bounds.high)) {
        std::tie(bounds.low, bounds.high) = std::pair{other->low, other->high};
        if (static_cast<LimitKind>(kind) == LimitKind::kAcceleration) {
          watched.braking = std::numeric_limits<double>::infinity();
        }
      }
      bounds.slack = slack_of(bounds.low, bounds.high);
      bounds.found.joint = name;
      bounds.found.kind = static_cast<LimitKind>(kind);
      bounds.found.turns = !body.screw.angular.isZero(0.0);
    }
    joints_.push_back(std::move(watched));
  }
}

bool LimitWatch::has_effort_limit() const {
  return std::any_of(joints_.begin(), joints_.end(), [](const Watched& joint) {
    return joint.is_own &&
           std::isfinite(joint.bounds[static_cast<std::size_t>(LimitKind::kEffort)].high);
  });
}

void LimitWatch::look(const model::StateBlock& states) {
  check(states.num_coordinates() == num_coordinates_, "LimitWatch::look: the states have ",
        states.num_coordinates(), " coordinates; the model has ", num_coordinates_, ".");
  const auto times =
      std::span(states.times()).first(static_cast<std::size_t>(states.num_samples()));
  if (times.empty()) return;
  constexpr std::array<double, 4> kFactorial{1.0, 1.0, 2.0, 6.0};
  for (Watched& joint : joints_) {
    const auto column = [&](std::size_t k) {
      return Column{states.q().column(static_cast<int>(k), joint.coordinate), 1,
                    joint.ratio * kFactorial[k], k == 0 ? joint.offset : 0.0};
    };
    const int highest = std::min(states.order(), 3);
    for (std::size_t k = 0; k <= static_cast<std::size_t>(highest); ++k) {
      if (static_cast<LimitKind>(k) == LimitKind::kAcceleration) {
        judge_accelerations(joint, column(1), column(2), times);
      } else {
        judge(joint.bounds[k], column(k), times);
      }
    }
  }
}

void LimitWatch::look_at_efforts(std::span<const double> times, const double* forces,
                                 std::size_t stride) {
  for (Watched& joint : joints_) {
    if (!joint.is_own) continue;
    judge(joint.bounds[static_cast<std::size_t>(LimitKind::kEffort)],
          {forces + joint.coordinate, stride, 1.0, 0.0}, times);
    if (stride < 2 * static_cast<std::size_t>(num_coordinates_)) continue;
    judge(joint.bounds[static_cast<std::size_t>(LimitKind::kEffortRate)],
          {forces + num_coordinates_ + joint.coordinate, stride, 1.0, 0.0}, times);
  }
}

void LimitWatch::judge(Bounds& bounds, const Column& values, std::span<const double> times) {
  double lowest = values[0], highest = values[0];
  for (std::size_t i = 1; i < times.size(); ++i) {
    lowest = std::min(lowest, values[i]);
    highest = std::max(highest, values[i]);
  }
  const std::lock_guard lock(mutex_);
  bounds.lowest = std::min(bounds.lowest, lowest);
  bounds.highest = std::max(bounds.highest, highest);
  const double low = bounds.low - bounds.slack, high = bounds.high + bounds.slack;
  if (lowest >= low && highest <= high) return;  // Mostly.
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (values[i] >= low && values[i] <= high) continue;
    note(bounds, values[i] > bounds.high ? bounds.high : bounds.low, values[i], times[i]);
  }
}

/// As judge(), but with another limit where the joint slows down.
void LimitWatch::judge_accelerations(Watched& joint, const Column& rates, const Column& values,
                                     std::span<const double> times) {
  Bounds& bounds = joint.bounds[static_cast<std::size_t>(LimitKind::kAcceleration)];
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double value = values[i];
    bounds.lowest = std::min(bounds.lowest, value);
    bounds.highest = std::max(bounds.highest, value);
    const bool brakes = rates[i] * value < 0.0 && std::isfinite(joint.braking);
    const double limit = brakes ? joint.braking : value > 0.0 ? bounds.high : -bounds.low;
    if (std::abs(value) <= limit * (1.0 + 2.0 * kRangeSlack)) continue;
    note(bounds, value > 0.0 ? limit : -limit, value, times[i]);
  }
}

void LimitWatch::note(Bounds& bounds, double limit, double value, double time) {
  LimitExcess& found = bounds.found;
  const double excess = std::abs(value - limit);
  const bool is_first = found.count == 0;
  // The sequence of the states must not matter: of two that are as far the earlier one counts.
  if (is_first || excess > excess_of(found) || (excess == excess_of(found) && time < found.time)) {
    found.value = value;
    found.limit = limit + 0.0;  // -0 becomes 0.
    found.time = time;
  }
  if (is_first || time < found.first_time) found.first_time = time;
  ++found.count;
}

std::vector<LimitExcess> LimitWatch::excesses() const {
  constexpr double kOneDegree = kPi / 180.0;
  const std::lock_guard lock(mutex_);
  std::vector<LimitExcess> all;
  for (const Watched& joint : joints_) {
    for (const Bounds& bounds : joint.bounds) {
      if (bounds.found.count == 0) continue;
      all.push_back(bounds.found);
      // Nobody means degrees who is just beyond a limit: twice the range at least.
      all.back().fits_as_degrees =
          bounds.found.kind == LimitKind::kPosition && bounds.found.turns &&
          excess_of(bounds.found) > bounds.high - bounds.low &&
          kOneDegree * bounds.lowest >= bounds.low && kOneDegree * bounds.highest <= bounds.high;
    }
  }
  return all;
}

std::vector<JointPeaks> LimitWatch::peaks() const {
  const std::lock_guard lock(mutex_);
  std::vector<JointPeaks> all;
  for (const Watched& joint : joints_) {
    JointPeaks peaks{.joint = joint.bounds[0].found.joint, .turns = joint.bounds[0].found.turns};
    for (std::size_t kind = 0; kind < kNumLimitKinds; ++kind) {
      const Bounds& bounds = joint.bounds[kind];
      peaks.ranges[kind] = {bounds.lowest, bounds.highest, bounds.low, bounds.high};
    }
    all.push_back(std::move(peaks));
  }
  return all;
}

std::string limit_warning(const LimitExcess& excess, long long num_samples) {
  const std::string unit = " " + limit_unit(excess.kind, excess.turns);
  const bool is_motion = num_samples > 1;
  std::string line = concat("joint '", excess.joint, "': ", limit_kind_name(excess.kind), " ",
                            short_text(excess.value), unit);
  if (is_motion) line += concat(" at t = ", short_text(excess.time), " s");
  line += concat(" is beyond its limit ", short_text(excess.limit), unit);
  if (excess.fits_as_degrees) line += " (degrees?)";
  if (!is_motion) return line;
  return line +
         concat("; ", excess.count, " of ", num_samples,
                excess.count == 1 ? " samples is, at t = " : " samples are, the first at t = ",
                short_text(excess.first_time), " s");
}

}  // namespace appell::analysis
