#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

/// What the results of all items say together. Items enter in ascending order, so that every sum
/// has the same bits whoever computed the items.
namespace appell::study {

/// The quantiles that summaries have.
inline constexpr std::array<double, 7> kSummaryQuantiles{0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};

/// Which end of a column is the bad one.
enum class WorstEnd { kLargest, kSmallest };

/// One of the worst items.
struct RankedItem {
  long long item = -1;
  double value = 0.0;

  bool operator==(const RankedItem&) const = default;
};

/// Count, mean, deviation, ends and worst items of a column, in one pass. Values that are not
/// numbers count as undefined: they are worse than any number, and enter nothing else.
class ColumnStatistics {
 public:
  explicit ColumnStatistics(WorstEnd worst_end = WorstEnd::kLargest, int num_worst = 5);

  /// The next item's value.
  void add(long long item, double value);

  long long count() const { return count_; }  ///< Of defined values.
  long long num_undefined() const { return undefined_; }
  double mean() const;  ///< NaN without values.
  double sd() const;    ///< √(Σ (x - mean)²/(n - 1)), by Welford's update; NaN below two values.
  double min() const { return min_; }  ///< NaN without values.
  double max() const { return max_; }
  WorstEnd worst_end() const { return worst_end_; }
  /// The worst first, NaN before all numbers; of equal values the lower item first.
  std::span<const RankedItem> worst() const { return worst_; }

 private:
  void add_number(double value);
  bool is_worse(double a, double b) const;

  WorstEnd worst_end_;
  std::size_t num_worst_;
  long long count_ = 0;
  long long undefined_ = 0;
  double mean_ = 0.0;
  double squares_ = 0.0;  ///< Σ (x - mean)²
  double min_;
  double max_;
  std::vector<RankedItem> worst_;
};

/// Of the sorted x₀..x_{n-1} the value at (n-1)p, linear between neighbours.
/// @throws InvalidArgument if there are no values or p is not in 0..1.
double quantile_of_sorted(std::span<const double> sorted, double p);

/// quantile_of_sorted() of some values. Those that are not numbers are left out; without any other
/// the quantiles are NaN.
/// @param values  are left in another order.
/// @throws InvalidArgument if a probability is not in 0..1.
std::vector<double> quantiles_in_memory(std::span<double> values,
                                        std::span<const double> probabilities);

/// The same quantiles, to the last bit, of a column that does not fit into memory: it is read
/// several times. Each pass finds 12 more bits of every value that is wanted, in the order of bit
/// patterns that is the order of numbers; six passes, 0.5 MB.
///
///   while (!selection.is_done()) {
///     for (each block of the column, in any order) selection.add(block);
///     selection.end_pass();
///   }
class QuantileSelection {
 public:
  /// @throws InvalidArgument if a probability is not in 0..1.
  explicit QuantileSelection(std::vector<double> probabilities);

  bool is_done() const { return bits_left_ == 0; }
  void add(std::span<const double> values);

  /// @throws InvalidArgument if this pass had another number of values than the first.
  void end_pass();

  /// @throws InvalidArgument unless is_done().
  std::vector<double> quantiles() const;

 private:
  struct Target {
    std::uint64_t prefix = 0;  ///< The bits found so far.
    long long rank = 0;        ///< Among the values with this prefix.
    std::size_t counts = 0;    ///< Which of counts_ its prefix has.
  };
  void choose_ranks();
  void share_counts();

  std::vector<double> probabilities_;
  int bits_left_ = 64;
  long long count_ = -1;  ///< Of values; known after the first pass.
  long long seen_ = 0;    ///< In this pass.
  std::vector<Target> targets_;
  std::vector<std::uint64_t> prefixes_;         ///< Different ones, ascending.
  std::vector<std::vector<long long>> counts_;  ///< Of the next bits' values, for each prefix.
};

/// How many values fall into each of some equal bins.
class Histogram {
 public:
  /// Of what lies in low..high, high included. If low = high, all is in the first bin.
  /// @throws InvalidArgument if an end is not finite, low > high, or num_bins < 1.
  Histogram(double low, double high, int num_bins);

  /// Values that are not in low..high are left out.
  void add(std::span<const double> values);

  double low() const { return low_; }
  double high() const { return high_; }
  std::span<const long long> counts() const { return counts_; }

 private:
  double low_;
  double high_;
  std::vector<long long> counts_;
};

}  // namespace appell::study
