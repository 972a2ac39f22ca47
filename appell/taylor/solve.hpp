#pragma once

#include "appell/base/types.hpp"
#include "appell/taylor/series.hpp"

/// Linear systems whose matrix and right-hand side are functions of time, A(t) x(t) = b(t).
namespace appell::taylor {

/// Beyond this condition number a system counts as singular.
inline constexpr double kMaxCondition = 1e12;

/// x(t) of a square system, order by order: A[0] is factored once,
///
///   A[0] x[k] = b[k] - Σ_{j=1..k} A[j] x[k-j]                                              (1)
///
/// @throws InvalidArgument if A is not square, sizes or orders differ, or the series is empty;
///   NumericalError naming the condition number of A[0] (1-norm, estimated), if it is above
///   `max_condition`.
/// @note O(n³ + N² n²). Allocates.
Series<VecX> solve(const Series<MatX>& A, const Series<VecX>& b,
                   double max_condition = kMaxCondition);

/// x(t) that at each instant minimises |A x - b|² + λ² |x|², for any shape of A. With λ = 0 it is
/// the least-squares solution of a tall system and the solution of least norm of a wide one.
///
/// With the residual r = b - A x the minimum is where Aᵀ r = λ² x. Both equations hold at every
/// order; for rows >= columns, and A[0] = U Σ Vᵀ:
///
///   g_k = b[k] - Σ_{j=1..k} A[j] x[k-j],   h_k = Σ_{j=1..k} A[j]ᵀ r[k-j]
///   x[k] = V (Σ² + λ²)⁻¹ (Σ Uᵀ g_k + Vᵀ h_k),   r[k] = g_k - A[0] x[k]                     (2)
///
/// and for rows < columns, with x = Aᵀ y and A x + λ² y = b:
///
///   f_k = Σ_{j=1..k} A[j]ᵀ y[k-j],   y[k] = U (Σ² + λ²)⁻¹ Uᵀ (g_k - A[0] f_k)
///   x[k] = A[0]ᵀ y[k] + f_k                                                                (3)
///
/// @param damping  λ >= 0, in the unit of A.
/// @throws InvalidArgument as solve(), and for a negative damping; NumericalError if λ = 0 and the
///   condition number of A[0] (2-norm) is above `max_condition`.
/// @note One singular value decomposition, then O(N²) products with A. Allocates.
Series<VecX> solve_least_squares(const Series<MatX>& A, const Series<VecX>& b, double damping,
                                 double max_condition = kMaxCondition);

/// Solves many systems with one constant matrix of any shape: x = V Σ (Σ² + λ²)⁻¹ Uᵀ b, the
/// minimum of |A x - b|² + λ² |x|²; of least norm if there are several.
class DampedInverse {
 public:
  /// @throws InvalidArgument if A is empty or not finite, or damping < 0.
  DampedInverse(const MatX& A, double damping);

  /// Largest over smallest singular value of A; infinite if A does not have full rank.
  double condition() const { return condition_; }

  /// Descending.
  const VecX& singular_values() const { return sigma_; }

  /// Without damping, `b` must not need a singular value that is zero (not checked).
  VecX operator*(const VecX& b) const;

  const MatX& U() const { return U_; }
  const MatX& V() const { return V_; }

 private:
  MatX U_;
  MatX V_;
  VecX sigma_;
  VecX gain_;  ///< Σ (Σ² + λ²)⁻¹
  double condition_ = 0.0;
};

}  // namespace appell::taylor
