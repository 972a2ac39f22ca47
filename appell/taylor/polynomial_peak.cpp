#include "appell/taylor/polynomial_peak.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "appell/base/check.hpp"
#include "appell/taylor/factorial.hpp"
#include "appell/taylor/shift_polynomial.hpp"

namespace appell::taylor {
namespace {

constexpr std::size_t kMostCoefficients = kMaxOrder + 1;
constexpr int kMostHalvings = 52;  // Then the ends of an interval are neighbours.

/// A part of the interval, with its Bernstein coefficients.
struct Part {
  double low;
  double high;
  int halvings;
  std::array<double, kMostCoefficients> b;
};

double value_at(std::span<const double> c, double s) {
  double sum = 0.0;
  for (std::size_t k = c.size(); k-- > 0;) sum = sum * s + c[k];
  return sum;
}

/// Eq. (1): of Σ d[k] uᵏ, b_i = Σ_k C(i, k)/C(n, k) d[k], by differences: in place, n²/2 additions.
void set_bernstein(std::span<const double> c, double low, double high, Part& part) {
  const std::size_t size = c.size();
  const std::span d(part.b.data(), size);
  std::copy(c.begin(), c.end(), d.begin());
  shift_polynomial(d, low);
  double power = 1.0;
  for (std::size_t k = 0; k < size; ++k, power *= high - low) {
    d[k] *= power / binomial(static_cast<int>(size) - 1, static_cast<int>(k));
  }
  for (std::size_t round = 1; round < size; ++round) {
    for (std::size_t i = size - 1; i >= round; --i) d[i] += d[i - 1];
  }
}

/// de Casteljau: `part` becomes its first half, `second` the other.
void halve(std::size_t size, Part& part, Part& second) {
  const double middle = 0.5 * (part.low + part.high);
  second = {middle, part.high, ++part.halvings, {}};
  part.high = middle;
  for (std::size_t round = size; round-- > 0;) {
    second.b[round] = part.b[size - 1];
    for (std::size_t i = size - 1; i > size - 1 - round; --i) {
      part.b[i] = 0.5 * (part.b[i] + part.b[i - 1]);
    }
  }
}

/// What the signs of b_{i+1} - b_i say of the inside of a part.
enum class Inside { kNoMaximum, kOneMaximum, kUnknown };

Inside look_inside(std::span<const double> b) {
  int changes = 0;
  double first = 0.0, last = 0.0;
  for (std::size_t i = 1; i < b.size(); ++i) {
    const double step = b[i] - b[i - 1];
    if (step == 0.0) continue;
    if (first == 0.0) first = step;
    if (last * step < 0.0) ++changes;
    last = step;
  }
  if (changes == 0) return Inside::kNoMaximum;
  if (changes > 1) return Inside::kUnknown;
  return first > 0.0 ? Inside::kOneMaximum : Inside::kNoMaximum;
}

/// The zero of p' in a part where p rises and then falls: Newton's method, by halves where it would
/// leave the bracket.
double top(std::span<const double> c, double low, double high) {
  double s = 0.5 * (low + high);
  const double near = std::numeric_limits<double>::epsilon() * (std::abs(low) + std::abs(high));
  for (int step = 0; step < 100; ++step) {
    double slope = 0.0, curvature = 0.0, p = 0.0;
    for (std::size_t k = c.size(); k-- > 0;) {
      curvature = curvature * s + 2.0 * slope;
      slope = slope * s + p;
      p = p * s + c[k];
    }
    (slope > 0.0 ? low : high) = s;
    double next = s - slope / curvature;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (slope == 0.0) return s;
    if (std::abs(next - s) <= near) return next;
    s = next;
  }
  return s;
}

}  // namespace

PolynomialPeak largest_value(std::span<const double> c, double low, double high, double tolerance,
                             double known) {
  check(!c.empty() && c.size() <= kMostCoefficients, "largest_value: there are ", c.size(),
        " coefficients; 1 to ", kMostCoefficients, " are needed.");
  check(std::isfinite(low) && std::isfinite(high) && low <= high, "largest_value: the interval is ",
        low, " to ", high, "; it must be finite and ascend.");
  PolynomialPeak peak{low, value_at(c, low), 0.0};
  const auto look_at = [&](double s) {
    const double value = value_at(c, s);
    if (value > peak.value) peak = {s, value, 0.0};
  };
  look_at(high);
  double bound = peak.value;
  std::array<Part, kMostHalvings + 2> parts;  // Halves go depth first: one waits at every depth.
  std::size_t waiting = 1;
  parts[0] = {low, high, 0, {}};
  set_bernstein(c, low, high, parts[0]);
  while (waiting > 0) {
    Part& part = parts[waiting - 1];
    const std::span b(part.b.data(), c.size());
    const double above = *std::max_element(b.begin(), b.end());
    if (above <= std::max(peak.value, known) + tolerance || part.halvings == kMostHalvings) {
      bound = std::max(bound, above);
      --waiting;
      continue;
    }
    look_at(part.low);
    look_at(part.high);
    const Inside inside = look_inside(b);
    if (inside == Inside::kUnknown) {
      halve(c.size(), part, parts[waiting]);
      ++waiting;
      continue;
    }
    if (inside == Inside::kOneMaximum) look_at(top(c, part.low, part.high));
    --waiting;
  }
  // Rounding of Horner's rule, and of the coefficients b.
  double size = 0.0, power = 1.0;
  const double farthest = std::max(std::abs(low), std::abs(high));
  for (const double x : c) {
    size += std::abs(x) * power;
    power *= farthest;
  }
  peak.bound = std::max(bound, peak.value) +
               2.0 * static_cast<double>(c.size()) * std::numeric_limits<double>::epsilon() * size;
  return peak;
}

PolynomialPeak largest_value(std::span<const double> c, double low, double high, double tolerance) {
  return largest_value(c, low, high, tolerance, -std::numeric_limits<double>::infinity());
}

namespace {

/// A zero of a polynomial between two places where its signs differ.
double zero_between(std::span<const double> c, double negative, double positive) {
  for (double middle = 0.5 * (negative + positive); middle != negative && middle != positive;
       middle = 0.5 * (negative + positive)) {
    (value_at(c, middle) < 0.0 ? negative : positive) = middle;
  }
  return negative;
}

}  // namespace

double sign_change(std::span<const double> c, double low, double high) {
  std::array<double, kMostCoefficients> minus;
  double size = 0.0, power = 1.0;
  const double farthest = std::max(std::abs(low), std::abs(high));
  for (std::size_t k = 0; k < c.size(); ++k, power *= farthest) {
    minus[k] = -c[k];
    size += std::abs(c[k]) * power;
  }
  if (!c.empty() && 2.0 * std::abs(c[0]) > size) return high;  // Mostly.
  const PolynomialPeak top = largest_value(c, low, high);
  const PolynomialPeak bottom = largest_value(std::span(minus.data(), c.size()), low, high);
  const double noise = 64.0 * std::numeric_limits<double>::epsilon() * size;
  if (!(top.value > noise && bottom.value > noise)) return high;
  return zero_between(c, bottom.at, top.at);
}

PolynomialPeak largest_sum_of_sizes(std::span<const double> c, int count, double low, double high) {
  const std::size_t size = count == 0 ? 0 : c.size() / static_cast<std::size_t>(count);
  check(size > 0 && size <= kMostCoefficients, "largest_sum_of_sizes: there are ", c.size(),
        " coefficients of ", count, " polynomials; 1 to ", kMostCoefficients,
        " of each are needed.");
  // Cuts left to right: from `begin` on, no polynomial changes its sign before `end`.
  PolynomialPeak peak{low, -std::numeric_limits<double>::infinity(),
                      -std::numeric_limits<double>::infinity()};
  std::array<double, kMostCoefficients> sum;
  const double least = 1e-9 * (high - low);
  for (double begin = low;;) {
    double end = high;
    for (std::size_t j = 0; j < c.size(); j += size) {
      double cut = end;
      // A cut may be any of several: halve until there is none before it.
      while ((cut = sign_change(c.subspan(j, size), begin, end)) < end && cut > begin + least) {
        end = cut;
      }
    }
    sum.fill(0.0);
    const double middle = 0.5 * (begin + end);
    for (std::size_t j = 0; j < c.size(); j += size) {
      const double sign = value_at(c.subspan(j, size), middle) < 0.0 ? -1.0 : 1.0;
      for (std::size_t k = 0; k < size; ++k) sum[k] += sign * c[j + k];
    }
    const PolynomialPeak part = largest_value(std::span(sum.data(), size), begin, end);
    if (part.value > peak.value) peak = {part.at, part.value, peak.bound};
    peak.bound = std::max(peak.bound, part.bound);
    if (end >= high) return peak;
    begin = end;
  }
}

double integral_of_size(std::span<const double> c, double low, double high) {
  const auto antiderivative = [&](double s) {
    double sum = 0.0;
    for (std::size_t k = c.size(); k-- > 0;) sum = (sum + c[k] / static_cast<double>(k + 1)) * s;
    return sum;
  };
  const double least = 1e-9 * (high - low);
  double sum = 0.0;
  for (double begin = low;;) {
    double end = high;
    // A cut may be any of several: nearer ones until there is none before it.
    for (double cut = end; (cut = sign_change(c, begin, end)) < end && cut > begin + least;) {
      end = cut;
    }
    sum += std::abs(antiderivative(end) - antiderivative(begin));
    if (end >= high) return sum;
    begin = end;
  }
}

}  // namespace appell::taylor
