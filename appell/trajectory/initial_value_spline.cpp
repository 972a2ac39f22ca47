#include <algorithm>
#include <array>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/taylor/shift_polynomial.hpp"
#include "appell/trajectory/spline.hpp"
#include "appell/trajectory/spline_solver.hpp"

namespace appell::trajectory {
namespace {

constexpr const char* kInitialValueSpline = "initial_value_spline";

/// k! / (k - r)!
double falling(int k, int r) {
  double product = 1.0;
  for (int i = 0; i < r; ++i) product *= k - i;
  return product;
}

/// Marches over the intervals: with q, ..., q⁽ᵐ⁾ known at the beginning of one, the datum at its
/// end determines the only unknown, q⁽ᵐ⁺¹⁾.
class March {
 public:
  March(int m, std::span<const double> knots, std::span<const Condition> at_knots)
      : m_(m), knots_(knots), at_knots_(at_knots) {}

  /// `visit` gets each interval and its coefficients about its beginning; it ends the march early
  /// by returning false.
  template <class Visit>
  void run(std::size_t first, std::array<double, kMaxSplineOrder + 2> c,
           const std::span<const double> values, const Visit& visit) const {
    const auto coefficients = std::span(c).first(static_cast<std::size_t>(m_) + 2);
    for (std::size_t i = first; i + 1 < knots_.size(); ++i) {
      const double h = knots_[i + 1] - knots_[i];
      const int r = at_knots_[i].derivative;
      // q⁽ʳ⁾(τ_{i+1}) = Σ_{k=r..m+1} k!/(k-r)! c[k] hᵏ⁻ʳ, by Horner's rule without the last term.
      double known = 0.0;
      for (int k = m_; k >= r; --k) {
        known = known * h + falling(k, r) * coefficients[static_cast<std::size_t>(k)];
      }
      coefficients.back() = (values[i] - known) / (falling(m_ + 1, r) * std::pow(h, m_ + 1 - r));
      if (!visit(static_cast<int>(i), std::span<const double>(coefficients))) return;
      taylor::shift_polynomial(coefficients, h);
    }
  }

 private:
  int m_;
  std::span<const double> knots_;
  std::span<const Condition> at_knots_;
};

double amplification(const March& march, int m, std::span<const double> knots) {
  double largest = 0.0;
  const auto visit = [&](int interval, std::span<const double> c) {
    const auto i = static_cast<std::size_t>(interval);
    for (const double share : {0.25, 0.5, 0.75, 1.0}) {
      const double x = share * (knots[i + 1] - knots[i]);
      double value = 0.0;
      for (std::size_t k = c.size(); k-- > 0;) value = value * x + c[k];
      largest = std::max(largest, std::abs(value));
    }
    // Once it is refused, one more decade is only of interest for the figure in the message.
    return largest < 1e300;
  };
  std::vector<double> values(knots.size() - 1, 0.0);
  for (int k = 0; k <= m; ++k) {
    std::array<double, kMaxSplineOrder + 2> start{};
    start[static_cast<std::size_t>(k)] = 1.0 / taylor::factorial(k);
    march.run(0, start, values, visit);
  }
  // Each datum by itself; of very many, those at the ends and some in between.
  const auto n = static_cast<int>(values.size());
  constexpr int kFew = 1000;
  for (const int datum : probes_of(n, n <= kFew ? n : m + 1)) {
    if (largest > kMaxAmplification) break;
    const auto i = static_cast<std::size_t>(datum);
    values[i] = 1.0;
    march.run(i, {}, values, visit);
    values[i] = 0.0;
  }
  return largest;
}

}  // namespace

Spline initial_value_spline(int m, std::span<const double> knots, std::span<const double> initial,
                            std::span<const Condition> at_knots) {
  check_knots(kInitialValueSpline, m, knots);
  check(initial.size() == static_cast<std::size_t>(m) + 1, kInitialValueSpline, ": ",
        initial.size(), " initial values; q and its derivatives up to m = ", m, " are needed, ",
        m + 1, " in all.");
  check(at_knots.size() + 1 == knots.size(), kInitialValueSpline, ": ", at_knots.size(),
        " data for ", knots.size() - 1, " knots after the first.");
  std::array<double, kMaxSplineOrder + 2> start{};
  for (int k = 0; k <= m; ++k) {
    const double value = initial[static_cast<std::size_t>(k)];
    check(std::isfinite(value), kInitialValueSpline, ": initial derivative ", k, " is not finite.");
    start[static_cast<std::size_t>(k)] = value / taylor::factorial(k);
  }
  std::vector<double> values;
  for (const Condition& condition : at_knots) {
    check_conditions(kInitialValueSpline, "knot", 0, m, {&condition, 1});
    values.push_back(condition.value);
  }
  const March march(m, knots, at_knots);
  const double amplified = amplification(march, m, knots);
  check_amplification(kInitialValueSpline, amplified);

  PiecewisePolynomial law({knots.begin(), knots.end()}, m + 1, m);
  march.run(0, start, values, [&law](int interval, std::span<const double> c) {
    const std::span<double> middle = law.coefficients(interval);
    std::copy(c.begin(), c.end(), middle.begin());
    taylor::shift_polynomial(middle, 0.5 * law.length(interval));
    return true;
  });
  return {checked_law(std::move(law)), amplified};
}

}  // namespace appell::trajectory
