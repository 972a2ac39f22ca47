#include "appell/base/decompositions.hpp"

#include <limits>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>

namespace appell {

LuFactors::LuFactors(const MatX& A) : factors_(A) {}
VecX LuFactors::solve(const VecX& b) const { return factors_.solve(b); }
MatX LuFactors::inverse() const { return factors_.inverse(); }
double LuFactors::condition() const { return 1.0 / factors_.rcond(); }

SingularValues::SingularValues(const MatX& A)
    : svd_(A, Eigen::ComputeThinU | Eigen::ComputeThinV) {}
SingularValues::SingularValues(Eigen::Index rows, Eigen::Index cols)
    : svd_(rows, cols, Eigen::ComputeThinU | Eigen::ComputeThinV) {}
void SingularValues::compute(const MatX& A) { svd_.compute(A); }

VecX least_squares(const MatX& A, const VecX& b) {
  if (A.cols() == 0) return {};
  return Eigen::ColPivHouseholderQR<MatX>(A).solve(b);
}

MatX pseudo_inverse(const MatX& A) {
  const SingularValues svd(A);
  const VecX& sigma = svd.sigma();
  const double least =
      std::numeric_limits<double>::epsilon() * static_cast<double>(sigma.size()) * sigma(0);
  MatX V = svd.V();
  for (Eigen::Index i = 0; i < sigma.size(); ++i)
    V.col(i) *= sigma(i) > least ? 1.0 / sigma(i) : 0.0;
  return V * svd.U().transpose();
}

std::optional<MatX> positive_definite_inverse(const MatX& A) {
  const Eigen::LLT<MatX> factor(A);
  if (factor.info() != Eigen::Success) return {};
  return factor.solve(MatX::Identity(A.rows(), A.cols()));
}

std::optional<VecX> generalized_eigenvalues(const MatX& K, const MatX& M) {
  const Eigen::LLT<MatX> factor(M);
  if (factor.info() != Eigen::Success) return {};
  // They are the eigenvalues of L⁻¹ K L⁻ᵀ, M = L Lᵀ.
  MatX A = factor.matrixL().solve(K);
  A = factor.matrixL().solve(A.transpose()).eval();
  return Eigen::SelfAdjointEigenSolver<MatX>(0.5 * (A + A.transpose()), Eigen::EigenvaluesOnly)
      .eigenvalues();
}

Eigen3 symmetric_eigen(const Mat3& A) {
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors(), solver.info() == Eigen::Success};
}

}  // namespace appell
