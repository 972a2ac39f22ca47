#include "appell/trajectory/bspline_basis.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "appell/base/check.hpp"

namespace appell::trajectory {
namespace {

constexpr int kWidth = PiecewisePolynomial::kMaxDegree + 1;

}  // namespace

BSplineBasis::BSplineBasis(std::vector<double> breaks, int degree)
    : breaks_(std::move(breaks)), degree_(degree) {
  check(degree >= 0 && degree < kWidth, "BSplineBasis: the degree must be in 0..", kWidth - 1,
        ", got ", degree, ".");
  const auto d = static_cast<std::size_t>(degree);
  knots_.assign(d, breaks_.front());
  knots_.insert(knots_.end(), breaks_.begin(), breaks_.end());
  knots_.insert(knots_.end(), d, breaks_.back());
}

int BSplineBasis::interval_at(double t, int guess) const {
  for (const int interval : {guess, guess + 1}) {
    if (interval < 0 || interval >= num_intervals()) continue;
    const auto i = static_cast<std::size_t>(interval);
    if (breaks_[i] <= t && t < breaks_[i + 1]) return interval;
  }
  const auto next = std::upper_bound(breaks_.begin(), breaks_.end(), t);
  return std::clamp(static_cast<int>(next - breaks_.begin()) - 1, 0, num_intervals() - 1);
}

/// The p + 1 functions of degree p that are not zero on an interval, by the recurrence of Cox and
/// de Boor: N_{j,p} = (t - u_j)/(u_{j+p} - u_j) N_{j,p-1} + (u_{j+p+1} - t)/(u_{j+p+1} - u_{j+1})
/// N_{j+1,p-1}.
void BSplineBasis::values(int interval, double t, int degree, std::span<double> out) const {
  for (int p = 0; p <= degree; ++p) raise(interval + degree_, t, p, out);
}

void BSplineBasis::raise(int at, double t, int p, std::span<double> out) const {
  if (p == 0) {
    out[0] = 1.0;
    return;
  }
  double carried = 0.0;
  for (int i = 0; i < p; ++i) {
    const double right = knot(at + i + 1) - t;
    const double left = t - knot(at + i + 1 - p);
    const double share = out[i] / (right + left);
    out[i] = carried + right * share;
    carried = left * share;
  }
  out[p] = carried;
}

void BSplineBasis::row(int interval, double t, int r, std::span<double> row) const {
  const int at = interval + degree_;
  values(interval, t, degree_ - r, row);
  // N'_{j,p} = p N_{j,p-1}/(u_{j+p} - u_j) - p N_{j+1,p-1}/(u_{j+p+1} - u_{j+1}), from degree d - r
  // up to d. Entry i of degree p belongs to j = at - p + i.
  for (int p = degree_ - r + 1; p <= degree_; ++p) {
    double next = 0.0;  // p N_{j+1,p-1}/(...)
    for (int i = p; i >= 0; --i) {
      const int j = at - p + i;
      const double here = i == 0 ? 0.0 : p * row[i - 1] / (knot(j + p) - knot(j));
      row[i] = here - next;
      next = here;
    }
  }
}

void BSplineBasis::piece(int interval, std::span<const double> c, int stride, int num_functions,
                         std::span<double> out, std::span<double> scratch) const {
  const int at = interval + degree_;
  const double middle = 0.5 * (knot(at) + knot(at + 1));
  std::array<std::array<double, kWidth>, kWidth> basis;  // Of degrees 0..d at the middle.
  for (int p = 0; p <= degree_; ++p) {
    if (p > 0) basis[p] = basis[p - 1];
    raise(at, middle, p, basis[p]);
  }
  const auto count = static_cast<std::size_t>(num_functions);
  const auto differences = [&](int i) {
    return scratch.data() + static_cast<std::size_t>(i) * count;
  };
  for (int i = 0; i <= degree_; ++i) {
    const auto from = c.begin() + static_cast<std::ptrdiff_t>(interval + i) * stride;
    std::copy_n(from, num_functions, differences(i));
  }
  for (int r = 0; r <= degree_; ++r) {
    // Derivative r is a spline of degree p = d - r with the r-th differences as coefficients.
    const int p = degree_ - r;
    double* sums = out.data() + static_cast<std::size_t>(r) * count;
    std::fill_n(sums, count, 0.0);
    for (int i = 0; i <= p; ++i) {
      const double value = basis[p][i];
      const double* here = differences(i);
      for (std::size_t s = 0; s < count; ++s) sums[s] += here[s] * value;
    }
    for (std::size_t s = 0; s < count; ++s) sums[s] /= taylor::factorial(r);
    for (int i = 0; i < p; ++i) {
      const int j = at - p + i + 1;
      const double length = knot(j + p) - knot(j);
      double* here = differences(i);
      const double* next = differences(i + 1);
      for (std::size_t s = 0; s < count; ++s) here[s] = p * (next[s] - here[s]) / length;
    }
  }
}

PiecewisePolynomial BSplineBasis::polynomial(std::span<const double> c, int stride) const {
  PiecewisePolynomial result(breaks_, degree_, degree_ - 1);
  std::array<double, kWidth> scratch;
  for (int interval = 0; interval < num_intervals(); ++interval) {
    piece(interval, c, stride, 1, result.coefficients(interval), scratch);
  }
  return result;
}

}  // namespace appell::trajectory
