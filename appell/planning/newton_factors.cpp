#include "appell/planning/newton_factors.hpp"

#include <algorithm>
#include <cmath>

namespace appell::planning {
namespace {

constexpr double kRounding = 1e-15;       // Of a diagonal element: less is left by rounding.
constexpr double kSmallestPivot = 1e-13;  // Of its column.

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// The upper triangle U of h = Uᵀ U; a row is zero where h is singular.
std::array<double, 6> root_of(const std::array<double, 6>& h) {
  std::array<double, 6> u{};
  if (h[0] > 0.0) {
    u[0] = std::sqrt(h[0]);
    u[1] = h[1] / u[0];
    u[2] = h[2] / u[0];
  }
  const double second = h[3] - u[1] * u[1];
  if (second > kRounding * h[3]) {
    u[3] = std::sqrt(second);
    u[4] = (h[4] - u[1] * u[2]) / u[3];
  }
  const double third = h[5] - u[2] * u[2] - u[4] * u[4];
  if (third > kRounding * h[5]) u[5] = std::sqrt(third);
  return u;
}

MiddleValues matrix_times(const std::array<double, 6>& h, const MiddleValues& z) {
  return {h[0] * z[0] + h[1] * z[1] + h[2] * z[2], h[1] * z[0] + h[3] * z[1] + h[4] * z[2],
          h[2] * z[0] + h[4] * z[1] + h[5] * z[2]};
}

}  // namespace

void NewtonSums::add(double d, const double (&p)[6]) {
  const double e = 0.5 * d * d;
  const double a01 = p[0] * d + p[1], a02 = p[0] * e + p[1] * d + p[2];
  const double a11 = p[1] * d + p[3], a12 = p[1] * e + p[3] * d + p[4];
  const double a22 = p[2] * e + p[4] * d + p[5];
  h[0] += p[0];
  h[1] += a01;
  h[2] += a02;
  h[3] += d * a01 + a11;
  h[4] += d * a02 + a12;
  h[5] += e * a02 + d * a12 + a22;
}

NewtonFactors::NewtonFactors(const TimingProblem& problem)
    : problem_(problem),
      intervals_(problem.intervals.size()),
      rows_(3 * index(problem.num_coefficients + 2)),
      columns_(index(problem.num_coefficients)),
      of_given_(columns_.size()),
      y_(columns_.size()) {}

std::array<MiddleValues, 3> NewtonFactors::rows_of(std::size_t k) const {
  const SplineInterval& interval = problem_.intervals[k];
  const std::array<double, 9>& b = interval.basis;
  const std::array<double, 6>& u = intervals_[k].u;
  std::array<MiddleValues, 3> a;
  for (std::size_t j = 0; j < 3; ++j) {
    a[0][j] = u[0] * b[j] + u[1] * b[3 + j] + u[2] * b[6 + j];
    a[1][j] = u[3] * b[3 + j] + u[4] * b[6 + j];
    a[2][j] = u[5] * b[6 + j];
  }
  for (const GivenCoefficient& given : given_) {
    const int j = given.index - interval.first;
    if (j < 0 || j > 2) continue;
    for (MiddleValues& one : a) one[index(j)] = 0.0;
  }
  return a;
}

void NewtonFactors::reflect(std::size_t k) {
  std::array<MiddleValues, 3> a = rows_of(k);
  const std::size_t first = index(problem_.intervals[k].first);
  for (std::size_t j = 0; j < 3; ++j) {
    Reflection& reflection = intervals_[k].reflections[j];
    reflection = {};
    const double square = a[0][j] * a[0][j] + a[1][j] * a[1][j] + a[2][j] * a[2][j];
    if (square == 0.0) continue;
    columns_[first + j] += square;
    double* r = row(first + j);
    const double norm = std::copysign(std::sqrt(r[0] * r[0] + square), r[0]);
    const double v = r[0] + norm;
    reflection = {2.0 / (v * v + square), {v, a[0][j], a[1][j], a[2][j]}};
    for (std::size_t m = j + 1; m < 3; ++m) {
      const double along = v * r[m - j] + a[0][j] * a[0][m] + a[1][j] * a[1][m] + a[2][j] * a[2][m];
      r[m - j] -= reflection.beta * along * v;
      for (MiddleValues& one : a) one[m] -= reflection.beta * along * one[j];
    }
    r[0] = -norm;
  }
}

void NewtonFactors::add_given(std::span<const NewtonSums> sums) {
  for (const GivenCoefficient& given : given_) {
    for (std::size_t k = 0; k < sums.size(); ++k) {
      const SplineInterval& interval = problem_.intervals[k];
      const int j = given.index - interval.first;
      if (j < 0 || j > 2) continue;
      MiddleValues z;
      for (std::size_t i = 0; i < 3; ++i) z[i] = -given.way * interval.basis[3 * i + index(j)];
      interval.scatter(matrix_times(sums[k].h, z), of_given_);
    }
  }
  for (const GivenCoefficient& given : given_) {
    of_given_[index(given.index)] = given.way;
    columns_[index(given.index)] = *row(index(given.index)) = 1.0;
  }
}

bool NewtonFactors::factor(std::span<const NewtonSums> sums, std::vector<GivenCoefficient> given) {
  given_ = std::move(given);
  for (std::vector<double>* v : {&rows_, &columns_, &of_given_})
    std::fill(v->begin(), v->end(), 0.0);
  for (std::size_t k = 0; k < sums.size(); ++k) {
    intervals_[k].u = root_of(sums[k].h);
    reflect(k);
  }
  add_given(sums);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!(columns_[i] > 0.0 && std::isfinite(columns_[i]))) return false;
    const double least = kSmallestPivot * std::sqrt(columns_[i]);
    double& pivot = *row(i);
    pivot = 1.0 / (std::abs(pivot) < least ? least : pivot);
  }
  return true;
}

