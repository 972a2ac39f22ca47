#include "appell/planning/knot_spacing.hpp"

#include <algorithm>
#include <cmath>

namespace appell::planning {
namespace {

constexpr double kWidth = 0.25;  // d
constexpr double kFastEnd = 0.3;
// With a jerk J the velocity counts for a time √(2v/J), on a way of about v √(2v/J). A motion from
// rest to rest within time 1 on a way of 1 has J of about 30.
constexpr double kWayOfRate = 0.05;
constexpr double kShortestWay = 1e-9;

}  // namespace

KnotSpacing::Part::Part(double rate) : length(kWidth) {
  if (!(rate > 0.0 && rate < kFastEnd)) return;
  a = std::max(kWayOfRate * rate * std::sqrt(rate), kShortestWay);
  length = psi(kWidth);
}

double KnotSpacing::Part::psi(double u) const {
  if (a == 0.0) return u;
  return 3.0 * std::pow(kWidth + a, 2.0 / 3.0) * (std::cbrt(u + a) - std::cbrt(a));
}

double KnotSpacing::Part::inverse(double psi) const {
  if (a == 0.0) return psi;
  // (x + y)³ - y³ with y³ = a, without a difference of equal numbers.
  const double x = psi / (3.0 * std::pow(kWidth + a, 2.0 / 3.0));
  const double y = std::cbrt(a);
  return x * (x * x + 3.0 * y * (x + y));
}

KnotSpacing::KnotSpacing(double start_rate, double end_rate)
    : start_(start_rate), end_(end_rate), total_(psi(1.0)) {}

double KnotSpacing::psi(double u) const {
  if (u <= kWidth) return start_.psi(u);
  if (u <= 1.0 - kWidth) return start_.length + (u - kWidth);
  return start_.length + (1.0 - 2.0 * kWidth) + end_.length - end_.psi(1.0 - u);
}

double KnotSpacing::inverse(double psi) const {
  if (psi <= start_.length) return start_.inverse(psi);
  if (psi <= total_ - end_.length) return kWidth + (psi - start_.length);
  return 1.0 - end_.inverse(total_ - psi);
}

}  // namespace appell::planning
