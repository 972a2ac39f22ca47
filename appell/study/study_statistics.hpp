#pragma once

#include <optional>
#include <span>
#include <vector>

#include "appell/study/factor_correlation.hpp"
#include "appell/study/sobol_indices.hpp"
#include "appell/study/statistics.hpp"

namespace appell::study {

/// What a study's items are, for their statistics.
struct StudyLayout {
  long long num_items = 0;
  /// Items of one model and one motion, which follow each other; all groups have as many.
  long long items_per_group = 0;
  int num_numbers = 0;               ///< Drawn per item.
  std::vector<FactorRange> factors;  ///< Of those numbers.
  /// Whether the items of each group are those of an IndexDesign of these factors.
  bool has_index_design = false;
  std::vector<WorstEnd> worst_ends;  ///< Of every result.

  int num_results() const { return static_cast<int>(worst_ends.size()); }
};

/// What all items say of one result.
struct ColumnSummary {
  ColumnStatistics statistics;
  std::vector<double> quantiles;        ///< At kSummaryQuantiles.
  std::optional<Histogram> histogram;   ///< None where values are infinite, or there are none.
  std::vector<FactorEffect> effects;    ///< Of every factor.
  std::optional<SobolIndices> indices;  ///< With an IndexDesign.
};

/// The statistics of a study from all of its items in order, read as often as is_done() asks:
///
///   while (!statistics.is_done()) {
///     for (each item, ascending) statistics.add(item, numbers, results);
///     statistics.end_pass();
///   }
///
/// Once, if all results fit into the memory given; else six times, in little memory. The summaries
/// have the same bits either way. Correlations are of independent items: with an IndexDesign those
/// are the first two of each row.
class StudyStatistics {
 public:
  static constexpr int kBins = 40;
  static constexpr std::size_t kDefaultMemory = std::size_t{64} << 20;  ///< Bytes.

  /// @throws InvalidArgument if the layout is not one: no items or results, groups that do not fill
  ///   it, rows of an IndexDesign that do not fill a group, factors as FactorCorrelation refuses.
  explicit StudyStatistics(StudyLayout layout, std::size_t memory = kDefaultMemory);

  bool is_done() const { return is_done_; }

  /// The next item of this pass. After the first pass `numbers` is not read.
  /// @throws InvalidArgument if it is not the next one, or a size is another.
  void add(long long item, std::span<const double> numbers, std::span<const double> results);

  /// @throws InvalidArgument if items are missing.
  void end_pass();

  /// @throws InvalidArgument unless is_done().
  const std::vector<ColumnSummary>& columns() const;

 private:
  /// What one column needs between its passes.
  struct Column {
    QuantileSelection selection;
    std::vector<double> means;  ///< Of each group's rows.
    double rows_in_group = 0.0;
    std::vector<double> row;  ///< The items of this row so far.
    std::optional<SobolIndexSums> sums;
  };
  void add_first(long long item, std::span<const double> numbers, std::span<const double> results);
  void add_to_rows(int column, long long item, double value);
  void begin_second_pass();
  void add_later(int column, long long item, double value);
  void finish_from_memory();
  void finish();
  long long items_per_row() const { return std::ssize(layout_.factors) + 2; }

  StudyLayout layout_;
  bool keeps_values_;
  bool is_done_ = false;
  int pass_ = 0;
  long long next_item_ = 0;
  FactorCorrelation correlation_;
  std::vector<Column> state_;
  std::vector<ColumnSummary> columns_;
  std::vector<std::vector<double>> values_;  ///< Of each column, if they fit.
};

}  // namespace appell::study
