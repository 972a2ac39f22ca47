#pragma once

#include "appell/spatial/transform.hpp"
#include "appell/taylor/series.hpp"

/// Coefficients of series as numbers side by side, for Quantity::compute_sample: the order first,
/// then rows, then columns.
namespace appell::analysis {

/// Coefficients 0..order; returns where the next number goes.
template <class C>
double* put(const taylor::Series<C>& x, int order, double* out) {
  for (int k = 0; k <= order; ++k) {
    if constexpr (taylor::Scalar<C>) {
      *out++ = x[k];
    } else {
      for (Eigen::Index row = 0; row < x[k].rows(); ++row) {
        for (Eigen::Index column = 0; column < x[k].cols(); ++column) *out++ = x[k](row, column);
      }
    }
  }
  return out;
}

/// Homogeneous 4x4 matrices: the last row is 0 0 0 1 for k = 0, zeros after.
inline double* put(const spatial::TransformSeries& X, int order, double* out) {
  for (int k = 0; k <= order; ++k) {
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) *out++ = X.R[k](row, column);
      *out++ = X.p[k](row);
    }
    for (int column = 0; column < 4; ++column) *out++ = k == 0 && column == 3 ? 1.0 : 0.0;
  }
  return out;
}

}  // namespace appell::analysis
