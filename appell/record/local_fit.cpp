#include "appell/record/local_fit.hpp"

#include <algorithm>
#include <cmath>

#include "appell/base/check.hpp"

namespace appell::record {
namespace {

constexpr int kLeastDegree = 5;

int degree_for_support(int highest) { return std::max(kLeastDegree, highest + 1); }

/// The part of a record with so many rows about an instant, at the ends of it as near as there are.
std::size_t first_row_about(std::span<const double> times, double t, std::size_t count) {
  const auto at =
      static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), t) - times.begin());
  const std::size_t first = at > count / 2 ? at - count / 2 : 0;
  return std::min(first, times.size() - count);
}

/// From p and p_before at some place to the next polynomial: values, or derivatives below 0, 1, ...
void step_derivatives(double x, double a, double b, std::vector<double>& p,
                      std::vector<double>& before) {
  double lower = 0.0;  // m p⁽ᵐ⁻¹⁾
  for (std::size_t m = 0; m < p.size(); ++m) {
    const double next = (x - a) * p[m] + lower - b * before[m];
    lower = static_cast<double>(m + 1) * p[m];
    before[m] = p[m];
    p[m] = next;
  }
}

}  // namespace

LocalFit local_fit(std::span<const double> times, std::span<const double> samples, int degree,
                   double t, int highest) {
  const std::size_t n = times.size();
  check(samples.size() == n && degree >= 0 && highest >= 0 &&
            n > static_cast<std::size_t>(degree) + 1,
        "local_fit: ", samples.size(), " samples at ", n, " times; more than ", degree + 1,
        " are needed.");
  const double middle = 0.5 * (times.front() + times.back());
  const double half = 0.5 * (times.back() - times.front());  // The unit of x: -1..1.
  std::vector<double> x(n), rest(samples.begin(), samples.end()), p(n, 1.0), before(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) x[i] = (times[i] - middle) / half;
  std::vector<double> at(static_cast<std::size_t>(highest) + 1, 0.0), at_before = at, sum = at;
  at[0] = 1.0;
  double norm_before = 1.0;
  for (int k = 0; k <= degree; ++k) {
    double norm = 0.0, first = 0.0, along = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      norm += p[i] * p[i];
      first += x[i] * p[i] * p[i];
      along += rest[i] * p[i];
    }
    const double c = along / norm, a = first / norm, b = k == 0 ? 0.0 : norm / norm_before;
    for (std::size_t m = 0; m < sum.size(); ++m) sum[m] += c * at[m];
    step_derivatives((t - middle) / half, a, b, at, at_before);
    for (std::size_t i = 0; i < n; ++i) {
      rest[i] -= c * p[i];
      const double next = (x[i] - a) * p[i] - b * before[i];
      before[i] = p[i];
      p[i] = next;
    }
    norm_before = norm;
  }
  LocalFit fit{.derivatives = sum, .scatter = 0.0};
  double scale = 1.0;
  for (double& derivative : fit.derivatives) {
    derivative *= scale;
    scale /= half;
  }
  for (const double r : rest) fit.scatter += r * r;
  fit.scatter =
      std::sqrt(fit.scatter / static_cast<double>(n - static_cast<std::size_t>(degree) - 1));
  return fit;
}

std::size_t rows_for_support(int highest) {
  return 4 * static_cast<std::size_t>(degree_for_support(highest)) + 1;
}

std::vector<double> supported_derivatives(std::span<const double> times,
                                          std::span<const double> samples, double t, int highest) {
  constexpr double kMore = 1.3;  // Of the scatter of a narrower window: then it is motion.
  constexpr int kWindows = 4;
  std::size_t rows = rows_for_support(highest);
  check(times.size() >= rows && samples.size() == times.size(),
        "supported_derivatives: ", times.size(), " rows; ", rows, " at least are needed.");
  LocalFit widest;
  double least = 0.0;
  for (int window = 0; window < kWindows && rows <= times.size(); ++window, rows = 2 * rows - 1) {
    const std::size_t first = first_row_about(times, t, rows);
    LocalFit fit = local_fit(times.subspan(first, rows), samples.subspan(first, rows),
                             degree_for_support(highest), t, highest);
    if (window > 0 && fit.scatter > kMore * least) break;
    least = window == 0 ? fit.scatter : std::min(least, fit.scatter);
    widest = std::move(fit);
  }
  return widest.derivatives;
}

}  // namespace appell::record
