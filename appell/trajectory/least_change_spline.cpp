#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include <Eigen/LU>

#include "appell/base/check.hpp"
#include "appell/base/types.hpp"
#include "appell/trajectory/spline.hpp"
#include "appell/trajectory/spline_solver.hpp"

namespace appell::trajectory {
namespace {

constexpr const char* kLeastChange = "least_change_spline";

/// q(t) - ∫∫ q'' dt = y₀ + y₁ x + y₂ x²/2 + y₃ x³/6 with x = (t - τ₀)/T, from conditions on q and
/// q' at both ends; y₂ and y₃, which change q'', as small as these allow: Eq. (2).
VecX smallest_correction(const MatX& conditions, const VecX& values) {
  const auto n = static_cast<int>(values.size());
  MatX A = MatX::Zero(4 + n, 4 + n);
  VecX b = VecX::Zero(4 + n);
  A.block<2, 2>(2, 2) << 1.0, 0.5, 0.5, 1.0 / 3.0;  // ∫ (y₂ + y₃ x)² dx
  A.bottomLeftCorner(n, 4) = conditions;
  A.topRightCorner(4, n) = conditions.transpose();
  b.tail(n) = values;
  return A.fullPivLu().solve(b).head(4);
}

void check_low_conditions(std::span<const Condition> start, std::span<const Condition> end) {
  check_conditions(kLeastChange, "start", 0, 1, start);
  check_conditions(kLeastChange, "end", 0, 1, end);
  const auto on_q = [](const Condition& c) { return c.derivative == 0; };
  check(start.size() + end.size() >= 2 && (std::any_of(start.begin(), start.end(), on_q) ||
                                           std::any_of(end.begin(), end.end(), on_q)),
        kLeastChange,
        ": the accelerations leave q free; two conditions on q and q' are needed, one of them on "
        "q.");
}

}  // namespace

LeastChange integrated_twice(const PiecewisePolynomial& acceleration,
                             std::span<const Condition> start, std::span<const Condition> end) {
  check_low_conditions(start, end);
  PiecewisePolynomial law = integrated(integrated(acceleration));
  const TimeRange range = law.range();
  const double T = range.duration();
  const auto n = static_cast<Eigen::Index>(start.size() + end.size());
  MatX A(n, 4);
  VecX b(n);
  Eigen::Index row = 0;
  for (const auto& [t, x, conditions] :
       {std::tuple{range.start, 0.0, start}, std::tuple{range.end, 1.0, end}}) {
    std::array<double, 2> q{};
    law.expand(t, q);
    for (const Condition& c : conditions) {
      if (c.derivative == 0) {
        A.row(row) << 1.0, x, x * x / 2.0, x * x * x / 6.0;
        b(row++) = c.value - q[0];
      } else {
        A.row(row) << 0.0, 1.0, x, x * x / 2.0;
        b(row++) = T * (c.value - q[1]);
      }
    }
  }
  const VecX y = smallest_correction(A, b);
  const double start_change = y(2) / (T * T), end_change = (y(2) + y(3)) / (T * T);
  for (int i = 0; i < law.num_intervals(); ++i) {
    const double x = (law.breaks()[i] + 0.5 * law.length(i) - range.start) / T;
    const std::span<double> c = law.coefficients(i);
    c[0] += y(0) + x * (y(1) + x * (y(2) / 2.0 + x * y(3) / 6.0));
    c[1] += (y(1) + x * (y(2) + x * y(3) / 2.0)) / T;
    c[2] += (y(2) + x * y(3)) / (2.0 * T * T);
    c[3] += y(3) / (6.0 * T * T * T);
  }
  return {checked_law(std::move(law)), std::max(std::abs(start_change), std::abs(end_change))};
}

LeastChange least_change_spline(int m, std::span<const double> knots,
                                std::span<const double> accelerations,
                                std::span<const Condition> start, std::span<const Condition> end) {
  check(m >= 3, kLeastChange, ": order m must be at least 3, got ", m, ".");
  return integrated_twice(position_spline(m - 2, knots, accelerations, {}, {}).law, start, end);
}

}  // namespace appell::trajectory
