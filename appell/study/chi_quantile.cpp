#include <algorithm>
#include <array>
#include <cmath>

#include "appell/base/check.hpp"
#include "appell/base/constants.hpp"
#include "appell/study/distribution.hpp"
#include "appell/study/gamma_probability.hpp"

namespace appell::study {
namespace {

constexpr double kFarthest = 8.5;  // Of the knots.
constexpr int kPerUnit = 8;        // Knots per unit of z.
constexpr int kKnots = 2 * 68 + 1;
constexpr int kMiddleKnot = kKnots / 2;
static_assert(kMiddleKnot == static_cast<int>(kFarthest * kPerUnit));
constexpr int kHighestDegree = 14;

double knot(int i) { return static_cast<double>(i - kMiddleKnot) / kPerUnit; }

double normal_density(double z) { return std::exp(-0.5 * z * z) / std::sqrt(2.0 * kPi); }

/// y with F(y) = Φ(z) by Newton's method on the logarithm of the smaller tail, which is nearly
/// linear or bent one way: so it converges from any good guess.
double solved_chi(double k, double z, double y) {
  const double wanted = 0.5 * std::erfc(std::abs(z) / std::sqrt(2.0));
  for (int step = 0; step < 12; ++step) {
    const TailProbabilities tails = chi_square_probabilities(k, y * y);
    const double tail = z < 0.0 ? tails.below : tails.above;
    const double slope = (z < 0.0 ? 1.0 : -1.0) * chi_density(k, y) / tail;
    const double change = std::log(wanted / tail) / slope;
    y = std::max(y + change, 0.1 * y);
    if (std::abs(change) < 1e-13 * y) break;
  }
  return y;
}

using ChiCoefficients = std::array<double, kHighestDegree + 1>;

/// Coefficients of y about z, by eq. (1): p = y', w = 1/y, g = -z + p (y - (k - 1) w), p' = p g.
ChiCoefficients chi_series(double k, double z, double y0) {
  ChiCoefficients y{}, p{}, w{}, r{}, g{};
  y[0] = y0;
  p[0] = normal_density(z) / chi_density(k, y0);
  for (std::size_t n = 0; n < kHighestDegree; ++n) {
    double wy = n == 0 ? -1.0 : 0.0;  // w y = 1
    for (std::size_t i = 0; i < n; ++i) wy += w[i] * y[n - i];
    w[n] = -wy / y[0];
    r[n] = y[n] - (k - 1.0) * w[n];
    g[n] = n == 0 ? -z : n == 1 ? -1.0 : 0.0;
    for (std::size_t i = 0; i <= n; ++i) g[n] += p[i] * r[n - i];
    double pg = 0.0;
    for (std::size_t i = 0; i <= n; ++i) pg += p[i] * g[n - i];
    y[n + 1] = p[n] / static_cast<double>(n + 1);
    p[n + 1] = pg / static_cast<double>(n + 1);
  }
  return y;
}

double value_at(const ChiCoefficients& y, double dz) {
  double value = 0.0;
  for (int n = kHighestDegree; n >= 0; --n) value = value * dz + y[n];
  return value;
}

/// How many coefficients it takes to leave out less than rounding at half the way to the next knot.
int needed_degree(const ChiCoefficients& y) {
  int degree = kHighestDegree;
  const auto term = [&](int n) { return std::abs(y[n]) * std::pow(0.5 / kPerUnit, n); };
  while (degree > 1 && term(degree) < 1e-17 * y[0]) --degree;
  return degree;
}

}  // namespace

ChiQuantile::ChiQuantile(double degrees_of_freedom) : degrees_(degrees_of_freedom) {
  const double k = degrees_of_freedom;
  check(k >= 1.0 && k <= 1e13, "ChiQuantile: ", k, " degrees of freedom; need 1 to 1e13.");
  std::array<ChiCoefficients, kKnots> knots;
  const double guess = std::sqrt(k) * std::pow(1.0 - 2.0 / (9.0 * k), 1.5);  // Wilson, Hilferty.
  for (const int side : {1, -1}) {
    double y = guess;
    for (int i = kMiddleKnot; i >= 0 && i < kKnots; i += side) {
      const double z = knot(i);
      const ChiCoefficients& series = knots[i] = chi_series(k, z, solved_chi(k, z, y));
      y = std::max(value_at(series, static_cast<double>(side) / kPerUnit), 0.01 * series[0]);
      degree_ = std::max(degree_, needed_degree(series));
    }
  }
  for (const ChiCoefficients& series : knots) {
    pieces_.insert(pieces_.end(), series.begin(), series.begin() + degree_ + 1);
  }
}

double ChiQuantile::operator()(double z) const {
  const double within = std::clamp(z, -kFarthest, kFarthest);
  const int i = static_cast<int>((within + kFarthest) * kPerUnit + 0.5);
  const double* piece = pieces_.data() + static_cast<std::size_t>(i * (degree_ + 1));
  const double dz = within - knot(i);
  double value = piece[degree_];
  for (int n = degree_ - 1; n >= 0; --n) value = value * dz + piece[n];
  return value;
}

}  // namespace appell::study
