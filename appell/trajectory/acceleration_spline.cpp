#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "appell/base/check.hpp"
#include "appell/base/error.hpp"
#include "appell/trajectory/bspline_basis.hpp"
#include "appell/trajectory/spline.hpp"
#include "appell/trajectory/spline_solver.hpp"

/// The spline of v = q'' is solved for and integrated twice. To solve for q itself would divide by
/// the square of the interval length and lose digits with the number of knots.
namespace appell::trajectory {
namespace {

constexpr const char* kAccelerationSpline = "acceleration_spline";
constexpr int kMaxLow = 4;  // q and q' at both ends.

/// Solves a small dense system in place, by elimination with pivots of columns.
void solve_small(std::array<std::array<double, kMaxLow + 1>, kMaxLow>& A, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    const auto by_size = [&A, k](std::size_t i, std::size_t j) {
      return std::abs(A[i][k]) < std::abs(A[j][k]);
    };
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (by_size(pivot, i)) pivot = i;
    }
    std::swap(A[k], A[pivot]);
    if (A[k][k] == 0.0)
      throw NumericalError(concat(kAccelerationSpline, ": the end conditions contradict"));
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const double factor = A[i][k] / A[k][k];
      for (std::size_t j = k; j <= n; ++j) A[i][j] -= factor * A[k][j];
    }
  }
  for (std::size_t k = 0; k < n; ++k) A[k][n] /= A[k][k];
}

bool is_low(const Condition& condition) { return condition.derivative < 2; }

std::vector<Condition> high_part(std::span<const Condition> conditions) {
  std::vector<Condition> result;
  for (const Condition& c : conditions) {
    if (!is_low(c)) result.push_back(c);
  }
  return result;
}

/// Adds the lowest condition on v that an end does not have yet.
void add_free(std::vector<Condition>& conditions) {
  int order = 2;
  const auto has = [&conditions](int k) {
    return std::any_of(conditions.begin(), conditions.end(),
                       [k](const Condition& c) { return c.derivative == k; });
  };
  while (has(order)) ++order;
  conditions.push_back({order, 0.0});
}

/// Builds the spline for any data on the same knots and conditions.
class Builder {
 public:
  Builder(int m, std::span<const double> knots, std::span<const Condition> start,
          std::span<const Condition> end)
      : knots_(knots),
        basis_({knots.begin(), knots.end()}, m - 1),
        low_start_(lows(start)),
        low_end_(lows(end)) {
    std::vector<Condition> high_start = high_part(start);
    std::vector<Condition> high_end = high_part(end);
    const int num_free = static_cast<int>(low_start_.size() + low_end_.size()) - 2;
    for (int i = 0; i < num_free; ++i) {
      const bool at_start = high_start.size() < high_end.size();
      add_free(at_start ? high_start : high_end);
      ++(at_start ? free_start_ : free_end_);
    }
    num_start_ = static_cast<int>(high_start.size());
    for (const Condition& c : high_start) {
      conditions_.push_back({knots.front(), c.derivative - 2, c.value});
    }
    for (std::size_t i = 1; i + 1 < knots.size(); ++i) conditions_.push_back({knots[i], 0, 0.0});
    for (const Condition& c : high_end) {
      conditions_.push_back({knots.back(), c.derivative - 2, c.value});
    }
  }

  int num_data() const { return static_cast<int>(conditions_.size()); }
  bool is_free(int i) const {
    return (i < num_start_ && i >= num_start_ - free_start_) || i >= num_data() - free_end_;
  }

