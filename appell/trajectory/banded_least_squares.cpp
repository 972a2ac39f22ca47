#include "appell/trajectory/banded_least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "appell/base/error.hpp"
#include "appell/base/stop.hpp"
#include "appell/base/text.hpp"

namespace appell::trajectory {

BandedLeastSquares::BandedLeastSquares(int num_unknowns, int width, int num_right_sides)
    : unknowns_(num_unknowns), width_(width), sides_(num_right_sides) {
  r_.assign(static_cast<std::size_t>(unknowns_) * static_cast<std::size_t>(width_), 0.0);
  b_.assign(static_cast<std::size_t>(unknowns_) * static_cast<std::size_t>(sides_), 0.0);
}

void BandedLeastSquares::add(int first, std::span<double> row, std::span<double> right_sides) {
  check_stop();
  const int last = first + static_cast<int>(row.size()) - 1;
  for (int i = first; i <= last; ++i) {
    double* y = row.data() + (i - first);
    if (*y == 0.0) continue;
    double* x = r(i);
    const double length = std::hypot(*x, *y);
    const double c = *x / length;
    const double s = *y / length;
    const auto rotate = [c, s](double& u, double& v) {
      const double old = u;
      u = c * old + s * v;
      v = c * v - s * old;
    };
    for (int j = 0; j <= last - i; ++j) rotate(x[j], y[j]);
    for (int k = 0; k < sides_; ++k) rotate(b(i)[k], right_sides[k]);
    work_ += last - i + 1 + sides_;
  }
}

std::vector<double> BandedLeastSquares::solve() const {
  std::vector<double> x = b_;
  for (int i = unknowns_ - 1; i >= 0; --i) {
    check_stop();
    const double* row = r(i);
    double size = 0.0;
    for (int j = 0; j < width_; ++j) size = std::max(size, std::abs(row[j]));
    if (!(std::abs(row[0]) > std::numeric_limits<double>::epsilon() * size)) {
      throw NumericalError(
          concat("spline: the data do not determine coefficient ", i, " of ", unknowns_));
    }
    const auto entries = [&](int unknown) {
      return &x[static_cast<std::size_t>(unknown) * static_cast<std::size_t>(sides_)];
    };
    double* here = entries(i);
    for (int j = 1; j < width_ && i + j < unknowns_; ++j) {
      const double* later = entries(i + j);
      for (int k = 0; k < sides_; ++k) here[k] -= row[j] * later[k];
    }
    for (int k = 0; k < sides_; ++k) here[k] /= row[0];
  }
  return x;
}

}  // namespace appell::trajectory
