#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// Some reductions of columns of samples: of one thread, with memory for the quantiles.
///
/// All samples count alike: mean = Σ x/n, rms = √(Σ x²/n). Sums are taken in a fixed order (sixteen
/// partial sums, samples i mod 16, added up in a fixed order): the same bits on every processor,
/// and for every number of threads. The quantile of p is that of the sorted samples x₀..x_{n-1} at
/// (n-1)p, linear between neighbours. The time of the largest magnitude is that of its first
/// sample.
///
/// A column with a sample that is not a number has no reductions: all of them are NaN.
class Reducer {
 public:
  /// @throws InvalidArgument if there are none.
  explicit Reducer(std::vector<Reduction> reductions);

  const std::vector<Reduction>& reductions() const { return reductions_; }
  int count() const { return static_cast<int>(reductions_.size()); }

  /// Whether `times` is read at all.
  bool needs_times() const;

  /// One number per reduction, of the whole column at once.
  /// @param times  of the samples, in s; may be empty unless needs_times().
  /// @throws InvalidArgument if there is no sample, or a span has another size.
  /// @note No heap allocation once a column of this size was reduced. Without quantiles 0.2 µs for
  ///   1000 samples, however many of them are asked for.
  void reduce(std::span<const double> samples, std::span<const double> times,
              std::span<double> out);

 private:
  std::vector<Reduction> reductions_;
  std::vector<double> sorted_;
};

}  // namespace appell::study
