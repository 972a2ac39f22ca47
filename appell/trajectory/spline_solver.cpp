#include "appell/trajectory/spline_solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/base/stop.hpp"
#include "appell/taylor/factorial.hpp"
#include "appell/trajectory/banded_least_squares.hpp"

namespace appell::trajectory {

std::vector<double> solve_conditions(
    const BSplineBasis& basis, std::span<const TimedCondition> conditions, int num_right_sides,
    const std::function<void(std::size_t i, std::span<double> right)>& set_right) {
  check(static_cast<int>(conditions.size()) == basis.size(), "spline: ", conditions.size(),
        " conditions for ", basis.size(), " coefficients.");
  const int width = basis.degree() + 1;
  BandedLeastSquares system(basis.size(), width, num_right_sides);
  std::array<double, PiecewisePolynomial::kMaxDegree + 1> row{};
  const std::span<double> entries = std::span(row).first(static_cast<std::size_t>(width));
  std::vector<double> right(num_right_sides);
  int interval = 0;
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    const TimedCondition& condition = conditions[i];
    interval = basis.interval_at(condition.t, interval);
    basis.row(interval, condition.t, condition.derivative, entries);
    set_right(i, right);
    // Rows of derivatives are of the size of h⁻ʳ: all are brought to the size of one.
    double size = 0.0;
    for (const double entry : entries) size = std::max(size, std::abs(entry));
    for (double& entry : entries) entry /= size;
    for (double& value : right) value /= size;
    system.add(interval, entries, right);
  }
  return system.solve();
}

std::vector<double> solve_conditions(const BSplineBasis& basis,
                                     std::span<const TimedCondition> conditions,
                                     std::span<const int> probes) {
  return solve_conditions(basis, conditions, 1 + static_cast<int>(probes.size()),
                          [&](std::size_t i, std::span<double> right) {
                            right[0] = conditions[i].value;
                            for (std::size_t k = 0; k < probes.size(); ++k) {
                              right[k + 1] = probes[k] == static_cast<int>(i) ? 1.0 : 0.0;
                            }
                          });
}

double amplification_of(const BSplineBasis& basis, std::span<const double> coefficients) {
  const std::size_t sides = coefficients.size() / static_cast<std::size_t>(basis.size());
  const auto width = static_cast<std::size_t>(basis.degree()) + 1;
  std::array<double, PiecewisePolynomial::kMaxDegree + 1> row{};
  std::vector<double> values(sides);
  double largest = 0.0;
  for (int i = 0; i < basis.num_intervals(); ++i) {
    check_stop();
    const auto at = static_cast<std::size_t>(i);
    const double start = basis.breaks()[at];
    for (const double share : {0.0, 0.25, 0.5, 0.75}) {
      basis.row(start + share * (basis.breaks()[at + 1] - start), 0, row);
      std::fill(values.begin(), values.end(), 0.0);
      for (std::size_t j = 0; j < width; ++j) {
        for (std::size_t k = 1; k < sides; ++k)
          values[k] += row[j] * coefficients[(at + j) * sides + k];
      }
      for (const double value : values) largest = std::max(largest, std::abs(value));
    }
  }
  return largest;
}

double largest_value(const PiecewisePolynomial& law, int derivative) {
  double largest = 0.0;
  std::vector<double> q(static_cast<std::size_t>(derivative) + 1);
  for (int i = 0; i < law.num_intervals(); ++i) {
    check_stop();
    const double start = law.breaks()[i];
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
      law.expand_piece(i, start + share * law.length(i), q);
      largest = std::max(largest, std::abs(q.back()));
    }
  }
  return taylor::factorial(derivative) * largest;
}

PiecewisePolynomial integrated(const PiecewisePolynomial& v) {
  PiecewisePolynomial result(v.breaks(), v.degree() + 1, v.continuity() + 1);
  double value = 0.0;  // At the beginning of the interval.
  for (int i = 0; i < v.num_intervals(); ++i) {
    const std::span<const double> c = v.coefficients(i);
    const std::span<double> integral = result.coefficients(i);
    const double half = 0.5 * v.length(i);
    integral[0] = 0.0;
    for (std::size_t k = 0; k < c.size(); ++k) {
      integral[k + 1] = c[k] / static_cast<double>(k + 1);
    }
    const auto at = [integral](double x) {
      double sum = 0.0;
      for (std::size_t k = integral.size(); k-- > 0;) sum = sum * x + integral[k];
      return sum;
    };
    const double rise = at(half) - at(-half);
    integral[0] = value - at(-half);
    value += rise;
  }
  return result;
}

std::vector<int> probes_of(int n, int at_the_ends) {
  constexpr int kSpread = 8;
  std::vector<int> probes;
  for (int i = 0; i < n; ++i) {
    const bool is_spread = n > kSpread && i % (n / kSpread) == 0;
    if (i < at_the_ends || i >= n - at_the_ends || is_spread) probes.push_back(i);
  }
  return probes;
}

void check_knots(const char* function, int m, std::span<const double> knots) {
  check(m >= 1 && m <= kMaxSplineOrder, function, ": order m must be in 1..", kMaxSplineOrder,
        ", got ", m, ".");
  check(knots.size() >= 2, function, ": at least two knots are needed, got ", knots.size(), ".");
  for (std::size_t i = 0; i < knots.size(); ++i) {
    check(std::isfinite(knots[i]), function, ": knot ", i, " is not finite.");
    check(i == 0 || knots[i] > knots[i - 1], function, ": knot ", i, " is ", knots[i],
          ", not after the one before it; knots must ascend.");
  }
}

void check_conditions(const char* function, const char* where, int lowest, int m,
                      std::span<const Condition> conditions) {
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    const Condition& condition = conditions[i];
    check(condition.derivative >= lowest && condition.derivative <= m, function,
          ": a condition at the ", where, " is on derivative ", condition.derivative,
          "; it must be in ", lowest, "..", m, ".");
    check(std::isfinite(condition.value), function, ": the value of derivative ",
          condition.derivative, " at the ", where, " is not finite.");
    for (std::size_t j = 0; j < i; ++j) {
      check(conditions[j].derivative != condition.derivative, function, ": derivative ",
            condition.derivative, " at the ", where, " is given twice.");
    }
  }
}

PiecewisePolynomial checked_law(PiecewisePolynomial law) {
  for (int i = 0; i < law.num_intervals(); ++i) {
    for (const double c : law.coefficients(i)) {
      if (std::isfinite(c)) continue;
      throw NumericalError(
          concat("spline: a coefficient is not finite on the interval from ", law.breaks()[i]));
    }
  }
  return law;
}

void check_amplification(const char* function, double amplification) {
  check(amplification <= kMaxAmplification, function,
        ": a change of one datum by 1 changes q by up to ", short_text(amplification), "; at most ",
        short_text(kMaxAmplification),
        " is accepted. Use fewer knots, or give conditions at both ends, or accelerations at all "
        "knots (least_change_spline, accelerations = [..] in a motion file).");
}

}  // namespace appell::trajectory
