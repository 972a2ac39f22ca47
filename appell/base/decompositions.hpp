#pragma once

#include <optional>

#include <Eigen/LU>
#include <Eigen/SVD>

#include "appell/base/types.hpp"

/// Systems of equations, eigenvalues and singular values of matrices of any size. Each is Eigen's
/// own, compiled once behind a plain function: seconds for every module that would do it itself.
namespace appell {

/// LU factors of a square matrix, with partial pivoting.
class LuFactors {
 public:
  explicit LuFactors(const MatX& A);

  /// x of A x = b; not finite where A is singular.
  VecX solve(const VecX& b) const;
  MatX inverse() const;
  /// Condition number, 1-norm, estimated.
  double condition() const;

 private:
  Eigen::PartialPivLU<MatX> factors_;
};

/// A = U Σ Vᵀ, thin: as many singular values as A has rows or columns, whichever are fewer.
class SingularValues {
 public:
  SingularValues() = default;
  explicit SingularValues(const MatX& A);
  /// Memory for matrices of this size: compute() then allocates nothing.
  SingularValues(Eigen::Index rows, Eigen::Index cols);

  void compute(const MatX& A);

  const MatX& U() const { return svd_.matrixU(); }
  const MatX& V() const { return svd_.matrixV(); }
  /// Descending.
  const VecX& sigma() const { return svd_.singularValues(); }

 private:
  Eigen::JacobiSVD<MatX> svd_;
};

/// The x that makes |A x - b| least, of full column rank or not: QR with column pivoting.
VecX least_squares(const MatX& A, const VecX& b);

/// A⁺, with singular values below rounding of the largest taken as zero.
MatX pseudo_inverse(const MatX& A);

/// Inverse of a symmetric matrix; none if it is not positive definite.
std::optional<MatX> positive_definite_inverse(const MatX& A);

/// The λ of K x = λ M x, ascending, for symmetric K and M; none if M is not positive definite.
std::optional<VecX> generalized_eigenvalues(const MatX& K, const MatX& M);

/// Of a symmetric matrix: λ ascending, and unit vectors in the same order.
struct Eigen3 {
  Vec3 values;
  Mat3 vectors;
  bool has_converged = false;  ///< Not of matrices that are not finite.
};
Eigen3 symmetric_eigen(const Mat3& A);

}  // namespace appell
