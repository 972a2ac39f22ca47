#pragma once

#include <span>
#include <vector>

namespace appell::planning {

/// A symmetric matrix with two diagonals beside the main one on either side, and its factors
/// L D Lᵀ. A spline of degree 2 has such a matrix: three of its coefficients meet at a point.
class BandedSolver {
 public:
  static constexpr int kWidth = 3;

  explicit BandedSolver(int size);

  int size() const { return size_; }
  void clear();
  /// Elements (i, i), (i + 1, i), (i + 2, i).
  double* column(int i) { return &numbers_[static_cast<std::size_t>(kWidth * i)]; }

  /// Replaces the matrix by its factors. What rounding leaves of a pivot is not smaller than 1e-14
  /// of its element: a step in that direction is shorter then, and still one downwards.
  /// @return false if it is not positive definite.
  bool factor();
  /// x becomes the solution; size() numbers at least.
  void solve(std::span<double> x) const;

 private:
  int size_;
  std::vector<double> numbers_;
  std::vector<double> diagonal_;  ///< As it was given.
};

}  // namespace appell::planning
