#include "appell/analysis/limit_watch.hpp"

#include <cmath>

#include "appell/base/check.hpp"
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

}  // namespace

LimitWatch::LimitWatch(const model::Model& model) : num_coordinates_(model.num_coordinates()) {
  using Kind = LimitExcess::Kind;
  for (const model::Body& body : model.bodies()) {
    const model::Joint& joint = model.description().joints[static_cast<std::size_t>(body.joint)];
    if (model::num_coordinates(joint.kind) != 1) continue;
    const bool turns = !body.screw.angular.isZero(0.0);
    const auto bounds = [&](Kind kind, double low, double high) {
      return Bounds{
          low, high, slack_of(low, high), {.joint = joint.name, .kind = kind, .turns = turns}};
    };
    const model::Limits& limits = joint.limits;
    joints_.push_back({body.coordinate, body.ratio, body.offset,
                       bounds(Kind::kPosition, limits.lower, limits.upper),
                       bounds(Kind::kVelocity, -limits.velocity, limits.velocity)});
  }
}

void LimitWatch::look(const model::StateBlock& states) {
  check(states.num_coordinates() == num_coordinates_, "LimitWatch::look: the states have ",
        states.num_coordinates(), " coordinates; the model has ", num_coordinates_, ".");
  // Taken at the first state that is beyond: mostly there is none.
  std::unique_lock lock(mutex_, std::defer_lock);
  const auto judge = [&](Bounds& bounds, double value, double time) {
    if (value >= bounds.low - bounds.slack && value <= bounds.high + bounds.slack) return;
    if (!lock.owns_lock()) lock.lock();
    note(bounds, value, time);
  };
  for (Watched& joint : joints_) {
    const double* q = states.q().column(0, joint.coordinate);
    for (int i = 0; i < states.num_samples(); ++i) {
      const double time = states.times()[static_cast<std::size_t>(i)];
      judge(joint.position, joint.ratio * q[i] + joint.offset, time);
      if (states.order() < 1) continue;
      judge(joint.velocity, joint.ratio * states.rate(0, joint.coordinate, i), time);
    }
  }
}

void LimitWatch::note(Bounds& bounds, double value, double time) {
  LimitExcess& found = bounds.found;
  const double limit = value > bounds.high ? bounds.high : bounds.low;
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
  const std::lock_guard lock(mutex_);
  std::vector<LimitExcess> all;
  for (const Watched& joint : joints_) {
    for (const Bounds* bounds : {&joint.position, &joint.velocity}) {
      if (bounds->found.count > 0) all.push_back(bounds->found);
    }
  }
  return all;
}

std::string limit_warning(const LimitExcess& excess, long long num_samples) {
  const bool is_position = excess.kind == LimitExcess::Kind::kPosition;
  const std::string unit = concat(excess.turns ? " rad" : " m", is_position ? "" : "/s");
  const bool is_motion = num_samples > 1;
  std::string line = concat("joint '", excess.joint, "': ", is_position ? "position " : "velocity ",
                            short_text(excess.value), unit);
  if (is_motion) line += concat(" at t = ", short_text(excess.time), " s");
  line += concat(" is beyond its limit ", short_text(excess.limit), unit);
  if (!is_motion) return line;
  return line + concat("; ", excess.count, " of ", num_samples,
                       " samples are, the first at t = ", short_text(excess.first_time), " s");
}

}  // namespace appell::analysis
