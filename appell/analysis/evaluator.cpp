#include <algorithm>
#include <cmath>

#include "appell/analysis/selection.hpp"
#include "appell/analysis/stages.hpp"
#include "appell/base/check.hpp"

namespace appell::analysis {
namespace {

constexpr int kTileRows = 8;  // A cache line of every column.

/// k of every entry, whose number is k! times the coefficient.
std::size_t derivative_axis(const Quantity& quantity) {
  const auto found = std::find(quantity.axes.begin(), quantity.axes.end(), Axis::kDerivative);
  return static_cast<std::size_t>(found - quantity.axes.begin());
}

/// How many entries beside each other belong to one index of an axis.
int entries_after(const std::vector<int>& extents, std::size_t axis) {
  int count = 1;
  for (std::size_t i = axis + 1; i < extents.size(); ++i) count *= extents[i];
  return count;
}

[[noreturn]] void refuse(const Selection& selection, const NamedArray& array, int entry, double t) {
  throw NumericalError(concat("result '", entry_name(selection.subject().model, array, entry),
                              "' is not finite at t = ", t));
}

}  // namespace

Evaluator::Evaluator(const Selection& selection, int capacity)
    : selection_(selection),
      stages_(std::make_unique<Stages>(selection.subject(), selection.motion_order(), capacity)),
      stride_(static_cast<std::size_t>(capacity)),
      times_(stride_),
      columns_(static_cast<std::size_t>(selection.num_entries()) * stride_),
      tile_(static_cast<std::size_t>(selection.num_entries() * kTileRows)) {}

Evaluator::~Evaluator() = default;

int Evaluator::good_capacity(const Selection& selection) {
  constexpr int kBytes = 1 << 19;
  const int fitting = kBytes / (8 * std::max(1, selection.num_entries()));
  return std::clamp(fitting / kTileRows * kTileRows, kTileRows, 256);
}

void Evaluator::compute(const model::StateBlock& states) {
  num_samples_ = states.num_samples();
  std::copy_n(states.times().begin(), num_samples_, times_.begin());
  if (num_samples_ == 0) return;
  stages_->begin(states);
  bool has_samples = false;
  for (const auto& [quantity, first, count] : selection_.chosen_) {
    if (quantity->compute_block == nullptr) {
      has_samples = true;
      continue;
    }
    quantity->compute_block(*stages_,
                            {columns_.data() + static_cast<std::size_t>(first) * stride_, stride_});
  }
  if (!has_samples) return;
  // All quantities of one sample, while its motion is at hand; a few samples become columns at
  // once.
  const auto width = static_cast<std::size_t>(selection_.num_entries());
  for (int begin = 0; begin < num_samples_; begin += kTileRows) {
    const int rows = std::min(kTileRows, num_samples_ - begin);
    for (int row = 0; row < rows; ++row) {
      stages_->go_to(begin + row);
      double* to = tile_.data() + static_cast<std::size_t>(row) * width;
      for (const auto& [quantity, first, count] : selection_.chosen_) {
        if (quantity->compute_sample != nullptr) quantity->compute_sample(*stages_, to + first);
      }
    }
    for (const auto& [quantity, first, count] : selection_.chosen_) {
      if (quantity->compute_sample == nullptr) continue;
      for (int entry = first; entry < first + count; ++entry) {
        double* column = columns_.data() + static_cast<std::size_t>(entry) * stride_ + begin;
        for (int row = 0; row < rows; ++row) {
          column[row] =
              tile_[static_cast<std::size_t>(row) * width + static_cast<std::size_t>(entry)];
        }
      }
    }
  }
}

void Evaluator::write_rows(const NamedArray& array, double* rows, std::size_t stride) const {
  const int width = array.num_entries();
  const std::size_t axis = derivative_axis(*array.quantity);
  const bool has_derivatives = axis < array.extents.size();
  const int after = has_derivatives ? entries_after(array.extents, axis) : width;
  for (int entry = 0; entry < width; ++entry) {
    const double factor =
        has_derivatives ? taylor::factorial(entry / after % array.extents[axis]) : 1.0;
    const double* from = column(array.first_entry + entry);
    double* to = rows + entry;
    for (int s = 0; s < num_samples_; ++s, to += stride) *to = factor * from[s];
  }
  for (int s = 0; s < num_samples_; ++s) {
    const double* row = rows + static_cast<std::size_t>(s) * stride;
    for (int entry = 0; entry < width; ++entry) {
      if (!std::isfinite(row[entry])) {
        refuse(selection_, array, entry, times_[static_cast<std::size_t>(s)]);
      }
    }
  }
}

}  // namespace appell::analysis
