#include "appell/planning/banded_solver.hpp"

#include <algorithm>

namespace appell::planning {
namespace {

// Of the element of the diagonal that a pivot is left of.
constexpr double kRounding = 1e-9;        // Below zero by less: it was lost by rounding.
constexpr double kSmallestPivot = 1e-14;  // Taken instead of what is smaller or lost.

}  // namespace

BandedSolver::BandedSolver(int size)
    : size_(size),
      numbers_(static_cast<std::size_t>(kWidth * (size + kWidth - 1)), 0.0),
      diagonal_(static_cast<std::size_t>(size)) {}

void BandedSolver::clear() { std::fill(numbers_.begin(), numbers_.end(), 0.0); }

bool BandedSolver::factor() {
  for (int i = 0; i < size_; ++i) diagonal_[static_cast<std::size_t>(i)] = *column(i);
  for (int i = 0; i < size_; ++i) {
    double* c = column(i);
    const double whole = diagonal_[static_cast<std::size_t>(i)];
    if (!(whole > 0.0 && c[0] > -kRounding * whole)) return false;
    c[0] = std::max(c[0], kSmallestPivot * whole);
    const double inverse = 1.0 / c[0];
    const double l1 = c[1] * inverse;
    const double l2 = c[2] * inverse;
    c[3] -= l1 * c[1];  // (i + 1, i + 1)
    c[4] -= l1 * c[2];  // (i + 2, i + 1)
    c[6] -= l2 * c[2];  // (i + 2, i + 2)
    c[0] = inverse;
    c[1] = l1;
    c[2] = l2;
  }
  return true;
}

void BandedSolver::solve(std::span<double> x) const {
  const auto n = static_cast<std::size_t>(size_);
  for (std::size_t i = 0; i < n; ++i) {  // L y = x
    if (i >= 1) x[i] -= numbers_[kWidth * (i - 1) + 1] * x[i - 1];
    if (i >= 2) x[i] -= numbers_[kWidth * (i - 2) + 2] * x[i - 2];
  }
  for (std::size_t i = n; i-- > 0;) {  // D Lᵀ x = y
    const double* c = &numbers_[kWidth * i];
    x[i] *= c[0];
    if (i + 1 < n) x[i] -= c[1] * x[i + 1];
    if (i + 2 < n) x[i] -= c[2] * x[i + 2];
  }
}

}  // namespace appell::planning
