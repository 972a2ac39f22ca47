#include <cmath>

#include "appell/base/check.hpp"
#include "appell/base/decompositions.hpp"
#include "appell/trajectory/samples.hpp"
#include "appell/trajectory/spline_solver.hpp"

namespace appell::trajectory {
namespace {

constexpr int kMostDerivatives = 9;

/// Derivative k of x^n at x = 1: n!/(n - k)!.
double derivative_at_one(int n, int k) {
  double product = 1.0;
  for (int i = 0; i < k; ++i) product *= n - i;
  return product;
}

/// On [-1, 1] a polynomial with given derivatives d_k at both ends falls into an even and an odd
/// part, each with r + 1 coefficients and the conditions
///
///   Σ_n c_n n!/(n - k)! = (d_k(1) ± (-1)ᵏ d_k(-1))/2,   n even (+) or odd (-)                  (1)
///
/// @return the inverse of (1): c_{2i + parity} = Σ_k result(i, k) · right-hand side k.
MatX inverse_of_conditions(int r, int parity) {
  MatX A(r + 1, r + 1);
  for (int k = 0; k <= r; ++k) {
    for (int i = 0; i <= r; ++i) A(k, i) = derivative_at_one(2 * i + parity, k);
  }
  return LuFactors(A).inverse();
}

}  // namespace

PiecewisePolynomial hermite_spline(std::span<const double> times,
                                   const std::vector<std::vector<double>>& values) {
  constexpr const char* kName = "hermite_spline";
  const int r = static_cast<int>(values.size()) - 1;
  check(r >= 0 && r <= kMostDerivatives, kName, ": derivatives up to ", r, " are given; 0 to ",
        kMostDerivatives, " are possible.");
  check_knots(kName, 1, times);
  for (const std::vector<double>& column : values) {
    check(column.size() == times.size(), kName, ": ", column.size(), " values for ", times.size(),
          " times.");
    for (const double x : column) check(std::isfinite(x), kName, ": a value is not finite.");
  }
  const MatX inverse[2] = {inverse_of_conditions(r, 0), inverse_of_conditions(r, 1)};
  PiecewisePolynomial law({times.begin(), times.end()}, 2 * r + 1, r);
  for (int i = 0; i < law.num_intervals(); ++i) {
    const std::span<double> c = law.coefficients(i);
    for (double& x : c) x = 0.0;
    const double half = 0.5 * law.length(i);
    double scale = 1.0;  // (h/2)ᵏ: derivatives by x in [-1, 1].
    const auto row = static_cast<std::size_t>(i);
    for (int k = 0; k <= r; ++k, scale *= half) {
      const std::vector<double>& d = values[k];
      for (int parity = 0; parity < 2; ++parity) {
        const double sign = (k + parity) % 2 == 0 ? 1.0 : -1.0;
        const double side = 0.5 * scale * (d[row + 1] + sign * d[row]);
        for (int n = 0; n <= r; ++n) {
          c[2 * n + parity] += inverse[parity](n, k) * side;
        }
      }
    }
    double power = 1.0;
    for (double& x : c) {
      x /= power;
      power *= half;
    }
  }
  return law;
}

}  // namespace appell::trajectory
