#include "appell/study/gamma_probability.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "appell/base/constants.hpp"

namespace appell::study {
namespace {

constexpr double kTiny = std::numeric_limits<double>::epsilon() / 4.0;

/// t - ln(1 + t), with all digits for small t: with s = t/(2 + t), ln(1 + t) = 2 artanh s and
/// t - 2s = s t.
double phi(double t) {
  if (std::abs(t) > 0.4) return t - std::log1p(t);
  const double s = t / (2.0 + t), s2 = s * s;
  double sum = 0.0;
  for (int n = 27; n >= 3; n -= 2) sum = sum * s2 + 1.0 / n;
  return s * t - 2.0 * s * s2 * sum;
}

/// What Stirling's formula lacks: Γ(a) = √(2π/a) (a/e)ᵃ e^{correction}, for a >= 15.
double stirling_correction(double a) {
  const double b = 1.0 / (a * a);
  return (1.0 / 12 + b * (-1.0 / 360 + b * (1.0 / 1260 + b * (-1.0 / 1680 + b / 1188)))) / a;
}

/// xᵃ e⁻ˣ/Γ(a)
double gamma_prefix(double a, double x) {
  if (a < 15.0) return std::pow(x, a) * std::exp(-x) / std::tgamma(a);
  return std::sqrt(a / (2.0 * kPi)) * std::exp(-a * phi((x - a) / a) - stirling_correction(a));
}

/// P by its power series: xᵃ e⁻ˣ/Γ(a) Σ xⁿ/(a (a + 1) ... (a + n)).
double series_below(double a, double x) {
  double term = 1.0 / a, sum = term;
  for (double n = 1.0; term > kTiny * sum; n += 1.0) {
    term *= x / (a + n);
    sum += term;
  }
  return gamma_prefix(a, x) * sum;
}

/// Q by Legendre's continued fraction, with the method of Lentz.
double fraction_above(double a, double x) {
  double b = x + 1.0 - a;
  double c = 1.0 / std::numeric_limits<double>::min(), d = 1.0 / b, value = d;
  for (double n = 1.0; n < 1e5; n += 1.0) {
    const double numerator = n * (a - n);
    b += 2.0;
    d = 1.0 / (numerator * d + b);
    c = b + numerator / c;
    value *= c * d;
    if (std::abs(c * d - 1.0) < 2.0 * kTiny) break;
  }
  return gamma_prefix(a, x) * value;
}

// Gauss and Legendre's rule of eight points on -1..1.
constexpr double kGaussPoints[]{0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                0.9602898564975363};
constexpr double kGaussWeights[]{0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                 0.1012285362903763};

/// Eqs. (1) and (2): `side` 1 is above x, -1 below. Panels are a quarter of the deviation of the
/// distribution wide, and end where nothing more comes.
double tail_integral(double a, double x, double side) {
  const double slope = side * (x - a + 1.0);
  const auto integrand = [&](double t) { return std::exp(-(a - 1.0) * phi(side * t) - slope * t); };
  const double half = 0.125 / std::sqrt(a);
  double sum = 0.0;
  for (double middle = half; side > 0.0 || middle + half < 1.0; middle += 2.0 * half) {
    double panel = 0.0;
    for (int i = 0; i < 4; ++i) {
      const double d = half * kGaussPoints[i];
      panel += kGaussWeights[i] * (integrand(middle + d) + integrand(middle - d));
    }
    sum += panel * half;
    if (panel * half < kTiny * sum) break;
  }
  return gamma_prefix(a, x) * sum;
}

}  // namespace

TailProbabilities chi_square_probabilities(double degrees_of_freedom, double x) {
  const double a = degrees_of_freedom / 2.0, half_x = x / 2.0;
  if (!(half_x > 0.0)) return {};
  constexpr double kManyDegrees = 200.0;
  const bool is_below = half_x < a;
  const bool by_quadrature = degrees_of_freedom > kManyDegrees;
  if (is_below) {
    const double below = by_quadrature ? tail_integral(a, half_x, -1.0) : series_below(a, half_x);
    return {.below = below, .above = 1.0 - below};
  }
  const double above = by_quadrature      ? tail_integral(a, half_x, 1.0)
                       : half_x < a + 1.0 ? 1.0 - series_below(a, half_x)  // About 1/2.
                                          : fraction_above(a, half_x);
  return {.below = 1.0 - above, .above = above};
}

double chi_density(double degrees_of_freedom, double y) {
  // f dy with x = y²/2: xᵃ e⁻ˣ/Γ(a) dx/x, and dx/x = 2 dy/y.
  return 2.0 * gamma_prefix(degrees_of_freedom / 2.0, y * y / 2.0) / y;
}

}  // namespace appell::study
