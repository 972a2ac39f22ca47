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
}

double BSplineBasis::knot(int i) const {
  return breaks_[static_cast<std::size_t>(std::clamp(i - degree_, 0, num_intervals()))];
}

int BSplineBasis::interval_at(double t) const {
  const auto next = std::upper_bound(breaks_.begin(), breaks_.end(), t);
  return std::clamp(static_cast<int>(next - breaks_.begin()) - 1, 0, num_intervals() - 1);
}

/// The p + 1 functions of degree p that are not zero on an interval, by the recurrence of Cox and
/// de Boor: N_{j,p} = (t - u_j)/(u_{j+p} - u_j) N_{j,p-1} + (u_{j+p+1} - t)/(u_{j+p+1} - u_{j+1})
/// N_{j+1,p-1}.
void BSplineBasis::values(int interval, double t, int degree, std::span<double> out) const {
  const int at = interval + degree_;  // u_at <= t < u_{at+1}.
  out[0] = 1.0;
  for (int p = 1; p <= degree; ++p) {
    double carried = 0.0;
    for (int i = 0; i < p; ++i) {
      const double right = knot(at + i + 1) - t;
      const double left = t - knot(at + i + 1 - p);
      const double share = out[static_cast<std::size_t>(i)] / (right + left);
      out[static_cast<std::size_t>(i)] = carried + right * share;
      carried = left * share;
    }
    out[static_cast<std::size_t>(p)] = carried;
  }
}

void BSplineBasis::row(double t, int r, std::span<double> row) const {
  const int interval = interval_at(t);
  const int at = interval + degree_;
  values(interval, t, degree_ - r, row);
  // N'_{j,p} = p N_{j,p-1}/(u_{j+p} - u_j) - p N_{j+1,p-1}/(u_{j+p+1} - u_{j+1}), from degree d - r
  // up to d. Entry i of degree p belongs to j = at - p + i.
  for (int p = degree_ - r + 1; p <= degree_; ++p) {
    double next = 0.0;  // p N_{j+1,p-1}/(...)
    for (int i = p; i >= 0; --i) {
      const int j = at - p + i;
      const double here =
          i == 0 ? 0.0 : p * row[static_cast<std::size_t>(i - 1)] / (knot(j + p) - knot(j));
      row[static_cast<std::size_t>(i)] = here - next;
      next = here;
    }
  }
}

PiecewisePolynomial BSplineBasis::polynomial(std::span<const double> c, int stride) const {
  PiecewisePolynomial result(breaks_, degree_, degree_ - 1);
  std::array<double, kWidth> differences{};
  std::array<double, kWidth> basis{};
  for (int interval = 0; interval < num_intervals(); ++interval) {
    const int at = interval + degree_;
    const double middle = 0.5 * (knot(at) + knot(at + 1));
    for (int i = 0; i <= degree_; ++i) {
      differences[static_cast<std::size_t>(i)] =
          c[static_cast<std::size_t>(interval + i) * static_cast<std::size_t>(stride)];
    }
    const std::span<double> coefficients = result.coefficients(interval);
    for (int r = 0; r <= degree_; ++r) {
      // Derivative r is a spline of degree p = d - r with the r-th differences as coefficients.
      const int p = degree_ - r;
      values(interval, middle, p, basis);
      double sum = 0.0;
      for (int i = 0; i <= p; ++i) {
        sum += differences[static_cast<std::size_t>(i)] * basis[static_cast<std::size_t>(i)];
      }
      coefficients[static_cast<std::size_t>(r)] = sum / taylor::factorial(r);
      for (int i = 0; i < p; ++i) {
        const int j = at - p + i + 1;
        differences[static_cast<std::size_t>(i)] = p *
                                                   (differences[static_cast<std::size_t>(i + 1)] -
                                                    differences[static_cast<std::size_t>(i)]) /
                                                   (knot(j + p) - knot(j));
      }
    }
  }
  return result;
}

}  // namespace appell::trajectory
