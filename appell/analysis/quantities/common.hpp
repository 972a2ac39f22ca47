#pragma once

#include <algorithm>
#include <vector>

#include "appell/analysis/quantities/list.hpp"
#include "appell/analysis/stages.hpp"
#include "appell/spatial/transform.hpp"
#include "appell/taylor/series.hpp"

/// Not installed: what several descriptions of quantities use.
namespace appell::analysis {

/// For Quantity::least_order.
template <int order>
int takes_order(const model::Model&) {
  return order;
}

/// How many derivatives, the value among them, of a quantity whose value takes q to an order.
inline int num_derivatives(const Subject& subject, int least_order) {
  return std::min(subject.order, subject.given - least_order) + 1;
}

/// Whether a coordinate turns: all bodies that it moves agree in that.
bool turns(const model::Model& model, int coordinate);

/// N m or N, of the force of a coordinate, per s to a power.
Unit force_unit(const model::Model& model, int coordinate, int per_second);

/// The frames that a joint moves, in the order of the model.
std::vector<const model::Frame*> driven_frames(const model::Model& model);
/// The same in the order of the joints of the description.
std::vector<const model::Frame*> frames_by_joint(const model::Model& model);

/// For Quantity::compute_sample: coefficients 0..order as numbers side by side, the order first,
/// then rows, then columns; returns where the next number goes.
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

/// Likewise homogeneous 4x4 matrices: the last row is 0 0 0 1 for k = 0, zeros after.
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
