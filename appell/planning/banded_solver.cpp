#include "appell/planning/banded_solver.hpp"

#include <algorithm>

namespace appell::planning {
namespace {

constexpr double kSmallestPivot = 1e-20;  // Of the largest element of the diagonal.

}  // namespace

BandedSolver::BandedSolver(int size)
    : size_(size), numbers_(static_cast<std::size_t>(kWidth * (size + kWidth - 1)), 0.0) {}

void BandedSolver::clear() { std::fill(numbers_.begin(), numbers_.end(), 0.0); }

bool BandedSolver::factor() {
  double largest = 0.0;
  for (int i = 0; i < size_; ++i) largest = std::max(largest, *column(i));
  for (int i = 0; i < size_; ++i) {
    double* c = column(i);
    if (!(c[0] > kSmallestPivot * largest)) return false;
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
