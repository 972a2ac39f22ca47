#include <algorithm>
#include <cmath>

#include "appell/analysis/selection.hpp"
#include "appell/analysis/stages.hpp"
#include "appell/base/check.hpp"

namespace appell::analysis {
namespace {

constexpr int kTileRows = 8;  // A cache line of every column.

/// Sums of 0 x, which are 0 if every x is finite: without a branch per number.
bool is_finite(const double* row, int width) {
  constexpr int kLanes = 8;
  double sums[kLanes] = {};
  int entry = 0;
  for (; entry + kLanes <= width; entry += kLanes) {
    for (int i = 0; i < kLanes; ++i) sums[i] += 0.0 * row[entry + i];
  }
  for (; entry < width; ++entry) sums[0] += 0.0 * row[entry];
  for (int i = 1; i < kLanes; ++i) sums[0] += sums[i];
  return sums[0] == 0.0;
}

[[noreturn]] void refuse(const Selection& selection, const NamedArray& array, const double* row,
                         double t) {
  int entry = 0;
  while (std::isfinite(row[entry])) ++entry;
  throw NumericalError(concat("result '", entry_name(selection.subject().model, array, entry),
                              "' is not finite at t = ", t));
}

/// Columns of samples as rows of entries, each times its factor. Entries in pairs, in tiles of a
/// fixed number of rows: that much the compiler turns into stores of two numbers.
void transpose(const double* columns, std::size_t column_stride, const double* factors, int width,
               int num_rows, double* rows, std::size_t stride) {
  int entry = 0;
  for (; num_rows == kTileRows && entry + 2 <= width; entry += 2) {
    const double* __restrict a = columns + static_cast<std::size_t>(entry) * column_stride;
    const double* __restrict b = a + column_stride;
    double* __restrict to = rows + entry;
    for (std::size_t s = 0; s < kTileRows; ++s) {
      to[s * stride] = factors[entry] * a[s];
      to[s * stride + 1] = factors[entry + 1] * b[s];
    }
  }
  for (; entry < width; ++entry) {
    const double* column = columns + static_cast<std::size_t>(entry) * column_stride;
    double* to = rows + entry;
    for (int s = 0; s < num_rows; ++s, to += stride) *to = factors[entry] * column[s];
  }
}

}  // namespace

Evaluator::Evaluator(const Selection& selection, int capacity)
    : selection_(selection),
      stages_(std::make_unique<Stages>(selection.subject(), selection.motion_order(),
                                       selection.engine_motion(), capacity)),
      stride_(static_cast<std::size_t>(capacity)),
      width_(static_cast<std::size_t>(selection.num_entries())),
      times_(stride_),
      views_(selection.chosen_.size()),
      columns_(width_ * stride_),
      rows_(width_ * stride_) {
  factors_.reserve(width_);
  for (const NamedArray& array : selection.arrays()) {
    for (int entry = 0; entry < array.num_entries(); ++entry) {
      factors_.push_back(taylor::factorial(derivative_of(array, entry)));
    }
  }
}

Evaluator::~Evaluator() = default;

int Evaluator::good_capacity(const Selection& selection) {
  constexpr int kBytes = 1 << 19;
  const int fitting = kBytes / (8 * std::max(1, selection.num_entries()));
  return std::clamp(fitting / kTileRows * kTileRows, kTileRows, 256);
}

void Evaluator::see_new_numbers() { stages_->see_new_numbers(); }

void Evaluator::compute(const model::StateBlock& states) {
  num_samples_ = states.num_samples();
  std::copy_n(states.times().begin(), num_samples_, times_.begin());
  if (num_samples_ == 0) return;
  stages_->begin(states);
  bool has_samples = false;
  for (std::size_t i = 0; i < views_.size(); ++i) {
    const auto& [quantity, first, count, by_block] = selection_.chosen_[i];
    if (!by_block) {
      has_samples = true;
    } else if (quantity->view_block != nullptr) {
      views_[i] = quantity->view_block(*stages_);
    } else {
      double* columns = columns_.data() + static_cast<std::size_t>(first) * stride_;
      quantity->compute_block(*stages_, {columns, stride_});
      views_[i] = {columns, stride_};
    }
  }
  // All quantities of one sample, while its motion is at hand.
  for (int sample = 0; has_samples && sample < num_samples_; ++sample) {
    stages_->go_to(sample);
    double* to = rows_.data() + static_cast<std::size_t>(sample) * width_;
    for (const auto& [quantity, first, count, by_block] : selection_.chosen_) {
      if (!by_block) quantity->compute_sample(*stages_, to + first);
    }
  }
}

void Evaluator::write_rows(const NamedArray& array, double* rows, std::size_t stride) const {
  const int width = array.num_entries();
  const auto first = static_cast<std::size_t>(array.first_entry);
  const double* factors = factors_.data() + first;
  for (int begin = 0; begin < num_samples_; begin += kTileRows) {
    const int end = std::min(begin + kTileRows, num_samples_);
    double* tile = rows + static_cast<std::size_t>(begin) * stride;
    if (array.by_block) {
      transpose(column(array, 0, nullptr) + begin, views_[array.choice].stride, factors, width,
                end - begin, tile, stride);
    }
    for (int s = begin; s < end; ++s, tile += stride) {
      if (!array.by_block) {
        const double* from = rows_.data() + static_cast<std::size_t>(s) * width_ + first;
        for (int entry = 0; entry < width; ++entry) tile[entry] = factors[entry] * from[entry];
      }
      if (!is_finite(tile, width)) {
        refuse(selection_, array, tile, times_[s]);
      }
    }
  }
}

const double* Evaluator::column(const NamedArray& array, int entry, double* room) const {
  const auto number = static_cast<std::size_t>(array.first_entry + entry);
  if (array.by_block) {
    const ColumnsView& view = views_[array.choice];
    const int first = selection_.chosen_[array.choice].first_entry;
    return view.first + (number - static_cast<std::size_t>(first)) * view.stride;
  }
  for (std::size_t s = 0; s < static_cast<std::size_t>(num_samples_); ++s) {
    room[s] = rows_[s * width_ + number];
  }
  return room;
}

}  // namespace appell::analysis
