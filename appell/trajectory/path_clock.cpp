#include "appell/trajectory/path_clock.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "appell/base/check.hpp"

namespace appell::trajectory {
namespace {

constexpr std::size_t kMostKnots = 1'000'000;
constexpr int kMostTerms = 12;         // Of series of z below:
constexpr double kSeriesRange = 0.25;  // they are used to there, where the last is below 1e-17.

/// sinh(x)/x of z = x², or sin(x)/x of z = -x².
double sinhc(double z) {
  if (std::abs(z) > kSeriesRange) {
    const double x = std::sqrt(std::abs(z));
    return (z > 0.0 ? std::sinh(x) : std::sin(x)) / x;
  }
  double sum = 1.0;
  double term = 1.0;
  for (int k = 1; k <= kMostTerms; ++k) {
    term *= z / ((2 * k) * (2 * k + 1));
    sum += term;
  }
  return sum;
}

/// artanh(x)/x of z = x², or arctan(x)/x of z = -x².
double artanhc(double z) {
  if (std::abs(z) > 0.04) {
    const double x = std::sqrt(std::abs(z));
    return (z > 0.0 ? std::atanh(x) : std::atan(x)) / x;
  }
  double sum = 0.0;
  for (int k = kMostTerms; k >= 0; --k) sum = sum * z + 1.0 / (2 * k + 1);
  return sum;
}

}  // namespace

PathClock::PathClock(const Grading& grading, std::vector<double> knots,
                     std::vector<double> coefficients, double start_time, int degree)
    : grading_(grading),
      degree_(degree),
      knots_(std::move(knots)),
      coefficients_(std::move(coefficients)) {
  check(knots_.size() >= 2 && knots_.size() <= kMostKnots, "PathClock: there are ", knots_.size(),
        " knots; 2 to ", kMostKnots, " are possible.");
  check(knots_.front() == 0.0 && knots_.back() == 1.0, "PathClock: the knots are from ",
        knots_.front(), " to ", knots_.back(), "; 0 to 1 is needed.");
  for (std::size_t k = 1; k < knots_.size(); ++k) {
    check(knots_[k] > knots_[k - 1], "PathClock: knot ", k, " is ", knots_[k], " after ",
          knots_[k - 1], "; knots must ascend.");
  }
  const std::size_t needed = knots_.size() - 1 + static_cast<std::size_t>(degree);
  check(coefficients_.size() == needed, "PathClock: there are ", coefficients_.size(),
        " numbers of the speed; for ", knots_.size(), " knots ", needed, " are needed.");
  check(std::isfinite(start_time), "PathClock: the start time is ", start_time, ".");
  set_pieces();
  set_times(start_time);
}

PathClock PathClock::quadratic(const Grading& grading, std::vector<double> knots,
                               std::vector<double> coefficients, double start_time) {
  return {grading, std::move(knots), std::move(coefficients), start_time, 2};
}

PathClock PathClock::linear(const Grading& grading, std::vector<double> knots,
                            std::vector<double> values, double start_time) {
  return {grading, std::move(knots), std::move(values), start_time, 1};
}

void PathClock::set_pieces() {
  const std::size_t count = knots_.size() - 1;
  const auto length = [&](std::size_t k) { return knots_[k + 1] - knots_[k]; };
  pieces_.resize(count);
  for (std::size_t k = 0; k < count; ++k) {
    const double h = length(k);
    if (degree_ == 1) {
      pieces_[k] = {coefficients_[k], (coefficients_[k + 1] - coefficients_[k]) / h, 0.0};
      continue;
    }
    // The slope is linear between its values at the knots, 2 Δx/(sum of both intervals there).
    const double before = k > 0 ? length(k - 1) : h;
    const double after = k + 1 < count ? length(k + 1) : h;
    const double* x = &coefficients_[k];
    const double first = 2.0 * (x[1] - x[0]) / (before + h);
    const double last = 2.0 * (x[2] - x[1]) / (h + after);
    pieces_[k] = {(h * x[0] + before * x[1]) / (before + h), first, (last - first) / h};
  }
}

void PathClock::set_times(double start_time) {
  times_.assign(1, start_time);
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    const auto [alpha, slope, curvature] = pieces_[k];
    const double end = rate(static_cast<int>(k), 1.0).alpha;
    bool is_positive = alpha >= 0.0 && end >= 0.0 && alpha + end > 0.0;
    if (degree_ == 2) is_positive = alpha > 0.0 && end > 0.0;
    const double h = knots_[k + 1] - knots_[k];
    if (slope < 0.0 && slope + curvature * h > 0.0) {  // Lowest inside.
      is_positive = is_positive && alpha - 0.5 * slope * slope / curvature > 0.0;
    }
    check(is_positive, "PathClock: the square of the speed is not positive from u = ", knots_[k],
          " to ", knots_[k + 1], ": ", alpha, " and ", end, ".");
    times_.push_back(times_.back() + time_within(k, h));
  }
  check(std::isfinite(times_.back()), "PathClock: the duration is not finite.");
}

