#include "appell/taylor/solve.hpp"

#include <cmath>
#include <limits>

#include "appell/base/check.hpp"
#include "appell/base/decompositions.hpp"

namespace appell::taylor {
namespace {

void check_system(const char* function, const Series<MatX>& A, const Series<VecX>& b) {
  check(A.order() >= 0, function, ": the series is empty.");
  check(A.order() == b.order(), function, ": A has order ", A.order(), " but b has order ",
        b.order(), "; truncate one of them.");
  for (int k = 0; k <= A.order(); ++k) {
    check(A[k].rows() == A[0].rows() && A[k].cols() == A[0].cols() && A[k].size() > 0, function,
          ": coefficient ", k, " of A is ", A[k].rows(), " x ", A[k].cols(), ", coefficient 0 is ",
          A[0].rows(), " x ", A[0].cols(), ".");
    check(b[k].size() == A[0].rows(), function, ": coefficient ", k, " of b has ", b[k].size(),
          " entries but A has ", A[0].rows(), " rows.");
    check(A[k].allFinite() && b[k].allFinite(), function, ": coefficient ", k,
          " has an entry that is not finite.");
  }
}

void check_condition(const char* function, double condition, double max_condition) {
  if (!(condition <= max_condition)) {
    throw NumericalError(concat(function,
                                ": the matrix is singular or nearly so: condition number ",
                                condition, ", at most ", max_condition, " is accepted."));
  }
}

/// Σ_{j=1..k} A[j] x[k-j].
VecX lower_terms(const Series<MatX>& A, const Series<VecX>& x, int k) {
  VecX sum = VecX::Zero(A[0].rows());
  for (int j = 1; j <= k; ++j) sum.noalias() += A[j] * x[k - j];
  return sum;
}

/// Σ_{j=1..k} A[j]ᵀ y[k-j].
VecX lower_transposed_terms(const Series<MatX>& A, const Series<VecX>& y, int k) {
  VecX sum = VecX::Zero(A[0].cols());
  for (int j = 1; j <= k; ++j) sum.noalias() += A[j].transpose() * y[k - j];
  return sum;
}

}  // namespace

Series<VecX> solve(const Series<MatX>& A, const Series<VecX>& b, double max_condition) {
  check_system("solve", A, b);
  check(A[0].rows() == A[0].cols(), "solve: the matrix must be square, got ", A[0].rows(), " x ",
        A[0].cols(), "; solve_least_squares() takes any shape.");
  const LuFactors factored(A[0]);
  check_condition("solve", factored.condition(), max_condition);
  Series<VecX> x(A.order(), VecX::Zero(A[0].cols()));
  for (int k = 0; k <= A.order(); ++k) {
    x[k] = factored.solve(b[k] - lower_terms(A, x, k));  // Eq. (1)
  }
  return x;
}

Series<VecX> solve_least_squares(const Series<MatX>& A, const Series<VecX>& b, double damping,
                                 double max_condition) {
  check_system("solve_least_squares", A, b);
  const DampedInverse inverse(A[0], damping);
  if (damping == 0.0) check_condition("solve_least_squares", inverse.condition(), max_condition);
  const VecX weight = (inverse.singular_values().array().square() + damping * damping).inverse();
  const MatX& V = inverse.V();
  const MatX& U = inverse.U();
  Series<VecX> x(A.order(), VecX::Zero(A[0].cols()));
  Series<VecX> dual(A.order(), VecX::Zero(A[0].rows()));  // r of Eq. (2), y of Eq. (3)
  for (int k = 0; k <= A.order(); ++k) {
    const VecX g = b[k] - lower_terms(A, x, k);
    const VecX f = lower_transposed_terms(A, dual, k);
    if (A[0].rows() >= A[0].cols()) {
      x[k] = inverse * g + V * weight.cwiseProduct(V.transpose() * f);  // Eq. (2)
      dual[k] = g - A[0] * x[k];
    } else {
      const VecX rest = g - A[0] * f;
      dual[k] = U * weight.cwiseProduct(U.transpose() * rest);  // Eq. (3)
      x[k] = inverse * rest + f;
    }
  }
  return x;
}

DampedInverse::DampedInverse(const MatX& A, double damping) {
  check(A.size() > 0 && A.allFinite(),
        "DampedInverse: the matrix must be finite and not empty, got ", A.rows(), " x ", A.cols(),
        ".");
  check(damping >= 0.0 && std::isfinite(damping),
        "DampedInverse: the damping must be finite and >= 0, got ", damping, ".");
  const SingularValues svd(A);
  U_ = svd.U();
  V_ = svd.V();
  sigma_ = svd.sigma();
  const double largest = sigma_[0];
  const double smallest = sigma_[sigma_.size() - 1];
  condition_ = smallest > 0.0 ? largest / smallest : std::numeric_limits<double>::infinity();
  gain_ = sigma_.array() / (sigma_.array().square() + damping * damping);
}

VecX DampedInverse::operator*(const VecX& b) const {
  return V_ * gain_.cwiseProduct(U_.transpose() * b);
}

}  // namespace appell::taylor
