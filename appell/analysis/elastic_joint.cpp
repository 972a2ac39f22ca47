#include "appell/analysis/elastic_joint.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "appell/base/check.hpp"
#include "appell/force/friction.hpp"
#include "appell/taylor/arithmetic.hpp"
#include "appell/taylor/functions.hpp"

namespace appell::analysis {

using model::Actuator;
using taylor::Series;

namespace {

/// k₁ δ + k₃ δ³ + k₅ δ⁵ by powers of δ.
std::array<double, 6> spring_polynomial(const Actuator& actuator) {
  return {0.0, actuator.stiffness, 0.0, actuator.stiffness_3, 0.0, actuator.stiffness_5};
}

/// Its derivative.
std::array<double, 5> slope_polynomial(const Actuator& actuator) {
  return {actuator.stiffness, 0.0, 3.0 * actuator.stiffness_3, 0.0, 5.0 * actuator.stiffness_5};
}

double spring_force(const Actuator& actuator, double deflection) {
  const double square = deflection * deflection;
  return deflection *
         (actuator.stiffness + square * (actuator.stiffness_3 + square * actuator.stiffness_5));
}

/// Solves (1) for a number. Each term alone would need a larger deflection: from the smallest of
/// these Newton's method comes down to the solution, since (1) is convex for δ > 0.
double static_deflection(const Actuator& actuator, double force) {
  const double size = std::abs(force);
  double deflection = size / actuator.stiffness;
  if (actuator.stiffness_3 > 0.0) {
    deflection = std::min(deflection, std::cbrt(size / actuator.stiffness_3));
  }
  if (actuator.stiffness_5 > 0.0) {
    deflection = std::min(deflection, std::pow(size / actuator.stiffness_5, 0.2));
  }
  constexpr int kMostSteps = 50;  // Some seven are taken.
  for (int i = 0; i < kMostSteps; ++i) {
    const double step =
        (spring_force(actuator, deflection) - size) / spring_slope(actuator, deflection);
    deflection -= step;
    if (std::abs(step) <= std::numeric_limits<double>::epsilon() * deflection) break;
  }
  return std::copysign(deflection, force);
}

/// ψ_j(x) for x <= j by its series, x Σ_i (-x)ⁱ/(i + j + 1)!, whose terms become smaller from the
/// first on.
double weight_by_series(double x, int j) {
  double term = x / taylor::factorial(j + 1), sum = term;
  for (int i = 1; std::abs(term) > 0.1 * std::numeric_limits<double>::epsilon() * sum; ++i) {
    term *= -x / (i + j + 1);
    sum += term;
  }
  return sum;
}

}  // namespace

void check_actuator(std::string_view joint, const Actuator& actuator) {
  const auto check_size = [&](std::string_view what, double value) {
    check(std::isfinite(value) && value >= 0.0, "joint '", joint, "': its ", what, " is ", value,
          "; a finite number that is not negative is needed.");
  };
  check(std::isfinite(actuator.gear_ratio) && actuator.gear_ratio != 0.0, "joint '", joint,
        "': its gear_ratio is ", actuator.gear_ratio,
        "; a finite number that is not zero is needed.");
  check_size("rotor_inertia", actuator.rotor_inertia);
  check_size("stiffness", actuator.stiffness);
  check_size("stiffness_3", actuator.stiffness_3);
  check_size("stiffness_5", actuator.stiffness_5);
  check_size("damping", actuator.damping);
  check(actuator.is_elastic() || (actuator.damping == 0.0 && !actuator.is_progressive()), "joint '",
        joint, "': has damping, stiffness_3 or stiffness_5 but no stiffness; a spring is needed.");
  check(
      actuator.damping == 0.0 || !actuator.is_progressive(), "joint '", joint,
      "': has damping and a progressive spring, which are not computed together; leave out one of "
      "them.");
}

void spring_deflection(const Actuator& actuator, const Series<double>& force, Series<double>& out) {
  const int N = out.order();
  check(actuator.is_elastic(), "spring_deflection: the stiffness is ", actuator.stiffness,
        "; it must be positive.");
  check(force.order() >= N, "spring_deflection: the force has order ", force.order(), "; ", N,
        " is needed.");
  if (N < 0) return;
  if (!actuator.is_progressive()) {
    for (int k = 0; k <= N; ++k) out[k] = force[k] / actuator.stiffness;
    return;
  }
  const auto law = spring_polynomial(actuator);
  const auto slope = slope_polynomial(actuator);
  for (int k = 1; k <= N; ++k) out[k] = 0.0;
  out[0] = static_deflection(actuator, force[0]);
  Series<double> defect(N), by_deflection(N);
  for (int right = 1; right <= N; right *= 2) {  // As many coefficients are right.
    taylor::compose(law, out, defect);
    for (int k = 0; k <= N; ++k) defect[k] -= force[k];
    defect[0] = 0.0;  // But for rounding.
    taylor::compose(slope, out, by_deflection);
    taylor::quotient(defect, by_deflection, defect);
    out -= defect;
  }
}

Series<double> spring_deflection(const Actuator& actuator, const Series<double>& force) {
  Series<double> out(force.order());
  spring_deflection(actuator, force, out);
  return out;
}

double spring_slope(const Actuator& actuator, double deflection) {
  const double square = deflection * deflection;
  return actuator.stiffness +
         square * (3.0 * actuator.stiffness_3 + square * 5.0 * actuator.stiffness_5);
}

Series<double> motor_friction(const Actuator& actuator, const Series<double>& rate,
                              double direction) {
  if (actuator.motor_friction.is_zero()) return Series<double>(rate.order(), 0.0);
  const double N = actuator.gear_ratio;
  return N * force::friction_of_rate(actuator.motor_friction, N * rate,
                                     std::copysign(direction, N * direction));
}

DampedSpring::DampedSpring(double stiffness, double damping, int order)
    : stiffness_(stiffness), damping_(damping) {
  check(order >= 0, "DampedSpring: the order is ", order, "; at least 0 is needed.");
  check(stiffness > 0.0 && std::isfinite(stiffness) && damping > 0.0 && std::isfinite(damping),
        "DampedSpring: stiffness ", stiffness, " and damping ", damping,
        "; positive finite numbers are needed.");
  derivatives_.assign(static_cast<std::size_t>(order) + 1,
                      std::numeric_limits<double>::quiet_NaN());
}

void DampedSpring::start(std::span<const double> force) {
  const int known = static_cast<int>(force.size()) - 1;
  check(known >= order(), "DampedSpring::start: the force has order ", known, "; ", order(),
        " is needed.");
  const double lag = damping_ / stiffness_;
  // Where two terms of the series in a row are smallest: one alone may be zero by chance.
  int last = 0;
  double smallest = std::numeric_limits<double>::infinity();
  double power = 1.0 / stiffness_, before = std::numeric_limits<double>::infinity();
  for (int i = 0; i <= known; ++i, power *= lag) {
    const double term = std::abs(power * taylor::factorial(i) * force[i]);
    if (const double size = std::max(term, before); size <= smallest) {
      smallest = size;
      last = i;
    }
    before = term;
  }
  if (known == 0) smallest = before;
  start_error_ = smallest;
  // Down from δ⁽ⁱ⁾ = τ⁽ⁱ⁾/K of the last term, by (2): the sum for every derivative.
  double above = 0.0;
  for (int k = last; k >= 0; --k) {
    above = (taylor::factorial(k) * force[k] - damping_ * above) / stiffness_;
    if (k <= order()) derivatives_[k] = above;
  }
  // And up from δ⁽ⁱ⁺¹⁾ = 0.
  for (int k = last + 1; k <= order(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    derivatives_[at] =
        k == last + 1
            ? 0.0
            : (taylor::factorial(k - 1) * force[at - 1] - stiffness_ * derivatives_[at - 1]) /
                  damping_;
  }
}

void DampedSpring::start_at(double deflection, std::span<const double> force) {
  check(static_cast<int>(force.size()) >= order(), "DampedSpring::start_at: the force has ",
        force.size(), " coefficients; ", order(), " are needed.");
  start_error_ = 0.0;
  derivatives_[0] = deflection;
  for (int k = 1; k <= order(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    derivatives_[at] =
        (taylor::factorial(k - 1) * force[at - 1] - stiffness_ * derivatives_[at - 1]) / damping_;
  }
}

void DampedSpring::step(std::span<const double> force, double h) {
  const double x = h * (stiffness_ / damping_);
  psi_.resize(force.size());
  step_weights(x, psi_);
  const double kept = std::exp(-x);
  for (std::size_t k = 0; k < derivatives_.size(); ++k) {
    double sum = 0.0;
    for (std::size_t m = force.size(); m-- > k;) {  // Eq. (3), m = j + k, by Horner's rule in h.
      sum = sum * h + taylor::factorial(static_cast<int>(m)) * force[m] * psi_[m - k];
    }
    derivatives_[k] = kept * derivatives_[k] + sum / stiffness_;
  }
}

void DampedSpring::jump(std::span<const double> before, std::span<const double> after, int first) {
  double change = 0.0;  // Of δ⁽ᵏ⁾.
  for (int k = std::max(first, 0); k < order(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    const double force = taylor::factorial(k) * (after[at] - before[at]);
    change = (force - stiffness_ * change) / damping_;
    derivatives_[at + 1] += change;
  }
}

void step_weights(double x, std::span<double> psi) {
  const int count = static_cast<int>(psi.size());
  if (count == 0) return;
  psi[0] = -std::expm1(-x);
  const int turn = x < count ? static_cast<int>(x) : count - 1;  // Upwards to here.
  for (int j = 1; j <= turn; ++j) {
    psi[j] = 1.0 / taylor::factorial(j) - psi[static_cast<std::size_t>(j) - 1] / x;
  }
  if (turn >= count - 1) return;
  psi.back() = weight_by_series(x, count - 1);
  for (int j = count - 2; j > turn; --j) {
    psi[j] = x * (1.0 / taylor::factorial(j + 1) - psi[static_cast<std::size_t>(j) + 1]);
  }
}

}  // namespace appell::analysis
