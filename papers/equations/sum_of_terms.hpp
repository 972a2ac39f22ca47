#pragma once

#include <cmath>
#include <vector>

#include "appell/base/types.hpp"

namespace appell::equations {

/// A sum beside the sum of the magnitudes of its terms: rounding errors are relative to `scale`,
/// not to `value`, which may be small because the terms cancel.
struct SumOfTerms {
  double value = 0.0;
  double scale = 0.0;

  void add(double term) {
    value += term;
    scale += std::abs(term);
  }
  void add(double factor, const SumOfTerms& sum) {
    value += factor * sum.value;
    scale += std::abs(factor) * sum.scale;
  }
};

/// The same with every term kept, in the order of add().
struct ListedTerms : SumOfTerms {
  std::vector<double> terms;

  void add(double term) {
    SumOfTerms::add(term);
    terms.push_back(term);
  }
  void add(double factor, const SumOfTerms& sum) {
    SumOfTerms::add(factor, sum);
    terms.push_back(factor * sum.value);
  }
};

/// tr(A P Bᵀ) = Σ_ij (A P)_ij B_ij.
inline SumOfTerms trace_product(const Mat4& A, const Mat4& P, const Mat4& B) {
  const Mat4 terms = (A * P).cwiseProduct(B);
  return {terms.sum(), terms.cwiseAbs().sum()};
}

/// One entry per coordinate: a time derivative of the generalized force, and the sums of the
/// magnitudes of its terms.
struct ForceTerms {
  VecX value;
  VecX scale;

  explicit ForceTerms(int num_coordinates)
      : value(VecX::Zero(num_coordinates)), scale(VecX::Zero(num_coordinates)) {}
  void set(int j, const SumOfTerms& sum) {
    value(j) = sum.value;
    scale(j) = sum.scale;
  }
};

}  // namespace appell::equations