  void set_accelerations(std::span<const double> values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      conditions_[static_cast<std::size_t>(num_start_) + i].value = values[i];
    }
  }
  void set_all_to_zero() {
    for (TimedCondition& c : conditions_) c.value = 0.0;
    for (auto* lows : {&low_start_, &low_end_}) {
      for (Condition& c : *lows) c.value = 0.0;
    }
  }
  TimedCondition& condition(int i) { return conditions_[i]; }
  std::vector<Condition>& low_start() { return low_start_; }
  std::vector<Condition>& low_end() { return low_end_; }

  PiecewisePolynomial build() const {
    std::vector<int> free;
    for (int i = 0; i < num_data(); ++i) {
      if (is_free(i)) free.push_back(i);
    }
    const std::vector<double> c = solve_conditions(basis_, conditions_, free);
    // q = q_0 + Σ_i α_i q_i + β_0 + β_1 (t - τ_0), q_i'' = v_i: the conditions on q and q' give α,
    // β.
    std::vector<PiecewisePolynomial> parts;
    const int sides = 1 + static_cast<int>(free.size());
    for (int k = 0; k < sides; ++k) {
      const auto column = std::span(c).subspan(static_cast<std::size_t>(k));
      parts.push_back(integrated(integrated(basis_.polynomial(column, sides))));
    }
    return combined(parts);
  }

 private:
  static std::vector<Condition> lows(std::span<const Condition> conditions) {
    std::vector<Condition> result;
    std::copy_if(conditions.begin(), conditions.end(), std::back_inserter(result), is_low);
    return result;
  }

  PiecewisePolynomial combined(std::vector<PiecewisePolynomial>& parts) const {
    std::array<std::array<double, kMaxLow + 1>, kMaxLow> A{};
    const std::size_t num_free = parts.size() - 1;
    const std::size_t n = num_free + 2;
    std::size_t row = 0;
    for (const auto& [t, lows] :
         {std::pair{knots_.front(), &low_start_}, std::pair{knots_.back(), &low_end_}}) {
      for (const Condition& condition : *lows) {
        std::array<double, 2> q{};
        const auto r = static_cast<std::size_t>(condition.derivative);
        for (std::size_t k = 0; k < parts.size(); ++k) {
          parts[k].expand(t, q);
          (k == 0 ? A[row][n] : A[row][k - 1]) = q[r];
        }
        A[row][n] = condition.value - A[row][n];
        A[row][num_free] = r == 0 ? 1.0 : 0.0;
        A[row][num_free + 1] = r == 0 ? t - knots_.front() : 1.0;
        ++row;
      }
    }
    solve_small(A, n);
    PiecewisePolynomial law = parts[0];
    for (int i = 0; i < law.num_intervals(); ++i) {
      const std::span<double> c = law.coefficients(i);
      for (std::size_t k = 1; k < parts.size(); ++k) {
        for (std::size_t j = 0; j < c.size(); ++j) {
          c[j] += A[k - 1][n] * parts[k].coefficients(i)[j];
        }
      }
      const double middle = law.breaks()[i] + 0.5 * law.length(i);
      c[0] += A[num_free][n] + A[num_free + 1][n] * (middle - knots_.front());
      c[1] += A[num_free + 1][n];
    }
    return law;
  }

  std::span<const double> knots_;
  BSplineBasis basis_;
  std::vector<Condition> low_start_;
  std::vector<Condition> low_end_;
  std::vector<TimedCondition> conditions_;  ///< On v, ordered by time.
  int num_start_ = 0;
  int free_start_ = 0;  ///< How many of those at the start are not given: the last ones.
  int free_end_ = 0;
};

/// What a unit change of one datum does to q, and that of an acceleration to q''.
struct Influence {
  double on_q = 0.0;
  double on_acceleration = 0.0;
};

Influence influence_of(Builder builder) {
  Influence largest;
  const auto probe = [&](double& value) {
    value = 1.0;
    const PiecewisePolynomial law = builder.build();
    value = 0.0;
    largest.on_q = std::max(largest.on_q, largest_value(law));
    return law;
  };
  builder.set_all_to_zero();
  for (const int i : probes_of(builder.num_data(), 4)) {
    if (builder.is_free(i)) continue;
    const PiecewisePolynomial law = probe(builder.condition(i).value);
    if (builder.condition(i).derivative == 0) {
      largest.on_acceleration = std::max(largest.on_acceleration, largest_value(law, 2));
    }
  }
  for (Condition& c : builder.low_start()) probe(c.value);
  for (Condition& c : builder.low_end()) probe(c.value);
  return largest;
}

}  // namespace

Spline acceleration_spline(int m, std::span<const double> knots,
                           std::span<const double> inner_accelerations,
                           std::span<const Condition> start, std::span<const Condition> end) {
  check_knots(kAccelerationSpline, m, knots);
  check(m >= 2, kAccelerationSpline, ": order m must be at least 2, got ", m, ".");
  check(inner_accelerations.size() + 2 == knots.size(), kAccelerationSpline, ": ",
        inner_accelerations.size(), " accelerations for ", knots.size() - 2, " inner knots.");
  check_conditions(kAccelerationSpline, "start", 0, m, start);
  check_conditions(kAccelerationSpline, "end", 0, m, end);
  check(start.size() + end.size() == static_cast<std::size_t>(m) + 2, kAccelerationSpline, ": ",
        start.size() + end.size(), " conditions in start and end; order m = ", m, " takes exactly ",
        m + 2, ".");
  const auto num = [&](auto is) {
    return std::count_if(start.begin(), start.end(), is) +
           std::count_if(end.begin(), end.end(), is);
  };
  check(
      num(is_low) >= 2 && num([](const Condition& c) { return c.derivative == 0; }) >= 1,
      kAccelerationSpline,
      ": the accelerations leave q free; two conditions on q and q' are needed, one of them on q.");
  for (std::size_t i = 0; i < inner_accelerations.size(); ++i) {
    check(std::isfinite(inner_accelerations[i]), kAccelerationSpline, ": acceleration ", i,
          " is not finite.");
  }
  Builder builder(m, knots, start, end);
  builder.set_accelerations(inner_accelerations);
  PiecewisePolynomial law = checked_law(builder.build());
  const Influence influence = influence_of(std::move(builder));
  check_amplification(kAccelerationSpline, influence.on_q);
  return {std::move(law), influence.on_q, influence.on_acceleration};
}

}  // namespace appell::trajectory
