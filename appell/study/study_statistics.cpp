#include "appell/study/study_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "appell/base/check.hpp"

namespace appell::study {
namespace {

const StudyLayout& checked_layout(const StudyLayout& layout) {
  check(layout.num_items >= 1 && layout.num_results() >= 1, "StudyStatistics: ", layout.num_items,
        " items with ", layout.num_results(), " results; need at least one of each.");
  check(layout.items_per_group >= 1 && layout.num_items % layout.items_per_group == 0,
        "StudyStatistics: ", layout.num_items, " items are no whole groups of ",
        layout.items_per_group, ".");
  const long long per_row = std::ssize(layout.factors) + 2;
  check(!layout.has_index_design ||
            (!layout.factors.empty() && layout.items_per_group % per_row == 0),
        "StudyStatistics: groups of ", layout.items_per_group, " items are no whole rows of ",
        per_row, ".");
  return layout;
}

}  // namespace

StudyStatistics::StudyStatistics(StudyLayout layout, std::size_t memory)
    : layout_(checked_layout(layout)),
      correlation_(layout_.factors, layout_.num_numbers, layout_.num_results()) {
  const double bytes = 8.0 * static_cast<double>(layout_.num_items) * layout_.num_results();
  keeps_values_ = bytes <= static_cast<double>(memory);
  for (const WorstEnd worst_end : layout_.worst_ends) {
    columns_.push_back({.statistics = ColumnStatistics(worst_end)});
    state_.push_back(
        {.selection = QuantileSelection({kSummaryQuantiles.begin(), kSummaryQuantiles.end()})});
    if (layout_.has_index_design) {
      state_.back().sums.emplace(static_cast<int>(layout_.factors.size()));
    }
  }
  if (keeps_values_) values_.resize(columns_.size());
  for (std::vector<double>& column : values_) {
    column.reserve(layout_.num_items);
  }
}

void StudyStatistics::add(long long item, std::span<const double> numbers,
                          std::span<const double> results) {
  check(!is_done_ && item == next_item_ && item < layout_.num_items, "StudyStatistics: item ", item,
        "; need item ", next_item_, " of ", layout_.num_items, ".");
  check(results.size() == columns_.size(), "StudyStatistics: ", results.size(), " results; need ",
        columns_.size(), ".");
  if (pass_ == 0) {
    add_first(item, numbers, results);
  } else {
    for (int c = 0; c < std::ssize(results); ++c) add_later(c, item, results[c]);
  }
  ++next_item_;
}

void StudyStatistics::add_first(long long item, std::span<const double> numbers,
                                std::span<const double> results) {
  const auto in_row = item % items_per_row();
  if (!layout_.has_index_design || in_row < 2) correlation_.add(numbers, results);
  if ((item + 1) % layout_.items_per_group == 0) correlation_.end_group();
  for (int c = 0; c < std::ssize(results); ++c) {
    columns_[c].statistics.add(item, results[c]);
    if (layout_.has_index_design) add_to_rows(c, item, results[c]);
    if (keeps_values_) {
      values_[c].push_back(results[c]);
    } else {
      state_[c].selection.add(results.subspan(c, 1));
    }
  }
}

/// First pass: the mean of every group's rows, as mean_of_rows(); later: the sums of the indices.
void StudyStatistics::add_to_rows(int column, long long item, double value) {
  Column& state = state_[column];
  const long long group = item / layout_.items_per_group;
  if (pass_ == 0 && item % layout_.items_per_group == 0) {
    state.means.push_back(0.0);
    state.rows_in_group = 0.0;
  }
  state.row.push_back(value);
  if (std::ssize(state.row) < items_per_row()) return;
  if (pass_ > 0) {
    state.sums->add_row(state.row, state.means[group]);
    if ((item + 1) % layout_.items_per_group == 0) state.sums->end_group();
  } else if (std::all_of(state.row.begin(), state.row.end(),
                         [](double x) { return std::isfinite(x); })) {
    state.rows_in_group += 1.0;
    state.means[group] +=
        (0.5 * (state.row[0] + state.row[1]) - state.means[group]) / state.rows_in_group;
  }
  state.row.clear();
}

void StudyStatistics::begin_second_pass() {
  for (ColumnSummary& column : columns_) {
    const double low = column.statistics.min(), high = column.statistics.max();
    if (std::isfinite(low) && std::isfinite(high)) column.histogram.emplace(low, high, kBins);
  }
}

void StudyStatistics::add_later(int column, long long item, double value) {
  const std::span<const double> one(&value, 1);
  if (!keeps_values_) state_[column].selection.add(one);
  if (pass_ > 1) return;
  if (columns_[column].histogram) columns_[column].histogram->add(one);
  if (layout_.has_index_design) add_to_rows(column, item, value);
}

void StudyStatistics::end_pass() {
  check(!is_done_ && next_item_ == layout_.num_items, "StudyStatistics: the pass had ", next_item_,
        " items; need ", layout_.num_items, ".");
  next_item_ = 0;
  if (!keeps_values_) {
    for (Column& column : state_) column.selection.end_pass();
  }
  if (pass_++ == 0) begin_second_pass();
  if (keeps_values_) return finish_from_memory();
  const bool all_found = std::all_of(state_.begin(), state_.end(),
                                     [](const Column& c) { return c.selection.is_done(); });
  if (!all_found || pass_ < 2) return;
  for (int c = 0; c < std::ssize(columns_); ++c) {
    columns_[c].quantiles = state_[c].selection.quantiles();
  }
  finish();
}

void StudyStatistics::finish_from_memory() {
  for (int c = 0; c < std::ssize(columns_); ++c) {
    for (long long i = 0; i < std::ssize(values_[c]); ++i) add_later(c, i, values_[c][i]);
    columns_[c].quantiles = quantiles_in_memory(values_[c], kSummaryQuantiles);
    values_[c] = {};
  }
  finish();
}

void StudyStatistics::finish() {
  for (int c = 0; c < std::ssize(columns_); ++c) {
    for (int f = 0; f < correlation_.num_factors(); ++f) {
      columns_[c].effects.push_back(correlation_.effect(f, c));
    }
    if (state_[c].sums) columns_[c].indices = state_[c].sums->indices();
  }
  is_done_ = true;
}

const std::vector<ColumnSummary>& StudyStatistics::columns() const {
  check(is_done_, "StudyStatistics: pass ", pass_, " was not the last; make another.");
  return columns_;
}

}  // namespace appell::study
