#include "appell/trajectory/samples.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "appell/base/check.hpp"
#include "appell/trajectory/banded_least_squares.hpp"
#include "appell/trajectory/sample_splines.hpp"
#include "appell/trajectory/spline_solver.hpp"

namespace appell::trajectory {
namespace {

FitError fit_error(const PiecewisePolynomial& law, std::span<const double> times,
                   std::span<const double> positions) {
  FitError error;
  double sum = 0.0;
  const std::unique_ptr<LawCursor> cursor = law.cursor();
  for (std::size_t i = 0; i < times.size(); ++i) {
    double q = 0.0;
    cursor->expand(times[i], {&q, 1});
    const double difference = std::abs(q - positions[i]);
    error.largest = std::max(error.largest, difference);
    sum += difference * difference;
  }
  error.mean_square = std::sqrt(sum / static_cast<double>(times.size()));
  return error;
}

void check_samples(const char* function, int m, std::span<const double> times,
                   const std::vector<std::vector<double>>& values) {
  check_knots(function, m, times);
  check(!values.empty(), function, ": there are no values.");
  for (const std::vector<double>& column : values) {
    check(column.size() == times.size(), function, ": ", column.size(), " values for ",
          times.size(), " times.");
    for (std::size_t i = 0; i < column.size(); ++i) {
      check(std::isfinite(column[i]), function, ": value ", i, " is not finite.");
    }
  }
  check(times.size() * values.size() >= static_cast<std::size_t>(m) + 2, function, ": ",
        times.size() * values.size(), " data; a spline of order m = ", m, " needs at least ", m + 2,
        ".");
}

/// Points and weights of the Gauss rule with n points on [-1, 1], by Newton's method on the
/// Legendre polynomial.
struct GaussRule {
  std::vector<double> points;
  std::vector<double> weights;

  explicit GaussRule(int n) {
    for (int i = 0; i < n; ++i) {
      double x = std::cos(3.14159265358979 * (i + 0.75) / (n + 0.5));
      double slope = 1.0;
      for (int iteration = 0; iteration < 20; ++iteration) {
        double p0 = 1.0;
        double p1 = x;
        for (int k = 2; k <= n; ++k) {
          const double p2 = ((2 * k - 1) * x * p1 - (k - 1) * p0) / k;
          p0 = p1;
          p1 = p2;
        }
        slope = n * (x * p1 - p0) / (x * x - 1.0);
        x -= p1 / slope;
      }
      points.push_back(x);
      weights.push_back(2.0 / ((1.0 - x * x) * slope * slope));
    }
  }
};

}  // namespace

std::vector<double> sample_breaks(int m, std::span<const double> times, int num_orders) {
  const auto orders = static_cast<std::size_t>(num_orders);
  const std::size_t num_sites = times.size() * orders;
  const auto degree = static_cast<std::size_t>(m) + 1;
  std::vector<double> breaks{times.front()};
  for (std::size_t i = 1; i + degree < num_sites; ++i) {
    const double origin = times[i / orders];  // Differences to it lose no digits.
    double sum = 0.0;
    for (std::size_t k = 0; k < degree; ++k) sum += times[(i + k) / orders] - origin;
    breaks.push_back(origin + sum / static_cast<double>(degree));
  }
  breaks.push_back(times.back());
  return breaks;
}

SampleSplines splines_through(int m, std::span<const double> times, int num_orders,
                              std::span<const std::span<const double>> columns) {
  std::vector<TimedCondition> conditions;
  conditions.reserve(times.size() * static_cast<std::size_t>(num_orders));
  for (const double t : times) {
    for (int k = 0; k < num_orders; ++k) conditions.push_back({t, k, 0.0});
  }
  BSplineBasis basis(sample_breaks(m, times, num_orders), m + 1);
  const auto orders = static_cast<std::size_t>(num_orders);
  const std::size_t num_joints = columns.size() / orders;
  std::vector<double> coefficients = solve_conditions(
      basis, conditions, static_cast<int>(num_joints), [&](std::size_t i, std::span<double> right) {
        const std::size_t sample = i / orders;
        const std::size_t k = i % orders;
        for (std::size_t j = 0; j < num_joints; ++j) right[j] = columns[j * orders + k][sample];
      });
  return {std::move(basis), std::move(coefficients)};
}

FittedLaw interpolate_samples(int m, std::span<const double> times,
                              const std::vector<std::vector<double>>& values) {
  return std::move(interpolate_all_samples(m, times, {&values, 1}).front());
}

std::vector<FittedLaw> interpolate_all_samples(
    int m, std::span<const double> times,
    std::span<const std::vector<std::vector<double>>> joints) {
  std::vector<std::span<const double>> columns;
  for (const std::vector<std::vector<double>>& values : joints) {
    check_interpolation(m, times, values);
    check(values.size() == joints.front().size(), "interpolate_all_samples: one joint has ",
          joints.front().size() - 1, " derivatives, another one ", values.size() - 1, ".");
    columns.insert(columns.end(), values.begin(), values.end());
  }
  if (joints.empty()) return {};
  const auto [basis, coefficients] =
      splines_through(m, times, static_cast<int>(joints.front().size()), columns);
  std::vector<FittedLaw> fitted;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    PiecewisePolynomial law = checked_law(
        basis.polynomial(std::span(coefficients).subspan(j), static_cast<int>(joints.size())));
    const FitError error = fit_error(law, times, joints[j].front());
    fitted.push_back({std::move(law), error});
  }
  return fitted;
}

