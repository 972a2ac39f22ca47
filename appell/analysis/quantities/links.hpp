#pragma once

#include "appell/analysis/quantities/common.hpp"

/// Not installed: what the quantities of single links have in common.
namespace appell::analysis {

/// An array for every link that a joint moves, of the derivatives of something whose value takes q
/// to `least_order`.
template <int least_order, int... extents>
std::vector<Array> arrays_by_link(const Subject& subject) {
  std::vector<Array> arrays;
  for (const model::Frame* frame : driven_frames(subject.model)) {
    arrays.push_back({frame->name, {num_derivatives(subject, least_order), extents...}});
  }
  return arrays;
}

inline const model::Body& body_of_link(const model::Model& model, const model::Frame& frame) {
  return model.bodies()[frame.body];
}

}  // namespace appell::analysis
