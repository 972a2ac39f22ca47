#include "appell/model/motion_limit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "appell/base/text.hpp"

namespace appell::model {
namespace {

/// The name of an order that people have a word for, else "PREFIX_dK".
template <std::size_t kCount>
std::string order_name(const std::array<std::string_view, kCount>& words, int order,
                       std::string_view prefix) {
  const auto k = static_cast<std::size_t>(order);
  return k < kCount && !words[k].empty() ? std::string(words[k]) : concat(prefix, "_d", order);
}

std::string per_seconds(std::string_view unit, int order) {
  constexpr std::array<std::string_view, 10> kDigits{"⁰", "¹", "²", "³", "⁴",
                                                     "⁵", "⁶", "⁷", "⁸", "⁹"};
  if (order == 0) return std::string(unit);
  std::string power;
  for (int rest = order; rest > 0 && order > 1; rest /= 10) {
    power = concat(kDigits[static_cast<std::size_t>(rest % 10)], power);
  }
  return concat(unit, "/s", power);
}

/// What the limits of a joint that follows, at ratio q + offset, leave of those of q. Forces are of
/// all of them together.
void tighten(Limits& limits, const Limits& follower, const Body& body) {
  if (body.ratio == 0.0) return;
  double low = (follower.lower - body.offset) / body.ratio;
  double high = (follower.upper - body.offset) / body.ratio;
  if (low > high) std::swap(low, high);
  limits.lower = std::max(limits.lower, low);
  limits.upper = std::min(limits.upper, high);
  const double size = std::abs(body.ratio);
  limits.velocity = std::min(limits.velocity, follower.velocity / size);
  limits.acceleration = std::min(limits.acceleration, follower.acceleration / size);
  limits.deceleration = std::min(limits.deceleration, follower.deceleration / size);
  limits.jerk = std::min(limits.jerk, follower.jerk / size);
}

}  // namespace

std::string kind_name(const MotionLimit& limit) {
  constexpr std::array<std::string_view, 4> kCoordinate{"position", "velocity", "acceleration",
                                                        "jerk"};
  constexpr std::array<std::string_view, 2> kForce{"torque", "torque_rate"};
  constexpr std::array<std::string_view, 4> kLinear{
      "", "end_effector_speed", "end_effector_acceleration", "end_effector_jerk"};
  constexpr std::array<std::string_view, 4> kAngular{"", "end_effector_angular_speed",
                                                     "end_effector_angular_acceleration",
                                                     "end_effector_angular_jerk"};
  switch (limit.what) {
    case Limited::kCoordinate:
      return order_name(kCoordinate, limit.order, "q");
    case Limited::kForce:
      return order_name(kForce, limit.order, "torque");
    case Limited::kPower:
      return "power";
    case Limited::kTotalPower:
      return "total_power";
    case Limited::kFrameLinear:
      return order_name(kLinear, limit.order, "end_effector");
    case Limited::kFrameAngular:
      return order_name(kAngular, limit.order, "end_effector_angular");
  }
  return {};
}

std::string unit_name(const MotionLimit& limit, bool turns) {
  switch (limit.what) {
    case Limited::kCoordinate:
      return per_seconds(turns ? "rad" : "m", limit.order);
    case Limited::kForce:
      return per_seconds(turns ? "N m" : "N", limit.order);
    case Limited::kPower:
    case Limited::kTotalPower:
      return "W";
    case Limited::kFrameLinear:
      return per_seconds("m", limit.order);
    case Limited::kFrameAngular:
      return per_seconds("rad", limit.order);
  }
  return {};
}

std::vector<MotionLimit> motion_limits(const Model& model) {
  std::vector<Limits> limits;
  for (const Coordinate& coordinate : model.coordinates()) limits.push_back(coordinate.limits);
  for (const Body& body : model.bodies()) {
    const Joint& joint = model.description().joints[static_cast<std::size_t>(body.joint)];
    if (joint.mimic) tighten(limits[static_cast<std::size_t>(body.coordinate)], joint.limits, body);
  }
  std::vector<MotionLimit> all;
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const Limits& own = limits[static_cast<std::size_t>(j)];
    const auto add = [&](Limited what, int order, double low, double high) {
      if (std::isfinite(low) || std::isfinite(high)) all.push_back({what, order, j, low, high});
    };
    const auto add_both = [&](Limited what, int order, double size) {
      add(what, order, -size, size);
    };
    add(Limited::kCoordinate, 0, own.lower, own.upper);
    add_both(Limited::kCoordinate, 1, own.velocity);
    add_both(Limited::kCoordinate, 2, std::min(own.acceleration, own.deceleration));
    add_both(Limited::kCoordinate, 3, own.jerk);
    add_both(Limited::kForce, 0, own.effort);
  }
  return all;
}

std::vector<MotionLimit> replaced(std::vector<MotionLimit> limits,
                                  const std::vector<MotionLimit>& others) {
  for (const MotionLimit& other : others) {
    const auto same = std::find_if(limits.begin(), limits.end(),
                                   [&](const MotionLimit& limit) { return limit.is_like(other); });
    if (same == limits.end()) {
      limits.push_back(other);
    } else {
      *same = other;
    }
  }
  return limits;
}

}  // namespace appell::model
