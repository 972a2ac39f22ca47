#pragma once

#include <span>
#include <vector>

namespace appell::trajectory {

/// Least squares |A x - b|² → min with rows that each have at most w entries side by side, by
/// Givens rotations row after row: backward stable without normal equations, O(rows · w²). Rows
/// must come in the order of their first column. A square regular system is solved as it is.
class BandedLeastSquares {
 public:
  BandedLeastSquares(int num_unknowns, int width, int num_right_sides);

  /// The row Σ_j row[j] x[first + j] = right_sides; scaled by the caller if rows differ in size.
  /// Both spans are used as scratch space.
  void add(int first, std::span<double> row, std::span<double> right_sides);

  /// x of each right side, [unknown * num_right_sides + side].
  /// @throws NumericalError if the rows do not determine every unknown.
  std::vector<double> solve() const;

  /// Rotations so far times their width: what the work is proportional to.
  long long work() const { return work_; }

 private:
  double* r(int i) { return &r_[static_cast<std::size_t>(i) * static_cast<std::size_t>(width_)]; }
  const double* r(int i) const {
    return &r_[static_cast<std::size_t>(i) * static_cast<std::size_t>(width_)];
  }
  double* b(int i) { return &b_[static_cast<std::size_t>(i) * static_cast<std::size_t>(sides_)]; }

  int unknowns_;
  int width_;
  int sides_;
  std::vector<double> r_;  ///< Row i of the triangle: entries i..i + width - 1.
  std::vector<double> b_;
  long long work_ = 0;
};

}  // namespace appell::trajectory
