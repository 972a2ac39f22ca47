#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "appell/engine/column_sums.hpp"

namespace appell::study {

/// One number from the samples of a function of time.
struct Reduction {
  enum class Kind { kMaxAbs, kMax, kMin, kMean, kRms, kQuantile, kTimeOfMaxAbs };

  Kind kind = Kind::kMaxAbs;
  double probability = 0.0;  ///< Of kQuantile.
  std::string name;          ///< As it is asked for: "rms", "q95".

  /// Its unit is that of its samples (else s): all but kTimeOfMaxAbs.
  bool has_unit_of_samples() const { return kind != Kind::kTimeOfMaxAbs; }

  bool operator==(const Reduction&) const = default;
};

/// The names: max_abs, max, min, mean, rms, time_of_max_abs, and qNN for the quantile of NN % (q5,
/// q50, q99.9; 0 to 100).
/// @throws InvalidArgument with the names there are, and which one was probably meant.
Reduction reduction_by_name(std::string_view name);

/// Reductions of some columns of samples, which come in blocks: of one thread.
///
/// All samples count alike: mean = Σ x/n, rms = √(Σ x²/n). Sums are taken in a fixed order (sixteen
/// partial sums of samples i mod 16, joined in a fixed order): the same bits on every processor,
/// and however the samples are cut into blocks. The quantile of p is quantile_of_sorted()
/// (statistics.hpp). The time of the largest magnitude is that of its first sample.
///
/// A column with a sample that is not a number has no reductions: all of them are NaN.
class ColumnReducer {
 public:
  /// Blocks have a multiple of so many samples, but for the last of a column.
  static constexpr int kBlockUnit = 16;

  /// @throws InvalidArgument if there are no reductions or no columns.
  ColumnReducer(std::vector<Reduction> reductions, int num_columns);

  const std::vector<Reduction>& reductions() const { return reductions_; }
  int num_columns() const { return static_cast<int>(columns_.size()); }

  /// Whether finish() reads the times.
  bool needs_times() const { return needs_times_; }

  /// New columns: no samples so far.
  void begin();

  /// The next samples of a column.
  /// @throws InvalidArgument if the block before was no multiple of kBlockUnit, or there is no such
  ///   column.
  /// @note No heap allocation; with quantiles none once columns of this size were reduced. About
  /// 0.2 µs
  ///   for 1000 samples, without quantiles and times.
  void add(int column, std::span<const double> samples);

  /// The reductions: out[column * reductions().size() + r], those in the unit of the samples times
  /// the factor of their column, which is positive.
  /// @param factors  one per column.
  /// @param times  of the samples, s; may be empty unless needs_times().
  /// @throws InvalidArgument if a column has no samples, or another number than there are times, or
  /// a
  ///   span has another size.
  /// @note No heap allocation.
  void finish(std::span<const double> factors, std::span<const double> times,
              std::span<double> out);

 private:
  struct Column {
    std::size_t count = 0;
    double largest = -1.0;        ///< Magnitude so far, if times are needed.
    std::size_t at = 0;           ///< Its first sample.
    std::vector<double> samples;  ///< If there are quantiles.
  };
  void finish_column(std::size_t column, double factor, std::span<const double> times,
                     std::span<double> out);

  std::vector<Reduction> reductions_;
  std::vector<Column> columns_;
  std::vector<engine::ColumnLanes> lanes_;
  engine::ColumnKernel kernel_;
  bool needs_times_ = false;
  bool needs_samples_ = false;
};

}  // namespace appell::study