PathClock::Rate PathClock::rate(int interval, double part) const {
  const auto k = static_cast<std::size_t>(interval);
  const auto [alpha, slope, curvature] = pieces_[k];
  const double d = part * (knots_[k + 1] - knots_[k]);
  if (degree_ == 1 && part == 1.0) return {coefficients_[k + 1], slope, 0.0};
  return {alpha + d * (slope + 0.5 * d * curvature), slope + d * curvature, curvature};
}

double PathClock::time_within(std::size_t interval, double h) const {
  const auto [alpha, slope, curvature] = pieces_[interval];
  const double end = std::max(0.0, alpha + h * (slope + 0.5 * h * curvature));
  if (h <= 0.0) return 0.0;
  const double r = h / (std::sqrt(alpha) + std::sqrt(end));
  return 2.0 * r * artanhc(0.5 * curvature * r * r);  // Eq. (4)
}

double PathClock::time_at(double u) const {
  const auto next = std::upper_bound(knots_.begin(), knots_.end(), u);
  const auto k = static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(next - knots_.begin() - 1, 0, num_intervals() - 1));
  return times_[k] + time_within(k, u - knots_[k]);
}

int PathClock::interval_at(double t) const {
  const auto next = std::upper_bound(times_.begin(), times_.end(), t);
  return std::clamp(static_cast<int>(next - times_.begin()) - 1, 0, num_intervals() - 1);
}

double PathClock::parameter_at(int interval, double t) const {
  const auto k = static_cast<std::size_t>(interval);
  const auto [alpha, slope, curvature] = pieces_[k];
  const double dt = t - times_[k];
  const double z = 0.5 * curvature * dt * dt;
  const double half = sinhc(0.25 * z);  // C = 2 sinh²(√κ t/2)/κ
  const double d = dt * (std::sqrt(alpha) * sinhc(z) + 0.25 * slope * dt * half * half);  // Eq. (3)
  return std::clamp(knots_[k] + d, knots_[k], knots_[k + 1]);
}

void PathClock::expand(int interval, double t, std::span<double> step, std::span<double> s) const {
  const auto k = static_cast<std::size_t>(interval);
  const auto [alpha, slope, curvature] = pieces_[k];
  const double u = parameter_at(interval, t);
  const double d = u - knots_[k];
  // The series of u - u(t), by eq. (2); then φ of it by Horner's rule.
  if (!step.empty()) step[0] = 0.0;
  const double rate = alpha + d * (slope + 0.5 * d * curvature);
  if (step.size() > 1) step[1] = std::sqrt(std::max(0.0, rate));
  if (step.size() > 2) step[2] = 0.25 * (slope + curvature * d);
  for (std::size_t n = 3; n < step.size(); ++n) {
    step[n] = 0.5 * curvature * step[n - 2] / static_cast<double>(n * (n - 1));
  }
  const auto phi = grading_.expand(u);
  std::fill(s.begin(), s.end(), 0.0);
  for (std::size_t i = phi.size(); i-- > 0;) {
    for (std::size_t n = s.size(); n-- > 0;) {  // s = s step + φ[i], the highest order first.
      double sum = 0.0;
      for (std::size_t j = 1; j <= n; ++j) sum += step[j] * s[n - j];
      s[n] = sum;
    }
    s[0] += phi[i];
  }
}

PathClock PathClock::slowed(double factor) const {
  check(std::isfinite(factor) && factor > 0.0, "PathClock: the factor of the time is ", factor,
        "; it must be positive.");
  std::vector<double> coefficients = coefficients_;
  for (double& x : coefficients) x /= factor * factor;
  return {grading_, knots_, std::move(coefficients), times_.front(), degree_};
}

}  // namespace appell::trajectory
