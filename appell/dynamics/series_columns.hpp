#pragma once

#include <algorithm>

#include "appell/dynamics/block.hpp"
#include "appell/engine/form.hpp"
#include "appell/model/state_block.hpp"
#include "appell/taylor/factorial.hpp"

/// Not installed: how the parts of dynamics/ see what they read and write.
namespace appell::dynamics {

/// Derivatives or coefficients of q at some samples: number k of coordinate j is column(k, j)[s].
struct States {
  const double* first = nullptr;
  std::size_t stride = 1;
  int num_coordinates = 0;
  int num_samples = 0;
  const model::StateBlock* block = nullptr;  ///< Where they are, with directions; if in one.

  States() = default;
  States(const model::StateBlock& states)
      : first(states.q().column(0, 0)),
        stride(states.q().stride()),
        num_coordinates(states.num_coordinates()),
        num_samples(states.num_samples()),
        block(&states) {}
  States(const ConstBlockRef& motion)
      : first(motion.data()),
        stride(motion.stride()),
        num_coordinates(motion.rows()),
        num_samples(motion.num_samples()) {}

  const double* column(int k, int j) const {
    return first + static_cast<std::size_t>(k * num_coordinates + j) * stride;
  }
};

/// A result of `width` entries for each derivative or coefficient k <= order.
struct Columns {
  double* first;
  std::size_t stride;
  int width;
  int order;
  engine::Form form;
  model::SeriesBlock* block = nullptr;  ///< Where it is, if in one.

  Columns(model::SeriesBlock& out, engine::Form numbers = engine::Form::kCoefficients)
      : first(out.column(0, 0)),
        stride(out.stride()),
        width(out.num_coordinates()),
        order(out.order()),
        form(numbers),
        block(&out) {}
  /// Plain derivatives.
  /// @param entries  width: how many numbers each derivative has.
  Columns(const BlockRef& out, int entries, int highest)
      : first(out.data()),
        stride(out.stride()),
        width(entries),
        order(highest),
        form(engine::Form::kDerivatives) {}

  /// What a coefficient is multiplied by to be what is kept here.
  double scale(int k) const {
    return form == engine::Form::kDerivatives ? taylor::factorial(k) : 1.0;
  }
  /// The entries from one on.
  Columns from(int entry) const {
    Columns part = *this;
    part.first = column(0, entry);
    return part;
  }
  double* column(int k, int entry) const {
    return first + static_cast<std::size_t>(k * width + entry) * stride;
  }
  void set_num_samples(int count) const {
    if (block != nullptr) block->set_num_samples(count);
  }
  void clear(int count) const {
    for (int c = 0; c < (order + 1) * width; ++c) std::fill_n(column(0, c), count, 0.0);
  }
};

/// to = factor from, of `count` samples.
inline void put_scaled(double factor, const double* from, int count, double* to) {
  if (factor == 1.0) return static_cast<void>(std::copy_n(from, count, to));
  for (int s = 0; s < count; ++s) to[s] = factor * from[s];
}

}  // namespace appell::dynamics
