#include "appell/trajectory/spline.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/taylor/shift_polynomial.hpp"
#include "appell/trajectory/bspline_basis.hpp"
#include "appell/trajectory/spline_solver.hpp"

namespace appell::trajectory {
namespace {

/// The breaks of a spline through positions: see position_spline().
std::vector<double> position_breaks(int m, std::span<const double> knots, int at_start,
                                    int at_end) {
  std::vector<double> inner;
  for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
    if (m % 2 == 1) {
      inner.push_back(0.5 * (knots[i] + knots[i + 1]));
    } else if (i > 0) {
      inner.push_back(knots[i]);
    }
  }
  const int needed = m % 2 == 1 ? m + 1 : m;
  check(at_start + at_end <= needed, "position_spline: ", at_start + at_end,
        " conditions in start and end; order m = ", m, " takes at most ", needed, ".");
  const int dropped = needed - at_start - at_end;
  check(dropped <= static_cast<int>(inner.size()), "position_spline: ", knots.size(),
        " positions and ", at_start + at_end,
        " conditions in start and end are too few for order m = ", m, "; ", m + 2,
        " data are needed.");
  int dropped_at_start = std::clamp(needed / 2 - at_start, 0, dropped);
  if (dropped - dropped_at_start > needed / 2) dropped_at_start = dropped - needed / 2;
  std::vector<double> breaks{knots.front()};
  breaks.insert(breaks.end(), inner.begin() + dropped_at_start,
                inner.end() - (dropped - dropped_at_start));
  breaks.push_back(knots.back());
  return breaks;
}

/// Conditions at both ends around those in between, ordered by time.
std::vector<TimedCondition> in_order(double start_time, std::span<const Condition> start,
                                     std::span<const TimedCondition> inner, double end_time,
                                     std::span<const Condition> end, int lowered_by) {
  std::vector<TimedCondition> all;
  for (const Condition& c : start) all.push_back({start_time, c.derivative - lowered_by, c.value});
  all.insert(all.end(), inner.begin(), inner.end());
  for (const Condition& c : end) all.push_back({end_time, c.derivative - lowered_by, c.value});
  return all;
}

/// Column k of the coefficients that solve_conditions() gave, as a law.
PiecewisePolynomial column(const BSplineBasis& basis, std::span<const double> coefficients,
                           std::size_t k) {
  const std::size_t sides = coefficients.size() / static_cast<std::size_t>(basis.size());
  return basis.polynomial(coefficients.subspan(k), static_cast<int>(sides));
}

}  // namespace

Spline position_spline(int m, std::span<const double> knots, std::span<const double> positions,
                       std::span<const Condition> start, std::span<const Condition> end) {
  constexpr const char* kName = "position_spline";
  check_knots(kName, m, knots);
  check(positions.size() == knots.size(), kName, ": ", positions.size(), " positions for ",
        knots.size(), " knots.");
  check_conditions(kName, "start", 1, m, start);
  check_conditions(kName, "end", 1, m, end);
  const BSplineBasis basis(
      position_breaks(m, knots, static_cast<int>(start.size()), static_cast<int>(end.size())),
      m + 1);
  std::vector<TimedCondition> inner;
  for (std::size_t i = 0; i < knots.size(); ++i) {
    check(std::isfinite(positions[i]), kName, ": position ", i, " is not finite.");
    inner.push_back({knots[i], 0, positions[i]});
  }
  const auto conditions = in_order(knots.front(), start, inner, knots.back(), end, 0);
  const auto probes = probes_of(basis.size(), m + 1);
  const std::vector<double> coefficients = solve_conditions(basis, conditions, probes);
  const double amplification = amplification_of(basis, coefficients);
  check_amplification(kName, amplification);
  return {checked_law(column(basis, coefficients, 0)), amplification};
}

PiecewisePolynomial two_point_polynomial(double start_time, std::span<const double> start,
                                         double end_time, std::span<const double> end) {
  constexpr const char* kName = "two_point_polynomial";
  const double times[] = {start_time, end_time};
  check_knots(kName, 1, times);
  check(start.size() == end.size() && !start.empty() && start.size() <= 10, kName, ": ",
        start.size(), " conditions at the start and ", end.size(),
        " at the end; as many at both, 1..10, are needed.");
  const auto K = static_cast<int>(start.size());
  std::vector<TimedCondition> conditions;
  for (const auto& [t, values] : {std::pair{start_time, start}, std::pair{end_time, end}}) {
    for (int k = 0; k < K; ++k) {
      const double value = values[k];
      check(std::isfinite(value), kName, ": a value of derivative ", k, " is not finite.");
      conditions.push_back({t, k, value});
    }
  }
  const BSplineBasis basis({start_time, end_time}, 2 * K - 1);
  return checked_law(basis.polynomial(solve_conditions(basis, conditions, {})));
}

std::vector<SplineConstants> spline_constants(const PiecewisePolynomial& law) {
  const int m = law.degree() - 1;
  check(m >= 1, "spline_constants: the law has degree ", law.degree(), "; at least 2 is needed.");
  std::vector<SplineConstants> result;
  for (int i = 0; i < law.num_intervals(); ++i) {
    // The digits that are lost in powers of absolute time are taken from a longer number.
    using Long = long double;
    const Long start = law.breaks()[i];
    const Long h = law.length(i);
    std::vector<Long> c(law.coefficients(i).begin(), law.coefficients(i).end());
    taylor::shift_polynomial(c, -h / 2);  // About τ_{i-1}.
    const auto mth = static_cast<std::size_t>(m);
    const Long at_start = c[mth] * taylor::factorial(m);
    const Long at_end = at_start + c[mth + 1] * taylor::factorial(m + 1) * h;
    // The first two terms of (1) in powers of x = τ - τ_{i-1}: (h - x)ᵐ⁺¹ = Σ C(m+1, k) hᵐ⁺¹⁻ᵏ
    // (-x)ᵏ.
    const Long scale = 1.0L / (h * static_cast<Long>(taylor::factorial(m + 1)));
    for (int k = 0; k <= m + 1; ++k) {
      const Long sign = (m + k) % 2 == 0 ? 1.0L : -1.0L;
      c[k] -= sign * taylor::binomial(m + 1, k) * std::pow(h, m + 1 - k) * scale * at_start;
    }
    c[mth + 1] -= scale * at_end;
    c[mth] = c[mth + 1] = 0.0L;           // What is left has degree m - 1; these are rounding.
    taylor::shift_polynomial(c, -start);  // About τ = 0.
    SplineConstants constants{static_cast<double>(at_start), static_cast<double>(at_end), {}};
    for (int k = 1; k <= m; ++k) {
      constants.a.push_back(static_cast<double>(c[m - k] * taylor::factorial(m - k)));
    }
    result.push_back(std::move(constants));
  }
  return result;
}

}  // namespace appell::trajectory
