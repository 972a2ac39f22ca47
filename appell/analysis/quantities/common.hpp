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

/// The frames that a joint moves, in the order of the model.
std::vector<const model::Frame*> driven_frames(const model::Model& model);
/// The same in the order of the joints of the description.
std::vector<const model::Frame*> frames_by_joint(const model::Model& model);

/// Whether a coordinate is an angle; else it is a length. All bodies that it moves agree in that.
bool turns(const model::Model& model, int coordinate);

/// For Quantity::full_order of what has a value only.
template <int order>
int always_order(int) {
  return order;
}

/// For Quantity::arrays: one array of the derivatives of something whose value takes q to
/// `least_order`; the same with a number for each coordinate; and one for each link that a joint
/// moves.
template <int least_order, int... extents>
std::vector<Array> one_array(const Subject& subject) {
  return {{"", {num_derivatives(subject, least_order), extents...}}};
}
template <int least_order>
std::vector<Array> array_of_coordinates(const Subject& subject) {
  return {{"", {num_derivatives(subject, least_order), subject.model.num_coordinates()}}};
}
template <int least_order, int... extents>
std::vector<Array> arrays_by_link(const Subject& subject) {
  std::vector<Array> arrays;
  for (const model::Frame* frame : driven_frames(subject.model)) {
    arrays.push_back({frame->name, {num_derivatives(subject, least_order), extents...}});
  }
  return arrays;
}
/// Likewise by joint that moves.
template <int least_order, int... extents>
std::vector<Array> arrays_by_joint(const Subject& subject) {
  std::vector<Array> arrays;
  for (const model::Frame* frame : frames_by_joint(subject.model)) {
    const int joint = subject.model.bodies()[frame->body].joint;
    arrays.push_back({subject.model.description().joints[joint].name,
                      {num_derivatives(subject, least_order), extents...}});
  }
  return arrays;
}
/// A value for each pair of coordinates.
std::vector<Array> square_array(const Subject& subject);

/// The text of a unit as a parameter of templates.
template <std::size_t size>
struct UnitText {
  char text[size];
  constexpr UnitText(const char (&from)[size]) {  // NOLINT: a literal is one.
    std::copy_n(from, size, text);
  }
};
/// For Quantity::unit: one unit for all entries, per s for each derivative and `more`.
template <UnitText base, int more = 0>
Unit same_unit(const Subject&, const Entry& entry) {
  return {base.text, entry.index[0] + more};
}
template <UnitText base>
Unit unit_of_value(const Subject&, const Entry&) {
  return {base.text, 0};
}
/// rad or m, and N m or N, of [derivative][coordinate].
Unit coordinate_unit(const Subject& subject, const Entry& entry);
Unit force_unit(const Subject& subject, const Entry& entry);
/// Of [derivative][linear, angular] of a velocity.
Unit twist_unit(const Subject& subject, const Entry& entry);
/// kg m² between two angles, kg between two lengths, kg m between one and the other.
std::string_view inertia_unit(const model::Model& model, int row, int column);

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

/// Likewise a matrix, row by row.
inline double* put(const Eigen::Ref<const MatX>& m, double* out) {
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    for (Eigen::Index j = 0; j < m.cols(); ++j) *out++ = m(i, j);
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