void check_interpolation(int m, std::span<const double> times,
                         const std::vector<std::vector<double>>& values) {
  check_samples("interpolate_samples", m, times, values);
  const auto num_orders = static_cast<int>(values.size());
  check(num_orders <= m + 1, "interpolate_samples: derivatives up to ", num_orders - 1,
        " are given; a spline of order m = ", m, " can meet those up to ", m, ".");
}

FittedLaw smooth_samples(int m, std::span<const double> times, std::span<const double> positions,
                         double lambda) {
  constexpr const char* kName = "smooth_samples";
  check_samples(kName, m, times, {{positions.begin(), positions.end()}});
  check(m % 2 == 0, kName, ": the order m must be even, got ", m, ".");
  check(std::isfinite(lambda) && lambda > 0.0, kName, ": lambda is ", lambda,
        "; it must be positive and finite.");
  const int r = m / 2 + 1;
  const BSplineBasis basis({times.begin(), times.end()}, m + 1);
  BandedLeastSquares system(basis.size(), m + 2, 1);
  const GaussRule rule(m / 2 + 1);  // Exact for the square of q⁽ʳ⁾, of degree m.
  std::array<double, PiecewisePolynomial::kMaxDegree + 1> row{};
  const std::span<double> entries = std::span(row).first(static_cast<std::size_t>(m) + 2);
  const auto add = [&](int interval, double t, int derivative, double weight, double value) {
    basis.row(t, derivative, entries);
    for (double& entry : entries) entry *= weight;
    double right = weight * value;
    system.add(interval, entries, {&right, 1});
  };
  for (int i = 0; i < basis.num_intervals(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    add(i, times[at], 0, 1.0, positions[at]);
    const double half = 0.5 * (times[at + 1] - times[at]);
    for (std::size_t g = 0; g < rule.points.size(); ++g) {
      const double t = times[at] + half * (1.0 + rule.points[g]);
      add(i, t, r, std::sqrt(lambda * half * rule.weights[g]), 0.0);
    }
  }
  add(basis.num_intervals() - 1, times.back(), 0, 1.0, positions.back());
  const PiecewisePolynomial law = checked_law(basis.polynomial(system.solve()));
  return {law, fit_error(law, times, positions), lambda};
}

FittedLaw smooth_samples_to_noise(int m, std::span<const double> times,
                                  std::span<const double> positions, double noise) {
  check(std::isfinite(noise) && noise > 0.0, "smooth_samples_to_noise: the noise is ", noise,
        "; it must be positive and finite.");
  check_samples("smooth_samples_to_noise", m, times, {{positions.begin(), positions.end()}});
  // λ is measured in the only time there is, the distance of samples: h²ʳ⁻¹ is a weak smoothing.
  const double h = (times.back() - times.front()) / static_cast<double>(times.size() - 1);
  const double unit = std::pow(h, m + 1);
  double low = -12.0;
  double high = 12.0;
  FittedLaw best = smooth_samples(m, times, positions, unit * std::pow(10.0, low));
  if (best.error.mean_square > noise) return best;
  constexpr int kHalvings = 30;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (low + high);
    FittedLaw law = smooth_samples(m, times, positions, unit * std::pow(10.0, middle));
    if (law.error.mean_square <= noise) {
      low = middle;
      best = std::move(law);
    } else {
      high = middle;
    }
  }
  return best;
}

}  // namespace appell::trajectory