void NewtonFactors::set_middle(std::size_t k, double part, MiddleValues& z) {
  const SplineInterval& interval = problem_.intervals[k];
  const auto& [u, reflections] = intervals_[k];
  MiddleValues w{};  // Q y, of these three rows.
  for (std::size_t j = 3; j-- > 0;) {
    const auto& [beta, v] = reflections[j];
    double& y = y_[index(interval.first) + j];
    const double along = beta * (v[0] * y + v[1] * w[0] + v[2] * w[1] + v[3] * w[2]);
    y -= along * v[0];
    for (std::size_t i = 0; i < 3; ++i) w[i] -= along * v[i + 1];
  }
  MiddleValues of_given{};
  for (const GivenCoefficient& given : given_) {
    const int j = given.index - interval.first;
    if (j < 0 || j > 2) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      of_given[i] += part * given.way * interval.basis[3 * i + index(j)];
    }
  }
  // Where h is singular, nothing is amplified by what the coefficients have of rounding.
  for (std::size_t i = 0; i < 3; ++i) z[i] -= of_given[i];
  if (u[5] > 0.0) z[2] = w[2] / u[5];
  if (u[3] > 0.0) z[1] = (w[1] - u[4] * z[2]) / u[3];
  if (u[0] > 0.0) z[0] = (w[0] - u[1] * z[1] - u[2] * z[2]) / u[0];
  for (std::size_t i = 0; i < 3; ++i) z[i] += of_given[i];
}

void NewtonFactors::solve(const SplineValues& right, double part, SplineStep& step) {
  const std::size_t n = columns_.size();
  step.x = problem_.gathered(right);
  for (const GivenCoefficient& given : given_) step.x[index(given.index)] = 0.0;
  for (std::size_t i = 0; i < n && !given_.empty(); ++i) step.x[i] += part * of_given_[i];
  for (std::size_t i = 0; i < n; ++i) {  // Rᵀ y = x
    if (i >= 1) step.x[i] -= row(i - 1)[1] * y_[i - 1];
    if (i >= 2) step.x[i] -= row(i - 2)[2] * y_[i - 2];
    y_[i] = step.x[i] * row(i)[0];
  }
  for (std::size_t i = n; i-- > 0;) {  // R x = y
    step.x[i] = y_[i];
    if (i + 1 < n) step.x[i] -= row(i)[1] * step.x[i + 1];
    if (i + 2 < n) step.x[i] -= row(i)[2] * step.x[i + 2];
    step.x[i] *= row(i)[0];
  }
  step.middles = problem_.values(step.x);
  for (const GivenCoefficient& given : given_) y_[index(given.index)] = 0.0;
  for (std::size_t k = right.size(); k-- > 0;) set_middle(k, part, step.middles[k]);
}

}  // namespace appell::planning
