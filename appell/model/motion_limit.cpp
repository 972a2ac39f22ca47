#include "appell/model/motion_limit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "appell/base/text.hpp"
#include "appell/model/joint.hpp"

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
    power = concat(kDigits[rest % 10], power);
  }
  return concat(unit, "/s", power);
}

}  // namespace

int MotionLimit::state_order() const {
  switch (what) {
    case Limited::kCoordinate:
    case Limited::kFrameLinear:
    case Limited::kFrameAngular:
      return order;
    default:
      return order + 2;  // Forces, and what is made of them.
  }
}

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
    case Limited::kEnergy:
      return "energy";
    case Limited::kTotalEnergy:
      return "total_energy";
    case Limited::kElectricalPower:
      return "electrical_power";
    case Limited::kTotalElectricalPower:
      return "total_electrical_power";
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
    case Limited::kElectricalPower:
    case Limited::kTotalElectricalPower:
      return "W";
    case Limited::kEnergy:
    case Limited::kTotalEnergy:
      return "J";
    case Limited::kFrameLinear:
      return per_seconds("m", limit.order);
    case Limited::kFrameAngular:
      return per_seconds("rad", limit.order);
  }
  return {};
}

namespace {

/// The limits of one joint, as those of a coordinate.
std::vector<MotionLimit> limits_of(const Limits& own, int j) {
  std::vector<MotionLimit> all;
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
  return all;
}

}  // namespace

double copper_loss(const Model& model, int coordinate) {
  for (const Body& body : model.bodies()) {
    const Joint& joint = model.description().joints[body.joint];
    if (body.coordinate != coordinate || joint.mimic || num_coordinates(joint.kind) != 1) continue;
    return joint.actuator.copper_loss();
  }
  return std::numeric_limits<double>::quiet_NaN();
}

std::vector<MotionLimit> motion_limits(const Model& model) {
  std::vector<MotionLimit> all;
  for (int j = 0; j < model.num_coordinates(); ++j) {
    const Coordinate& coordinate = model.coordinates()[j];
    std::vector<MotionLimit> own = limits_of(coordinate.limits, j);
    if (coordinate.is_passive) std::erase_if(own, [](const auto& x) { return x.is_of_motor(); });
    for (MotionLimit& limit : own) {
      limit.place =
          concat("model '", model.name(), "': joint '", coordinate.name, "': ", kind_name(limit));
    }
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

std::vector<MotionLimit> with_followers(std::vector<MotionLimit> limits, const Model& model) {
  for (const Body& body : model.bodies()) {
    const Joint& joint = model.description().joints[body.joint];
    if (!joint.mimic || body.ratio == 0.0) continue;
    for (MotionLimit limit : limits_of(joint.limits, body.coordinate)) {
      if (limit.what != Limited::kCoordinate) continue;  // Forces are of all of them together.
      const double offset = limit.order == 0 ? body.offset : 0.0;
      limit.low = (limit.low - offset) / body.ratio;
      limit.high = (limit.high - offset) / body.ratio;
      if (limit.low > limit.high) std::swap(limit.low, limit.high);
      const auto same = std::find_if(limits.begin(), limits.end(), [&](const MotionLimit& other) {
        return other.is_like(limit);
      });
      if (same == limits.end()) {
        limits.push_back(limit);
      } else {
        same->low = std::max(same->low, limit.low);
        same->high = std::min(same->high, limit.high);
      }
    }
  }
  return limits;
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
