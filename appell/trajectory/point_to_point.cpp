#include "appell/trajectory/point_to_point.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/taylor/shift_polynomial.hpp"
#include "appell/trajectory/spline.hpp"

namespace appell::trajectory {
namespace {

/// Durations of the phases of a jerk-limited motion: of constant jerk, of the whole acceleration
/// (and deceleration), of constant velocity.
struct Phases {
  double jerk;
  double acceleration;
  double cruise;
};

Phases phases_of(double distance, const MotionLimits& limits) {
  const auto& [v, a, j] = limits;
  // With a phase of constant velocity: is the largest acceleration reached before the velocity is?
  const bool reaches_a = v * j >= a * a;
  const double jerk_time = reaches_a ? a / j : std::sqrt(v / j);
  const double acceleration_time = reaches_a ? jerk_time + v / a : 2.0 * jerk_time;
  const double cruise = distance / v - acceleration_time;
  if (cruise >= 0.0) return {jerk_time, acceleration_time, cruise};
  // Without: the velocity stays below its limit, the acceleration perhaps too.
  if (distance >= 2.0 * a * a * a / (j * j)) {
    const double t = a / j;
    return {t, 0.5 * t + std::sqrt(0.25 * t * t + distance / a), 0.0};
  }
  const double t = std::cbrt(distance / (2.0 * j));
  return {t, 2.0 * t, 0.0};
}

}  // namespace

PiecewisePolynomial minimum_jerk(double start_time, double from, double end_time, double to) {
  return two_point_polynomial(start_time, std::array{from, 0.0, 0.0}, end_time,
                              std::array{to, 0.0, 0.0});
}

PiecewisePolynomial minimum_snap(double start_time, double from, double end_time, double to) {
  return two_point_polynomial(start_time, std::array{from, 0.0, 0.0, 0.0}, end_time,
                              std::array{to, 0.0, 0.0, 0.0});
}

PiecewisePolynomial jerk_limited(double start_time, double from, double to,
                                 const MotionLimits& limits) {
  constexpr const char* kName = "jerk_limited";
  check(std::isfinite(start_time) && std::isfinite(from) && std::isfinite(to), kName,
        ": time and positions must be finite, got ", start_time, ", ", from, " and ", to, ".");
  for (const auto& [name, value] :
       {std::pair{"velocity", limits.velocity}, std::pair{"acceleration", limits.acceleration},
        std::pair{"jerk", limits.jerk}}) {
    check(std::isfinite(value) && value > 0.0, kName, ": the limit of ", name, " is ", value,
          "; it must be positive and finite.");
  }
  check(from != to, kName, ": the motion goes from ", from, " to the same place.");
  const Phases phases = phases_of(std::abs(to - from), limits);
  // A piece that rounding makes shorter than the clock can show is left out.
  const auto shown = [start_time, &phases](double duration) {
    const double total = std::abs(start_time) + 2.0 * phases.acceleration + phases.cruise;
    return duration > 1e-14 * total ? duration : 0.0;
  };
  const double plateau = shown(phases.acceleration - 2.0 * phases.jerk);
  const double j = to > from ? limits.jerk : -limits.jerk;
  const std::array<std::pair<double, double>, 7> pieces{{{phases.jerk, j},
                                                         {plateau, 0.0},
                                                         {phases.jerk, -j},
                                                         {shown(phases.cruise), 0.0},
                                                         {phases.jerk, -j},
                                                         {plateau, 0.0},
                                                         {phases.jerk, j}}};
  std::vector<double> breaks{start_time};
  std::vector<double> jerks;
  for (const auto& [duration, jerk] : pieces) {
    if (duration == 0.0) continue;
    breaks.push_back(breaks.back() + duration);
    jerks.push_back(jerk);
  }
  check(shown(phases.jerk) > 0.0, kName, ": the motion from ", from, " to ", to,
        " is too short to be told from standstill.");
  PiecewisePolynomial law(std::move(breaks), 3, 2);
  // The first half forward from the start, the second backward from the end: both are met exactly,
  // and what rounding of the breaks leaves (an error of the length of a piece) is in the middle.
  const int n = law.num_intervals();
  const int num_forward = n - (plateau > 0.0 ? 3 : 2);
  const auto set = [&](int i, std::array<double, 4>& c, double direction) {
    c[3] = jerks[i] / 6.0;
    std::copy(c.begin(), c.end(), law.coefficients(i).begin());
    taylor::shift_polynomial(law.coefficients(i), direction * 0.5 * law.length(i));
    taylor::shift_polynomial(c, direction * law.length(i));
  };
  std::array<double, 4> c{from, 0.0, 0.0, 0.0};
  for (int i = 0; i < num_forward; ++i) set(i, c, 1.0);
  c = {to, 0.0, 0.0, 0.0};
  for (int i = n - 1; i >= num_forward; --i) set(i, c, -1.0);
  return law;
}

PiecewisePolynomial hold(double start_time, double end_time, double position) {
  check(std::isfinite(position), "hold: the position is not finite.");
  PiecewisePolynomial law({start_time, end_time}, 0, taylor::kMaxOrder);
  law.coefficients(0)[0] = position;
  return law;
}

}  // namespace appell::trajectory
