#include "appell/analysis/box_friction.hpp"

#include <algorithm>
#include <cmath>

#include "appell/force/friction_law.hpp"

namespace appell::analysis {
namespace {

using model::Friction;

/// A little wider: the functions below are rounded by some epsilons of their values.
Interval widened(const Interval& a) {
  const double by = 1e-14 * a.magnitude();
  return {a.low - by, a.high + by};
}

Interval product_of(const Interval& a, const Interval& b) {
  const auto [low, high] =
      std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return widened({low, high});
}

Interval sum_of(const Interval& a, const Interval& b) {
  return widened({a.low + b.low, a.high + b.high});
}

Interval multiple(double factor, const Interval& a) { return product_of({factor, factor}, a); }

/// f of the smallest and largest |x| of a range, f even and falling with |x|.
template <class F>
Interval falling(const Interval& x, const F& f) {
  const double nearest = x.contains(0.0) ? 0.0 : std::min(std::abs(x.low), std::abs(x.high));
  return widened({f(x.magnitude()), f(nearest)});
}

Interval tanh_of(const Interval& x) { return widened({std::tanh(x.low), std::tanh(x.high)}); }

Interval slope_of_tanh(const Interval& x) {
  return falling(x, [](double at) { return 1.0 / (std::cosh(at) * std::cosh(at)); });
}

/// exp(-(v/v_s)²) of the law by Stribeck.
Interval bell(const Friction& friction, const Interval& rate) {
  return falling(multiple(1.0 / friction.stribeck_velocity, rate),
                 [](double at) { return std::exp(-at * at); });
}

Interval signs(const Interval& rate) {
  return {rate.low > 0.0   ? 1.0
          : rate.low < 0.0 ? -1.0
                           : 0.0,
          rate.high > 0.0   ? 1.0
          : rate.high < 0.0 ? -1.0
                            : 0.0};
}

Interval dry_friction(const Friction& friction, const Interval& rate) {
  switch (friction.law) {
    case Friction::Law::kConstant:
    case Friction::Law::kRadialLoad:  // Refused where it is not zero.
      return multiple(friction.dry, signs(rate));
    case Friction::Law::kStribeck:
      return product_of(
          sum_of({friction.dry, friction.dry}, multiple(friction.stribeck, bell(friction, rate))),
          tanh_of(multiple(1.0 / friction.velocity, rate)));
    case Friction::Law::kSmooth:
    case Friction::Law::kSigmoid:
      break;
  }
  const force::TanhStep step = force::tanh_step(friction);
  const Interval at = multiple(step.slope, sum_of(rate, {step.shift, step.shift}));
  const double rest = std::tanh(step.slope * step.shift);
  return multiple(step.height, sum_of(tanh_of(at), {-rest, -rest}));
}

/// d/dq' of smooth dry friction.
Interval slope_of_dry_friction(const Friction& friction, const Interval& rate) {
  if (friction.law != Friction::Law::kStribeck) {
    const force::TanhStep step = force::tanh_step(friction);
    const Interval at = multiple(step.slope, sum_of(rate, {step.shift, step.shift}));
    return multiple(step.height * step.slope, slope_of_tanh(at));
  }
  const Interval e = bell(friction, rate), at = multiple(1.0 / friction.velocity, rate);
  const double v_s = friction.stribeck_velocity;
  const Interval of_bell = product_of(
      multiple(-2.0 * friction.stribeck / (v_s * v_s), product_of(rate, e)), tanh_of(at));
  const Interval height = sum_of({friction.dry, friction.dry}, multiple(friction.stribeck, e));
  return sum_of(of_bell, multiple(1.0 / friction.velocity, product_of(height, slope_of_tanh(at))));
}

bool is_zero(const Interval& a) { return a.low == 0.0 && a.high == 0.0; }

}  // namespace

BoxFriction box_friction(const Friction& friction, const Affine& rate, const Interval& rates) {
  if (friction.is_zero()) return {};
  BoxFriction found{friction.viscous * rate + Affine(friction.offset)};
  if (friction.has_dry()) found.force += Affine::anywhere(dry_friction(friction, rates));
  return found;
}

BoxFriction box_friction_rate(const Friction& friction, const Interval& rates,
                              const Affine& acceleration) {
  if (friction.is_zero()) return {};
  BoxFriction found{friction.viscous * acceleration};
  if (!friction.has_dry()) return found;
  if (friction.is_smooth()) {
    found.force += Affine::anywhere(slope_of_dry_friction(friction, rates)) * acceleration;
  } else {
    const bool stands_still = is_zero(rates) && is_zero(acceleration.range());
    found.has_impulse = rates.contains(0.0) && !stands_still;
  }
  return found;
}

}  // namespace appell::analysis
