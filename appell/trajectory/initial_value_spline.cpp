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
        known = known * h + falling(k, r) * coefficients[k];
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

/// What a unit change of one datum does to q, and that of a datum q⁽ʳ⁾ to q⁽ʳ⁾.
struct MarchedInfluence {
  double on_q = 0.0;
  double on_its_kind = 0.0;
};

/// Largest |q⁽ʳ⁾| on an interval of length h, from the coefficients about its beginning.
double largest_on(std::span<const double> c, double h, int r) {
  double largest = 0.0;
  for (const double share : {0.25, 0.5, 0.75, 1.0}) {
    double value = 0.0;
    for (int k = static_cast<int>(c.size()) - 1; k >= r; --k) {
      value = value * share * h + falling(k, r) * c[k];
    }
    largest = std::max(largest, std::abs(value));
  }
  return largest;
}

MarchedInfluence marched_influence(const March& march, int m, std::span<const double> knots,
                                   std::span<const Condition> at_knots) {
  MarchedInfluence largest;
  int kind = -1;  // Initial values are of every kind.
  const auto visit = [&](int interval, std::span<const double> c) {
    const auto i = static_cast<std::size_t>(interval);
    const double h = knots[i + 1] - knots[i];
    largest.on_q = std::max(largest.on_q, largest_on(c, h, 0));
    if (kind >= 0) largest.on_its_kind = std::max(largest.on_its_kind, largest_on(c, h, kind));
    // Once it is refused, one more decade is only of interest for the figure in the message.
    return largest.on_q < 1e300;
  };
  std::vector<double> values(knots.size() - 1, 0.0);
  for (int k = 0; k <= m; ++k) {
    std::array<double, kMaxSplineOrder + 2> start{};
    start[k] = 1.0 / taylor::factorial(k);
    march.run(0, start, values, visit);
  }
  // Each datum by itself; of very many, those at the ends and some in between.
  const auto n = static_cast<int>(values.size());
  constexpr int kFew = 1000;
  for (const int datum : probes_of(n, n <= kFew ? n : m + 1)) {
    if (largest.on_q > kMaxAmplification) break;
    const auto i = static_cast<std::size_t>(datum);
    kind = at_knots[i].derivative;
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
    const double value = initial[k];
    check(std::isfinite(value), kInitialValueSpline, ": initial derivative ", k, " is not finite.");
    start[k] = value / taylor::factorial(k);
  }
  std::vector<double> values;
  for (const Condition& condition : at_knots) {
    check_conditions(kInitialValueSpline, "knot", 0, m, {&condition, 1});
    values.push_back(condition.value);
  }
  const March march(m, knots, at_knots);
  const MarchedInfluence influence = marched_influence(march, m, knots, at_knots);
  check_amplification(kInitialValueSpline, influence.on_q);

  PiecewisePolynomial law({knots.begin(), knots.end()}, m + 1, m);
  march.run(0, start, values, [&law](int interval, std::span<const double> c) {
    const std::span<double> middle = law.coefficients(interval);
    std::copy(c.begin(), c.end(), middle.begin());
    taylor::shift_polynomial(middle, 0.5 * law.length(interval));
    return true;
  });
  return {checked_law(std::move(law)), influence.on_q, influence.on_its_kind};
}

}  // namespace appell::trajectory
